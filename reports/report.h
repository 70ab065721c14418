/* The result model: everything a report says, as one JSON value.  The other writers are views of
 * it.  A run on the virtual wire holds no wall time, host, path or command, so that the same
 * seed gives the same bytes anywhere. */
#ifndef REPORTS_REPORT_H
#define REPORTS_REPORT_H

#include "harness/run/verdict.h"

#define REPORT_SUITE "metaroce-conformance"
#define REPORT_FILE  "report.json"
enum { REPORT_SCHEMA_VERSION = 1 };

/* What is said beyond the results.  All borrowed for the call. */
struct report_run {
	const char *version;       /* of the program */
	const char *spec_revision; /* of the profile */
	uint64_t seed;             /* below 2^63 */
	const char *wire, *level;
	const char *const *selectors;
	size_t selector_count;
	unsigned planes, family;
	uint16_t vlan;
	const char *started; /* RFC 3339, UTC; NULL where time is virtual */
	bool is_incomplete;  /* interrupted, or cases were left out on the way */
	const char *reason;  /* why it ended early, "" else */
	const char *ics_sha256, *ixit_sha256, *layout_sha256; /* of files given; NULL none */
	const json_t *dut; /* what the device said of itself; NULL nothing */
};

/* A case's verdict as reported: a case that found failures is not passed, and one that never
 * began is not_run. */
enum verdict report_case_verdict(const struct case_result *r);
/* Whether a clause is a SHOULD or SHOULD NOT: breaking it does not fail the device. */
bool report_is_should(enum clause_id clause);
/* Counts each case once: under its verdict, or, if it broke nothing but SHOULD clauses, under
 * should_failures. */
void report_count(const struct case_result *results, size_t count, struct run_counts *out);

/* Builds the report (the caller owns *out).  E_MEMORY. */
enum result report_build(const struct report_run *run, const struct case_result *results,
			 size_t count, json_t **out) MUST_USE;
/* The report's text: keys in a fixed order, indented by 2, one newline at the end; malloc'd, the
 * caller frees.  NULL without memory. */
char *report_text(const json_t *report);
/* Writes text to path by way of path.tmp, so that a reader sees the old or the new one.  E_IO. */
enum result report_write(const char *text, const char *path) MUST_USE;

#endif
