/* Every ACK of the device against the states of the shadow, and every debt against time. */
#include "harness/shadow/private.h"

#include <stdio.h>
#include <string.h>

#define UNTIMED_NS (UINT64_C(1) << 60)

static void find(struct shadow *s, enum clause_id clause, uint32_t frame, const char *field,
		 const char *expected, const char *seen)
{
	struct shadow_finding f = {
		.clause = clause, .frame = frame, .field = field, .expected = expected, .seen = seen
	};

	s->config.report(s->config.arg, &f);
}

/* A field of the ACK differs from the state; want holds the state's values. */
static void find_field(struct shadow *s, const struct trace_packet *t, struct wire_packet *want,
		       enum wire_field_id id, enum clause_id clause)
{
	char expected[WIRE_TEXT_MAX], seen[WIRE_TEXT_MAX];

	want->headers = 1u << wire_fields[id].header;
	wire_format(want, id, expected, sizeof(expected));
	wire_format(&t->p, id, seen, sizeof(seen));
	find(s, clause ? clause : wire_fields[id].clause, t->number, wire_fields[id].name, expected,
	     seen);
}

static enum wire_field_id path_difference(const struct wire_packet *a, const struct wire_packet *b)
{
	if (a->ackh_cum_psn != b->ackh_cum_psn)
		return ackh_cum_psn;
	if (memcmp(a->ackh_sack, b->ackh_sack, sizeof(a->ackh_sack)))
		return ackh_sack;
	return a->ackh_ce_count != b->ackh_ce_count ? ackh_ce_count : ackh_ts_echo;
}

static void mismatch_path(struct shadow *s, struct path_track *t, const struct trace_packet *p)
{
	struct wire_packet want = { 0 };
	enum wire_field_id id;
	size_t latest = 0, i = t->count - 1;

	while (i > 0 && t->states[i].at_ns > p->stamp_ns)
		i--;
	want.ackh_cum_psn = t->states[i].rx.cum_psn;
	want.ackh_ce_count = t->states[i].rx.ce_count;
	want.ackh_ts_echo = t->states[i].rx.ts_echo;
	memcpy(want.ackh_sack, t->states[i].rx.sack, sizeof(want.ackh_sack));
	id = path_difference(&want, &p->p);
	t->is_ignored = true; /* one finding a path; what follows would only repeat it */
	if (track_match_path(t, 0, p->stamp_ns, &p->p, &latest) != SIZE_MAX &&
	    (id == ackh_cum_psn || id == ackh_sack))
		find_field(s, p, &want, id, SACK_3); /* a state of before: it went back */
	else
		find_field(s, p, &want, id, CLAUSE_NONE);
}

static void mismatch_stream(struct shadow *s, struct stream_track *t, const struct trace_packet *p)
{
	const struct ref_stream_rx *rx = &t->states[t->count - 1].rx;
	struct wire_packet want = { .ackh_cmsn = rx->cmsn,
				    .ackh_status = rx->status,
				    .ackh_status_msn = rx->status_msn,
				    .ackh_status_attempt = rx->status_attempt };
	enum wire_field_id id = ackh_status_attempt;

	if (rx->cmsn != p->p.ackh_cmsn)
		id = ackh_cmsn;
	else if (rx->status != p->p.ackh_status)
		id = ackh_status;
	else if (rx->status_msn != p->p.ackh_status_msn)
		id = ackh_status_msn;
	t->is_ignored = true;
	find_field(s, p, &want, id, CLAUSE_NONE);
}

static void late(struct shadow *s, const struct due *d, const struct trace_packet *p,
		 uint64_t slack)
{
	uint64_t allowed = d->due_ns + slack + 2 * s->config.jitter_ns;
	char expected[64], seen[64];

	if (d->bound_ns < 10 * s->config.jitter_ns || p->stamp_ns <= allowed)
		return;
	snprintf(expected, sizeof(expected), "within %llu us",
		 (unsigned long long)((d->due_ns - d->at_ns) / 1000));
	snprintf(seen, sizeof(seen), "%llu us",
		 (unsigned long long)((p->stamp_ns - d->at_ns) / 1000));
	find(s, d->clause, p->number, "time", expected, seen);
}

