/* Placement and protection: what is written, what is refused and with which status (PLACE, SEND,
 * ERR). */
#include "tests/unit/engine_solo.h"

static struct solo t;
static uint8_t bytes[256], memory[1024];
static uint32_t key, psn;

enum { BASE = 0x10000, LEN = 512, GUARD = 256 };

static void register_region(uint32_t domain, uint32_t rights, uint32_t rkey)
{
	struct ref_region r = { .domain = domain,
				.rights = rights,
				.address = BASE,
				.length = LEN,
				.base = memory + GUARD,
				.rkey = rkey };
	CU_ASSERT_EQUAL(ref_region_register(t.s.e, &r, &key), RES_OK);
}

static void setup(void)
{
	solo_defaults(&t);
	solo_open(&t);
	fill_pattern(bytes, sizeof(bytes), 5);
	memset(memory, 0xEE, sizeof(memory));
	psn = SOLO_PEER_PSN;
	register_region(5, REF_REMOTE_WRITE, 0);
}

static struct wire_packet packet(enum wire_kind kind, uint32_t payload, uint32_t offset,
				 uint32_t length)
{
	struct wire_packet k = solo_packet(&t, kind, 0, psn);
	psn = wire_psn_add(psn, 1);
	k.base_ack_req = 1;
	k.payload = bytes;
	k.payload_len = payload;
	k.msg_offset = offset;
	k.msg_length = length;
	k.msg_last = offset + payload == length;
	k.remote_address = BASE + offset;
	k.remote_rkey = key;
	return k;
}

/* How many bytes of the memory have been written. */
static unsigned written(void)
{
	unsigned n = 0;
	for (unsigned i = 0; i < sizeof(memory); i++)
		n += memory[i] != 0xEE;
	return n;
}

/* The packet is accepted, refused with the status at initial_msn, and writes nothing. */
static void refused(struct wire_packet k, enum wire_status status)
{
	solo_feed(&t, &k);
	CU_ASSERT_EQUAL_FATAL(t.out_count, 1);
	CU_ASSERT_EQUAL(t.out[0].k.ackh_cum_psn, k.base_psn);
	CU_ASSERT_EQUAL(t.out[0].k.ackh_status, status);
	CU_ASSERT_EQUAL(t.out[0].k.ackh_status_msn, 0xFFFFFFFE);
	CU_ASSERT_EQUAL(t.out[0].k.ackh_cmsn, 0xFFFFFFFE);
	CU_ASSERT_EQUAL(written(), 0);
	CU_ASSERT_EQUAL(t.s.done_count, 0);
	solo_free(&t);
}

static void test_write(void)
{
	struct wire_packet k;
	setup();
	k = packet(PKT_WRITE, 7, 256, 263); /* PLACE-1: the second packet first */
	solo_feed(&t, &k);
	CU_ASSERT_EQUAL(memcmp(memory + GUARD + 256, bytes, 7), 0);
	CU_ASSERT_EQUAL(memory[GUARD + 256 + 7], 0xEE); /* PLACE-3: no padding */
	CU_ASSERT_EQUAL(memory[GUARD + 255], 0xEE);
	CU_ASSERT_EQUAL(t.out[0].k.ackh_cmsn, 0xFFFFFFFE);
	k = packet(PKT_WRITE, 256, 0, 263);
	solo_feed(&t, &k);
	CU_ASSERT_EQUAL(memcmp(memory + GUARD, bytes, 256), 0);
	CU_ASSERT_EQUAL(t.out[0].k.ackh_cmsn, 0xFFFFFFFF); /* STRM-2 */
	CU_ASSERT_EQUAL(t.out[0].k.ackh_status, STATUS_OK);
	k = packet(PKT_WRITE, 4, 0, 4); /* PLACE-7: below cmsn */
	memset(memory, 0xEE, sizeof(memory));
	solo_feed(&t, &k);
	CU_ASSERT_EQUAL(written(), 0);
	CU_ASSERT_EQUAL(t.out[0].k.ackh_status, STATUS_OK);
	CU_ASSERT_EQUAL(t.s.done_count, 0); /* a WRITE has no completion here */
	solo_free(&t);
}

