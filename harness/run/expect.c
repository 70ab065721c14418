/* EXPECT and QUIET: what the case itself says of the device's answers. */
#include "harness/run/harness.h"

#include <stdio.h>
#include <string.h>

static bool is_kind(const struct step *s, const struct trace_packet *t)
{
	if (t->is_sent || t->decoded)
		return false;
	if (s->packet == PKT_ANY_SEQ)
		return wire_is_sequenced(t->p.kind);
	return t->p.kind == (enum wire_kind)s->packet;
}

/* The first packet since the last SEND that the step describes, NULL if none yet. */
static const struct trace_packet *find(struct harness *h)
{
	for (size_t i = h->expect_from; i < h->trace.count; i++) {
		const struct trace_packet *t = h->trace.at[i];

		if (is_kind(h->step, t) && harness_meets(h, h->step, t, NULL))
			return t;
	}
	return NULL;
}

static bool is_found(struct harness *h)
{
	return find(h) != NULL;
}

/* How long an answer may take before it counts as missing.  Not a bound of a clause: WITHIN is. */
static uint64_t patience(const struct harness *h)
{
	uint64_t declared = 2000ull * (h->device.params.ack_delay + h->device.params.ack_reaction +
				       h->device.params.rtx_reaction + h->device.params.timer_tick);
	/* what a timer sets off may come after two RTOs (RTX-5) */
	if (h->choice->entry->def->need.rto == RTO_SHORT)
		declared += 3000ull * h->device.params.rto_init;
	uint64_t least = h->link->ops->is_virtual ? 1000 * 1000 : 300ull * 1000 * 1000;

	return declared + 2 * h->jitter_ns + least;
}

enum clause_id harness_step_clause(const struct harness *h, const struct step *s)
{
	const struct want *w = step_want(s, W_CLAUSE);

	return w ? (enum clause_id)w->value : h->choice->entry->def->clause;
}

static void say_want(struct harness *h, const struct want *w, unsigned path, char *buf, size_t cap)
{
	struct wire_packet p = { .headers = UINT32_MAX }; /* whichever header the field is of */

	if (w->what == W_SACK) {
		for (const int64_t *bit = w->list; *bit != LIST_END; bit++)
			wire_sack_set(p.ackh_sack, (unsigned)harness_number(h, *bit) & 0xff);
		wire_format(&p, ackh_sack, buf, cap);
	} else if (w->what >= WIRE_FIELDS) {
		snprintf(buf, cap, "%lld bytes", (long long)harness_number(h, w->value));
	} else if (w->rel == REL_ANY) {
		snprintf(buf, cap, "any value");
	} else {
		(void)!wire_set(&p, w->what, harness_value(h, w, path, false));
		if (w->rel == REL_NOT || w->rel == REL_AT_LEAST)
			snprintf(buf, cap, "%s %lld", w->rel == REL_NOT ? "not" : "at least",
				 (long long)harness_number(h, w->value));
		else
			wire_format(&p, w->what, buf, cap);
	}
}

static const char *want_name(const struct want *w)
{
	if (w->what == W_SACK)
		return wire_fields[ackh_sack].name;
	return w->what < WIRE_FIELDS ? wire_fields[w->what].name : "payload";
}

void harness_say_difference(struct harness *h, enum clause_id clause, const struct trace_packet *t,
			    const struct want *w)
{
	char expected[WIRE_TEXT_MAX], seen[WIRE_TEXT_MAX];

	say_want(h, w, t->p.path_id, expected, sizeof(expected));
	if (w->what == W_SACK)
		wire_format(&t->p, ackh_sack, seen, sizeof(seen));
	else if (w->what >= WIRE_FIELDS)
		snprintf(seen, sizeof(seen), "%u bytes", t->p.payload_len);
	else
		wire_format(&t->p, w->what, seen, sizeof(seen));
	harness_fail(h, clause, t->number, want_name(w), expected, seen);
}

/* The packet that comes nearest to what was expected: the last one of its kind on its path. */
static void report_missing(struct harness *h, const struct step *s)
{
	const struct want *path = step_want(s, path_id), *first = NULL;
	const struct trace_packet *near = NULL;
	char expected[80];

	for (size_t i = h->expect_from; i < h->trace.count; i++) {
		const struct trace_packet *t = h->trace.at[i];

		if (is_kind(s, t) &&
		    (!path || t->p.path_id == (uint64_t)harness_number(h, path->value)))
			near = t;
	}
	if (near && !harness_meets(h, s, near, &first)) {
		harness_say_difference(h, harness_step_clause(h, s), near, first);
		return;
	}
	snprintf(expected, sizeof(expected), "%s",
		 s->packet < WIRE_KINDS ? wire_kinds[s->packet].name : "a sequenced packet");
	harness_fail(h, harness_step_clause(h, s), 0, "packet", expected, "none");
}

static uint64_t bound_ns(const struct harness *h, int64_t bound)
{
	const struct ref_params *p = &h->device.params;

	switch (bound) {
	case BOUND_ACK_DELAY:
		return 1000ull * p->ack_delay;
	case BOUND_RTX_REACTION:
		return 1000ull * p->rtx_reaction;
	default:
		return 1000ull * p->ack_reaction;
	}
}

/* WITHIN: between the capture stamps of the last frame sent and the answer. */
static void judge_time(struct harness *h, const struct step *s, const struct trace_packet *t)
{
	const struct want *w = step_want(s, W_WITHIN);
	uint64_t bound, took = t->stamp_ns - h->last_send_ns;
	char expected[64], seen[64];

	if (!w || t->stamp_ns < h->last_send_ns)
		return;
	bound = bound_ns(h, w->value);
	if (!harness_is_judged_by_clock(h, bound)) {
		harness_note(h,
			     "timing not judged: the bound is below ten times the tester's jitter");
		return;
	}
	if (took <= bound + 2 * h->jitter_ns)
		return;
	snprintf(expected, sizeof(expected), "within %llu us", (unsigned long long)(bound / 1000));
	snprintf(seen, sizeof(seen), "%llu us", (unsigned long long)(took / 1000));
	harness_fail(h, harness_step_clause(h, s), t->number, "time", expected, seen);
}

void harness_step_expect(struct harness *h, const struct step *s)
{
	const struct trace_packet *t;

	harness_wait(h, harness_now(h) + patience(h), is_found);
	t = find(h);
	if (t) {
		h->anchor_ns = t->stamp_ns;
		judge_time(h, s, t);
	} else if (!h->is_broken) {
		report_missing(h, s);
	}
}

/* By the stamps alone: however late the tester wakes, only what came in time counts. */
void harness_step_quiet(struct harness *h, const struct step *s)
{
	uint64_t end = h->anchor_ns + 1000 * s->us;

	harness_wait(h, end, NULL);
	h->anchor_ns = end;
	for (size_t i = h->expect_from; i < h->trace.count; i++) {
		const struct trace_packet *t = h->trace.at[i];

		if (t->is_sent || t->decoded || !(s->kinds & 1u << t->p.kind) || t->stamp_ns > end)
			continue;
		harness_fail(h, harness_step_clause(h, s), t->number, "packet", "none of this kind",
			     wire_kinds[t->p.kind].name);
		return;
	}
}
