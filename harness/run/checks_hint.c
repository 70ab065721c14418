/* Named checks of rate hints: those the device gives, and the rate it keeps to when it is given
 * one.  Queries over the trace; nothing is sent. */
#include "harness/run/checks.h"

static bool is_near(uint64_t hint, uint64_t share)
{
	return 10 * hint >= 9 * share && 10 * hint <= 11 * share;
}

void check_hint_alone(struct harness *h, enum clause_id clause)
{
	uint64_t rate = h->device.params.link_rate;
	size_t seen = 0;

	for (size_t i = 0; i < h->trace.count; i++) {
		const struct trace_packet *t = h->trace.at[i];

		if (!checks_is_device(h, t) || t->p.kind != PKT_ACK)
			continue;
		seen++;
		if (is_near(t->p.ackh_rate_hint, rate))
			continue;
		checks_fail(h, clause, t->number, "ackh.rate_hint",
			    "link_rate within a tenth of it", "%u kb/s of %llu",
			    (unsigned)t->p.ackh_rate_hint, (unsigned long long)rate);
		return;
	}
	if (!seen)
		harness_fail(h, clause, 0, "packet", "ACK", "none");
}

static const struct trace_packet *newest_ack(const struct harness *h, uint32_t own_id)
{
	const struct trace_packet *newest = NULL;

	for (size_t i = 0; i < h->trace.count; i++) {
		const struct trace_packet *t = h->trace.at[i];

		if (!t->is_sent && t->is_ours && !t->decoded && t->p.kind == PKT_ACK &&
		    t->p.base_dst_conn == own_id)
			newest = t;
	}
	return newest;
}

void check_hint_shared(struct harness *h, enum clause_id clause)
{
	uint64_t sharers = (uint64_t)harness_want_or(h, h->step, W_TIMES, 1);
	uint64_t share = h->device.params.link_rate / sharers;

	for (uint64_t k = 0; k < sharers && k <= OTHERS_MAX; k++) {
		uint32_t own_id = k ? h->others[k - 1].own_id : h->tester.local.conn_id;
		const struct trace_packet *t = newest_ack(h, own_id);

		if (t && is_near(t->p.ackh_rate_hint, share))
			continue;
		checks_fail(h, clause, t ? t->number : 0, "ackh.rate_hint",
			    "link_rate / N within a tenth of it",
			    t ? "%u kb/s for connection %u, the share is %llu"
			      : "no ACK (%u) for connection %u, the share is %llu",
			    t ? (unsigned)t->p.ackh_rate_hint : 0, (unsigned)k,
			    (unsigned long long)share);
	}
}

/* ---- the rate kept ---- */

/* The longest time from a packet of the device to the ACK that echoes it. */
static uint64_t round_trip(const struct harness *h)
{
	uint64_t longest = 1, sent[REF_PATHS_MAX] = { 0 };
	uint32_t stamp[REF_PATHS_MAX] = { 0 };

	for (size_t i = 0; i < h->trace.count; i++) {
		const struct trace_packet *t = h->trace.at[i];
		unsigned path = t->p.path_id & 0xff;

		if (checks_is_sequenced(h, t)) {
			stamp[path] = (uint32_t)t->p.path_timestamp;
			sent[path] = t->stamp_ns;
		} else if (t->is_sent && wire_has(&t->p, ackh_ts_echo) &&
			   t->p.ackh_ts_echo == stamp[path] && sent[path] &&
			   t->stamp_ns - sent[path] > longest) {
			longest = t->stamp_ns - sent[path];
			sent[path] = 0;
		}
	}
	return longest + 2 * h->jitter_ns;
}

/* From when on every path's newest hint was the last one the tester gave; REF_NEVER: never. */
static uint64_t all_told_ns(const struct harness *h)
{
	uint64_t since[REF_PATHS_MAX], all = 0;

	for (unsigned i = 0; i < h->device.params.paths; i++)
		since[i] = REF_NEVER;
	for (size_t i = 0; i < h->trace.count; i++) {
		const struct trace_packet *t = h->trace.at[i];
		uint64_t *s = &since[t->p.path_id & 0xff];

		if (!t->is_sent || !wire_has(&t->p, ackh_rate_hint))
			continue;
		if (t->p.ackh_rate_hint != (uint64_t)h->hint_kbps)
			*s = REF_NEVER;
		else if (*s == REF_NEVER)
			*s = t->stamp_ns;
	}
	for (unsigned i = 0; i < h->device.params.paths; i++)
		all = since[i] > all ? since[i] : all;
	return all;
}

