/* What report.html says about two SACK maps that differ, in words.  Findings typed by hand; whole
 * reports are read by tests/scripts/report_views.py. */
#define _POSIX_C_SOURCE 200809L /* open_memstream */
#include "reports/html.h"
#include "reports/views.h"

#include <CUnit/CUnit.h>
#include <stdlib.h>
#include <string.h>

void suite_report_sack(void);

static char *findings(const char *field, const char *expected, const char *seen)
{
	json_t *failure = json_pack("{s:s, s:s, s:s, s:s}", "clause", "SACK-2", "field", field,
				    "expected", expected, "seen", seen);
	json_t *report = json_pack("{s:[{s:s, s:s, s:[o]}]}", "cases", "id", "sack/made", "verdict",
				   "fail", "failures", failure);
	struct report_view v = { .report = report, .dir = "/none", .layout = &wire_layout_default };
	char *text = NULL;
	size_t len;
	FILE *out = open_memstream(&text, &len);

	CU_ASSERT_PTR_NOT_NULL_FATAL(report);
	CU_ASSERT_PTR_NOT_NULL_FATAL(out);
	CU_ASSERT(report_html_failures(out, &v));
	fclose(out);
	json_decref(report);
	return text;
}

static void check(const char *expected, const char *seen, const char *words)
{
	char *text = findings("ackh.sack", expected, seen);

	CU_ASSERT_PTR_NOT_NULL(strstr(text, words));
	free(text);
}

static void test_words(void)
{
	check("bits 1, 8-9", "bits 1, 254",
	      "Bits expected but not set: 8, 9; set but not expected: 254<");
	check("none", "bits 0, 255",
	      "Bits expected but not set: none; set but not expected: 0, 255<");
	check("bits 30-31", "none",
	      "Bits expected but not set: 30, 31; set but not expected: none<");
}

static void check_silent(const char *field, const char *expected, const char *seen)
{
	char *text = findings(field, expected, seen);

	CU_ASSERT_PTR_NOT_NULL(strstr(text, expected));
	CU_ASSERT_PTR_NULL(strstr(text, "Bits expected"));
	free(text);
}

/* Another field, words that are no map, and a map that was cut: nothing is made up. */
static void test_silent(void)
{
	check_silent("packet", "none", "none");
	check_silent("ackh.sack", "nothing beyond what was sent", "bits 5");
	check_silent("ackh.sack", "bits 1, ...", "bits 1");
	check_silent("ackh.sack", "bits 1", "bits 256");
	check_silent("ackh.sack", "bits 1", "bits -1");
	check_silent("ackh.sack", "bits 1", "bits 1-");
	check_silent("ackh.sack", "bits 1", "bits 0-");
	check_silent("ackh.sack", "bits 1", "bits 3-1");
	check_silent("ackh.sack", "bits 1", "bits ");
	check_silent("ackh.sack", "bits 1", "bits 1x");
}

void suite_report_sack(void)
{
	CU_pSuite s = CU_add_suite("report_sack", NULL, NULL);

	CU_ADD_TEST(s, test_words);
	CU_ADD_TEST(s, test_silent);
}
