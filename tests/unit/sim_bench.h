/* A small simulated network with one connection per pair of hosts, for tests/unit/sim_*.c. */
#ifndef TESTS_UNIT_SIM_BENCH_H
#define TESTS_UNIT_SIM_BENCH_H

#include "reference/sim/net.h"

#include <CUnit/CUnit.h>
#include <stdlib.h>
#include <string.h>

#define US  UINT64_C(1000)
#define MS  UINT64_C(1000000)
#define SEC UINT64_C(1000000000)

enum { BENCH_SEEN = 4096, BENCH_FRAME = 512 };

struct bench_seen {
	uint64_t at_ns;
	unsigned host, plane;
	uint32_t len;
	uint8_t bytes[BENCH_FRAME];
};
struct bench {
	struct sim_config config;
	struct ref_params params;
	struct sim_net *net;
	void *mem;
	struct bench_seen *seen; /* arrivals */
	unsigned seen_count, done, good;
	uint8_t *memory; /* 4096 of each host */
	uint32_t *keys;
};

static inline void bench_arrived(void *ctx, unsigned host, unsigned plane, const uint8_t *frame,
				 size_t len)
{
	struct bench *b = ctx;
	struct bench_seen *s;
	if (b->seen_count == BENCH_SEEN || len > BENCH_FRAME)
		return;
	s = &b->seen[b->seen_count++];
	*s = (struct bench_seen){ .at_ns = sim_now(b->net), .host = host, .plane = plane };
	s->len = (uint32_t)len;
	memcpy(s->bytes, frame, len);
}

static inline void bench_done(void *ctx, unsigned host, const struct ref_completion *done)
{
	struct bench *b = ctx;
	(void)host;
	b->done++;
	b->good += done->status == REF_SUCCESS;
}

/* 8 Gb/s: one byte takes 1 ns; 1 us of wire. */
static inline void bench_defaults(struct bench *b)
{
	memset(b, 0, sizeof(*b));
	ref_params_default(&b->params);
	b->params.mtu = 256;
	b->params.paths = 1;
	b->params.streams = 1;
	b->config.seed = 7;
	b->config.hosts = 2;
	b->config.planes = 1;
	b->config.leaf_hosts = 2;
	b->config.edge = (struct sim_wire){ .rate_kbps = 8000000,
					    .delay_ns = 1000,
					    .buffer_bytes = 1000000 };
	b->config.core = b->config.edge;
	b->config.frames = 4096;
	b->config.frame_bytes = BENCH_FRAME;
	b->config.limits = (struct ref_limits){ .connections = 1,
						.regions = 1,
						.cq_depth = 64,
						.paths = 8,
						.streams = 1,
						.msg_window = 64,
						.msg_state = 64,
						.send_depth = 64,
						.recv_depth = 64 };
}

static inline void bench_open(struct bench *b)
{
	const struct sim_watch watch = { .ctx = b, .arrived = bench_arrived, .done = bench_done };
	size_t size = sim_size(&b->config);

	b->mem = aligned_alloc(64, size);
	b->seen = malloc(BENCH_SEEN * sizeof(*b->seen));
	b->memory = calloc(b->config.hosts, 4096);
	b->keys = calloc(b->config.hosts, sizeof(*b->keys));
	CU_ASSERT_FATAL(size > 0 && b->mem && b->seen && b->memory && b->keys);
	CU_ASSERT_EQUAL_FATAL(sim_init(b->mem, size, &b->config, &watch, &b->net), RES_OK);
	for (unsigned i = 0; i < b->config.hosts; i++) {
		struct ref_region r = { .domain = 1,
					.rights = REF_REMOTE_WRITE,
					.length = 4096,
					.base = b->memory + (size_t)i * 4096 };
		CU_ASSERT_EQUAL_FATAL(ref_region_register(sim_endpoint(b->net, i), &r, &b->keys[i]),
				      RES_OK);
	}
}

static inline void bench_close(struct bench *b)
{
	free(b->mem);
	free(b->seen);
	free(b->memory);
	free(b->keys);
}

static inline void bench_connect(struct bench *b, unsigned from, unsigned to, int conn[2])
{
	const struct ref_params params[2] = { b->params, b->params };
	struct ref_conn_config configs[2];
	CU_ASSERT_EQUAL_FATAL(sim_connect(b->net, from, to, params, 1, conn, configs), RES_OK);
}

/* A WRITE of the host's own memory into the same place of another's. */
static inline void bench_write(struct bench *b, unsigned from, unsigned to, int conn,
			       uint32_t length)
{
	struct ref_work w = { .kind = REF_WRITE,
			      .local = b->memory + (size_t)from * 4096,
			      .length = length,
			      .rkey = b->keys[to] };
	CU_ASSERT_EQUAL(ref_work_post(sim_endpoint(b->net, from), conn, &w, sim_now(b->net)),
			RES_OK);
	sim_wake(b->net, from);
}

static inline uint64_t bench_lost(const struct bench *b)
{
	const struct sim_counts *c = sim_counts(b->net);
	return c->lost + c->overflowed + c->cut_off + c->astray;
}

static inline void bench_conserves(const struct bench *b)
{
	const struct sim_counts *c = sim_counts(b->net);
	CU_ASSERT_EQUAL(c->sent + c->injected + c->copied,
			c->arrived + bench_lost(b) + sim_on_the_way(b->net));
	CU_ASSERT_TRUE(sim_is_intact(b->net));
}

#endif