/* PLACE-4: key, domain, right. */
static void test_access(void)
{
	struct wire_packet k;
	setup();
	k = packet(PKT_WRITE, 4, 0, 4);
	k.remote_rkey ^= 1;
	refused(k, STATUS_ACCESS);
	setup();
	CU_ASSERT_EQUAL(ref_region_deregister(t.s.e, key), RES_OK);
	refused(packet(PKT_WRITE, 4, 0, 4), STATUS_ACCESS); /* PLACE-9 */
	setup();
	register_region(6, REF_REMOTE_WRITE, 0);
	refused(packet(PKT_WRITE, 4, 0, 4), STATUS_ACCESS); /* another domain */
	setup();
	register_region(5, REF_REMOTE_READ | REF_REMOTE_ATOMIC, 0);
	refused(packet(PKT_WRITE, 4, 0, 4), STATUS_ACCESS); /* no right */
}

/* PLACE-4: the range, to the byte and across 2^64. */
static void test_range(void)
{
	static const int64_t starts[] = {
		-1, -4, LEN - 3, LEN, -(int64_t)BASE - 2, -(int64_t)BASE
	};
	struct wire_packet k;
	for (unsigned i = 0; i < sizeof(starts) / sizeof(starts[0]); i++) {
		setup();
		k = packet(PKT_WRITE, 4, 0, 4);
		k.remote_address = BASE + (uint64_t)starts[i]; /* the fifth wraps 2^64 */
		refused(k, STATUS_ACCESS);
	}
	setup();
	k = packet(PKT_WRITE, 4, 0, 4);
	k.remote_address = BASE + LEN - 4; /* the last four bytes are inside */
	solo_feed(&t, &k);
	CU_ASSERT_EQUAL(t.out[0].k.ackh_status, STATUS_OK);
	CU_ASSERT_EQUAL(written(), 4);
	CU_ASSERT_EQUAL(memcmp(memory + GUARD + LEN - 4, bytes, 4), 0);
	solo_free(&t);
}

static void test_form(void)
{
	struct wire_packet k;
	setup();
	k = packet(PKT_WRITE, 8, 0, 7); /* offset + payload > length */
	k.msg_last = 1;
	refused(k, STATUS_INVALID);
	setup();
	refused(packet(PKT_WRITE, 255, 0, 300), STATUS_INVALID); /* not MTU, not last */
	setup();
	k = packet(PKT_WRITE, 256, 0, 300);
	k.msg_last = 1; /* does not end the message */
	refused(k, STATUS_INVALID);
	setup();
	k = packet(PKT_WRITE, 44, 256, 300);
	k.msg_last = 0; /* ends it */
	refused(k, STATUS_INVALID);
	setup();
	refused(packet(PKT_WRITE, 0, 0, 300), STATUS_INVALID); /* no payload */
	setup();
	k = packet(PKT_WRITE, 0, 300, 300);
	refused(k, STATUS_INVALID); /* no payload at the end either */
	setup();
	k = packet(PKT_WRITE, 256, UINT32_MAX - 255, 100); /* the sum wraps 2^32 */
	refused(k, STATUS_INVALID);
	setup();
	k = packet(PKT_SEND_IMM, 256, 0, 300); /* HDR-7 */
	refused(k, STATUS_INVALID);
}

static void test_unsupported(void)
{
	setup();
	solo_free(&t);
	solo_defaults(&t);
	t.params.ops = REF_OP_SEND;
	solo_open(&t);
	psn = SOLO_PEER_PSN;
	register_region(5, REF_REMOTE_WRITE, 0);
	refused(packet(PKT_WRITE, 4, 0, 4), STATUS_UNSUPPORTED); /* ERR-6 */
	solo_defaults(&t);
	t.params.ops = REF_OP_WRITE;
	solo_open(&t);
	psn = SOLO_PEER_PSN;
	refused(packet(PKT_SEND, 4, 0, 4), STATUS_UNSUPPORTED);
}

