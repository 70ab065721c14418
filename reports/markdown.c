/* summary.md: a page for a pull request or a job's summary (GitHub's Markdown).  What is broken
 * comes first; long lists are cut, the whole is in report.html and report.json. */
#include "reports/views.h"

#include "reports/model.h"
#include "reports/phrases.h"

#include <stdlib.h>
#include <string.h>

enum { CASES_SHOWN = 5, LINES_SHOWN = 50 };

static void put(FILE *out, const char *text)
{
	report_put(out, REPORT_MARKDOWN, text);
}

static void put_code(FILE *out, const char *text)
{
	fputs("<code>", out);
	put(out, text);
	fputs("</code>", out);
}

static void put_headline(FILE *out, const json_t *report)
{
	const char *reason = report_get_text(json_object_get(report, "run"), "reason");
	struct report_headline h;

	report_headline(report, &h);
	fprintf(out, "# %s\n\n", h.sentence);
	if (h.broken > 0)
		fprintf(out, "**%zu MUST clause%s broken.** ", h.broken, h.broken == 1 ? "" : "s");
	fprintf(out, "%zu of %zu clauses were judged; of the others this report says nothing.\n\n",
		h.judged, h.clauses);
	if (*reason) {
		fputs("Not complete: ", out);
		put(out, reason);
		fputs("\n\n", out);
	}
}

static void put_identity(FILE *out, const json_t *report)
{
	const json_t *dut = json_object_get(report, "dut");
	const json_t *suite = json_object_get(report, "suite");
	const json_t *run = json_object_get(report, "run");

	fputs("Device ", out);
	put_code(out, report_get_text(dut, "name"));
	fputs(" version ", out);
	put_code(out, report_get_text(dut, "version"));
	fputs(", wire ", out);
	put_code(out, report_get_text(run, "wire"));
	fprintf(out, ", seed %llu, suite ", (unsigned long long)report_get_number(run, "seed"));
	put_code(out, report_get_text(suite, "version"));
	fputs(", profile ", out);
	put_code(out, report_get_text(suite, "spec_revision"));
	fputs(", catalogue ", out);
	put_code(out, report_get_text(suite, "catalogue_sha256"));
	fputs("\n\n", out);
}

static void put_counts(FILE *out, const json_t *report)
{
	size_t counts[REPORT_OUTCOME_COUNT];

	report_outcomes(report, counts);
	fputs("| cases | outcome | meaning |\n|---:|---|---|\n", out);
	for (int o = 0; o < REPORT_OUTCOME_COUNT; o++)
		if (counts[o] > 0)
			fprintf(out, "| %zu | %s | %s |\n", counts[o],
				report_outcome_word((enum report_outcome)o),
				report_outcome_meaning((enum report_outcome)o));
	fputc('\n', out);
}

static void put_breaking_cases(FILE *out, const json_t *report, const char *clause)
{
	size_t i, n = 0;
	json_t *kase;

	json_array_foreach(json_object_get(report, "cases"), i, kase)
	{
		enum report_outcome o = report_outcome(kase);

		if (o == OUTCOME_INCONCLUSIVE || !report_breaks(kase, clause))
			continue;
		if (n++ >= CASES_SHOWN)
			continue;
		fputs(n > 1 ? ", " : "", out);
		put_code(out, report_get_text(kase, "id"));
	}
	if (n > CASES_SHOWN)
		fprintf(out, " and %zu more", n - CASES_SHOWN);
}

static void put_broken(FILE *out, const json_t *report, bool should)
{
	size_t i, n = 0;
	json_t *row;

	json_array_foreach(json_object_get(report, "clauses"), i, row)
	{
		const char *id = report_get_text(row, "id");

		if (strcmp(report_get_text(row, "verdict"), "fail") != 0 ||
		    report_is_should_name(id) != should)
			continue;
		if (n++ == 0)
			fprintf(out, "## %s\n\n| clause | demands | broken in |\n|---|---|---|\n",
				should ? "SHOULD clauses not met" : "Broken MUST clauses");
		fputs("| ", out);
		put_code(out, id);
		fputs(" ", out);
		put(out, report_get_text(row, "level"));
		fputs(" | ", out);
		put(out, report_clause_text(id));
		fputs(" | ", out);
		put_breaking_cases(out, report, id);
		fputs(" |\n", out);
	}
	if (n > 0)
		fputc('\n', out);
}

/* A line per failed case: its first finding. */
static void put_failed(FILE *out, const struct report_view *v)
{
	size_t i, n = 0;
	json_t *kase;

	json_array_foreach(json_object_get(v->report, "cases"), i, kase)
	{
		if (report_outcome(kase) != OUTCOME_FAIL || n++ >= LINES_SHOWN)
			continue;
		fputs(n == 1 ? "## Failed cases\n\n" : "", out);
		fputs("- ", out);
		put_code(out, report_get_text(kase, "id"));
		fputs(" ", out);
		report_put_failure(out, REPORT_MARKDOWN,
				   json_array_get(json_object_get(kase, "failures"), 0));
		fputc('\n', out);
	}
	if (n > LINES_SHOWN)
		fprintf(out, "- and %zu more\n", n - LINES_SHOWN);
	if (n > 0)
		fputc('\n', out);
}

/* Cases of one outcome, counted by reason in the order the reasons come up. */
static void put_reasons(FILE *out, const json_t *report, enum report_outcome outcome,
			const char *title)
{
	json_t *kase, *count, *reasons = json_object();
	const char *reason;
	size_t i;

	json_array_foreach(json_object_get(report, "cases"), i, kase)
	{
		if (report_outcome(kase) != outcome)
			continue;
		reason = report_get_text(kase, "reason");
		json_object_set_new(
			reasons, reason,
			json_integer((json_int_t)report_get_number(reasons, reason) + 1));
	}
	if (json_object_size(reasons) > 0)
		fprintf(out, "## %s\n\n| cases | reason |\n|---:|---|\n", title);
	json_object_foreach(reasons, reason, count)
	{
		fprintf(out, "| %lld | ", (long long)json_integer_value(count));
		put(out, reason);
		fputs(" |\n", out);
	}
	if (json_object_size(reasons) > 0)
		fputc('\n', out);
	json_decref(reasons);
}

bool report_summary(FILE *out, const struct report_view *v)
{
	char *command = report_command(v, NULL);
	bool is_whole = command != NULL;

	put_headline(out, v->report);
	put_identity(out, v->report);
	put_counts(out, v->report);
	put_broken(out, v->report, false);
	put_failed(out, v);
	put_broken(out, v->report, true);
	put_reasons(out, v->report, OUTCOME_ERROR, "Errors of the tester, not of the device");
	put_reasons(out, v->report, OUTCOME_INCONCLUSIVE, "Inconclusive");
	put_reasons(out, v->report, OUTCOME_NOT_RUN, "Not run");
	put_reasons(out, v->report, OUTCOME_NOT_APPLICABLE, "Not applicable");
	fputs("To run it again: ", out);
	put_code(out, command);
	fputc('\n', out);
	free(command);
	return is_whole;
}
