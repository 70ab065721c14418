/* Merges the captures of all ports by stamp.  Every capture is polled until a round brings
 * nothing new before an event is given: then no earlier one can still come, but for a frame that
 * the kernel had stamped and not yet shown; that is counted as disorder. */
#define _GNU_SOURCE
#include "harness/link/iface.h"

#include "harness/link/iface_record.h"

#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <time.h>
#include <unistd.h>

enum {
	RING_BYTES = 16 * 1024 * 1024,  /* of each capture */
	RINGS_BYTES = 64 * 1024 * 1024, /* of all together */
	DRAIN_EVERY = 64,               /* sends and receives, so that no ring fills unread */
};

static struct live *live_of(struct link *l)
{
	return (struct live *)(void *)l;
}

static const struct live *const_live_of(const struct link *l)
{
	return (const struct live *)(const void *)l;
}

static struct capture *capture_at(const struct live *v, unsigned i)
{
	return v->port[i / 2].capture[i % 2];
}

static void drain_all(struct live *v)
{
	for (unsigned i = 0; i < 2 * v->link.ports; i++)
		harness_capture_drain(capture_at(v, i));
	v->calls = 0;
}

static enum result live_send(struct link *l, unsigned port, const uint8_t *frame, size_t len)
{
	struct live *v = live_of(l);
	enum result r;

	if (port >= l->ports)
		return RES_E_RANGE;
	r = harness_inject_send(v->port[port].inject, frame, len);
	if (++v->calls >= DRAIN_EVERY)
		drain_all(v);
	return r;
}

/* One round over the captures that have nothing to offer; whether one has now. */
static bool poll_empty(struct live *v)
{
	struct capture_frame f;
	bool is_new = false;

	for (unsigned i = 0; i < 2 * v->link.ports; i++)
		if (!harness_capture_head(capture_at(v, i), &f))
			is_new |= harness_capture_drain(capture_at(v, i));
	return is_new;
}

static void refill(struct live *v)
{
	uint64_t began;

	if (v->given)
		harness_capture_pop(v->given);
	v->given = NULL;
	if (++v->calls >= DRAIN_EVERY)
		drain_all(v);
	do
		began = harness_late_now();
	while (poll_empty(v));
	v->polled_ns = began;
}

/* Whether a frame of capture i goes before the best one so far, of capture best. */
static bool is_before(const struct capture_frame *f, unsigned i, const struct link_event *best)
{
	if (f->stamp_ns != best->stamp_ns)
		return f->stamp_ns < best->stamp_ns;
	return i % 2 == 1 && !best->is_sent;
}

static struct capture *choose(const struct live *v, struct link_event *out)
{
	struct capture *chosen = NULL;

	for (unsigned i = 0; i < 2 * v->link.ports; i++) {
		struct capture_frame f;

		if (!harness_capture_head(capture_at(v, i), &f))
			continue;
		if (chosen && !is_before(&f, i, out))
			continue;
		chosen = capture_at(v, i);
		*out = (struct link_event){ .stamp_ns = f.stamp_ns,
					    .port = (uint16_t)(i / 2),
					    .is_sent = i % 2 == 1,
					    .data = f.data,
					    .len = f.len };
	}
	return chosen;
}

static bool live_receive(struct link *l, struct link_event *out)
{
	struct live *v = live_of(l);
	uint64_t settled;

	refill(v);
	settled = v->polled_ns - LIVE_HOLD_OFF_NS;
	v->given = choose(v, out);
	if (v->given) {
		if (out->stamp_ns < v->last_stamp_ns)
			v->disorder++;
		else
			v->last_stamp_ns = out->stamp_ns;
		if (out->stamp_ns < settled)
			settled = out->stamp_ns;
	}
	if (settled > v->settled_ns)
		v->settled_ns = settled;
	return v->given != NULL;
}

static bool has_waiting(const struct live *v)
{
	struct capture_frame f;

	if (v->given) /* there may be more behind it */
		return true;
	for (unsigned i = 0; i < 2 * v->link.ports; i++)
		if (harness_capture_head(capture_at(v, i), &f))
			return true;
	return false;
}

