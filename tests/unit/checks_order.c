/* The named checks of what follows an ACK, a timer or a change of path, on traces typed by hand. */
#include "tests/unit/checks_bench.h"

#include "tests/unit_main.h"

void suite_checks_order(void);

static void crafted_ack(struct bench *b, uint32_t cum, unsigned sack_bit)
{
	struct trace_packet *t = bench_acked(b, 0, cum, 0);

	t->is_crafted = true;
	if (sack_bit)
		wire_sack_set(t->p.ackh_sack, sack_bit);
}

static void test_repair_comes_first(void)
{
	struct bench *b = bench_new();

	bench_sent(b, 0, 0, 0);
	bench_sent(b, 0, 1, 0);
	crafted_ack(b, UINT32_MAX, 1);
	bench_sent(b, 0, 0, 1);
	bench_sent(b, 0, 2, 0);
	check_repair_before_new(&b->h, RTX_1);
	bench_passes(b);
}

static void test_new_comes_first(void)
{
	struct bench *b = bench_new();

	bench_sent(b, 0, 0, 0);
	bench_sent(b, 0, 1, 0);
	crafted_ack(b, UINT32_MAX, 1);
	bench_sent(b, 0, 2, 0);
	bench_sent(b, 0, 0, 1);
	check_repair_before_new(&b->h, RTX_1);
	bench_fails(b, RTX_1, "base.psn", 4);
}

/* A window of 4, all marked and acknowledged; then `after` packets on the one path. */
static struct bench *marked(uint32_t after)
{
	struct bench *b = bench_new();

	b->h.device.params.paths = 1;
	b->h.device.params.cwnd_init = 4;
	b->h.device.params.cwnd_min = 1;
	b->h.device.params.md_factor = 500;
	for (uint32_t i = 0; i < 4; i++)
		bench_sent(b, 0, i, 0);
	crafted_ack(b, 3, 0);
	for (uint32_t i = 0; i < after; i++)
		bench_sent(b, 0, 4 + i, 0);
	return b;
}

static void test_window_cut(void)
{
	struct bench *b = marked(2);

	check_window_cut(&b->h, CC_1);
	bench_passes(b);
	b = marked(3);
	check_window_cut(&b->h, CC_1);
	bench_fails(b, CC_1, "packets in flight", 0);
	b = marked(0);
	check_window_cut(&b->h, CC_1);
	bench_fails(b, CC_1, "packets in flight", 0);
}

static void test_window_kept(void)
{
	struct bench *b = marked(4);

	check_window_initial(&b->h, CC_4);
	check_window_kept(&b->h, RTX_12);
	bench_passes(b);
	b = marked(3);
	check_window_kept(&b->h, RTX_12);
	bench_fails(b, RTX_12, "packets in flight", 0);
	b = marked(3);
	b->h.device.params.cwnd_init = 3;
	check_window_initial(&b->h, CC_4);
	bench_fails(b, CC_4, "packets in flight", 0);
}

/* One packet and its repairs, gaps in us. */
static struct bench *repaired(const uint32_t *gaps, size_t count)
{
	struct bench *b = bench_new();

	b->h.device.params.rto_init = 1000;
	b->h.device.params.rto_max = 4000;
	b->h.device.params.timer_tick = 100;
	bench_sent(b, 0, 0, 0);
	for (size_t i = 0; i < count; i++) {
		b->now_ns += 1000ull * gaps[i] - 10000;
		bench_sent(b, 0, 0, (uint16_t)(i + 1));
	}
	return b;
}

static void test_timer_doubles(void)
{
	static const uint32_t right[] = { 1000, 2000, 4000, 4000 }, late[] = { 2100, 4100 };
	static const uint32_t same[] = { 1000, 1000 }, slow[] = { 2110 };
	struct bench *b = repaired(right, 4);

	check_timer_doubles(&b->h, RTX_5);
	bench_passes(b);
	b = repaired(late, 2);
	check_timer_doubles(&b->h, RTX_5);
	bench_passes(b);
	b = repaired(same, 2);
	check_timer_doubles(&b->h, RTX_5);
	bench_fails(b, RTX_5, "time since last sent", 3);
	b = repaired(slow, 1);
	check_timer_doubles(&b->h, RTX_5);
	bench_fails(b, RTX_5, "time since last sent", 2);
}

/* T = 1 + 2 + 4 + 4 ms, then 8 ms more at most. */
static struct bench *closed_after(uint64_t us)
{
	struct bench *b = repaired(NULL, 0);
	struct trace_packet *t;

	b->h.device.params.retry_limit = 3;
	b->now_ns += 1000 * us - 10000;
	t = bench_sent(b, 0, 0, 0);
	t->p.kind = PKT_CLOSE;
	return b;
}

static void test_gives_up_in_time(void)
{
	static const struct {
		uint64_t us;
		bool is_right;
	} rows[] = { { 10990, false }, { 11000, true }, { 19000, true }, { 19010, false } };

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct bench *b = closed_after(rows[i].us);

		check_gives_up_in_time(&b->h, RTX_9);
		if (rows[i].is_right)
			bench_passes(b);
		else
			bench_fails(b, RTX_9, "time since first sent", 2);
	}
}

/* Path 1 sends from two ports, then path 0 once more. */
static struct bench *port_of_path_1(uint32_t second)
{
	static const struct step step = CHECK(check_port_changed, PATH(1));
	struct bench *b = bench_new();

	b->h.step = &step;
	b->h.device.source_port[0] = 50000;
	b->h.device.source_port[1] = 50001;
	bench_sent(b, 0, 0, 0);
	bench_sent(b, 1, 0, 0);
	bench_sent(b, 1, 1, 0)->p.udp_sport = second;
	bench_sent(b, 0, 1, 0);
	return b;
}

static void test_port_changed(void)
{
	struct bench *b = port_of_path_1(50002);

	check_port_changed(&b->h, PATH_3);
	bench_passes(b);
	b = port_of_path_1(50001);
	check_port_changed(&b->h, PATH_3);
	bench_fails(b, PATH_3, "udp.sport", 0);
	b = port_of_path_1(50000);
	check_port_changed(&b->h, PATH_3);
	bench_fails(b, PATH_3, "udp.sport", 3);
}

void suite_checks_order(void)
{
	CU_pSuite s = CU_add_suite("checks_order", NULL, NULL);

	CU_ADD_TEST(s, test_repair_comes_first);
	CU_ADD_TEST(s, test_new_comes_first);
	CU_ADD_TEST(s, test_window_cut);
	CU_ADD_TEST(s, test_window_kept);
	CU_ADD_TEST(s, test_timer_doubles);
	CU_ADD_TEST(s, test_gives_up_in_time);
	CU_ADD_TEST(s, test_port_changed);
}