/* Debts this ACK pays: events it may have seen, up to the latest state it can stand for. */
static void pay(struct shadow *s, struct dues *dues, const struct trace_packet *p, size_t state,
		int32_t stream, uint64_t slack)
{
	size_t kept = 0;

	for (size_t i = 0; i < dues->count; i++) {
		const struct due *d = &dues->at[i];
		bool is_paid = d->state <= state && d->at_ns <= p->stamp_ns &&
			       (d->probe == SHADOW_NO_STREAM || d->probe == stream);

		if (is_paid)
			late(s, d, p, slack);
		else
			dues->at[kept++] = *d;
	}
	dues->count = kept;
}

/* ACK-6: which streams an ACK on this path may speak of. */
static bool may_name(const struct shadow *s, const struct path_track *t, uint32_t stream,
		     size_t matched)
{
	const struct stream_track *st =
		stream < s->device.params.streams ? s->streams[stream] : NULL;

	if (st && st->reported + 1 < st->count)
		return true;
	for (size_t i = 0; i < t->dues.count; i++)
		if (t->dues.at[i].probe == (int32_t)stream)
			return true;
	for (size_t i = matched; i < t->count; i++) {
		if (t->states[i].stream == (int32_t)stream)
			return true;
		if (t->states[i].stream == SHADOW_NO_STREAM && !stream)
			return true; /* no such packet yet: 0 */
	}
	return false;
}

static void find_stream(struct shadow *s, const struct trace_packet *p)
{
	char seen[32];

	snprintf(seen, sizeof(seen), "%u", p->p.ackh_stream);
	find(s, ACK_6, p->number, wire_fields[ackh_stream].name,
	     "a stream with news, or of the last accepted packet", seen);
}

static void judge_stream(struct shadow *s, struct path_track *t, const struct trace_packet *p,
			 size_t matched)
{
	struct stream_track *st = shadow_stream(s, p->p.ackh_stream);
	size_t latest = 0, first, owed;

	if (!may_name(s, t, p->p.ackh_stream, matched)) {
		find_stream(s, p);
		return;
	}
	if (!st || st->is_ignored)
		return;
	first = track_match_stream(st, st->matched, p->stamp_ns, &p->p, &latest);
	if (first == SIZE_MAX) {
		mismatch_stream(s, st, p);
		return;
	}
	st->matched = first;
	if (latest > st->reported)
		st->reported = latest;
	owed = st->dues.count;
	pay(s, &st->dues, p, latest, SHADOW_NO_STREAM,
	    st->is_untimed ? UNTIMED_NS
			   : 1000ull * s->device.params.ack_reaction * s->changed_streams);
	if (owed && !st->dues.count && !--s->open_streams)
		s->changed_streams = 0;
}

/* ACK-6: whether an ACK may speak of a stream that does not exist; *msn gets what it must echo
 * (STRM-8), is left alone if that is no longer known. */
static bool may_echo(const struct path_track *t, const struct wire_packet *ack, uint32_t *msn)
{
	bool may = t->is_flooded;

	for (size_t i = 0; i < t->dues.count && !t->is_flooded; i++) {
		const struct due *d = &t->dues.at[i];

		if (d->probe != (int32_t)ack->ackh_stream)
			continue;
		may = true;
		*msn = d->msn;
		if (d->msn == ack->ackh_cmsn)
			return true;
	}
	for (size_t i = t->matched; i < t->count && !may; i++)
		may = t->states[i].bad_stream == (int32_t)ack->ackh_stream;
	return may;
}

