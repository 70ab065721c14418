/* Named checks of planes: which port a packet left by, and how the load is shared.  Queries over
 * the trace; nothing is sent. */
#include "harness/run/checks.h"

void check_path_planes(struct harness *h, enum clause_id clause)
{
	size_t seen = 0;

	for (size_t i = 0; i < h->trace.count; i++) {
		const struct trace_packet *t = h->trace.at[i];
		unsigned plane;

		if (!checks_is_device(h, t))
			continue;
		seen++;
		plane = h->device.path_plane[t->p.path_id];
		if (t->port == plane)
			continue;
		checks_fail(h, clause, t->number, "plane", "the path's own",
			    "path %u on plane %u, bound to %u", (unsigned)t->p.path_id, t->port,
			    plane);
		return;
	}
	if (!seen)
		harness_fail(h, clause, 0, "packet", "at least one", "none");
}

void check_planes_equal(struct harness *h, enum clause_id clause)
{
	uint64_t load[REF_PLANES_MAX] = { 0 }, sum = 0;

	for (size_t i = 0; i < h->trace.count; i++) {
		const struct trace_packet *t = h->trace.at[i];

		if (!checks_is_first(h, t))
			continue;
		load[h->device.path_plane[t->p.path_id]] += t->len;
		sum += t->len;
	}
	for (unsigned i = 0; i < h->link->ports; i++) {
		uint64_t share = sum / h->link->ports;

		if (10 * load[i] >= 8 * share && 10 * load[i] <= 12 * share)
			continue;
		checks_fail(h, clause, 0, "load", "equal on all planes within 20%",
			    "%llu of %llu bytes on plane %u", (unsigned long long)load[i],
			    (unsigned long long)sum, i);
	}
}
