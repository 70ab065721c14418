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
