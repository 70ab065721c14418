/* The monitor on PSNs, windows, repairs and rerouted copies; DEVICE_PSN lies two before the wrap,
 * so every rule crosses it (PSN-8). */
#include "tests/unit/monitor_bench.h"

#include "tests/unit_main.h"

void suite_monitor_sequence(void);

enum { LONG = 300 * MTU };

/* Packet k of one long message, first sent or sent again under its PSN on path 0. */
static struct wire_packet nth(uint32_t k, bool is_repair)
{
	struct wire_packet p = bench_write(0, DEVICE_PSN + k, 0xFFFFFFFF, k, LONG);

	p.base_rtx = is_repair;
	return p;
}

static void test_contiguous(void)
{
	struct bench b;

	bench_open(&b, false);
	bench_device(&b, nth(1, false));
	bench_found(&b, PSN_1, "base.psn"); /* does not start at initial_psn */

	bench_open(&b, false);
	bench_device(&b, nth(0, false));
	bench_device(&b, nth(1, false));
	bench_device(&b, nth(2, false));
	CU_ASSERT_EQUAL(b.found, 0);
	bench_device(&b, nth(4, false));
	bench_found(&b, PSN_1, "base.psn");
}

static void test_number_used_twice(void)
{
	static const uint8_t other[MTU] = { 9 };
	struct bench b;
	struct wire_packet p = nth(1, false);

	bench_open(&b, false);
	bench_device(&b, nth(0, false));
	p.base_psn = DEVICE_PSN;
	bench_device(&b, p);
	bench_found(&b, PSN_1, "base.psn");

	bench_open(&b, false);
	bench_device(&b, nth(0, false));
	p = nth(0, false);
	p.payload = other;
	bench_device(&b, p);
	bench_found(&b, PSN_1, "base.psn");
}

static void test_ack_takes_psn(void)
{
	struct bench b;

	bench_open(&b, false);
	bench_device(&b, nth(0, false));
	bench_device(&b, bench_ack(0, 0, TESTER_PSN - 1));
	bench_device(&b, nth(2, false));
	bench_found(&b, ACK_7, "base.psn");
}

static void test_window(void)
{
	struct bench b;

	bench_open(&b, false);
	for (uint32_t k = 0; k < 256; k++)
		bench_device(&b, nth(k, false));
	bench_tester(&b, bench_ack(0, 0, DEVICE_PSN));
	bench_device(&b, nth(256, false)); /* 256 beyond */
	CU_ASSERT_EQUAL(b.found, 0);
	bench_device(&b, nth(257, false));
	bench_found(&b, PSN_2, "base.psn");

	bench_open(&b, false);
	for (uint32_t k = 0; k < 256; k++)
		bench_device(&b, nth(k, false));
	bench_tester(&b, bench_ack(1, 0, DEVICE_PSN + 100)); /* of the other path */
	bench_device(&b, nth(256, false));
	bench_found(&b, PSN_2, "base.psn");
}

static void test_repair_flag(void)
{
	struct bench b;

	bench_open(&b, false);
	bench_device(&b, nth(0, false));
	bench_device(&b, nth(0, false));
	bench_found(&b, RTX_3, "base.rtx");

	bench_open(&b, false);
	bench_device(&b, nth(0, true));
	bench_found(&b, RTX_3, "base.rtx");
}

/* A repair that differs in one field from its first sending. */
static void expect_other(struct wire_packet p, const char *field)
{
	struct bench b;

	bench_open(&b, false);
	bench_device(&b, nth(0, false));
	bench_device(&b, p);
	bench_found(&b, RTX_3, field);
}

static void test_repair_content(void)
{
	static const uint8_t other[MTU] = { 9 };
	struct wire_packet p = nth(0, true);

	p.msg_msn = 5;
	expect_other(p, "msg.msn");
	p = nth(0, true);
	p.remote_rkey = 78;
	expect_other(p, "remote.rkey");
	p = nth(0, true);
	p.base_solicited = 1;
	expect_other(p, "base.solicited");
	p = nth(0, true);
	p.payload = other;
	expect_other(p, "payload");
	p = nth(0, true);
	p.payload_len = 252;
	expect_other(p, "payload");
}

static void test_repair_may_differ(void)
{
	struct bench b;
	struct wire_packet p = nth(0, true), nop = bench_packet(0xE9, 0, DEVICE_PSN);

	bench_open(&b, false);
	bench_device(&b, nth(0, false));
	p.path_timestamp = 0x9999;
	p.base_ack_req = 1;
	p.udp_sport = 50100;
	bench_device(&b, p);
	nop.base_rtx = 1; /* RTX-12 */
	nop.udp_sport = 50100;
	bench_device(&b, nop);
	bench_device(&b, p); /* and the packet again */
	bench_clean(&b);
}

