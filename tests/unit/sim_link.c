/* Links of the simulated network: time, queues, marks, cuts, loss, copies, damage, failure.
 * A WRITE of 100 bytes over IPv4 makes a frame of 14 + 20 + 8 + 12 + 8 + 16 + 12 + 100 + 4 = 194
 * bytes; at 8 Gb/s that takes 194 ns per link, and 1000 ns of wire follow. */
#include "tests/unit/sim_bench.h"

void suite_sim_link(void);

static struct bench b;
static int conn[2];

static void start(void)
{
	bench_open(&b);
	bench_connect(&b, 0, 1, conn);
}

static void write_100(unsigned times)
{
	while (times-- > 0)
		bench_write(&b, 0, 1, conn[0], 100);
}

static void finish(void)
{
	bench_conserves(&b);
	bench_close(&b);
}

static void run_us(uint64_t us)
{
	CU_ASSERT_EQUAL(sim_run(b.net, sim_now(b.net) + us * US), RES_OK);
}

static void test_time(void)
{
	bench_defaults(&b);
	start();
	write_100(2);
	run_us(4);
	CU_ASSERT_EQUAL_FATAL(b.seen_count, 2);
	CU_ASSERT_EQUAL(b.seen[0].host, 1);
	CU_ASSERT_EQUAL(b.seen[0].len, 194);
	CU_ASSERT_EQUAL(b.seen[0].at_ns, 194 + 1000 + 194 + 1000);
	/* The second one waits for the first at the first link, and is never behind it again. */
	CU_ASSERT_EQUAL(b.seen[1].at_ns, 2388 + 194);
	CU_ASSERT_EQUAL(sim_now(b.net), 4 * US);
	CU_ASSERT_EQUAL(sim_run(b.net, 10 * SEC), RES_OK);
	CU_ASSERT_EQUAL(b.good, 2);
	CU_ASSERT_EQUAL(sim_next_ns(b.net), REF_NEVER);
	finish();
}

static void test_spines(void)
{
	bench_defaults(&b);
	b.config.leaf_hosts = 1;
	b.config.spines = 3;
	start();
	write_100(1);
	run_us(5);
	CU_ASSERT_EQUAL_FATAL(b.seen_count, 1);
	CU_ASSERT_EQUAL(b.seen[0].at_ns, 4 * 1194);
	finish();
}

/* Three frames fit, the one being sent included. */
static void test_overflow(void)
{
	bench_defaults(&b);
	b.config.edge.buffer_bytes = 3 * 194;
	start();
	write_100(5);
	run_us(4);
	CU_ASSERT_EQUAL(b.seen_count, 3);
	CU_ASSERT_EQUAL(sim_counts(b.net)->overflowed, 2);
	finish();
}

static unsigned ecn_of(const struct bench_seen *s)
{
	return s->bytes[15] & 3;
}

/* The third finds two before it, which is the threshold. */
static void test_mark(void)
{
	struct wire_packet k;
	bench_defaults(&b);
	b.config.edge.mark_bytes = 2 * 194;
	start();
	write_100(4);
	run_us(4);
	CU_ASSERT_EQUAL_FATAL(b.seen_count, 4);
	CU_ASSERT_EQUAL(ecn_of(&b.seen[0]), 2);
	CU_ASSERT_EQUAL(ecn_of(&b.seen[1]), 2);
	CU_ASSERT_EQUAL(ecn_of(&b.seen[2]), 3);
	CU_ASSERT_EQUAL(ecn_of(&b.seen[3]), 3);
	CU_ASSERT_EQUAL(sim_counts(b.net)->marked, 2);
	for (unsigned i = 0; i < 4; i++)
		CU_ASSERT_EQUAL(wire_decode(&wire_layout_default, 4791, b.seen[i].bytes,
					    b.seen[i].len, &k, NULL),
				RES_OK);
	finish();
}

/* Cut to its headers it is 14 + 20 + 48 bytes long, in order but for its CRC. */
static void test_trim(void)
{
	struct wire_packet k;
	bench_defaults(&b);
	b.config.edge.buffer_bytes = 194;
	b.config.edge.trims = true;
	start();
	write_100(2);
	run_us(4);
	CU_ASSERT_EQUAL_FATAL(b.seen_count, 2);
	CU_ASSERT_EQUAL(b.seen[1].len, 82);
	CU_ASSERT_EQUAL(
		wire_decode(&wire_layout_default, 4791, b.seen[1].bytes, b.seen[1].len, &k, NULL),
		RES_E_CRC);
	CU_ASSERT_EQUAL(sim_counts(b.net)->trimmed, 1);
	finish();
}

