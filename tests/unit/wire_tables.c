/* The tables, access by field id, texts, comparison and serial arithmetic.  Expected numbers are
 * typed from section 3 of the profile. */
#include "reference/wire/wire.h"

#include <CUnit/CUnit.h>
#include <string.h>

void suite_wire_tables(void);

/* Opcodes, statuses and close reasons as section 3 lists them. */
static void test_values(void)
{
	static const struct {
		const char *name;
		unsigned opcode;
		bool is_sequenced, has_msg;
	} kinds[] = {
		{ "SEND", 0xE0, true, true },        { "SEND_IMM", 0xE1, true, true },
		{ "WRITE", 0xE2, true, true },       { "WRITE_IMM", 0xE3, true, true },
		{ "READ_REQ", 0xE4, true, true },    { "READ_RESP", 0xE5, true, true },
		{ "ATOMIC_FADD", 0xE6, true, true }, { "ATOMIC_CSWAP", 0xE7, true, true },
		{ "ATOMIC_RESP", 0xE8, true, true }, { "NOP", 0xE9, true, false },
		{ "ACK", 0xF0, false, false },       { "PROBE", 0xF1, false, true },
		{ "CLOSE", 0xF2, false, false },
	};
	static const char *statuses[] = { "OK",      "RNR",        "ACCESS",      "LENGTH",
					  "INVALID", "BAD_STREAM", "UNSUPPORTED", "INTERNAL" };

	CU_ASSERT_EQUAL_FATAL(WIRE_KINDS, 13);
	for (unsigned i = 0; i < WIRE_KINDS; i++) {
		enum wire_kind k = wire_kind_by_name(kinds[i].name);

		CU_ASSERT_NOT_EQUAL_FATAL(k, PKT_UNKNOWN);
		CU_ASSERT_EQUAL(wire_kind_of(&wire_layout_default, kinds[i].opcode), k);
		CU_ASSERT_EQUAL(wire_is_sequenced(k), kinds[i].is_sequenced);
		CU_ASSERT_EQUAL(wire_has_msg(k), kinds[i].has_msg);
	}
	CU_ASSERT_EQUAL_FATAL(STATUS_COUNT, 8);
	for (unsigned i = 0; i < STATUS_COUNT; i++) {
		CU_ASSERT_STRING_EQUAL(wire_statuses[i].name, statuses[i]);
		CU_ASSERT_EQUAL(wire_statuses[i].value, i);
	}
	CU_ASSERT_EQUAL(CLOSE_REASON_COUNT, 4);
	CU_ASSERT_STRING_EQUAL(wire_close_reasons[1].name, "RETRY_LIMIT");
}

static void test_unknown_names(void)
{
	CU_ASSERT_EQUAL(wire_kind_by_name("send"), PKT_UNKNOWN);
	CU_ASSERT_EQUAL(wire_kind_by_name(""), PKT_UNKNOWN);
	CU_ASSERT_EQUAL(wire_kind_of(&wire_layout_default, 0xEA), PKT_UNKNOWN);
	CU_ASSERT_EQUAL(wire_kind_of(&wire_layout_default, 0x1E0), PKT_UNKNOWN);
	CU_ASSERT_FALSE(wire_is_sequenced(PKT_UNKNOWN));
	CU_ASSERT_FALSE(wire_has_msg(PKT_UNKNOWN));
	CU_ASSERT_EQUAL(wire_field_by_name("base.psn"), base_psn);
	CU_ASSERT_EQUAL(wire_field_by_name("base.rsvd65"), base_rsvd65);
	CU_ASSERT_EQUAL(wire_field_by_name("base"), WIRE_FIELDS);
}

static void test_access(void)
{
	struct wire_packet p = { .headers = 1u << wire_hdr_eth };

	CU_ASSERT_EQUAL(wire_set(&p, base_psn, 0xFFFFFF), RES_OK);
	CU_ASSERT_EQUAL(wire_set(&p, base_psn, 0x1000000), RES_E_RANGE);
	CU_ASSERT_EQUAL(p.base_psn, 0xFFFFFF);
	CU_ASSERT_EQUAL(wire_set(&p, remote_address, 0x8000000000000001), RES_OK);
	CU_ASSERT_EQUAL(p.remote_address, 0x8000000000000001);
	CU_ASSERT_EQUAL(wire_get(&p, remote_address), 0x8000000000000001);
	CU_ASSERT_EQUAL(wire_set(&p, msg_length, 0x100000000), RES_E_RANGE);
	CU_ASSERT_EQUAL(wire_set(&p, eth_src, 0x020000000009), RES_OK);
	CU_ASSERT_EQUAL(memcmp(p.eth_src, "\x02\0\0\0\0\x09", 6), 0);
	CU_ASSERT_EQUAL(wire_get(&p, eth_src), 0x020000000009);
	CU_ASSERT_EQUAL(wire_set(&p, eth_src, 0x1000000000000), RES_E_RANGE);
	CU_ASSERT_EQUAL(wire_set(&p, ackh_sack, 0), RES_E_RANGE);
	p.ackh_sack[0] = 1;
	CU_ASSERT_EQUAL(wire_get(&p, ackh_sack), 0);
	CU_ASSERT_TRUE(wire_has(&p, eth_type));
	CU_ASSERT_FALSE(wire_has(&p, base_psn));
	CU_ASSERT_FALSE(wire_has(&p, WIRE_FIELDS));
}

