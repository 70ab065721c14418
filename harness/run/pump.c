/* The pump: the one place where time passes.  Frames come in stamp order and go to capture,
 * monitor, shadow and peer; the peer's answers and held-back frames go out when they are due. */
#include "harness/run/harness.h"
#include "reference/soft/pattern.h"

#include <string.h>

enum {
	CAPTURE_PATIENCE_NS = 500 * 1000 * 1000,
	RING = sizeof(((struct harness *)0)->in_hand) / sizeof(struct in_hand)
};

uint64_t harness_now(const struct harness *h)
{
	return h->link->ops->now(h->link);
}

void harness_send(struct harness *h, unsigned port, const uint8_t *frame, size_t len,
		  bool is_crafted)
{
	enum result r = h->link->ops->send(h->link, port, frame, len);

	if (r) {
		harness_error(h, "cannot send on port %u: %s", port, result_text(r));
		return;
	}
	h->in_hand[h->in_hand_to++ % RING] =
		(struct in_hand){ .digest = pattern_digest(PATTERN_DIGEST_START, frame, len),
				  .is_crafted = is_crafted };
	if (h->in_hand_to - h->in_hand_from > RING)
		h->in_hand_from++;
}

/* A sent frame has been captured: those before it that were not never will be. */
static void match_sent(struct harness *h, struct trace_packet *t)
{
	uint64_t d = pattern_digest(PATTERN_DIGEST_START, t->frame, t->len);

	for (size_t i = h->in_hand_from; i < h->in_hand_to; i++) {
		struct in_hand *in = &h->in_hand[i % RING];

		if (in->digest != d)
			continue;
		t->is_crafted = in->is_crafted;
		if (in->is_crafted)
			h->last_send_ns = t->stamp_ns;
		h->in_hand_from = i + 1;
		return;
	}
}

static void tell_sinks(struct harness *h, const struct link_event *ev, const struct trace_packet *t)
{
	char text[200];

	wire_summary(&t->p, text, sizeof(text));
	for (size_t i = 0; i < h->sink_count; i++)
		if (h->sinks[i].frame)
			h->sinks[i].frame(h->sinks[i].arg, ev, t->number, t->is_ours ? text : NULL);
}

static void take_event(struct harness *h, const struct link_event *ev)
{
	struct trace_packet *t = trace_add(h, ev);
	uint8_t reply[NEIGHBOR_FRAME];
	size_t reply_len = 0;

	tell_sinks(h, ev, t);
	if (t->is_sent)
		match_sent(h, t);
	else if (neighbor_input(h->neighbor, t->frame, t->len, reply, &reply_len) && reply_len)
		harness_send(h, t->port, reply, reply_len, false);
	if (!h->is_connected)
		return;
	if (!t->is_sent && t->is_ours) {
		h->last_heard_ns = t->stamp_ns;
		t->fate = impair_apply(h, t);
	}
	monitor_packet(h->monitor, t);
	if (t->is_ours || t->is_sent)
		shadow_packet(h->shadow, t);
}

static bool take_events(struct harness *h)
{
	struct link_event ev;
	bool any = false;

	while (h->link->ops->receive(h->link, &ev)) {
		take_event(h, &ev);
		any = true;
	}
	return any;
}

bool harness_pump(struct harness *h)
{
	bool any = take_events(h);

	peer_advance(h);
	return any;
}

static bool is_over(struct harness *h)
{
	if (h->is_broken)
		return true;
	if (harness_now(h) < h->give_up_ns)
		return false;
	harness_error(h, "watchdog: the case took longer than it may");
	return true;
}

void harness_wait(struct harness *h, uint64_t until_ns, bool (*done)(struct harness *h))
{
	const struct link_ops *ops = h->link->ops;

	for (;;) {
		uint64_t wake = until_ns, settled = ops->settled(h->link);
		bool any = harness_pump(h);

		if (done && done(h))
			return;
		if ((!any && settled >= until_ns) || is_over(h))
			return;
		if (peer_deadline(h) < wake)
			wake = peer_deadline(h);
		if (done && h->next_poll_ns < wake)
			wake = h->next_poll_ns;
		if (wake <= harness_now(h) && !any)
			wake = harness_now(h) + (ops->is_virtual ? 1 : 200 * 1000);
		ops->wait(h->link, wake, h->control->ops->fd(h->control));
	}
}

static bool is_captured(struct harness *h)
{
	return h->in_hand_from == h->in_hand_to;
}

void harness_wait_captured(struct harness *h)
{
	harness_wait(h, harness_now(h) + CAPTURE_PATIENCE_NS, is_captured);
	if (!is_captured(h) && !h->is_broken)
		harness_inconclusive(h, "the tester's own capture missed a frame it sent");
	h->in_hand_from = h->in_hand_to;
}
