/* The last lines of a run.  Reads the finished report and nothing else. */
#include "reports/terminal.h"

#include "reports/clean.h"
#include "reports/report.h"

#include <string.h>

enum { CASES_SHOWN = 3, CLAUSE_SHOWN = 70 /* bytes; `conformance explain ID` has it all */ };

static const char *text_of(const json_t *object, const char *key)
{
	const char *s = json_string_value(json_object_get(object, key));

	return s ? s : "";
}

static long long number_of(const json_t *object, const char *key)
{
	return (long long)json_integer_value(json_object_get(object, key));
}

static bool is_verdict(const json_t *row, const char *word)
{
	return !strcmp(text_of(row, "verdict"), word);
}

static bool is_should_row(const json_t *row)
{
	return report_is_should(clause_by_name(text_of(row, "id")));
}

static size_t count_broken(const json_t *rows, bool should)
{
	size_t i, n = 0;
	json_t *row;

	json_array_foreach(rows, i, row) n +=
		is_verdict(row, "fail") && is_should_row(row) == should;
	return n;
}

static size_t count_tested(const json_t *rows)
{
	size_t i, n = 0;
	json_t *row;

	json_array_foreach(rows, i, row) n += is_verdict(row, "pass") || is_verdict(row, "fail");
	return n;
}

/* Whether the case of that id has a failure that names the clause. */
static bool breaks(const json_t *cases, const char *id, const char *clause)
{
	size_t i, k;
	json_t *c, *f;

	json_array_foreach(cases, i, c)
	{
		if (strcmp(text_of(c, "id"), id) != 0)
			continue;
		json_array_foreach(json_object_get(c, "failures"), k,
				   f) if (!strcmp(text_of(f, "clause"), clause)) return true;
	}
	return false;
}

static void print_row(FILE *out, const json_t *row, const json_t *cases)
{
	const char *id = text_of(row, "id"), *text = clauses[clause_by_name(id)].text;
	char begin[CLAUSE_SHOWN + 1];
	size_t i, n = 0;
	json_t *c;

	report_clean(text, begin, sizeof(begin));
	fprintf(out, "  %-8s %s, %s: %s%s\n           by", id, text_of(row, "level"),
		text_of(row, "role"), begin, strlen(text) > CLAUSE_SHOWN ? "..." : "");
	json_array_foreach(json_object_get(row, "cases"), i, c)
	{
		if (!breaks(cases, json_string_value(c), id))
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

	json_array_foreach(rows, i,
			   row) if (is_verdict(row, "fail") && is_should_row(row) == should)
		print_row(out, row, json_object_get(report, "cases"));
}

static void print_verdict(FILE *out, bool has_colour, const json_t *report)
{
	const json_t *run = json_object_get(report, "run");
	const json_t *summary = json_object_get(report, "summary");
	const json_t *rows = json_object_get(report, "clauses");
	size_t broken = count_broken(rows, false);
	bool is_complete = json_is_true(json_object_get(run, "complete"));
	const char *colour = "\033[33m", *sentence = "No verdict: not every case could be judged";

	if (is_verdict(summary, "fail")) {
		colour = "\033[1;31m";
		sentence = "Not conformant";
	} else if (is_verdict(summary, "none")) {
		sentence = "No verdict: no case could be judged";
	} else if (is_verdict(summary, "pass")) {
		colour = is_complete ? "\033[1;32m" : colour;
		sentence = is_complete ? "Conformant in what was tested" : "Incomplete";
	}
	fprintf(out, "%s%s%s", has_colour ? colour : "", sentence, has_colour ? "\033[0m" : "");
	if (broken > 0)
		fprintf(out, ": %zu MUST clause%s broken", broken, broken == 1 ? "" : "s");
	fprintf(out, ". %zu of %zu clauses were judged.\n", count_tested(rows),
		json_array_size(rows));
}

void report_terminal_summary(FILE *out, bool has_colour, const json_t *report, const char *dir)
{
	static const char *const words[] = { "pass",  "fail",           "inconclusive",
					     "error", "not_applicable", "not_run" };
	const json_t *summary = json_object_get(report, "summary");
	char reason[REPORT_TEXT_MAX];

	fputc('\n', out);
	print_verdict(out, has_colour, report);
	report_clean(text_of(json_object_get(report, "run"), "reason"), reason, sizeof(reason));
	if (*reason)
		fprintf(out, "Ended early: %s\n", reason);
	print_broken(out, report, false);
	if (count_broken(json_object_get(report, "clauses"), true) > 0) {
		fprintf(out, "SHOULD clauses not met (no reason to fail the device):\n");
		print_broken(out, report, true);
	}
	fprintf(out, "%zu case(s):", json_array_size(json_object_get(report, "cases")));
	for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++)
		fprintf(out, " %lld %s,", number_of(json_object_get(summary, "counts"), words[i]),
			words[i]);
	fprintf(out, " %lld should_failures\nReport: %s/%s\n",
		number_of(summary, "should_failures"), dir, REPORT_FILE);
}
