/* Link `sim`.  The device is loaded from its own shared object, so that it shares neither code
 * nor state with the tester.  Time is virtual and is a pure function of the seed; it has length:
 * each hop takes 1..HOP_NS, the device reacts to a frame after REACT_MIN..REACT_MAX ns and wakes
 * for its own timers up to LATE_NS late, or time clauses would pass for nothing. */
#include "harness/link/sim.h"

#include "reference/soft/device.h"
#include "reference/wire/wire.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { START_NS = 1000000000 }; /* not 0: a stamp of 0 is no stamp */
enum { HOP_NS = 200, LATE_NS = 200, REACT_MIN = 300, REACT_MAX = 3000, GAP_NS = 100 };
/* What all of that can add to a bound at most, half of it: see struct link_stats. */
enum { JITTER_NS = (2 * HOP_NS + LATE_NS) / 2 + GAP_NS };

struct flying { /* a frame on its way */
	struct flying *next;
	uint64_t at_ns; /* when it arrives */
	uint64_t order; /* ties keep the order of sending */
	uint16_t port;
	bool to_device;
	uint32_t len;
	uint8_t data[];
};

struct sim {
	struct link link;
	struct control_transport control;
	void *handle;
	const struct device_image *image;
	struct device *device;
	uint64_t now, seed, order;
	uint64_t device_wakes;   /* when the device's output is next looked at */
	uint64_t device_next;    /* the device's frames leave one after another */
	uint64_t tester_next;    /* so do the tester's */
	uint64_t last_arrival;   /* of a frame at the device */
	struct flying *flying;   /* sorted by at_ns */
	struct flying *captured; /* seen by the tap, oldest first */
	struct flying **captured_end;
	struct flying *given; /* lent to the caller of receive */
	struct link_stats stats;
	char *answer;
	size_t answer_len;
	bool has_answer;
};

static struct sim *sim_of(struct link *l)
{
	return (struct sim *)l;
}

static struct sim *sim_of_control(struct control_transport *t)
{
	return (struct sim *)(void *)((char *)t - offsetof(struct sim, control));
}

/* splitmix64: small, good enough, the same everywhere. */
static uint64_t draw(struct sim *s, uint64_t from, uint64_t to)
{
	uint64_t z = s->seed += 0x9E3779B97F4A7C15u;

	z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
	z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
	z ^= z >> 31;
	return from + z % (to - from + 1);
}

static struct flying *flying_new(struct sim *s, unsigned port, const uint8_t *data, size_t len)
{
	struct flying *f = malloc(sizeof(*f) + len);

	if (!f)
		return NULL;
	memcpy(f->data, data, len);
	f->next = NULL;
	f->port = (uint16_t)port;
	f->len = (uint32_t)len;
	f->order = s->order++;
	return f;
}

static void launch(struct sim *s, struct flying *f)
{
	struct flying **at = &s->flying;

	while (*at && (*at)->at_ns <= f->at_ns)
		at = &(*at)->next;
	f->next = *at;
	*at = f;
}

static void capture(struct sim *s, struct flying *f)
{
	f->next = NULL;
	*s->captured_end = f;
	s->captured_end = &f->next;
	s->stats.captured++;
}

static bool sim_receive(struct link *l, struct link_event *ev)
{
	struct sim *s = sim_of(l);
	struct flying *f = s->captured;

	free(s->given);
	s->given = NULL;
	if (!f)
		return false;
	s->captured = f->next;
	if (!s->captured)
		s->captured_end = &s->captured;
	s->given = f;
	*ev = (struct link_event){
		.stamp_ns = f->at_ns,
		.port = f->port,
		.is_sent = f->to_device,
		.data = f->data,
		.len = f->len,
	};
	return true;
}

/* Everything the device has to say now goes on its way, one frame after the other. */
static void take_output(struct sim *s)
{
	static _Thread_local uint8_t frame[WIRE_FRAME_MAX];
	unsigned port = 0;
	size_t len;

	while ((len = s->image->output(s->device, s->now, &port, frame, sizeof(frame)))) {
		struct flying *f = port < s->link.ports ? flying_new(s, port, frame, len) : NULL;

		if (!f)
			continue;
		if (s->device_next < s->now)
			s->device_next = s->now;
		s->device_next += draw(s, 1, HOP_NS); /* hop and order in one */
		f->at_ns = s->device_next;
		f->to_device = false;
		launch(s, f);
	}
}

/* When the device's own timers need it, a little late as every device is. */
static uint64_t timer_wake(struct sim *s)
{
	uint64_t d = s->image->deadline(s->device);

	if (d == UINT64_MAX)
		return UINT64_MAX;
	return (d > s->now ? d : s->now) + draw(s, 1, LATE_NS);
}

static void wake_device(struct sim *s)
{
	take_output(s);
	s->device_wakes = timer_wake(s);
}

static void arrive(struct sim *s)
{
	struct flying *f = s->flying;
	uint64_t react;

	s->flying = f->next;
	if (!f->to_device) {
		capture(s, f);
		return;
	}
	s->image->input(s->device, f->port, f->data, f->len, s->now);
	free(f);
	react = s->now + draw(s, REACT_MIN, REACT_MAX);
	if (react < s->device_wakes)
		s->device_wakes = react;
}

/* The next thing that happens no later than until happens; false: time is at until. */
static bool happen(struct sim *s, uint64_t until)
{
	uint64_t frame = s->flying ? s->flying->at_ns : UINT64_MAX;
	uint64_t next = frame < s->device_wakes ? frame : s->device_wakes;

	if (next > until) {
		if (until > s->now)
			s->now = until;
		return false;
	}
	if (next > s->now)
		s->now = next;
	if (frame <= s->device_wakes)
		arrive(s);
	else
		wake_device(s);
	return true;
}

