/* The report's clause table: what the cases of a run say about each clause of the profile. */
#ifndef REPORTS_CLAUSE_ROWS_H
#define REPORTS_CLAUSE_ROWS_H

#include "harness/run/verdict.h"

/* One object per clause that is not withdrawn, in the profile's order: {id, level, role, source,
 * verdict, cases[]}.  A clause fails only when a failure of a case that failed (or erred after it)
 * names it; a failed case counts as passed for its other clauses.  The worst counts: fail, error,
 * inconclusive, not_run, pass, not_applicable; "not_tested" without a case.  The caller owns it;
 * NULL without memory. */
json_t *report_clause_rows(const struct case_result *results, size_t count);

#endif