static void test_ecn(void)
{
	struct wire_packet p = { .ipv4_ecn = 3, .ipv6_ecn = 2 };

	CU_ASSERT_EQUAL(wire_ecn(&p), 0);
	p.headers = 1u << wire_hdr_ipv4;
	CU_ASSERT_EQUAL(wire_ecn(&p), 3);
	p.headers = 1u << wire_hdr_ipv6;
	CU_ASSERT_EQUAL(wire_ecn(&p), 2);
}

static void expect_format(const struct wire_packet *p, enum wire_field_id f, const char *want)
{
	char buf[80];

	wire_format(p, f, buf, sizeof(buf));
	CU_ASSERT_STRING_EQUAL(buf, want);
}

static void test_format(void)
{
	struct wire_packet p = { .headers = ~(1u << wire_hdr_recv),
				 .base_psn = 16777215,
				 .base_dst_conn = 0x1F,
				 .msg_length = 0,
				 .remote_address = UINT64_MAX,
				 .eth_src = { 2, 0, 0, 0, 0xAB, 0xCD } };
	char two[2] = "x";

	expect_format(&p, base_psn, "16777215");
	expect_format(&p, base_dst_conn, "0x1f");
	expect_format(&p, msg_length, "0");
	expect_format(&p, remote_address, "0xffffffffffffffff");
	expect_format(&p, eth_src, "02000000abcd");
	expect_format(&p, recv_index, "absent");
	wire_format(&p, base_psn, two, sizeof(two));
	CU_ASSERT_STRING_EQUAL(two, "1");
	two[0] = 'y';
	wire_format(&p, base_psn, two, 0);
	CU_ASSERT_EQUAL(two[0], 'y');
}

/* Bit i is byte i/8, mask 1 << (i % 8). */
static void test_format_sack(void)
{
	struct wire_packet p = { .headers = 1u << wire_hdr_ackh };
	char buf[32];

	expect_format(&p, ackh_sack, "none");
	p.ackh_sack[0] = 0x02;
	expect_format(&p, ackh_sack, "bits 1");
	p.ackh_sack[1] = 0x3d;
	p.ackh_sack[31] = 0x80;
	expect_format(&p, ackh_sack, "bits 1, 8, 10-13, 255");
	p.ackh_sack[31] = 0xc0;
	expect_format(&p, ackh_sack, "bits 1, 8, 10-13, 254-255");
	memset(p.ackh_sack, 0x55, 32);
	wire_format(&p, ackh_sack, buf, sizeof(buf));
	CU_ASSERT_STRING_EQUAL(buf, "bits 0, 2, 4, 6, 8, ...");
	memset(p.ackh_sack, 0xff, 32);
	expect_format(&p, ackh_sack, "bits 0-255");
}

static void expect_summary(const struct wire_packet *p, const char *want)
{
	char buf[200];

	wire_summary(p, buf, sizeof(buf));
	CU_ASSERT_STRING_EQUAL(buf, want);
}