static void test_read_response_repair(void)
{
	static const uint8_t other[MTU] = { 9 };
	struct bench b;
	struct wire_packet p = nth(0, false);

	bench_open(&b, false);
	p.base_opcode = 0xE5;
	bench_device(&b, p);
	p.base_rtx = 1;
	p.payload = other; /* what memory holds now, RTX-12 */
	bench_device(&b, p);
	bench_clean(&b);
}

/* Packet 0 of path 0 goes out again on path 1. */
static struct wire_packet copy_of_0(void)
{
	struct wire_packet p = bench_write(1, DEVICE_PSN, 0xFFFFFFFF, 0, LONG);

	p.path_rerouted = 1;
	p.reroute_orig_path = 0;
	p.reroute_orig_psn = DEVICE_PSN;
	return p;
}

static void expect_bad_copy(struct wire_packet p, enum clause_id clause, const char *field)
{
	struct bench b;

	bench_open(&b, false);
	bench_device(&b, nth(0, false));
	bench_device(&b, p);
	bench_found(&b, clause, field);
}

static void test_copies(void)
{
	struct bench b;
	struct wire_packet p = copy_of_0();

	bench_open(&b, false);
	bench_device(&b, nth(0, false));
	bench_device(&b, p);
	p.base_rtx = 1; /* a copy has repairs like any packet */
	bench_device(&b, p);
	bench_clean(&b);

	p = copy_of_0();
	p.base_rtx = 1;
	expect_bad_copy(p, RTX_3, "base.rtx");
	p = copy_of_0();
	p.reroute_orig_path = 2;
	expect_bad_copy(p, PATH_6, "reroute.orig_path");
	p = copy_of_0();
	p.msg_msn = 0;
	expect_bad_copy(p, PATH_6, "msg.msn");
}

static void test_copy_of_copy(void)
{
	struct bench b;
	struct wire_packet p = copy_of_0();

	bench_open(&b, false);
	bench_device(&b, nth(0, false));
	bench_device(&b, p);
	p.path_id = 0;
	p.base_psn = (DEVICE_PSN + 1) & 0xFFFFFF;
	p.udp_sport = 50000;
	bench_device(&b, p); /* keeps its first origin */
	CU_ASSERT_EQUAL(b.found, 0);
	p.path_id = 1;
	p.base_psn = (DEVICE_PSN + 1) & 0xFFFFFF;
	p.udp_sport = 50001;
	p.reroute_orig_psn = (DEVICE_PSN + 1) & 0xFFFFFF; /* names the copy instead */
	bench_device(&b, p);
	bench_found(&b, PATH_6, "reroute.orig_psn");
}

static void test_gap_of_capture(void)
{
	struct bench b;

	bench_open(&b, false);
	bench_device(&b, nth(0, false));
	bench_device(&b, bench_ack(0, 0, TESTER_PSN - 1));
	monitor_gap(b.m);
	bench_device(&b, nth(40, false));
	bench_device(&b, bench_ack(0, 9, TESTER_PSN + 3));
	bench_device(&b, nth(30, true)); /* its first sending may be among the lost frames */
	bench_device(&b, nth(41, false));
	CU_ASSERT_EQUAL(b.found, 0);
	bench_device(&b, nth(43, false)); /* whole again */
	bench_found(&b, PSN_1, "base.psn");
}

static void test_after_bad_crc(void)
{
	struct bench b;
	struct wire_packet p = nth(1, false);

	bench_open(&b, false);
	bench_device(&b, nth(0, false));
	bench_address(&p, false);
	bench_encode(&b, &p);
	b.wire[b.len - 1] ^= 1;
	bench_frame(&b, 0, false);
	CU_ASSERT_EQUAL(b.found, 1);
	bench_device(&b, nth(2, false));
	bench_device(&b, nth(1, true));
	CU_ASSERT_EQUAL(b.found, 1); /* one fault, one finding */
	CU_ASSERT_EQUAL(b.clause[0], CRC_1);
	bench_close(&b);
}

void suite_monitor_sequence(void)
{
	CU_pSuite s = CU_add_suite("monitor_sequence", NULL, NULL);

	CU_ADD_TEST(s, test_contiguous);
	CU_ADD_TEST(s, test_number_used_twice);
	CU_ADD_TEST(s, test_ack_takes_psn);
	CU_ADD_TEST(s, test_window);
	CU_ADD_TEST(s, test_repair_flag);
	CU_ADD_TEST(s, test_repair_content);
	CU_ADD_TEST(s, test_repair_may_differ);
	CU_ADD_TEST(s, test_read_response_repair);
	CU_ADD_TEST(s, test_copies);
	CU_ADD_TEST(s, test_copy_of_copy);
	CU_ADD_TEST(s, test_gap_of_capture);
	CU_ADD_TEST(s, test_after_bad_crc);
}
