/* States and debts of paths and streams. */
#include "harness/shadow/track.h"

#include <stdlib.h>
#include <string.h>

static bool is_path(const struct ref_path_rx *rx, const struct wire_packet *ack)
{
	return rx->cum_psn == ack->ackh_cum_psn && rx->ce_count == ack->ackh_ce_count &&
	       rx->ts_echo == ack->ackh_ts_echo &&
	       !memcmp(rx->sack, ack->ackh_sack, sizeof(rx->sack));
}

static bool is_stream(const struct ref_stream_rx *rx, const struct wire_packet *ack)
{
	return rx->cmsn == ack->ackh_cmsn && rx->status == ack->ackh_status &&
	       rx->status_msn == ack->ackh_status_msn &&
	       rx->status_attempt == ack->ackh_status_attempt;
}

size_t track_match_path(const struct path_track *t, size_t from, uint64_t stamp_ns,
			const struct wire_packet *ack, size_t *latest)
{
	size_t first = SIZE_MAX;

	for (size_t i = from; i < t->count && t->states[i].at_ns <= stamp_ns; i++) {
		if (!is_path(&t->states[i].rx, ack))
			continue;
		if (first == SIZE_MAX)
			first = i;
		*latest = i;
	}
	return first;
}

size_t track_match_stream(const struct stream_track *t, size_t from, uint64_t stamp_ns,
			  const struct wire_packet *ack, size_t *latest)
{
	size_t first = SIZE_MAX;

	for (size_t i = from; i < t->count && t->states[i].at_ns <= stamp_ns; i++) {
		if (!is_stream(&t->states[i].rx, ack))
			continue;
		if (first == SIZE_MAX)
			first = i;
		*latest = i;
	}
	return first;
}

/* Room for one more element of size bytes. */
static bool grow(void **at, size_t count, size_t *cap, size_t size)
{
	size_t wider = *cap ? 2 * *cap : 8;
	void *p;

	if (count < *cap)
		return true;
	p = realloc(*at, wider * size);
	if (!p)
		return false;
	*at = p;
	*cap = wider;
	return true;
}

bool track_push_path(struct path_track *t, const struct path_state *s)
{
	const struct path_state *last = t->count ? &t->states[t->count - 1] : NULL;
	void *at = t->states;

	if (last && !memcmp(&last->rx, &s->rx, sizeof(s->rx)) && last->stream == s->stream &&
	    last->bad_stream == s->bad_stream)
		return true;
	if (!grow(&at, t->count, &t->cap, sizeof(*s)))
		return false;
	t->states = at;
	t->states[t->count++] = *s;
	return true;
}

bool track_push_stream(struct stream_track *t, const struct stream_state *s)
{
	const struct stream_state *last = t->count ? &t->states[t->count - 1] : NULL;
	void *at = t->states;

	if (last && last->rx.cmsn == s->rx.cmsn && last->rx.status == s->rx.status &&
	    last->rx.status_msn == s->rx.status_msn &&
	    last->rx.status_attempt == s->rx.status_attempt)
		return true;
	if (!grow(&at, t->count, &t->cap, sizeof(*s)))
		return false;
	t->states = at;
	t->states[t->count++] = *s;
	return true;
}

void track_owe(struct dues *d, const struct due *due)
{
	if (d->count == SHADOW_DUES) { /* the oldest has been judged by its successors */
		memmove(d->at, d->at + 1, (SHADOW_DUES - 1) * sizeof(d->at[0]));
		d->count--;
	}
	d->at[d->count++] = *due;
}

uint32_t track_highest(const struct ref_path_rx *rx)
{
	for (unsigned i = 256; i-- > 0;)
		if (wire_sack_get(rx->sack, i))
			return wire_psn_add(rx->cum_psn, (int32_t)i + 1);
	return rx->cum_psn;
}
