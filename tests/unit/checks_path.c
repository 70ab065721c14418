/* The named checks about numbers, windows, spreading and source ports, on traces typed by hand. */
#include "tests/unit/checks_bench.h"

#include "tests/unit_main.h"

void suite_checks_path(void);

static void test_contiguous(void)
{
	struct bench *b = bench_new();

	bench_sent(b, 0, 0, 0);
	bench_sent(b, 1, 0, 0);
	bench_sent(b, 0, 1, 0);
	bench_sent(b, 0, 0, 1);
	bench_sent(b, 0, 2, 0);
	check_psn_contiguous(&b->h, PSN_1);
	bench_passes(b);

	b = bench_new();
	bench_sent(b, 0, 0, 0);
	bench_sent(b, 0, 2, 0);
	bench_sent(b, 0, 3, 0);
	check_psn_contiguous(&b->h, PSN_1);
	bench_fails(b, PSN_1, "base.psn", 2);

	b = bench_new();
	bench_sent(b, 1, 1, 0); /* does not begin at initial_psn */
	check_psn_contiguous(&b->h, PSN_1);
	bench_fails(b, PSN_1, "base.psn", 1);
}

static void test_window(void)
{
	struct bench *b = bench_new();

	bench_sent(b, 0, 255, 0); /* 256 beyond initial_psn - 1 */
	bench_acked(b, 0, 0, 0);
	bench_sent(b, 0, 256, 0);
	check_window_256(&b->h, PSN_2);
	bench_passes(b);

	b = bench_new();
	bench_acked(b, 1, 0, 0); /* of the other path */
	bench_sent(b, 0, 256, 0);
	check_window_256(&b->h, PSN_2);
	bench_fails(b, PSN_2, "base.psn", 2);
}

static void test_all_paths(void)
{
	struct bench *b = bench_new();

	bench_sent(b, 0, 0, 0);
	bench_sent(b, 1, 0, 0);
	check_all_paths_used(&b->h, PATH_1);
	bench_passes(b);

	b = bench_new();
	bench_sent(b, 0, 0, 0);
	bench_sent(b, 0, 1, 0);
	check_all_paths_used(&b->h, PATH_1);
	bench_fails(b, PATH_1, "path.id", 0);

	b = bench_new();
	bench_sent(b, 0, 0, 0);
	check_all_paths_used(&b->h, PATH_1);
	CU_ASSERT_EQUAL(b->result.note_count, 1);
	bench_passes(b);
}

static void test_spray_run(void)
{
	struct bench *b = bench_new();

	bench_sent(b, 0, 0, 0);
	bench_sent(b, 1, 0, 0);
	bench_sent(b, 1, 0, 1); /* a repair is no new packet */
	bench_sent(b, 0, 1, 0);
	check_spray_run(&b->h, PATH_1);
	bench_passes(b);

	b = bench_new();
	bench_sent(b, 0, 0, 0);
	bench_sent(b, 1, 0, 0);
	bench_sent(b, 1, 1, 0);
	bench_sent(b, 0, 1, 0);
	check_spray_run(&b->h, PATH_1);
	bench_fails(b, PATH_1, "path.id", 3);

	b = bench_new(); /* at the very end */
	bench_sent(b, 0, 0, 0);
	bench_sent(b, 0, 1, 0);
	check_spray_run(&b->h, PATH_1);
	bench_fails(b, PATH_1, "path.id", 2);

	b = bench_new(); /* stamps of two ports closer than the jitter: any order */
	b->h.jitter_ns = 20000;
	bench_sent(b, 0, 0, 0);
	bench_sent(b, 1, 0, 0);
	bench_sent(b, 1, 1, 0);
	bench_sent(b, 0, 1, 0);
	check_spray_run(&b->h, PATH_1);
	bench_passes(b);

	b = bench_new();
	b->h.device.params.spray_run = 2;
	bench_sent(b, 0, 0, 0);
	bench_sent(b, 0, 1, 0);
	bench_sent(b, 1, 0, 0);
	check_spray_run(&b->h, PATH_1);
	bench_passes(b);
}

static void test_source_ports(void)
{
	struct bench *b = bench_new();

	bench_sent(b, 0, 0, 0);
	bench_sent(b, 1, 0, 0);
	bench_sent(b, 0, 1, 0);
	check_source_ports(&b->h, ENC_2);
	bench_passes(b);

	b = bench_new();
	bench_sent(b, 0, 0, 0);
	bench_sent(b, 1, 0, 0)->p.udp_sport = 50000;
	check_source_ports(&b->h, ENC_2);
	bench_fails(b, ENC_2, "udp.sport", 2);

	b = bench_new();
	bench_sent(b, 0, 0, 0);
	bench_sent(b, 0, 1, 0)->p.udp_sport = 50001;
	check_source_ports(&b->h, ENC_2);
	bench_fails(b, ENC_2, "udp.sport", 2);
}

void suite_checks_path(void)
{
	CU_pSuite s = CU_add_suite("checks_path", NULL, NULL);

	CU_ADD_TEST(s, test_contiguous);
	CU_ADD_TEST(s, test_window);
	CU_ADD_TEST(s, test_all_paths);
	CU_ADD_TEST(s, test_spray_run);
	CU_ADD_TEST(s, test_source_ports);
}
