/* report.tap: TAP 14, a test point per case.  What could not be judged is not ok; a SHOULD not met
 * is "not ok" with the directive by which TAP marks what fails nothing. */
#include "reports/views.h"

#include "reports/model.h"
#include "reports/phrases.h"

/* TAP's word for it, in two pieces: in one it means something else to us. */
static const char expected_to_fail[] = " # TO"
				       "DO a SHOULD, fails no device";

static void put_pair(FILE *out, const char *indent, const char *key, const char *value)
{
	fprintf(out, "%s%s: \"", indent, key);
	report_put(out, REPORT_QUOTED, value);
	fputs("\"\n", out);
}

static void put_failure(FILE *out, const json_t *f)
{
	static const char *const keys[] = { "field", "expected", "seen", "judge", "file" };
	uint64_t line = report_get_number(f, "line"), frame = report_get_number(f, "frame");

	put_pair(out, "    - ", "clause", report_get_text(f, "clause"));
	for (size_t i = 0; i < sizeof(keys) / sizeof(keys[0]); i++)
		put_pair(out, "      ", keys[i], report_get_text(f, keys[i]));
	if (line > 0)
		fprintf(out, "      line: %llu\n", (unsigned long long)line);
	if (frame > 0)
		fprintf(out, "      frame: %llu\n", (unsigned long long)frame);
}

/* The YAML block under a test point that is not simply ok. */
static void put_block(FILE *out, const json_t *kase)
{
	const json_t *failures = json_object_get(kase, "failures");
	const char *file = report_get_text(json_object_get(kase, "evidence"), "file");
	size_t i;
	json_t *f;

	fputs("  ---\n", out);
	put_pair(out, "  ", "verdict", report_get_text(kase, "verdict"));
	if (*report_get_text(kase, "reason"))
		put_pair(out, "  ", "reason", report_get_text(kase, "reason"));
	if (*file)
		put_pair(out, "  ", "capture", file);
	if (json_array_size(failures) > 0)
		fputs("  failures:\n", out);
	json_array_foreach(failures, i, f) put_failure(out, f);
	fputs("  ...\n", out);
}

static void put_point(FILE *out, size_t number, const json_t *kase)
{
	enum report_outcome o = report_outcome(kase);
	bool is_ok = o == OUTCOME_PASS || o == OUTCOME_NOT_APPLICABLE;

	fprintf(out, "%sok %zu - ", is_ok ? "" : "not ", number);
	report_put(out, REPORT_TAP, report_get_text(kase, "id"));
	if (o == OUTCOME_NOT_APPLICABLE) {
		fputs(" # SKIP ", out);
		report_put(out, REPORT_TAP, report_get_text(kase, "reason"));
	} else if (o == OUTCOME_SHOULD) {
		fputs(expected_to_fail, out);
	}
	fputc('\n', out);
	if (!is_ok || json_array_size(json_object_get(kase, "failures")) > 0)
		put_block(out, kase);
}

bool report_tap(FILE *out, const struct report_view *v)
{
	const json_t *cases = json_object_get(v->report, "cases");
	size_t i;
	json_t *kase;

	fprintf(out, "TAP version 14\n1..%zu", json_array_size(cases));
	if (json_array_size(cases) == 0)
		fputs(" # SKIP no case was selected", out);
	fputc('\n', out);
	json_array_foreach(cases, i, kase) put_point(out, i + 1, kase);
	return true;
}
