/* Whatever arrives (ROB-1, ROB-2): well-formed packets with any field values, in any order, leave
 * memory outside of regions and receives alone, and the next valid packet is served. */
#include "tests/unit/engine_solo.h"

enum { PACKETS = 60000, GUARD = 64, ROOM = 512 };

static struct solo t;
static uint8_t memory[GUARD + ROOM + GUARD], inbox[4][GUARD + 40 + GUARD], bytes[4096];
static uint64_t state;
static uint32_t key;

static uint32_t dice(uint32_t n)
{
	state = state * UINT64_C(6364136223846793005) + 1442695040888963407u;
	return n == 0 ? (uint32_t)(state >> 32) : (uint32_t)(state >> 32) % n;
}

/* Mostly near a value that means something, sometimes anything. */
static uint32_t near(uint32_t value, uint32_t mask)
{
	return dice(8) == 0 ? dice(0) & mask : (value + dice(9) - 4) & mask;
}

static void setup(void)
{
	struct ref_region r = {
		.domain = 5, .rights = 7, .address = 0x100, .length = ROOM, .base = memory + GUARD
	};
	solo_defaults(&t);
	t.params.msg_window = 8;
	t.params.read_depth = 4;
	solo_open(&t);
	memset(memory, 0xEE, sizeof(memory));
	memset(inbox, 0xEE, sizeof(inbox));
	CU_ASSERT_EQUAL(ref_region_register(t.s.e, &r, &key), RES_OK);
}

static void random_ack(struct wire_packet *k, uint32_t cum_psn)
{
	k->ackh_cum_psn = near(cum_psn, 0xFFFFFF);
	k->ackh_sack[dice(2)] = (uint8_t)dice(256);
	k->ackh_ts_echo = dice(0);
	k->ackh_rate_hint = dice(3) == 0 ? dice(0) : 1u << dice(32);
	k->ackh_ce_count = dice(20);
	k->ackh_stream = near(1, 0xFFFF);
	k->ackh_status = dice(9);
	k->ackh_cmsn = near(t.params.initial_msn, UINT32_MAX);
	k->ackh_status_msn = near(t.params.initial_msn, UINT32_MAX);
	k->ackh_rnr_delay = dice(100);
}

static struct wire_packet random_packet(void)
{
	enum wire_kind kind = (enum wire_kind)dice(WIRE_KINDS);
	unsigned path = dice(4);
	struct ref_path_tx tx = { 0 };
	struct ref_path_rx rx = { 0 };
	struct wire_packet k = solo_packet(&t, kind, path, 0);

	CU_ASSERT_EQUAL(ref_query_path_tx(t.s.e, t.s.conn, path, &tx), RES_OK);
	CU_ASSERT_EQUAL(ref_query_path_rx(t.s.e, t.s.conn, path, &rx), RES_OK);
	k.base_psn = kind == PKT_ACK ? near(t.ack_number[path]++, 0xFFFFFF)
				     : near(rx.cum_psn + 4, 0xFFFFFF);
	if (kind == PKT_CLOSE)
		k.base_psn = dice(0) & 0xFFFFFF;
	k.base_ack_req = dice(2);
	k.base_rtx = dice(2);
	k.path_rerouted = dice(8) == 0;
	k.reroute_orig_path = dice(4);
	k.reroute_orig_psn = near(rx.cum_psn, 0xFFFFFF);
	k.path_timestamp = dice(0);
	k.msg_stream = near(2, 0xFFFF);
	k.msg_msn = near(t.params.initial_msn + dice(3), UINT32_MAX);
	k.msg_attempt = dice(3);
	k.msg_length = dice(4) == 0 ? dice(0) : dice(300);
	k.msg_offset = dice(2) * 256;
	k.msg_last = dice(2);
	k.recv_index = near(1, UINT32_MAX);
	k.remote_address = 0x100 + near(0, 0x3FF);
	k.remote_rkey = dice(4) == 0 ? dice(0) : key;
	k.payload = bytes;
	k.payload_len = (wire_kinds[kind].flags & WIRE_PAY) == 0 ? 0 : dice(2) ? 256 : dice(257);
	if (dice(2) == 0)
		k.msg_length = k.msg_offset + k.payload_len;
	random_ack(&k, tx.cum_psn);
	return k;
}

static void work(void)
{
	struct ref_work w = { .kind = (enum ref_work_kind)dice(5),
			      .stream = dice(4),
			      .local = bytes,
			      .length = 8,
			      .address = 0x100,
			      .rkey = 1,
			      .fence = dice(2) };
	unsigned i = dice(4);
	enum result r = ref_work_post(t.s.e, t.s.conn, &w, t.now_ns);
	CU_ASSERT_TRUE(r == RES_OK || r == RES_E_SPACE || r == RES_E_STATE);
	r = ref_recv_post(t.s.e, t.s.conn, i, i, inbox[i] + GUARD, 40, t.now_ns);
	CU_ASSERT_TRUE(r == RES_OK || r == RES_E_SPACE);
}

static void flood(void)
{
	for (unsigned i = 0; i < PACKETS / 20; i++) {
		struct wire_packet k = random_packet();
		solo_feed(&t, &k);
		t.s.done_count = 0;
		if (k.kind == PKT_CLOSE &&
		    ref_recv_post(t.s.e, t.s.conn, 0, 0, NULL, 0, t.now_ns) == RES_E_STATE)
			return; /* closed by the right number */
		if (dice(10) == 0)
			work();
		if (dice(4) == 0) {
			t.out_count = 0;
			t.now_ns += dice(300) * US;
			solo_pump(&t);
		}
	}
}

static void guards_hold(void)
{
	for (unsigned i = 0; i < GUARD; i++) {
		CU_ASSERT_EQUAL(memory[i], 0xEE);
		CU_ASSERT_EQUAL(memory[GUARD + ROOM + i], 0xEE);
		for (unsigned n = 0; n < 4; n++) {
			CU_ASSERT_EQUAL(inbox[n][i], 0xEE);
			CU_ASSERT_EQUAL(inbox[n][GUARD + 40 + i], 0xEE);
		}
	}
}

/* ROB-1, ROB-2 */
static void test_flood(void)
{
	for (uint64_t seed = 1; seed <= 20; seed++) {
		struct wire_packet k;
		state = seed;
		setup();
		flood();
		guards_hold();
		k = solo_packet(&t, PKT_PROBE, 0, 0);
		solo_feed(&t, &k);
		if (ref_recv_post(t.s.e, t.s.conn, 0, 0, NULL, 0, t.now_ns) != RES_E_STATE)
			CU_ASSERT_TRUE(t.out_count > 0 && t.out[0].k.kind == PKT_ACK);
		solo_free(&t);
	}
}

/* The same calls give the same bytes. */
static void test_deterministic(void)
{
	static struct solo_out first[SOLO_OUT];
	unsigned count = 0;
	for (unsigned run = 0; run < 2; run++) {
		memset(&t, 0, sizeof(t));
		state = 99;
		setup();
		flood();
		if (run == 0) {
			count = t.out_count;
			memcpy(first, t.out, sizeof(first));
		}
		CU_ASSERT_EQUAL(count, t.out_count);
		CU_ASSERT_EQUAL(memcmp(first, t.out, sizeof(first)), 0);
		solo_free(&t);
	}
}

void suite_engine_robust(void);
void suite_engine_robust(void)
{
	CU_pSuite s = CU_add_suite("engine_robust", NULL, NULL);
	CU_ADD_TEST(s, test_flood);
	CU_ADD_TEST(s, test_deterministic);
}