static void test_summary(void)
{
	const uint32_t base = 1u << wire_hdr_base | 1u << wire_hdr_path, msg = 1u << wire_hdr_msg;
	struct wire_packet p = { .headers = base | msg | 1u << wire_hdr_remote,
				 .kind = PKT_WRITE,
				 .base_psn = 5,
				 .msg_msn = 7,
				 .msg_length = 10 };

	expect_summary(&p, "WRITE path 0 psn 5 stream 0 msn 7 offset 0/10");
	p.base_rtx = 1;
	p.msg_last = 1;
	p.msg_attempt = 2;
	expect_summary(&p, "WRITE path 0 psn 5 rtx stream 0 msn 7 attempt 2 offset 0/10 last");
	p = (struct wire_packet){ .headers = base | 1u << wire_hdr_ackh,
				  .kind = PKT_ACK,
				  .base_psn = 9,
				  .path_id = 2,
				  .ackh_cum_psn = 5,
				  .ackh_rate_hint = 100,
				  .ackh_status = STATUS_RNR,
				  .ackh_status_msn = 4,
				  .ackh_sack = { 2, [31] = 0x81 } };
	expect_summary(&p, "ACK path 2 number 9 cum 5 sacked 3 ce 0 hint 100 stream 0 cmsn 0 RNR "
			   "at 4");
	p = (struct wire_packet){ .headers = base | 1u << wire_hdr_closeh,
				  .kind = PKT_CLOSE,
				  .closeh_reason = 1 };
	expect_summary(&p, "CLOSE path 0 psn 0 RETRY_LIMIT");
	p = (struct wire_packet){ .headers = base, .kind = PKT_UNKNOWN, .base_opcode = 0x64 };
	expect_summary(&p, "opcode 0x64 path 0 psn 0");
	p = (struct wire_packet){ .headers = 1u << wire_hdr_eth, .eth_type = 0x8808 };
	expect_summary(&p, "foreign EtherType 0x8808");
	p = (struct wire_packet){ .headers = 1u << wire_hdr_udp, .udp_sport = 1, .udp_dport = 53 };
	expect_summary(&p, "foreign UDP 1 to 53");
}

static void test_diff(void)
{
	struct wire_packet a = { .headers = 1u << wire_hdr_base | 1u << wire_hdr_ackh }, b = a;
	uint16_t ids[8];

	CU_ASSERT_EQUAL(wire_diff(&a, &b, ids, 8), 0);
	b.base_psn = 1;
	b.msg_msn = 1; /* no MSG header: does not count */
	b.ackh_sack[31] = 0x80;
	b.payload = (const uint8_t *)"x";
	b.payload_len = 1;
	CU_ASSERT_EQUAL(wire_diff(&a, &b, ids, 8), 3);
	CU_ASSERT(ids[0] == base_psn && ids[1] == ackh_sack && ids[2] == WIRE_FIELDS);
	CU_ASSERT_EQUAL(wire_diff(&a, &b, ids, 1), 3);
	b = a;
	b.headers |= 1u << wire_hdr_imm; /* a header that only one has */
	CU_ASSERT_EQUAL(wire_diff(&a, &b, ids, 8), 1);
	CU_ASSERT_EQUAL(ids[0], imm_immediate);
}

static void test_serial(void)
{
	CU_ASSERT_EQUAL(wire_psn_diff(0, 0xFFFFFF), 1);
	CU_ASSERT_EQUAL(wire_psn_diff(0xFFFFFF, 0), -1);
	CU_ASSERT_EQUAL(wire_psn_diff(0x7FFFFF, 0), 8388607);
	CU_ASSERT_EQUAL(wire_psn_diff(0x800000, 0), -8388608);
	CU_ASSERT_EQUAL(wire_psn_diff(5, 5), 0);
	CU_ASSERT_EQUAL(wire_psn_add(0xFFFFFF, 1), 0);
	CU_ASSERT_EQUAL(wire_psn_add(0, -1), 0xFFFFFF);
	CU_ASSERT_EQUAL(wire_psn_add(10, 256), 266);
}

/* Bit i is byte i/8, mask 1 << (i % 8). */
static void test_sack(void)
{
	uint8_t sack[32] = { 0 };

	wire_sack_set(sack, 1);
	wire_sack_set(sack, 8);
	wire_sack_set(sack, 255);
	CU_ASSERT(sack[0] == 0x02 && sack[1] == 0x01 && sack[31] == 0x80);
	for (unsigned i = 0; i < 256; i++)
		CU_ASSERT_EQUAL(wire_sack_get(sack, i), i == 1 || i == 8 || i == 255);
}

void suite_wire_tables(void)
{
	CU_pSuite s = CU_add_suite("wire_tables", NULL, NULL);

	CU_ADD_TEST(s, test_values);
	CU_ADD_TEST(s, test_unknown_names);
	CU_ADD_TEST(s, test_access);
	CU_ADD_TEST(s, test_ecn);
	CU_ADD_TEST(s, test_format);
	CU_ADD_TEST(s, test_format_sack);
	CU_ADD_TEST(s, test_summary);
	CU_ADD_TEST(s, test_diff);
	CU_ADD_TEST(s, test_serial);
	CU_ADD_TEST(s, test_sack);
}
