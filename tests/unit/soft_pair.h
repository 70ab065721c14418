/* Two bundled devices on a perfect wire in virtual time, set up and connected. */
#ifndef TESTS_UNIT_SOFT_PAIR_H
#define TESTS_UNIT_SOFT_PAIR_H

#include "tests/unit/soft_bench.h"

#define MS 1000000u

struct pair {
	struct device *d[2]; /* 0: target (BENCH_A), 1: initiator (BENCH_B) */
	uint64_t now;
	size_t frames;
};

/* Lets everything happen for so long. */
static inline void run(struct pair *p, uint64_t ns)
{
	uint64_t end = p->now + ns;

	while (p->now < end) {
		uint64_t next = end;
		bool is_any = false;

		for (unsigned i = 0; i < 2; i++) {
			uint8_t frame[WIRE_FRAME_MAX];
			unsigned port;
			size_t len = conformance_device.output(p->d[i], p->now, &port, frame,
							       sizeof(frame));

			if (len > 0) {
				conformance_device.input(p->d[1 - i], port, frame, len, p->now);
				p->frames++;
				is_any = true;
			}
		}
		for (unsigned i = 0; i < 2 && !is_any; i++) {
			uint64_t due = conformance_device.deadline(p->d[i]);

			if (due < next)
				next = due > p->now ? due : p->now + 1;
		}
		p->now = is_any ? p->now + 1 : next;
	}
}

static const char pair_params[] =
	"{\"params\":{\"paths\":2,\"mtu\":1024,\"rto_min\":1000000,\"rto_init\":1000000}}";

static inline void pair_start(struct pair *p)
{
	static const char *const ips[] = { "192.0.2.2", "192.0.2.1" };
	json_t *opened[2];

	p->d[0] = bench_device(BENCH_A);
	p->d[1] = bench_device(BENCH_B);
	p->now = 0;
	p->frames = 0;
	for (unsigned i = 0; i < 2; i++)
		opened[i] = bench_call(p->d[i], "connection.open", pair_params, 0);
	for (unsigned i = 0; i < 2; i++) {
		const json_t *peer = opened[1 - i];
		json_t *params =
			json_pack("{s:O, s:{s:O, s:O, s:[{s:s}]}}", "connection",
				  json_object_get(opened[i], "connection"), "peer", "conn_id",
				  json_object_get(peer, "conn_id"), "initial_psn",
				  json_object_get(peer, "initial_psn"), "planes", "ip", ips[1 - i]);
		char *text = json_dumps(params, 0);

		bench_do(p->d[i], "connection.connect", text, 0);
		free(text);
		json_decref(params);
	}
	json_decref(opened[0]);
	json_decref(opened[1]);
	for (unsigned i = 0; i < 2; i++)
		bench_do(p->d[i], "region.register",
			 "{\"length\":8192,\"rights\":[\"remote_write\",\"remote_read\","
			 "\"remote_atomic\"],\"address\":\"0x10000\",\"rkey\":77}",
			 0);
}

static inline void pair_end(struct pair *p)
{
	conformance_device.destroy(p->d[0]);
	conformance_device.destroy(p->d[1]);
}

/* Exactly these completions are there. */
static inline void completions_are(struct pair *p, unsigned which, const char *expected)
{
	json_t *r = bench_call(p->d[which], "completion.poll", "{}", p->now);
	json_t *list = json_loads(expected, 0, NULL);

	CU_ASSERT_PTR_NOT_NULL_FATAL(list);
	if (!json_equal(json_object_get(r, "completions"), list))
		json_dumpf(r, stderr, 0);
	CU_ASSERT(json_equal(json_object_get(r, "completions"), list));
	json_decref(list);
	json_decref(r);
}

#endif
