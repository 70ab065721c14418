/* junit.xml: a suite per family, a test case per case.  It is red exactly where the run is not
 * conformant or not complete: a broken MUST is a failure, what could not be judged an error, what
 * does not apply is skipped.  A SHOULD not met is told in system-out and fails nothing. */
#include "reports/views.h"

#include "reports/model.h"
#include "reports/phrases.h"
#include "reports/report.h"

#include <string.h>

/* Cases of one family stand together: [from, to) of cases[]. */
static size_t family_end(const json_t *cases, size_t from)
{
	const char *id = report_get_text(json_array_get(cases, from), "id");
	size_t n = strcspn(id, "/"), to = from + 1;

	while (to < json_array_size(cases)) {
		const char *other = report_get_text(json_array_get(cases, to), "id");

		if (strcspn(other, "/") != n || strncmp(id, other, n) != 0)
			break;
		to++;
	}
	return to;
}

static void put_attribute(FILE *out, const char *name, const char *text)
{
	fprintf(out, " %s=\"", name);
	report_put(out, REPORT_XML, text);
	fputc('"', out);
}

static void put_counts(FILE *out, const json_t *cases, size_t from, size_t to)
{
	size_t n[REPORT_OUTCOME_COUNT] = { 0 };
	uint64_t ns = 0;

	for (size_t i = from; i < to; i++) {
		n[report_outcome(json_array_get(cases, i))]++;
		ns += report_get_number(json_array_get(cases, i), "duration_ns");
	}
	fprintf(out, " tests=\"%zu\" failures=\"%zu\" errors=\"%zu\" skipped=\"%zu\" time=\"%.6f\"",
		to - from, n[OUTCOME_FAIL],
		n[OUTCOME_ERROR] + n[OUTCOME_INCONCLUSIVE] + n[OUTCOME_NOT_RUN],
		n[OUTCOME_NOT_APPLICABLE], (double)ns / 1e9);
}

static void put_failures(FILE *out, const json_t *kase)
{
	size_t i;
	json_t *f;

	json_array_foreach(json_object_get(kase, "failures"), i, f)
	{
		report_put_failure(out, REPORT_XML, f);
		fputc('\n', out);
	}
}

/* The first MUST that is broken names the failure: a case may list a SHOULD before it. */
static void put_failure(FILE *out, const json_t *kase)
{
	const json_t *failures = json_object_get(kase, "failures");
	size_t i = 0;

	while (i + 1 < json_array_size(failures) &&
	       report_is_should_name(report_get_text(json_array_get(failures, i), "clause")))
		i++;
	fputs("<failure", out);
	put_attribute(out, "type", report_get_text(json_array_get(failures, i), "clause"));
	fputs(" message=\"", out);
	report_put_finding(out, REPORT_XML, json_array_get(failures, i));
	fputs("\">", out);
	put_failures(out, kase);
	fputs("</failure>\n", out);
}

static void put_text_out(FILE *out, const json_t *kase, enum report_outcome o)
{
	const json_t *notes = json_object_get(kase, "notes");
	const char *file = report_get_text(json_object_get(kase, "evidence"), "file");
	size_t i;
	json_t *note;

	if (json_array_size(notes) == 0 && (o == OUTCOME_PASS || o == OUTCOME_NOT_APPLICABLE))
		return;
	fputs("<system-out>", out);
	if (o != OUTCOME_FAIL)
		put_failures(out, kase);
	json_array_foreach(notes, i, note)
	{
		fputs("note: ", out);
		report_put(out, REPORT_XML, report_text_of(note));
		fputc('\n', out);
	}
	if (*file)
		fputs("capture: ", out);
	report_put(out, REPORT_XML, file);
	fputs("</system-out>\n", out);
}

static void put_case(FILE *out, const json_t *kase)
{
	enum report_outcome o = report_outcome(kase);
	const char *id = report_get_text(kase, "id");
	const char *reason = report_get_text(kase, "reason");

	fputs("<testcase", out);
	put_attribute(out, "name", id);
	fprintf(out, " classname=\"%s.", REPORT_SUITE);
	report_put_n(out, REPORT_XML, id, strcspn(id, "/"));
	fprintf(out, "\" time=\"%.6f\">\n", (double)report_get_number(kase, "duration_ns") / 1e9);
	if (o == OUTCOME_FAIL) {
		put_failure(out, kase);
	} else if (o == OUTCOME_NOT_APPLICABLE) {
		fputs("<skipped", out);
		put_attribute(out, "message", reason);
		fputs("/>\n", out);
	} else if (o != OUTCOME_PASS && o != OUTCOME_SHOULD) {
		fprintf(out, "<error type=\"%s\"", report_outcome_word(o));
		put_attribute(out, "message", reason);
		fputs("/>\n", out);
	}
	put_text_out(out, kase, o);
	fputs("</testcase>\n", out);
}

static void put_properties(FILE *out, const json_t *report)
{
	static const char *const names[][2] = { { "suite", "version" },
						{ "suite", "spec_revision" },
						{ "suite", "catalogue_sha256" },
						{ "run", "wire" },
						{ "dut", "name" },
						{ "dut", "version" },
						{ "summary", "verdict" } };

	fputs("<properties>\n", out);
	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		fprintf(out, "<property name=\"%s.%s\"", names[i][0], names[i][1]);
		put_attribute(out, "value",
			      report_get_text(json_object_get(report, names[i][0]), names[i][1]));
		fputs("/>\n", out);
	}
	fputs("</properties>\n", out);
}

static void put_suite(FILE *out, const struct report_view *v, size_t from, size_t to)
{
	const json_t *cases = json_object_get(v->report, "cases");
	const char *id = report_get_text(json_array_get(cases, from), "id");
	char stamp[REPORT_STAMP];

	report_stamp(v->report, report_get_number(json_array_get(cases, from), "start_ns"), stamp);
	fputs("<testsuite name=\"", out);
	report_put_n(out, REPORT_XML, id, strcspn(id, "/"));
	fprintf(out, "\" timestamp=\"%.19s\"", stamp);
	put_counts(out, cases, from, to);
	fputs(">\n", out);
	put_properties(out, v->report);
	for (size_t i = from; i < to; i++)
		put_case(out, json_array_get(cases, i));
	fputs("</testsuite>\n", out);
}

bool report_junit(FILE *out, const struct report_view *v)
{
	const json_t *cases = json_object_get(v->report, "cases");
	size_t count = json_array_size(cases), to;

	fprintf(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"%s\"",
		REPORT_SUITE);
	put_counts(out, cases, 0, count);
	fputs(">\n", out);
	for (size_t from = 0; from < count; from = to) {
		to = family_end(cases, from);
		put_suite(out, v, from, to);
	}
	fputs("</testsuites>\n", out);
	return true;
}
