/* A right device is never failed: legal exchanges in both directions, with loss, re-pathing, path
 * failure and refusals, typed by hand from the clauses, and what a tester may send on top. */
#include "tests/unit/monitor_bench.h"

#include "tests/unit_main.h"

void suite_monitor_clean(void);

static const uint32_t m0 = 0xFFFFFFFF;

/* The device writes three packets over two paths; the second is lost and repaired. */
static void test_device_writes(void)
{
	struct bench b;
	struct wire_packet repair = bench_write(1, DEVICE_PSN, m0, 1, 600), ack;

	bench_open(&b, false);
	bench_device(&b, bench_write(0, DEVICE_PSN, m0, 0, 600));
	bench_device(&b, bench_write(1, DEVICE_PSN, m0, 1, 600));
	bench_device(&b, bench_write(1, DEVICE_PSN + 1, m0, 2, 600));
	bench_tester(&b, bench_ack(0, 0, DEVICE_PSN));
	ack = bench_ack(1, 0, DEVICE_PSN - 1);
	ack.ackh_sack[0] = 2; /* DEVICE_PSN + 1 */
	bench_tester(&b, ack);
	repair.base_rtx = 1;
	bench_device(&b, repair);
	ack = bench_ack(1, 1, DEVICE_PSN + 1);
	ack.ackh_cmsn = 0;
	bench_tester(&b, ack);
	for (uint32_t i = 0; i < 4; i++)
		bench_device(&b, bench_write(0, DEVICE_PSN + 1 + i, i, 0, 8));
	bench_clean(&b);
}

/* Path 0 fails: its packet goes out on path 1, the PROBEs use ever new ports, the path returns. */
static void test_path_failure(void)
{
	struct bench b;
	struct wire_packet p = bench_write(1, DEVICE_PSN, m0, 0, 8), probe;

	bench_open(&b, false);
	bench_device(&b, bench_write(0, DEVICE_PSN, m0, 0, 8));
	p.path_rerouted = 1;
	p.reroute_orig_psn = DEVICE_PSN;
	bench_device(&b, p);
	for (uint32_t i = 0; i < 50; i++) {
		probe = bench_packet(0xF1, 0, i);
		probe.base_rtx = 1;
		probe.udp_sport = i % 5 ? 50200 + i : 50001; /* even path 1's for once */
		bench_device(&b, probe);
		bench_device(&b, bench_packet(0xE9, 1, DEVICE_PSN + 1 + i));
	}
	p = bench_packet(0xE9, 0, DEVICE_PSN);
	p.base_rtx = 1;
	p.udp_sport = 50249;
	bench_device(&b, p);
	bench_clean(&b);
}

/* The tester sends, the device acknowledges, out of order and about both paths. */
static void test_device_receives(void)
{
	struct bench b;
	struct wire_packet ack = bench_ack(0, 0, TESTER_PSN - 1), repair;

	bench_open(&b, false);
	bench_tester(&b, bench_write(0, TESTER_PSN + 1, m0, 0, 8));
	ack.ackh_sack[0] = 2;
	bench_device(&b, ack);
	repair = bench_write(0, TESTER_PSN, 0, 0, 8);
	repair.base_rtx = 1;
	bench_tester(&b, repair);
	ack = bench_ack(0, 1, TESTER_PSN + 1);
	ack.ackh_cmsn = 1;
	bench_device(&b, ack);
	bench_tester(&b, bench_packet(0xF1, 1, 0));
	bench_device(&b, bench_ack(1, 0, TESTER_PSN - 1));
	bench_device(&b, bench_ack(1, 1, TESTER_PSN - 1)); /* more than due is legal */
	bench_clean(&b);
}

/* A refused SEND comes again after rnr_delay, whole, as attempt 1. */
static void test_rnr(void)
{
	struct bench b;
	struct wire_packet ack = bench_ack(0, 0, DEVICE_PSN + 1), p;

	bench_open(&b, false);
	for (uint32_t k = 0; k < 2; k++) {
		p = bench_packet(0xE0, 0, DEVICE_PSN + k);
		bench_message(&p, 0, m0, k, 300);
		bench_device(&b, p);
	}
	ack.ackh_status = 1;
	ack.ackh_status_msn = m0;
	bench_tester(&b, ack);
	for (uint32_t k = 0; k < 2; k++) {
		p = bench_packet(k ? 0xE1 : 0xE0, 0, DEVICE_PSN + 2 + k);
		bench_message(&p, 0, m0, k, 300);
		p.msg_attempt = 1;
		bench_device(&b, p);
	}
	bench_clean(&b);
}

/* READ and ATOMIC, asked and answered, two streams, over IPv6. */
static void test_requests_v6(void)
{
	struct bench b;
	struct wire_packet p;

	bench_open(&b, true);
	for (uint32_t stream = 0; stream < 2; stream++) {
		p = bench_packet(stream ? 0xE7 : 0xE4, 0, TESTER_PSN + stream);
		bench_message(&p, stream, m0, 0, stream ? 8 : 300);
		p.payload_len = 0;
		p.msg_last = 1;
		bench_v6(&p, 0);
		bench_tester(&b, p);
	}
	for (uint32_t k = 0; k < 2; k++) {
		p = bench_packet(0xE5, 0, DEVICE_PSN + k);
		bench_message(&p, 0, m0, k, 300);
		bench_v6(&p, 9);
		bench_device(&b, p);
	}
	p = bench_packet(0xE8, 1, DEVICE_PSN);
	bench_message(&p, 1, m0, 0, 8);
	p.payload_len = 0;
	bench_v6(&p, 10);
	bench_device(&b, p);
	bench_clean(&b);
}

/* Whatever the tester sends is its own affair. */
static void test_tester_is_not_judged(void)
{
	struct bench b;
	struct wire_packet p = bench_write(0, TESTER_PSN + 77, 99, 1, 500);

	bench_open(&b, false);
	p.base_rsvd32 = p.path_rsvd16 = 1;
	p.ipv4_ecn = 0;
	p.ipv4_df = 0;
	p.msg_last = 0;
	bench_tester(&b, p);
	bench_tester(&b, bench_ack(0, 50, DEVICE_PSN + 5000));
	p.path_id = 200;
	bench_tester(&b, p);
	bench_clean(&b);
}

/* Frames that are no packets: ARP, and any cut of a packet. */
static void test_any_frame_is_safe(void)
{
	struct bench b;
	struct wire_packet p = bench_write(0, DEVICE_PSN, m0, 0, 8);

	bench_open(&b, false);
	bench_address(&p, false);
	bench_encode(&b, &p);
	for (b.len = 0; b.len <= 80; b.len++)
		bench_frame(&b, 0, true);
	memset(b.wire + 12, 0x08, 2);
	b.wire[13] = 0x06;
	b.len = 42;
	bench_frame(&b, 0, false);
	for (b.len = 0; b.len <= 14; b.len++)
		bench_frame(&b, 0, false);
	bench_clean(&b);
}

void suite_monitor_clean(void)
{
	CU_pSuite s = CU_add_suite("monitor_clean", NULL, NULL);

	CU_ADD_TEST(s, test_device_writes);
	CU_ADD_TEST(s, test_path_failure);
	CU_ADD_TEST(s, test_device_receives);
	CU_ADD_TEST(s, test_rnr);
	CU_ADD_TEST(s, test_requests_v6);
	CU_ADD_TEST(s, test_tester_is_not_judged);
	CU_ADD_TEST(s, test_any_frame_is_safe);
}