static void live_wait(struct link *l, uint64_t until_ns, int watch_fd)
{
	struct pollfd fd[2 * LINK_PORTS_MAX + 1];
	struct live *v = live_of(l);
	uint64_t now = harness_late_now();
	unsigned n = 2 * l->ports;
	struct timespec left;

	harness_late_clock(&v->late);
	if (until_ns <= now || has_waiting(v))
		return;
	for (unsigned i = 0; i < n; i++)
		fd[i] = (struct pollfd){ harness_capture_fd(capture_at(v, i)), POLLIN, 0 };
	fd[n++] = (struct pollfd){ watch_fd, POLLIN, 0 }; /* -1 is passed over */
	left.tv_sec = (time_t)((until_ns - now) / 1000000000u);
	left.tv_nsec = (long)((until_ns - now) % 1000000000u);
	if (ppoll(fd, n, until_ns == LINK_NEVER ? NULL : &left, NULL) == 0) {
		now = harness_late_now();
		harness_late_add(&v->late, now > until_ns ? now - until_ns : 0);
	}
}

static uint64_t live_now(const struct link *l)
{
	(void)l;
	return harness_late_now();
}

static uint64_t live_settled(const struct link *l)
{
	return const_live_of(l)->settled_ns;
}

static void live_stats(struct link *l, struct link_stats *out)
{
	struct live *v = live_of(l);

	harness_late_clock(&v->late);
	*out = (struct link_stats){ .jitter_ns = harness_late_jitter(&v->late),
				    .stalls = v->late.stalls,
				    .worst_ns = v->late.worst_ns,
				    .clock_steps = v->late.clock_steps,
				    .disorder = v->disorder };
	v->late.worst_ns = 0;
	for (unsigned i = 0; i < 2 * l->ports; i++) {
		out->captured += harness_capture_count(capture_at(v, i));
		out->dropped += harness_capture_dropped(capture_at(v, i));
	}
}

static void close_namespace(int fd)
{
	if (fd >= 0)
		close(fd);
}

static void live_close(struct link *l)
{
	struct live *v = live_of(l);

	for (unsigned i = 0; i < l->ports; i++) {
		harness_capture_close(v->port[i].capture[0]);
		harness_capture_close(v->port[i].capture[1]);
		harness_inject_close(v->port[i].inject);
		harness_iface_record_restore(v->port[i].record);
	}
	close_namespace(v->tester_fd);
	close_namespace(v->device_fd);
	free(v);
}

static const struct link_ops live_ops[] = {
	{ .name = "veth",
	  .send = live_send,
	  .receive = live_receive,
	  .wait = live_wait,
	  .now = live_now,
	  .settled = live_settled,
	  .stats = live_stats,
	  .close = live_close },
	{ .name = "if",
	  .send = live_send,
	  .receive = live_receive,
	  .wait = live_wait,
	  .now = live_now,
	  .settled = live_settled,
	  .stats = live_stats,
	  .close = live_close },
};

struct live *harness_live_new(bool is_veth, unsigned ports)
{
	struct live *v = calloc(1, sizeof(*v));

	if (!v)
		return NULL;
	v->link.ops = &live_ops[is_veth ? 0 : 1];
	v->link.ports = ports;
	v->tester_fd = v->device_fd = -1;
	harness_late_clock(&v->late);
	/* The kernel's habit of waking sleepers 50 us late would be most of our jitter. */
	prctl(PR_SET_TIMERSLACK, 1);
	return v;
}

const struct live *harness_live_of(const struct link *l)
{
	return l->ops->receive == live_receive ? const_live_of(l) : NULL;
}

enum result harness_live_start(struct live *v, bool is_filtered, char *error, size_t cap)
{
	size_t share = RINGS_BYTES / (2 * v->link.ports);

	for (unsigned i = 0; i < v->link.ports; i++) {
		struct live_port *p = &v->port[i];
		struct capture_config c = {
			.name = p->name,
			.is_filtered = is_filtered,
			.kernel_bytes = share < RING_BYTES ? (int)share : RING_BYTES,
		};
		enum result r = harness_capture_open(&c, &p->capture[0], error, cap);

		c.is_sent = true;
		if (r == RES_OK)
			r = harness_capture_open(&c, &p->capture[1], error, cap);
		if (r == RES_OK)
			r = harness_inject_open(p->name, &p->inject, error, cap);
		if (r != RES_OK)
			return r;
	}
	return RES_OK;
}

const char *harness_link_port_name(const struct link *l, unsigned port)
{
	const struct live *v = harness_live_of(l);

	return v ? v->port[port].name : NULL;
}

void harness_link_port_mac(const struct link *l, unsigned port, uint8_t mac[6])
{
	const struct live *v = harness_live_of(l);

	if (v)
		memcpy(mac, v->port[port].mac, 6);
	else
		memset(mac, 0, 6);
}

const char *harness_link_device_port(const struct link *l, unsigned port)
{
	const struct live *v = harness_live_of(l);

	return v && v->port[port].device_name[0] ? v->port[port].device_name : NULL;
}
