/* The named checks about repairs, on traces typed by hand. */
#include "tests/unit/checks_bench.h"

#include "tests/unit_main.h"

void suite_checks_repair(void);

/* Three packets on path 0, the second with a fate. */
static struct bench *three(enum trace_fate fate)
{
	struct bench *b = bench_new();

	bench_sent(b, 0, 0, 0);
	bench_sent(b, 0, 1, 0)->fate = fate;
	bench_sent(b, 0, 2, 0);
	return b;
}

static void test_lost_and_repaired(void)
{
	static const enum trace_fate lost[] = { FATE_DROPPED, FATE_CORRUPTED, FATE_TRIMMED };

	for (size_t i = 0; i < 3; i++) {
		struct bench *b = three(lost[i]);

		bench_sent(b, 0, 1, 1);
		check_repairs_are_losses(&b->h, RTX_2);
		bench_passes(b);
	}
}

static void test_not_repaired(void)
{
	struct bench *b = three(FATE_DROPPED);

	check_repairs_are_losses(&b->h, RTX_2);
	bench_fails(b, RTX_2, "retransmission", 2);
}

static void test_repair_lost_as_well(void)
{
	struct bench *b = three(FATE_DROPPED);

	bench_sent(b, 0, 1, 1)->fate = FATE_DROPPED;
	check_repairs_are_losses(&b->h, RTX_7);
	bench_fails(b, RTX_7, "retransmission", 4);

	b = three(FATE_DROPPED);
	bench_sent(b, 0, 1, 1)->fate = FATE_DROPPED;
	bench_sent(b, 0, 1, 2);
	check_repairs_are_losses(&b->h, RTX_7);
	bench_passes(b);
}

static void test_repaired_for_nothing(void)
{
	struct bench *b = three(FATE_ARRIVED);

	bench_sent(b, 0, 1, 1);
	check_repairs_are_losses(&b->h, RTX_2);
	bench_fails(b, RTX_2, "retransmission", 4);

	b = three(FATE_DELAYED); /* may have counted as lost */
	bench_sent(b, 0, 1, 1);
	check_repairs_are_losses(&b->h, RTX_2);
	bench_passes(b);
}

static void test_repaired_twice(void)
{
	struct bench *b = three(FATE_DROPPED);

	bench_sent(b, 0, 1, 1);
	bench_sent(b, 0, 1, 2);
	check_repairs_are_losses(&b->h, RTX_4);
	bench_fails(b, RTX_4, "retransmission", 5);
}

static void test_rerouted_instead(void)
{
	struct bench *b = three(FATE_DROPPED);
	struct trace_packet *t = bench_sent(b, 1, 0, 0);

	t->p.path_rerouted = 1;
	t->p.reroute_orig_path = 0;
	t->p.reroute_orig_psn = BENCH_PSN + 1;
	check_repairs_are_losses(&b->h, RTX_2);
	bench_passes(b);
}

static void test_no_repairs(void)
{
	struct bench *b = three(FATE_ARRIVED);

	check_no_repairs(&b->h, RTX_6);
	bench_passes(b);

	b = three(FATE_ARRIVED);
	bench_sent(b, 0, 1, 1);
	check_no_repairs(&b->h, RTX_6);
	bench_fails(b, RTX_6, "retransmission", 4);
}

static void test_copies(void)
{
	struct bench *b = three(FATE_DROPPED);
	struct trace_packet *t = bench_sent(b, 0, 1, 1);

	t->p.path_timestamp = 9;
	t->p.base_ack_req = 1;
	t->p.udp_sport = 51000;
	check_repairs_are_copies(&b->h, RTX_3);
	bench_passes(b);

	b = three(FATE_DROPPED);
	bench_sent(b, 0, 1, 1)->p.msg_offset = 256;
	check_repairs_are_copies(&b->h, RTX_3);
	bench_fails(b, RTX_3, "msg.offset", 4);

	b = three(FATE_DROPPED);
	bench_sent(b, 0, 1, 1)->p.base_rtx = 0;
	check_repairs_are_copies(&b->h, RTX_3);
	bench_fails(b, RTX_3, "base.rtx", 4);
}

static void test_copies_of_payload(void)
{
	static const uint8_t one[4] = { 1 }, two[4] = { 2 };
	struct bench *b = bench_new();
	struct trace_packet *t = bench_sent(b, 0, 0, 0);

	t->p.payload = one;
	t->p.payload_len = 4;
	t = bench_sent(b, 0, 0, 1);
	t->p.payload = two;
	t->p.payload_len = 4;
	check_repairs_are_copies(&b->h, RTX_3);
	bench_fails(b, RTX_3, "payload", 2);
}

/* rto_min is 1000 us; the repair leaves `us` after the loss. */
static struct bench *repaired_after(uint64_t us)
{
	struct bench *b = bench_new();

	bench_sent(b, 0, 0, 0)->fate = FATE_DROPPED;
	b->now_ns += us * 1000 - 10000;
	bench_sent(b, 0, 0, 1);
	return b;
}

static void test_by_sack(void)
{
	struct bench *b = repaired_after(499);

	check_repaired_by_sack(&b->h, RTX_1);
	bench_passes(b);

	b = repaired_after(500);
	check_repaired_by_sack(&b->h, RTX_1);
	bench_fails(b, RTX_1, "time since last sent", 2);
}

static void test_by_timer(void)
{
	struct bench *b = repaired_after(1000);

	check_repaired_by_timer(&b->h, RTX_5);
	bench_passes(b);

	b = repaired_after(997); /* jitter is 1 us, allowed for twice */
	check_repaired_by_timer(&b->h, RTX_5);
	bench_fails(b, RTX_5, "time since last sent", 2);
}

static void test_not_by_the_clock(void)
{
	struct bench *b = repaired_after(500);

	b->h.jitter_ns = 100001; /* ten times that is more than rto_min */
	check_repaired_by_sack(&b->h, RTX_1);
	check_repaired_by_timer(&b->h, RTX_5);
	CU_ASSERT_EQUAL(b->result.note_count, 1);
	bench_passes(b);
}

void suite_checks_repair(void)
{
	CU_pSuite s = CU_add_suite("checks_repair", NULL, NULL);

	CU_ADD_TEST(s, test_lost_and_repaired);
	CU_ADD_TEST(s, test_not_repaired);
	CU_ADD_TEST(s, test_repair_lost_as_well);
	CU_ADD_TEST(s, test_repaired_for_nothing);
	CU_ADD_TEST(s, test_repaired_twice);
	CU_ADD_TEST(s, test_rerouted_instead);
	CU_ADD_TEST(s, test_no_repairs);
	CU_ADD_TEST(s, test_copies);
	CU_ADD_TEST(s, test_copies_of_payload);
	CU_ADD_TEST(s, test_by_sack);
	CU_ADD_TEST(s, test_by_timer);
	CU_ADD_TEST(s, test_not_by_the_clock);
}
