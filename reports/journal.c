/* The journal sink.  Writes and flushes; holds nothing back and judges nothing. */
#define _POSIX_C_SOURCE 200809L /* fileno, fsync */
#include "reports/journal.h"

#include "reports/clean.h"
#include "reports/report.h"

#include <unistd.h>

/* Takes line; NULL counts as a line lost. */
static void write_line(struct report_journal *j, json_t *line)
{
	if (!line || json_dumpf(line, j->file, JSON_COMPACT) != 0 || fputc('\n', j->file) == EOF)
		j->is_bad = true;
	json_decref(line);
}

void report_journal_event(struct report_journal *j, const char *kind, json_t *members)
{
	json_t *line = json_pack("{s:s}", "event", kind);

	if (members && json_object_update_missing(line, members) != 0)
		j->is_bad = true;
	write_line(j, line);
}

static void case_begin(void *arg, const char *id, const struct case_entry *entry, unsigned attempt)
{
	(void)entry;
	write_line(arg, json_pack("{s:s, s:s, s:i}", "event", "case_begin", "id", id, "attempt",
				  (int)attempt));
}

static void case_end(void *arg, struct case_result *r)
{
	struct report_journal *j = arg;

	write_line(j, json_pack("{s:s, s:s, s:s, s:o, s:i, s:i, s:i, s:s}", "event",
				r->is_repeated ? "case_in_doubt" : "case_end", "id", r->id,
				"verdict", verdict_word(report_case_verdict(r)), "reason",
				report_json_text(r->reason), "attempts", (int)r->attempts, "frames",
				(int)r->frames, "failures", (int)r->failure_count, "capture",
				r->capture));
	if (fflush(j->file) != 0 || (j->is_synced && fsync(fileno(j->file)) != 0))
		j->is_bad = true;
}

static void event(void *arg, const char *kind, json_t *members)
{
	report_journal_event(arg, kind, members);
}

struct run_sink report_journal_sink(struct report_journal *j)
{
	return (struct run_sink){
		.arg = j, .case_begin = case_begin, .case_end = case_end, .event = event
	};
}