static uint64_t full_packet(const struct harness *h)
{
	return h->device.params.mtu + 112u;
}

/* IP bytes at a rate in kb/s in a time in ns. */
static uint64_t bytes_in(uint64_t kbps, uint64_t ns)
{
	return kbps * (ns / 1000) / 8000;
}

/* A hint below one full packet per probe_interval may be taken as that much. */
static uint64_t taken_as(const struct harness *h)
{
	uint64_t least = full_packet(h) * 8000 / h->device.params.probe_interval;

	return (uint64_t)h->hint_kbps > least ? (uint64_t)h->hint_kbps : least;
}

static uint32_t ip_bytes(const struct trace_packet *t)
{
	return t->len - (t->p.headers & 1u << wire_hdr_vlan ? 18 : 14);
}

/* Every stretch of ten round trips or more that begins with packet i.  False: one is too much. */
static bool is_within(struct harness *h, enum clause_id clause, size_t i, uint64_t rtt_ns)
{
	const struct trace_packet *const *at = (const struct trace_packet *const *)h->trace.at;
	uint64_t sum = 0, spare = (h->device.params.paths + 16) * full_packet(h);

	for (size_t k = i; k < h->trace.count; k++) {
		uint64_t t_ns = at[k]->stamp_ns - at[i]->stamp_ns;
		uint64_t most = bytes_in(11 * taken_as(h), t_ns + 2 * h->jitter_ns) / 10 + spare;

		if (!checks_is_sequenced(h, at[k]))
			continue;
		sum += ip_bytes(at[k]);
		if (t_ns < 10 * rtt_ns || sum <= most)
			continue;
		checks_fail(h, clause, at[k]->number, "rate", "1.1 x hint at most",
			    "%llu bytes in %llu us, hint %lld kb/s", (unsigned long long)sum,
			    (unsigned long long)t_ns / 1000, (long long)h->hint_kbps);
		return false;
	}
	return true;
}

void check_rate_kept(struct harness *h, enum clause_id clause)
{
	uint64_t rtt_ns = round_trip(h), from_ns = all_told_ns(h);
	uint64_t last_ns = h->trace.count ? h->trace.at[h->trace.count - 1]->stamp_ns : 0;

	if (from_ns == REF_NEVER || from_ns + 12 * rtt_ns > last_ns) {
		harness_note(h,
			     "rate not judged: not all paths were told the hint for long enough");
		return;
	}
	for (size_t i = 0; i < h->trace.count; i++)
		if (h->trace.at[i]->stamp_ns >= from_ns + 2 * rtt_ns &&
		    checks_is_sequenced(h, h->trace.at[i]) && !is_within(h, clause, i, rtt_ns))
			return;
}

void check_rate_reached(struct harness *h, enum clause_id clause)
{
	uint64_t rtt_ns = round_trip(h), told_ns = all_told_ns(h), first_ns = 0, last_ns = 0;
	uint64_t sum = 0, t_ns;

	for (size_t i = 0; told_ns != REF_NEVER && i < h->trace.count; i++) {
		const struct trace_packet *t = h->trace.at[i];

		if (!checks_is_sequenced(h, t) || t->stamp_ns < told_ns + 2 * rtt_ns)
			continue;
		first_ns = first_ns ? first_ns : told_ns + 2 * rtt_ns;
		last_ns = t->stamp_ns;
		sum += ip_bytes(t);
	}
	t_ns = last_ns - first_ns;
	if (!harness_is_judged_by_clock(h, t_ns) || t_ns < 4 * rtt_ns) {
		harness_note(h, "rate not judged: too short for the tester's jitter");
		return;
	}
	if (sum + full_packet(h) <
	    bytes_in(8 * (uint64_t)h->hint_kbps, t_ns - 2 * h->jitter_ns) / 10)
		checks_fail(h, clause, 0, "rate", "80% of the hint within two round trips",
			    "%llu bytes in %llu us, hint %lld kb/s", (unsigned long long)sum,
			    (unsigned long long)t_ns / 1000, (long long)h->hint_kbps);
}
