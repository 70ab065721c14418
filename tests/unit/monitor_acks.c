/* The monitor on the device's ACKs: ACK-4, ACK-5, ACK-7, SACK-1, SACK-2, SACK-3. */
#include "tests/unit/monitor_bench.h"

#include "tests/unit_main.h"

void suite_monitor_acks(void);

static struct wire_packet sack(uint32_t number, uint32_t cum, int bit)
{
	struct wire_packet p = bench_ack(0, number, cum);

	if (bit >= 0)
		p.ackh_sack[bit / 8] = (uint8_t)(1 << bit % 8);
	return p;
}

/* The tester has sent the first n packets of path 0. */
static void open_sent(struct bench *b, uint32_t n)
{
	bench_open(b, false);
	for (uint32_t i = 0; i < n; i++)
		bench_tester(b, bench_write(0, TESTER_PSN + i, i, 0, 8));
}

static void test_hint(void)
{
	struct bench b;
	struct wire_packet p = bench_ack(0, 0, TESTER_PSN - 1);

	bench_open(&b, false);
	p.ackh_rate_hint = 0;
	bench_device(&b, p);
	bench_found(&b, ACK_4, "ackh.rate_hint");
}

static void test_numbers(void)
{
	struct bench b;

	bench_open(&b, false);
	bench_device(&b, bench_ack(0, 1, TESTER_PSN - 1)); /* the first is 0 */
	bench_found(&b, ACK_5, "base.psn");

	bench_open(&b, false);
	bench_device(&b, bench_ack(0, 0, TESTER_PSN - 1));
	bench_device(&b, bench_ack(1, 0, TESTER_PSN - 1)); /* each path counts on its own */
	bench_device(&b, bench_ack(0, 1, TESTER_PSN - 1));
	CU_ASSERT_EQUAL(b.found, 0);
	bench_device(&b, bench_ack(0, 1, TESTER_PSN - 1));
	bench_found(&b, ACK_5, "base.psn");
}

static void test_bit_0(void)
{
	struct bench b;

	open_sent(&b, 2);
	bench_device(&b, sack(0, TESTER_PSN - 1, 0));
	bench_found(&b, SACK_2, "ackh.sack");
}

static void test_invented(void)
{
	struct bench b;
	struct wire_packet p;

	open_sent(&b, 2);
	bench_device(&b, sack(0, TESTER_PSN + 1, -1));
	CU_ASSERT_EQUAL(b.found, 0);
	bench_device(&b, sack(1, TESTER_PSN + 2, -1));
	bench_found(&b, SACK_1, "ackh.cum_psn");

	open_sent(&b, 2);
	bench_device(&b, sack(0, TESTER_PSN - 1, 1)); /* cum + 1 + 1 = TESTER_PSN + 1 */
	CU_ASSERT_EQUAL(b.found, 0);
	p = sack(1, TESTER_PSN - 1, 1);
	p.ackh_sack[0] |= 4; /* TESTER_PSN + 2 */
	bench_device(&b, p);
	bench_found(&b, SACK_2, "ackh.sack");
}

/* As above where cum is right and the tester's own ACKs have other numbers. */
static void test_invented_beside_acks(void)
{
	struct bench b;

	open_sent(&b, 2);
	bench_tester(&b, bench_ack(0, 7, DEVICE_PSN - 1));
	bench_device(&b, sack(0, TESTER_PSN + 1, 5));
	bench_found(&b, SACK_2, "ackh.sack");

	open_sent(&b, 2);
	bench_tester(&b, bench_ack(0, 7, DEVICE_PSN - 1));
	bench_device(&b, sack(0, TESTER_PSN + 2, -1));
	bench_found(&b, SACK_1, "ackh.cum_psn");
}

static void test_other_path_does_not_count(void)
{
	struct bench b;

	open_sent(&b, 2);
	bench_device(&b, bench_ack(1, 0, TESTER_PSN));
	bench_found(&b, SACK_1, "ackh.cum_psn");
}

static void test_rerouted_original_counts(void)
{
	struct bench b;
	struct wire_packet p = bench_write(0, TESTER_PSN, 0, 0, 8);

	bench_open(&b, false);
	p.path_rerouted = 1;
	p.reroute_orig_path = 1;
	p.reroute_orig_psn = TESTER_PSN;
	bench_tester(&b, p);
	bench_device(&b, bench_ack(1, 0, TESTER_PSN));
	bench_clean(&b);
}

static void test_acknowledged_ack(void)
{
	struct bench b;

	open_sent(&b, 1);
	bench_tester(&b, bench_ack(0, TESTER_PSN + 1, DEVICE_PSN - 1));
	bench_device(&b, sack(0, TESTER_PSN + 1, -1));
	bench_found(&b, ACK_7, "ackh.cum_psn");
}

static void test_reneging(void)
{
	struct bench b;

	open_sent(&b, 12);
	bench_device(&b, sack(0, TESTER_PSN, 9)); /* TESTER_PSN + 10 */
	bench_device(&b, sack(1, TESTER_PSN + 2, 7));
	CU_ASSERT_EQUAL(b.found, 0);
	bench_device(&b, sack(2, TESTER_PSN + 3, -1));
	bench_found(&b, SACK_3, "ackh.sack");

	open_sent(&b, 12);
	bench_device(&b, sack(0, TESTER_PSN + 5, -1));
	bench_device(&b, sack(1, TESTER_PSN + 4, -1));
	bench_found(&b, SACK_3, "ackh.cum_psn");
}

void suite_monitor_acks(void)
{
	CU_pSuite s = CU_add_suite("monitor_acks", NULL, NULL);

	CU_ADD_TEST(s, test_hint);
	CU_ADD_TEST(s, test_numbers);
	CU_ADD_TEST(s, test_bit_0);
	CU_ADD_TEST(s, test_invented);
	CU_ADD_TEST(s, test_invented_beside_acks);
	CU_ADD_TEST(s, test_other_path_does_not_count);
	CU_ADD_TEST(s, test_rerouted_original_counts);
	CU_ADD_TEST(s, test_acknowledged_ack);
	CU_ADD_TEST(s, test_reneging);
}
