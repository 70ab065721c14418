/* A passive observer of one connection, both directions: every invariant of the profile that
 * holds on any traffic, checked on every packet.  It judges the device's packets only, knows
 * nothing of the case, and never guesses: what it cannot know it does not judge. */
#ifndef HARNESS_MONITOR_MONITOR_H
#define HARNESS_MONITOR_MONITOR_H

#include "harness/run/trace.h"
#include "reference/engine/ref.h"

/* One broken rule; texts are valid during the call. */
struct monitor_finding {
	enum clause_id clause;
	uint32_t frame; /* number of the packet */
	const char *field, *expected, *seen;
};
typedef void monitor_report(void *arg, const struct monitor_finding *f);

struct monitor;
/* device: the connection as the device has it (local = device, peer = tester); copied.  NULL when
 * memory is out. */
struct monitor *monitor_new(const struct ref_conn_config *device, unsigned family,
			    monitor_report *report, void *arg);
/* Packets in stamp order. */
void monitor_packet(struct monitor *m, const struct trace_packet *t);
/* The capture lost frames: from now on nothing is judged that a missing frame could explain. */
void monitor_gap(struct monitor *m);
void monitor_free(struct monitor *m);

/* RTX-3, PATH-6: whether a field (enum wire_field_id) may differ between two sendings of one
 * packet; is_copy: the second is a rerouted copy under another PSN. */
bool monitor_may_differ(unsigned field, bool is_copy);

#endif
