/* Progress of a run as text, one line per case.  Texts of the device are cleaned first. */
#define _POSIX_C_SOURCE 200809L /* fileno, isatty */
#include "reports/terminal.h"

#include "reports/clean.h"
#include "reports/report.h"

#include <inttypes.h>
#include <stdlib.h>
#include <unistd.h>

static const char *const colours[VERDICT_COUNT] = {
	[VERDICT_PASS] = "\033[32m",          [VERDICT_FAIL] = "\033[1;31m",
	[VERDICT_ERROR] = "\033[35m",         [VERDICT_INCONCLUSIVE] = "\033[33m",
	[VERDICT_NOT_APPLICABLE] = "\033[2m", [VERDICT_NOT_RUN] = "\033[33m",
};

bool report_is_screen(FILE *out)
{
	return isatty(fileno(out)) == 1;
}

bool report_has_colour(FILE *out)
{
	const char *no = getenv("NO_COLOR");

	return report_is_screen(out) && !(no && *no);
}

static void print_failure(FILE *out, const struct failure *f)
{
	char field[REPORT_TEXT_MAX], expected[REPORT_TEXT_MAX], seen[REPORT_TEXT_MAX];

	report_clean(f->field, field, sizeof(field));
	report_clean(f->expected, expected, sizeof(expected));
	report_clean(f->seen, seen, sizeof(seen));
	if (f->line > 0)
		fprintf(out, "%s:%d: ", f->file, f->line);
	else
		fprintf(out, "%s: %s: ", f->file, f->judge);
	fprintf(out, "%s is %s, expected %s (%s%s)", field, seen, expected, clauses[f->clause].id,
		f->is_should ? ", SHOULD" : "");
	if (f->frame > 0)
		fprintf(out, " frame %" PRIu32, f->frame);
	fputc('\n', out);
}

static void print_case(const struct report_terminal *t, const struct case_result *r)
{
	enum verdict v = report_case_verdict(r);
	const char *colour = t->has_colour && colours[v] ? colours[v] : "";
	char reason[REPORT_TEXT_MAX];

	report_clean(r->reason, reason, sizeof(reason));
	if (t->is_screen)
		fprintf(t->out, "[%zu/%zu] ", t->done, t->total);
	fprintf(t->out, "%s%-14s%s %s", colour, verdict_word(v), *colour ? "\033[0m" : "", r->id);
	if (r->attempts > 0)
		fprintf(t->out, "  %" PRIu32 " frames", r->frames);
	if (r->attempts > 0 && !t->is_virtual)
		fprintf(t->out, "  %" PRIu64 " ms", (r->end_ns - r->start_ns) / 1000000);
	if (r->attempts > 1)
		fprintf(t->out, "  %u attempts", r->attempts);
	fprintf(t->out, "%s%s\n", *reason ? "  " : "", reason);
}

static void case_begin(void *arg, const char *id, const struct case_entry *entry, unsigned attempt)
{
	struct report_terminal *t = arg;

	(void)entry;
	if (!t->is_screen)
		return;
	fprintf(t->out, "\r\033[K[%zu/%zu] %s", t->done + 1, t->total, id);
	if (attempt > 1)
		fprintf(t->out, " (attempt %u)", attempt);
	fflush(t->out);
}

static void case_end(void *arg, struct case_result *r)
{
	struct report_terminal *t = arg;
	enum verdict v = report_case_verdict(r);
	char note[REPORT_TEXT_MAX];

	if (t->is_screen)
		fputs("\r\033[K", t->out);
	if (r->is_repeated) {
		if (!t->is_quiet)
			fprintf(t->out, "in doubt       %s  attempt %u, another follows\n", r->id,
				r->attempts);
		return;
	}
	t->done++;
	/* A run that ends early leaves a thousand of these; report_terminal_summary counts them. */
	if (v == VERDICT_NOT_RUN)
		return;
	if (!t->is_quiet || (v != VERDICT_PASS && v != VERDICT_NOT_APPLICABLE)) {
		print_case(t, r);
		for (size_t i = 0; i < r->failure_count; i++)
			print_failure(t->out, &r->failures[i]);
		for (size_t i = 0; i < r->note_count; i++) {
			report_clean(r->notes[i], note, sizeof(note));
			fprintf(t->out, "  note: %s\n", note);
		}
	}
	fflush(t->out);
}

struct run_sink report_terminal_sink(struct report_terminal *t)
{
	t->done = 0;
	return (struct run_sink){ .arg = t, .case_begin = case_begin, .case_end = case_end };
}