static void odds(struct sim_odds o)
{
	sim_link_odds(b.net, sim_link(b.net, SIM_HOST_LEAF, 0, 0, 0), &o);
}

static void test_lose(void)
{
	bench_defaults(&b);
	start();
	odds((struct sim_odds){ .lose = 1000000 });
	write_100(3);
	run_us(4);
	CU_ASSERT_EQUAL(b.seen_count, 0);
	CU_ASSERT_EQUAL(sim_counts(b.net)->lost, 3);
	finish();
}

static void test_copy(void)
{
	bench_defaults(&b);
	start();
	odds((struct sim_odds){ .copy = 1000000 });
	write_100(1);
	run_us(4);
	CU_ASSERT_EQUAL_FATAL(b.seen_count, 2);
	CU_ASSERT_EQUAL(memcmp(b.seen[0].bytes, b.seen[1].bytes, 194), 0);
	CU_ASSERT_EQUAL(sim_counts(b.net)->copied, 1);
	finish();
}

/* At most three bits, and never taken for right. */
static void test_damage(void)
{
	struct ref_counters c;
	unsigned bits = 0;
	bench_defaults(&b);
	start();
	write_100(1);
	run_us(4);
	odds((struct sim_odds){ .damage = 1000000 });
	memset(b.memory, 0x55, 100);
	write_100(20);
	run_us(8);
	ref_query_counters(sim_endpoint(b.net, 1), &c);
	CU_ASSERT_EQUAL(sim_counts(b.net)->damaged, 20);
	CU_ASSERT_EQUAL(c.rx_accepted, 1);
	for (unsigned i = 0; i < 100; i++)
		bits += b.memory[4096 + i] != 0;
	CU_ASSERT_EQUAL(bits, 0);
	finish();
}

static void test_overtaken(void)
{
	bench_defaults(&b);
	start();
	odds((struct sim_odds){ .delay = 500000, .delay_ns = 5000 });
	write_100(30);
	run_us(20);
	CU_ASSERT_EQUAL(b.seen_count >= 30, 1);
	CU_ASSERT_TRUE(sim_counts(b.net)->delayed > 5);
	CU_ASSERT_TRUE(sim_counts(b.net)->overtaken > 5);
	finish();
}

/* What is on a link when it goes down is lost, even if it is up again by then. */
static void test_down(void)
{
	uint32_t link;
	bench_defaults(&b);
	start();
	link = sim_link(b.net, SIM_HOST_LEAF, 0, 0, 0);
	write_100(1);
	CU_ASSERT_EQUAL(sim_run(b.net, 500), RES_OK);
	sim_link_up(b.net, link, false);
	sim_link_up(b.net, link, true);
	run_us(5);
	CU_ASSERT_EQUAL(b.seen_count, 0);
	CU_ASSERT_EQUAL(sim_counts(b.net)->cut_off, 1);
	sim_link_up(b.net, link, false);
	write_100(1);
	run_us(5);
	CU_ASSERT_EQUAL(b.seen_count, 0);
	CU_ASSERT_EQUAL(sim_counts(b.net)->cut_off, 2);
	sim_link_up(b.net, link, true);
	CU_ASSERT_EQUAL(sim_run(b.net, SEC), RES_OK);
	CU_ASSERT_EQUAL(b.good, 2);
	finish();
}

static void test_plane_down(void)
{
	bench_defaults(&b);
	b.config.planes = 2;
	b.params.paths = 2;
	start();
	sim_plane_up(b.net, 1, false);
	write_100(4);
	run_us(5);
	CU_ASSERT_EQUAL(b.seen_count, 2); /* path after path, one path per plane */
	CU_ASSERT_EQUAL(b.seen[0].plane, 0);
	sim_plane_up(b.net, 1, true);
	CU_ASSERT_EQUAL(sim_run(b.net, SEC), RES_OK);
	CU_ASSERT_EQUAL(b.good, 4);
	finish();
}

void suite_sim_link(void)
{
	CU_pSuite s = CU_add_suite("sim_link", NULL, NULL);
	CU_ADD_TEST(s, test_time);
	CU_ADD_TEST(s, test_spines);
	CU_ADD_TEST(s, test_overflow);
	CU_ADD_TEST(s, test_mark);
	CU_ADD_TEST(s, test_trim);
	CU_ADD_TEST(s, test_lose);
	CU_ADD_TEST(s, test_copy);
	CU_ADD_TEST(s, test_damage);
	CU_ADD_TEST(s, test_overtaken);
	CU_ADD_TEST(s, test_down);
	CU_ADD_TEST(s, test_plane_down);
}
