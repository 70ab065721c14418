/* What the wants of a step stand for: numbers relative to start values, axis values, and whether
 * a packet of the device meets them. */
#include "harness/run/harness.h"

#include <string.h>

const struct want *step_want(const struct step *s, unsigned what)
{
	for (size_t i = 0; s && i < STEP_WANTS && s->want[i].is_used; i++)
		if (s->want[i].what == what)
			return &s->want[i];
	return NULL;
}

int64_t harness_number(const struct harness *h, int64_t value)
{
	const int64_t span = INT64_C(1) << 40;

	if (value > AXIS_BASE - span && value < AXIS_BASE + span)
		return h->choice->axis + (value - AXIS_BASE);
	return value;
}

int64_t harness_want_or(const struct harness *h, const struct step *s, unsigned what,
			int64_t or_else)
{
	const struct want *w = step_want(s, what);

	return w ? harness_number(h, w->value) : or_else;
}

/* First PSN of the direction a PSN-like field counts in.  What the tester sends counts from the
 * tester's numbers, but an ACK's cum_psn speaks of the other direction. */
static uint32_t psn_base(const struct harness *h, unsigned what, unsigned path, bool is_sent)
{
	bool is_tester = is_sent != (what == ackh_cum_psn);

	return (is_tester ? &h->tester : &h->device)->local.initial_psn[path % REF_PATHS_MAX];
}

/* Of what the device has sent on a path: the highest PSN, or the timestamp of the packet that came
 * last. */
static uint32_t last_seen(const struct harness *h, unsigned what, unsigned path)
{
	uint32_t top = wire_psn_add(h->device.local.initial_psn[path % REF_PATHS_MAX], -1);
	uint32_t stamp = 0;

	for (size_t i = 0; i < h->trace.count; i++) {
		const struct trace_packet *t = h->trace.at[i];

		if (t->is_sent || t->decoded || t->p.path_id != path ||
		    t->p.base_dst_conn != h->tester.local.conn_id || t->p.kind == PKT_ACK)
			continue;
		stamp = (uint32_t)t->p.path_timestamp;
		if (wire_is_sequenced(t->p.kind) && wire_psn_diff((uint32_t)t->p.base_psn, top) > 0)
			top = (uint32_t)t->p.base_psn;
	}
	return what == ackh_ts_echo ? stamp : top;
}

uint64_t harness_value(const struct harness *h, const struct want *w, unsigned path, bool is_sent)
{
	int64_t n = harness_number(h, w->value);

	switch (w->rel) {
	case REL_PSN:
		return wire_psn_add(psn_base(h, w->what, path, is_sent), (int32_t)n);
	case REL_MSN:
		return (uint32_t)(h->device.params.initial_msn + (uint64_t)n);
	case REL_REGION:
		return h->target.address + (uint64_t)n;
	case REL_PORT:
		return h->device.source_port[path % REF_PATHS_MAX];
	case REL_RKEY:
		return h->target.rkey ^ (uint32_t)n;
	case REL_SEEN:
		return last_seen(h, w->what, path);
	default:
		return (uint64_t)n;
	}
}

static bool meets_sack(const struct harness *h, const struct want *w, const uint8_t sack[32])
{
	uint8_t want[32] = { 0 };

	for (const int64_t *bit = w->list; *bit != LIST_END; bit++) {
		int64_t i = harness_number(h, *bit);

		if (i >= 0 && i < 256)
			wire_sack_set(want, (unsigned)i);
	}
	return !memcmp(want, sack, sizeof(want));
}

static bool meets(const struct harness *h, const struct want *w, const struct wire_packet *p)
{
	unsigned path = w->what == reroute_orig_psn ? p->reroute_orig_path : p->path_id;
	uint64_t seen;

	if (w->what == W_SACK)
		return meets_sack(h, w, p->ackh_sack);
	if (w->what == W_PAYLOAD)
		return p->payload_len == (uint64_t)harness_number(h, w->value);
	if (w->what >= WIRE_FIELDS)
		return true; /* says something of the step, not of the packet */
	if (!wire_has(p, w->what))
		return false;
	seen = wire_get(p, w->what);
	if (w->rel == REL_ANY)
		return true;
	if (w->rel == REL_NOT)
		return seen != (uint64_t)harness_number(h, w->value);
	if (w->rel == REL_AT_LEAST)
		return seen >= (uint64_t)harness_number(h, w->value);
	return seen == harness_value(h, w, path, false);
}

bool harness_meets(const struct harness *h, const struct step *s, const struct trace_packet *t,
		   const struct want **first)
{
	for (size_t i = 0; i < STEP_WANTS && s->want[i].is_used; i++) {
		if (!meets(h, &s->want[i], &t->p)) {
			if (first)
				*first = &s->want[i];
			return false;
		}
	}
	return true;
}
