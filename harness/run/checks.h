/* What the named checks share: the device's packets of a case, sorted.  For checks*.c alone. */
#ifndef HARNESS_RUN_CHECKS_H
#define HARNESS_RUN_CHECKS_H

#include "harness/run/harness.h"

/* A packet of the device on this connection, well-formed; and one that takes a PSN. */
bool checks_is_device(const struct harness *h, const struct trace_packet *t);
bool checks_is_sequenced(const struct harness *h, const struct trace_packet *t);
/* One that takes a PSN for the first time. */
bool checks_is_first(const struct harness *h, const struct trace_packet *t);
/* The device's sequenced packets, all sendings under one PSN of a path next to each other in the
 * order sent.  In the case's arena. */
const struct trace_packet **checks_by_psn(struct harness *h, size_t *count);
bool checks_is_same_psn(const struct trace_packet *a, const struct trace_packet *b);

/* Work that brings bytes to the device (checks_fetch.c). */
bool checks_is_fetch(const struct posted *m);

/* harness_fail with printf for what was seen. */
void checks_fail(struct harness *h, enum clause_id clause, uint32_t frame, const char *field,
		 const char *expected, const char *format, ...)
	__attribute__((format(printf, 6, 7)));

#endif
