/* What several views say in the same words. */
#ifndef REPORTS_PHRASES_H
#define REPORTS_PHRASES_H

#include "reports/escape.h"
#include "reports/views.h"

/* "cases/sack/x.c:17: ackh.cum_psn is 4, expected 5 (SACK-1) frame 12" of a member of failures[],
 * and "ackh.cum_psn is 4, expected 5" alone. */
void report_put_failure(FILE *out, enum report_form form, const json_t *failure);
void report_put_finding(FILE *out, enum report_form form, const json_t *failure);
/* The command that runs one case again as it was run ("conformance run --wire sim 'x/y#1'"), fit
 * for a POSIX shell; id NULL: the whole run.  malloc'd, the caller frees; NULL without memory. */
char *report_command(const struct report_view *v, const char *id);
/* RFC 3339, UTC, microseconds: so many ns after the run began.  Virtual time begins in 2000. */
enum { REPORT_STAMP = 40 };
void report_stamp(const json_t *report, uint64_t after_ns, char out[REPORT_STAMP]);

#endif
