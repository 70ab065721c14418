/* Two reports side by side: two devices, two firmware versions, or a run and its repetition. */
#ifndef REPORTS_COMPARE_H
#define REPORTS_COMPARE_H

#include "reference/result.h"

#include <jansson.h>
#include <stdbool.h>
#include <stdio.h>

enum { REPORT_COMPARE_VERSION = 1 };

/* The comparison (the caller owns *out); a was before, b is after:
 *   {schema_version, equal, context[{key, a, b}],
 *    cases{worse[], better[], changed[], appeared[], vanished[]}, clauses{the same},
 *    fingerprint[{key, a, b}]}
 * with {id, a, b, findings_a[], findings_b[]} in the lists (clauses have no findings).  a and b are
 * outcomes (reports/model.h) or a clause's verdict, null where there is none; a finding is
 * "CLAUSE field".  Worse: a fail, or further from pass, in this order: pass, should_failure,
 * then inconclusive, error and not_run alike, fail.  Changed: a fail that could not be judged
 * again, anything from or to not_applicable or not_tested, or other findings than before.
 * equal: all lists but context are empty.  Context (device, version, wire, digests) is what
 * differs by intent and is only told.  E_MEMORY. */
enum result report_compare(const json_t *a, const json_t *b, json_t **out) MUST_USE;
/* The comparison for a person. */
void report_compare_text(FILE *out, const json_t *comparison);
/* The same as one self-contained HTML page. */
void report_compare_html(FILE *out, const json_t *comparison);

#endif
