/* A loopback round over every port, then a while of short waits.  Uses the link like any case
 * would, so that it proves what cases rely on. */
#include "harness/link/bench.h"

#include "harness/link/iface.h"
#include "harness/link/netns.h"

#include <stdio.h>
#include <string.h>

enum {
	FRAMES = 32,
	FRAME_MIN = 60,
	FRAME_STEP = 31, /* 60 to 1021 bytes */
	FRAME_MAX = FRAME_MIN + FRAMES * FRAME_STEP,
	PATIENCE_NS = 1000000000,
	NAP_NS = 40000,
	NAPS = 1200, /* more than 1,000, or the 99.9th percentile would be the worst */
};

struct round {
	struct link *link;
	unsigned port;
	struct capture *far; /* NULL: there is none to look at */
	uint64_t last_ns;
	char *why;
	size_t cap;
};

static enum result bad(const struct round *r, enum result res, const char *what)
{
	snprintf(r->why, r->cap, "%s: the bench is not sound: %s",
		 harness_link_port_name(r->link, r->port), what);
	return res;
}

static enum result open_far(void *arg)
{
	struct round *r = arg;
	struct capture_config c = { .name = harness_link_device_port(r->link, r->port),
				    .kernel_bytes = 1 << 20 };

	return harness_capture_open(&c, &r->far, r->why, r->cap);
}

static size_t make_frame(const struct round *r, unsigned n, uint8_t *frame)
{
	size_t len = FRAME_MIN + (size_t)n * FRAME_STEP;

	harness_link_port_mac(r->link, r->port, frame);
	harness_link_port_mac(r->link, r->port, frame + 6);
	frame[12] = CAPTURE_BENCH_TYPE >> 8;
	frame[13] = CAPTURE_BENCH_TYPE & 0xFF;
	for (size_t i = 14; i < len; i++)
		frame[i] = (uint8_t)(i * 7 + n);
	return len;
}

static bool is_bench(const uint8_t *data, size_t len)
{
	return len >= 14 && data[12] == CAPTURE_BENCH_TYPE >> 8 &&
	       data[13] == (CAPTURE_BENCH_TYPE & 0xFF);
}

/* The next frame of the bench's own kind that this port is seen to send. */
static bool next_own(const struct round *r, struct link_event *e)
{
	struct link *l = r->link;
	uint64_t until = l->ops->now(l) + PATIENCE_NS;

	for (;;) {
		while (l->ops->receive(l, e))
			if (e->is_sent && e->port == r->port && is_bench(e->data, e->len))
				return true;
		if (l->ops->now(l) >= until)
			return false;
		l->ops->wait(l, until, -1);
	}
}

static bool next_far(const struct round *r, struct capture_frame *f)
{
	struct link *l = r->link;
	uint64_t until = l->ops->now(l) + PATIENCE_NS;

	for (;;) {
		harness_capture_drain(r->far);
		while (harness_capture_head(r->far, f)) {
			if (is_bench(f->data, f->len))
				return true;
			harness_capture_pop(r->far);
		}
		if (l->ops->now(l) >= until)
			return false;
		l->ops->wait(l, l->ops->now(l) + NAP_NS, -1);
	}
}

static enum result one_frame(struct round *r, unsigned n)
{
	struct link *l = r->link;
	uint8_t frame[FRAME_MAX];
	size_t len = make_frame(r, n, frame);
	uint64_t before = l->ops->now(l);
	struct capture_frame f;
	struct link_event e;

	if (l->ops->send(l, r->port, frame, len) != RES_OK)
		return bad(r, RES_E_IO, "it cannot send");
	if (!next_own(r, &e))
		return bad(r, RES_E_TIMEOUT, "a frame it sent was not captured");
	if (e.len != len || memcmp(e.data, frame, len) != 0)
		return bad(r, RES_E_IO, "a frame it sent was captured with other bytes");
	if (e.stamp_ns < before || e.stamp_ns > l->ops->now(l) || e.stamp_ns < r->last_ns)
		return bad(r, RES_E_IO, "a time stamp is outside the time of sending");
	r->last_ns = e.stamp_ns;
	if (!r->far)
		return RES_OK;
	if (!next_far(r, &f))
		return bad(r, RES_E_TIMEOUT, "a frame did not arrive at the device's end");
	if (f.len != len || memcmp(f.data, frame, len) != 0)
		return bad(r, RES_E_IO, "a frame arrived with other bytes");
	harness_capture_pop(r->far);
	return RES_OK;
}

static enum result one_port(struct round *r, const struct live *v, uint64_t *frames)
{
	enum result res = RES_OK;

	if (v->device_fd >= 0)
		res = harness_netns_run(v->device_fd, open_far, r);
	for (unsigned n = 0; n < FRAMES && res == RES_OK; n++) {
		res = one_frame(r, n);
		*frames += res == RES_OK;
	}
	harness_capture_close(r->far);
	r->far = NULL;
	return res;
}

/* Short waits; passes over whatever comes. */
static void nap(struct link *l)
{
	struct link_event e;

	for (unsigned i = 0; i < NAPS; i++) {
		while (l->ops->receive(l, &e))
			;
		l->ops->wait(l, l->ops->now(l) + NAP_NS, -1);
	}
}

enum result harness_bench_check(struct link *l, struct harness_bench *out, char *why, size_t cap)
{
	struct round r = { .link = l, .why = why, .cap = cap };
	const struct live *v = harness_live_of(l);
	struct link_stats before, after;
	enum result res = RES_OK;

	memset(out, 0, sizeof(*out));
	if (l->ops->is_virtual)
		return RES_OK;
	if (!v) {
		snprintf(why, cap, "a link of kind %s has no bench to check", l->ops->name);
		return RES_E_STATE;
	}
	l->ops->stats(l, &before);
	nap(l);
	for (; r.port < l->ports && res == RES_OK; r.port += res == RES_OK)
		res = one_port(&r, v, &out->frames);
	l->ops->stats(l, &after);
	out->jitter_ns = after.jitter_ns;
	out->worst_ns = after.worst_ns;
	out->drops = after.dropped - before.dropped;
	out->clock_steps = after.clock_steps - before.clock_steps;
	if (res != RES_OK || (out->drops == 0 && out->clock_steps == 0))
		return res;
	snprintf(why, cap, "the bench is not sound: %s; try again on a quieter machine",
		 out->drops ? "its captures lost frames" : "the clock was set while it ran");
	return RES_E_IO;
}
