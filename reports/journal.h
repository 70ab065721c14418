/* journal.jsonl: every event of a run as it happens, one JSON object a line.  What is in it when
 * the process dies is what happened until the last case ended. */
#ifndef REPORTS_JOURNAL_H
#define REPORTS_JOURNAL_H

#include "harness/run/verdict.h"

#include <stdio.h>

struct report_journal {
	FILE *file;     /* borrowed */
	bool is_synced; /* on a real wire each case's end reaches the disk */
	bool is_bad;    /* a line could not be written */
};
/* Lines: {"event": "case_begin", "id", "attempt"}, the session's own events with their members,
 * {"event": "case_end", "id", "verdict", "reason", "attempts", "frames", "failures", "capture"}.
 * j stays the caller's and must outlive the run. */
struct run_sink report_journal_sink(struct report_journal *j);
/* A line of the caller's own: kind and members (borrowed, may be NULL). */
void report_journal_event(struct report_journal *j, const char *kind, json_t *members);

#endif