static void test_zero_length(void)
{
	struct wire_packet k;
	setup();
	k = packet(PKT_WRITE, 0, 0, 0);
	k.remote_rkey = 0; /* PLACE-5 */
	solo_feed(&t, &k);
	CU_ASSERT_EQUAL(t.out[0].k.ackh_cmsn, 0xFFFFFFFF);
	CU_ASSERT_EQUAL(ref_recv_post(t.s.e, t.s.conn, 0, 9, NULL, 0, 0), RES_OK);
	k = packet(PKT_SEND_IMM, 0, 0, 0); /* SEND-3 */
	k.msg_msn = 0xFFFFFFFF;
	k.imm_immediate = 0x12345678;
	solo_feed(&t, &k);
	CU_ASSERT_EQUAL(t.out[0].k.ackh_cmsn, 0); /* modulo 2^32 */
	CU_ASSERT_EQUAL_FATAL(t.s.done_count, 1);
	CU_ASSERT_EQUAL(t.s.done[0].id, 9);
	CU_ASSERT_EQUAL(t.s.done[0].length, 0);
	CU_ASSERT_TRUE(t.s.done[0].with_immediate);
	CU_ASSERT_EQUAL(t.s.done[0].immediate, 0x12345678);
	solo_free(&t);
}

/* Two packets of one message that disagree (PLACE-11): INVALID, and it never completes. */
static void disagree(void (*change)(struct wire_packet *k))
{
	struct wire_packet k;
	setup();
	k = packet(PKT_WRITE, 256, 0, 300);
	solo_feed(&t, &k);
	CU_ASSERT_EQUAL(t.out[0].k.ackh_status, STATUS_OK);
	memset(memory, 0xEE, sizeof(memory));
	k = packet(PKT_WRITE, 44, 256, 300);
	change(&k);
	refused(k, STATUS_INVALID);
}

static void other_length(struct wire_packet *k)
{
	k->msg_length = 301;
	k->payload_len = 45;
}
static void other_key(struct wire_packet *k)
{
	k->remote_rkey++;
}
static void other_address(struct wire_packet *k)
{
	k->remote_address -= 4;
}
static void other_operation(struct wire_packet *k)
{
	k->base_opcode = 0xE0;
}
static void more_bytes(struct wire_packet *k)
{
	k->msg_offset = 0;
	k->remote_address = BASE;
	k->payload_len = 256;
	k->msg_last = 0;
}

/* PLACE-11 */
static void test_disagree(void)
{
	disagree(other_length);
	disagree(other_key);
	disagree(other_address);
	disagree(other_operation);
	disagree(more_bytes);
}

static void test_duplicate_payload(void)
{
	uint8_t other[4] = { 9, 9, 9, 9 };
	struct wire_packet k;
	setup();
	k = packet(PKT_WRITE, 4, 0, 4);
	k.base_psn = wire_psn_add(SOLO_PEER_PSN, 1);
	solo_feed(&t, &k);
	k.payload = other;
	solo_feed(&t, &k); /* PSN-5: a duplicate with another payload */
	CU_ASSERT_EQUAL(memcmp(memory + GUARD, bytes, 4), 0);
	CU_ASSERT_EQUAL(t.out_count, 1);
	solo_free(&t);
}

void suite_engine_place(void);
void suite_engine_place(void)
{
	CU_pSuite s = CU_add_suite("engine_place", NULL, NULL);
	CU_ADD_TEST(s, test_write);
	CU_ADD_TEST(s, test_access);
	CU_ADD_TEST(s, test_range);
	CU_ADD_TEST(s, test_form);
	CU_ADD_TEST(s, test_unsupported);
	CU_ADD_TEST(s, test_zero_length);
	CU_ADD_TEST(s, test_disagree);
	CU_ADD_TEST(s, test_duplicate_payload);
}
