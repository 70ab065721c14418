/* What was demanded, as one digest: two reports can only be compared when it is the same. */
#ifndef REPORTS_CATALOGUE_H
#define REPORTS_CATALOGUE_H

#include "harness/case.h"
#include "reports/sha256.h"

/* Digest of the clauses (id, level, role, source, text) and of everything the cases state as
 * data: id, clauses, role, kind, needs, axis, steps and their lines.  Of code (.run and named
 * checks) only that it is there. */
void report_catalogue_digest(const struct case_entry *cases, size_t count,
			     char out[REPORT_SHA256_HEX]);

#endif
