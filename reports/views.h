/* Views: the report written again for other readers.  Each writer turns the one result model
 * (report.h) into text and decides nothing; made from the same run directory twice, the bytes are
 * the same.  No writer follows a link or names a host. */
#ifndef REPORTS_VIEWS_H
#define REPORTS_VIEWS_H

#include "reference/result.h"
#include "reference/wire/wire.h"

#include <jansson.h>
#include <stdio.h>

/* What a view is made from; all borrowed. */
struct report_view {
	const json_t *report;             /* may come from a file of somebody else */
	const char *dir;                  /* the run directory: captures, environment.json */
	const struct wire_layout *layout; /* to decode captures */
	json_t *command;                  /* of environment.json; NULL where there is none */
};

/* The files, one list: name in the run directory and writer.  A writer returns false when memory
 * was short; trouble of the stream shows in ferror(out). */
#define REPORT_VIEWS(X)                 \
	X("junit.xml", report_junit)    \
	X("report.tap", report_tap)     \
	X("summary.md", report_summary) \
	X("ocptv.jsonl", report_ocptv)  \
	X("report.html", report_html)
#define X(name, writer) bool writer(FILE *out, const struct report_view *v);
REPORT_VIEWS(X)
#undef X

/* Writes all of them into dir, each whole or not at all.  *failed (may be NULL) is then the name
 * of the one that could not be.  E_IO, E_SPACE, E_MEMORY. */
enum result report_views_write(const json_t *report, const char *dir,
			       const struct wire_layout *layout, const char **failed) MUST_USE;
/* Reads a report and sees that it is one of ours and of this version: E_IO, E_SYNTAX.  The
 * caller owns *out. */
enum result report_read(const char *path, json_t **out) MUST_USE;

#endif
