/* The last lines of a run.  Reads the finished report and nothing else. */
#include "reports/terminal.h"

#include "reports/clean.h"
#include "reports/model.h"
#include "reports/report.h"

#include <string.h>

enum { CASES_SHOWN = 3, CLAUSE_SHOWN = 70 /* bytes; `conformance explain ID` has it all */ };

static bool is_broken(const json_t *row, bool should)
{
	return !strcmp(report_get_text(row, "verdict"), "fail") &&
	       report_is_should_name(report_get_text(row, "id")) == should;
}

static void print_row(FILE *out, const json_t *row, const json_t *cases)
{
	const char *id = report_get_text(row, "id"), *text = clauses[clause_by_name(id)].text;
	char begin[CLAUSE_SHOWN + 1];
	size_t i, n = 0;
	json_t *c;

	report_clean(text, begin, sizeof(begin));
	fprintf(out, "  %-8s %s, %s: %s%s\n           by", id, report_get_text(row, "level"),
		report_get_text(row, "role"), begin, strlen(text) > CLAUSE_SHOWN ? "..." : "");
	json_array_foreach(json_object_get(row, "cases"), i, c)
	{
		if (!report_breaks(report_by_id(cases, json_string_value(c)), id))
			continue;
		if (n++ < CASES_SHOWN)
			fprintf(out, " %s", json_string_value(c));
	}
	if (n > CASES_SHOWN)
		fprintf(out, " and %zu more", n - CASES_SHOWN);
	fputc('\n', out);
}

static void print_broken(FILE *out, const json_t *report, bool should)
{
	const json_t *rows = json_object_get(report, "clauses");
	size_t i;
	json_t *row;

	json_array_foreach(rows, i, row)
	{
		if (is_broken(row, should))
			print_row(out, row, json_object_get(report, "cases"));
	}
}

static void print_verdict(FILE *out, bool has_colour, const struct report_headline *h)
{
	const char *colour = h->is_fail ? "\033[1;31m" : h->is_pass ? "\033[1;32m" : "\033[33m";

	fprintf(out, "%s%s%s", has_colour ? colour : "", h->sentence, has_colour ? "\033[0m" : "");
	if (h->broken > 0)
		fprintf(out, ": %zu MUST clause%s broken", h->broken, h->broken == 1 ? "" : "s");
	fprintf(out, ". %zu of %zu clauses were judged.\n", h->judged, h->clauses);
}

void report_terminal_summary(FILE *out, bool has_colour, const json_t *report, const char *dir)
{
	static const char *const words[] = { "pass",  "fail",           "inconclusive",
					     "error", "not_applicable", "not_run" };
	const json_t *summary = json_object_get(report, "summary");
	const json_t *counts = json_object_get(summary, "counts");
	char reason[REPORT_TEXT_MAX];
	struct report_headline headline;

	report_headline(report, &headline);
	fputc('\n', out);
	print_verdict(out, has_colour, &headline);
	report_clean(report_get_text(json_object_get(report, "run"), "reason"), reason,
		     sizeof(reason));
	if (*reason)
		fprintf(out, "Not complete: %s; %llu case(s) not run.\n", reason,
			(unsigned long long)report_get_number(counts, "not_run"));
	print_broken(out, report, false);
	if (headline.should > 0) {
		fprintf(out, "SHOULD clauses not met (no reason to fail the device):\n");
		print_broken(out, report, true);
	}
	fprintf(out, "%zu case(s):", json_array_size(json_object_get(report, "cases")));
	for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++)
		fprintf(out, " %llu %s,", (unsigned long long)report_get_number(counts, words[i]),
			words[i]);
	fprintf(out, " %llu should_failures\nReport: %s/report.html, for programs %s\n",
		(unsigned long long)report_get_number(summary, "should_failures"), dir,
		REPORT_FILE);
}
