/* The simulated network as a whole: configurations, addresses, ECMP, sameness of runs, size. */
#include "tests/unit/sim_bench.h"

void suite_sim_net(void);

static struct bench b;
static int conn[2];

static void test_refused(void)
{
	struct sim_net *net;
	uint8_t little[64];
	bench_defaults(&b);
	CU_ASSERT_EQUAL(sim_init(little, sizeof(little), &b.config, NULL, &net), RES_E_SPACE);
	b.config.leaf_hosts = 1; /* two leaves and no spine */
	CU_ASSERT_EQUAL(sim_size(&b.config), 0);
	CU_ASSERT_EQUAL(sim_init(little, sizeof(little), &b.config, NULL, &net), RES_E_RANGE);
	b.config.spines = 1;
	CU_ASSERT_NOT_EQUAL(sim_size(&b.config), 0);
	b.config.core.rate_kbps = 0;
	CU_ASSERT_EQUAL(sim_size(&b.config), 0);
	bench_defaults(&b);
	b.config.hosts = 65535;
	CU_ASSERT_EQUAL(sim_size(&b.config), 0);
	bench_defaults(&b);
	b.config.planes = REF_PLANES_MAX + 1;
	CU_ASSERT_EQUAL(sim_size(&b.config), 0);
}

static void test_addresses(void)
{
	static const uint8_t v4[] = { 10, 1, 0, 2 };
	struct net_addr a;
	bench_defaults(&b);
	b.config.planes = 2;
	bench_open(&b);
	a = sim_address(b.net, 1, 1);
	CU_ASSERT_FALSE(a.is_v6);
	CU_ASSERT_EQUAL(memcmp(a.ip, v4, 4), 0);
	CU_ASSERT_EQUAL(sim_links(b.net), 2 * 2 * 2);
	bench_close(&b);
}

/* Eight paths have eight source ports: with four spines of which one is down some get through
 * and some do not; in the end all do. */
static void test_ecmp(void)
{
	bench_defaults(&b);
	b.config.leaf_hosts = 1;
	b.config.spines = 4;
	b.params.paths = 8;
	bench_open(&b);
	bench_connect(&b, 0, 1, conn);
	sim_link_up(b.net, sim_link(b.net, SIM_LEAF_SPINE, 0, 0, 0), false);
	for (unsigned i = 0; i < 32; i++)
		bench_write(&b, 0, 1, conn[0], 100);
	CU_ASSERT_EQUAL(sim_run(b.net, 20 * US), RES_OK);
	CU_ASSERT_TRUE(sim_counts(b.net)->cut_off % 4 == 0); /* four packets a path */
	CU_ASSERT_TRUE(sim_counts(b.net)->cut_off > 0);
	CU_ASSERT_TRUE(b.seen_count > 4);
	CU_ASSERT_EQUAL(sim_run(b.net, 5 * SEC), RES_OK);
	CU_ASSERT_EQUAL(b.good, 32);
	bench_conserves(&b);
	bench_close(&b);
}

static uint64_t digest(uint64_t seed, bool is_v6)
{
	const struct sim_odds odds = {
		.lose = 20000, .copy = 20000, .delay = 50000, .damage = 20000, .delay_ns = 3000
	};
	uint64_t d = 1469598103934665603u;
	bench_defaults(&b);
	b.config.seed = seed;
	b.config.is_v6 = is_v6;
	bench_open(&b);
	bench_connect(&b, 0, 1, conn);
	for (uint32_t i = 0; i < sim_links(b.net); i++)
		sim_link_odds(b.net, i, &odds);
	for (unsigned i = 0; i < 60; i++)
		bench_write(&b, 0, 1, conn[0], 1000);
	CU_ASSERT_EQUAL(sim_run(b.net, 5 * SEC), RES_OK);
	CU_ASSERT_EQUAL(b.good, 60);
	for (unsigned i = 0; i < b.seen_count; i++) {
		d = (d ^ b.seen[i].at_ns) * 1099511628211u;
		for (uint32_t n = 0; n < b.seen[i].len; n++)
			d = (d ^ b.seen[i].bytes[n]) * 1099511628211u;
	}
	bench_conserves(&b);
	bench_close(&b);
	return d;
}

static void test_same(void)
{
	CU_ASSERT_EQUAL(digest(1, false), digest(1, false));
	CU_ASSERT_EQUAL(digest(2, true), digest(2, true));
	CU_ASSERT_NOT_EQUAL(digest(1, false), digest(2, false));
}

static void test_inject(void)
{
	static const uint8_t noise[60] = { 1, 2, 3 };
	static const uint8_t much[BENCH_FRAME + 1];
	bench_defaults(&b);
	bench_open(&b);
	CU_ASSERT_EQUAL(sim_inject(b.net, 1, 0, noise, sizeof(noise), 5 * US), RES_OK);
	CU_ASSERT_EQUAL(sim_inject(b.net, 1, 0, much, sizeof(much), 5 * US), RES_E_SPACE);
	CU_ASSERT_EQUAL(sim_run(b.net, 10 * US), RES_OK);
	CU_ASSERT_EQUAL_FATAL(b.seen_count, 1);
	CU_ASSERT_EQUAL(b.seen[0].at_ns, 5 * US);
	CU_ASSERT_EQUAL(b.seen[0].host, 1);
	bench_conserves(&b);
	bench_close(&b);
}

static void test_guards(void)
{
	struct ref_limits limits;
	uint8_t *e;
	bench_defaults(&b);
	bench_open(&b);
	limits = b.config.limits;
	limits.planes = 1;
	e = (uint8_t *)(void *)sim_endpoint(b.net, 0);
	CU_ASSERT_TRUE(sim_is_intact(b.net));
	e[-1] ^= 1;
	CU_ASSERT_FALSE(sim_is_intact(b.net));
	e[-1] ^= 1;
	e[ref_size(&limits)] ^= 1;
	CU_ASSERT_FALSE(sim_is_intact(b.net));
	bench_close(&b);
}

/* A thousand hosts, each writing to the one half the way round, over sixteen leaves. */
static void test_many(void)
{
	enum { HOSTS = 1024 };
	bench_defaults(&b);
	b.config.hosts = HOSTS;
	b.config.leaf_hosts = 64;
	b.config.spines = 8;
	b.config.frames = 16384;
	b.config.limits.paths = 2;
	b.config.limits.connections = 2;
	b.params.paths = 2;
	bench_open(&b);
	for (unsigned i = 0; i < HOSTS; i++) {
		memset(b.memory + (size_t)i * 4096, (int)(i % 251), 4096);
		bench_connect(&b, i, (i + HOSTS / 2) % HOSTS, conn);
		bench_write(&b, i, (i + HOSTS / 2) % HOSTS, conn[0], 1 + i % 2);
	}
	CU_ASSERT_EQUAL(sim_run(b.net, SEC), RES_OK);
	CU_ASSERT_EQUAL(b.good, HOSTS);
	CU_ASSERT_EQUAL(sim_counts(b.net)->astray, 0);
	bench_conserves(&b);
	bench_close(&b);
}

void suite_sim_net(void)
{
	CU_pSuite s = CU_add_suite("sim_net", NULL, NULL);
	CU_ADD_TEST(s, test_refused);
	CU_ADD_TEST(s, test_addresses);
	CU_ADD_TEST(s, test_ecmp);
	CU_ADD_TEST(s, test_same);
	CU_ADD_TEST(s, test_inject);
	CU_ADD_TEST(s, test_guards);
	CU_ADD_TEST(s, test_many);
}