/* STRM-8: a stream that does not exist is echoed with the packet's own msn, nothing is kept. */
static void judge_bad_stream(struct shadow *s, const struct path_track *t,
			     const struct trace_packet *p)
{
	struct wire_packet want = { .ackh_status = STATUS_BAD_STREAM,
				    .ackh_cmsn = p->p.ackh_cmsn,
				    .ackh_status_msn = p->p.ackh_cmsn };

	if (p->p.ackh_status != STATUS_BAD_STREAM)
		find_field(s, p, &want, ackh_status, STRM_8);
	else if (p->p.ackh_status_msn != p->p.ackh_cmsn)
		find_field(s, p, &want, ackh_status_msn, STRM_8);
	else if (!may_echo(t, &p->p, &want.ackh_cmsn))
		find_stream(s, p);
	else if (want.ackh_cmsn != p->p.ackh_cmsn)
		find_field(s, p, &want, ackh_cmsn, STRM_8);
}

/* ACK-3 counts from the device's last ACK, which left before the tester saw it: what is still owed
 * is timed anew from the first packet it does not cover.  Questions count for nothing in it. */
static void retime(const struct shadow *s, struct path_track *t)
{
	const struct ref_params *q = &s->device.params;

	t->unacked = 0;
	t->has_ce_pending = t->has_ce_pending && t->dues.count;
	for (size_t i = 0; i < t->dues.count; i++) {
		struct due *d = &t->dues.at[i];
		bool is_full;

		if (d->probe != SHADOW_NO_STREAM)
			continue;
		if (!t->unacked++)
			t->first_unacked_ns = d->at_ns;
		if (d->clause != ACK_3)
			continue;
		is_full = t->unacked >= q->ack_every;
		d->bound_ns = 1000ull * (is_full ? q->ack_reaction : q->ack_delay);
		d->due_ns = (is_full ? d->at_ns : t->first_unacked_ns) + d->bound_ns;
	}
}

void shadow_judge_ack(struct shadow *s, const struct trace_packet *p)
{
	struct path_track *t = &s->paths[p->p.path_id];
	size_t latest = t->matched, first = t->matched;

	if (!t->is_ignored) {
		first = track_match_path(t, t->matched, p->stamp_ns, &p->p, &latest);
		if (first == SIZE_MAX) {
			mismatch_path(s, t, p);
			first = t->matched;
			latest = t->count - 1;
		}
	} else {
		latest = t->count - 1;
	}
	if (p->p.ackh_stream >= s->device.params.streams)
		judge_bad_stream(s, t, p);
	else
		judge_stream(s, t, p, t->matched);
	t->matched = first;
	pay(s, &t->dues, p, latest, (int32_t)p->p.ackh_stream, 0);
	retime(s, t);
}

static void unpaid(struct shadow *s, const struct dues *dues)
{
	if (dues->count)
		find(s, dues->at[0].clause, dues->at[0].frame, "packet",
		     "an ACK that answers this frame", "none");
}

void shadow_settle(struct shadow *s, uint64_t now_ns)
{
	(void)now_ns;
	if (s->is_over)
		return;
	for (unsigned i = 0; i < s->device.params.paths; i++)
		if (!s->paths[i].is_ignored)
			unpaid(s, &s->paths[i].dues);
	for (uint32_t i = 0; i < s->device.params.streams; i++)
		if (s->streams[i] && !s->streams[i]->is_ignored)
			unpaid(s, &s->streams[i]->dues);
}

static uint64_t latest_due(const struct dues *d, uint64_t so_far)
{
	for (size_t i = 0; i < d->count; i++)
		if (so_far == REF_NEVER || d->at[i].due_ns > so_far)
			so_far = d->at[i].due_ns;
	return so_far;
}

uint64_t shadow_owes_until(const struct shadow *s)
{
	uint64_t until = REF_NEVER;

	if (s->is_over)
		return until;
	for (unsigned i = 0; i < s->device.params.paths; i++)
		if (!s->paths[i].is_ignored)
			until = latest_due(&s->paths[i].dues, until);
	for (uint32_t i = 0; i < s->device.params.streams; i++)
		if (s->streams[i] && !s->streams[i]->is_ignored)
			until = latest_due(&s->streams[i]->dues, until);
	return until;
}