static void sim_wait(struct link *l, uint64_t until, int watch_fd)
{
	struct sim *s = sim_of(l);

	(void)watch_fd;
	while (!s->captured && happen(s, until))
		;
}

static enum result sim_send(struct link *l, unsigned port, const uint8_t *frame, size_t len)
{
	struct sim *s = sim_of(l);
	struct flying *out, *tap;

	if (port >= l->ports || !len || len > WIRE_FRAME_MAX)
		return RES_E_RANGE;
	tap = flying_new(s, port, frame, len);
	out = flying_new(s, port, frame, len);
	if (!tap || !out) {
		free(tap);
		free(out);
		return RES_E_MEMORY;
	}
	while (happen(s, s->tester_next))
		; /* frames leave one after another, and time goes on meanwhile */
	s->tester_next = s->now + GAP_NS;
	tap->at_ns = s->now; /* the tap sees it as it leaves */
	tap->to_device = true;
	capture(s, tap);
	out->at_ns = s->now + draw(s, 1, HOP_NS);
	if (out->at_ns <= s->last_arrival)
		out->at_ns = s->last_arrival + 1; /* one wire keeps order */
	s->last_arrival = out->at_ns;
	out->to_device = true;
	launch(s, out);
	return RES_OK;
}

static uint64_t sim_now(const struct link *l)
{
	return ((const struct sim *)l)->now;
}

static void sim_stats(struct link *l, struct link_stats *out)
{
	*out = sim_of(l)->stats;
	out->jitter_ns = JITTER_NS;
}

static void drop_list(struct flying *f)
{
	while (f) {
		struct flying *next = f->next;

		free(f);
		f = next;
	}
}

static void sim_restart(struct link *l, uint64_t seed)
{
	struct sim *s = sim_of(l);

	drop_list(s->flying);
	drop_list(s->captured);
	s->flying = s->captured = NULL;
	s->captured_end = &s->captured;
	s->seed = seed;
	s->now = START_NS;
	s->tester_next = s->device_next = s->last_arrival = s->order = 0;
	s->device_wakes = UINT64_MAX;
}

static void sim_close(struct link *l)
{
	struct sim *s = sim_of(l);

	drop_list(s->flying);
	drop_list(s->captured);
	free(s->given);
	free(s->answer);
	if (s->device)
		s->image->destroy(s->device);
	if (s->handle)
		dlclose(s->handle);
	free(s);
}

static const struct link_ops sim_ops = {
	.name = "sim",
	.is_virtual = true,
	.send = sim_send,
	.receive = sim_receive,
	.wait = sim_wait,
	.now = sim_now,
	.settled = sim_now,
	.stats = sim_stats,
	.restart = sim_restart,
	.close = sim_close,
};

/* A control call is answered at once; what it makes the device send leaves after its reaction. */
static enum result control_send(struct control_transport *t, const char *line, size_t len)
{
	struct sim *s = sim_of_control(t);
	uint64_t react = s->now + draw(s, REACT_MIN, REACT_MAX);

	s->answer_len =
		s->image->control(s->device, line, len, s->now, s->answer, DEVICE_CONTROL_MAX);
	s->has_answer = true;
	if (react < s->device_wakes)
		s->device_wakes = react;
	return RES_OK;
}

static enum result control_receive(struct control_transport *t, const char **line, size_t *len)
{
	struct sim *s = sim_of_control(t);

	if (!s->has_answer)
		return RES_NONE;
	s->has_answer = false;
	*line = s->answer;
	*len = s->answer_len;
	return s->answer_len ? RES_OK : RES_E_LENGTH;
}

static int control_fd(const struct control_transport *t)
{
	(void)t;
	return -1;
}

static void control_close(struct control_transport *t)
{
	(void)t; /* part of the link */
}

static const struct control_transport_ops control_ops = {
	.send = control_send,
	.receive = control_receive,
	.fd = control_fd,
	.close = control_close,
};

static enum result load(struct sim *s, const char *image, const char *options, char *error,
			size_t cap)
{
	s->handle = dlopen(image, RTLD_NOW | RTLD_LOCAL);
	if (!s->handle) {
		snprintf(error, cap, "cannot load the device image %s (%s); build it with `make`",
			 image, dlerror());
		return RES_E_IO;
	}
	s->image = dlsym(s->handle, "conformance_device");
	if (!s->image || s->image->abi != DEVICE_ABI) {
		snprintf(error, cap, "%s is not a device image of this version; rebuild it", image);
		return RES_E_IO;
	}
	s->device = s->image->create(options, error, cap);
	return s->device ? RES_OK : RES_E_SYNTAX;
}

enum result harness_link_open_sim(const char *image, const char *options, unsigned ports,
				  uint64_t seed, struct link **out,
				  struct control_transport **control, char *error, size_t error_cap)
{
	struct sim *s = calloc(1, sizeof(*s));
	enum result r;

	if (!s)
		return RES_E_MEMORY;
	s->link = (struct link){ .ops = &sim_ops, .ports = ports };
	s->control.ops = &control_ops;
	sim_restart(&s->link, seed);
	s->answer = malloc(DEVICE_CONTROL_MAX);
	r = s->answer ? load(s, image, options, error, error_cap) : RES_E_MEMORY;
	if (r) {
		sim_close(&s->link);
		return r;
	}
	*out = &s->link;
	*control = &s->control;
	return RES_OK;
}
