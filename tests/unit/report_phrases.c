/* The command that runs a case again, and times.  Expected lines are typed by hand; that a shell
 * takes them apart again as they were is tests/scripts/report_views.py's to show. */
#include "reports/phrases.h"
#include "tests/unit_main.h"

#include <CUnit/CUnit.h>
#include <stdlib.h>

void suite_report_phrases(void);

static void check_command(const char *run, const char *command, const char *id,
			  const char *expected)
{
	struct report_view v = { .command = command ? json_loads(command, 0, NULL) : NULL };
	json_t *report = json_pack("{s:o}", "run", json_loads(run, 0, NULL));
	char *text;

	CU_ASSERT_PTR_NOT_NULL_FATAL(report);
	v.report = report;
	text = report_command(&v, id);
	CU_ASSERT_PTR_NOT_NULL_FATAL(text);
	CU_ASSERT_STRING_EQUAL(text, expected);
	free(text);
	json_decref(report);
	json_decref(v.command);
}

/* As given, without selectors and what is about output only. */
static void test_command_given(void)
{
	check_command("{\"selectors\": [\"sack/\", \"ACK-1\"]}",
		      "[\"run\", \"--wire\", \"if:a,b\", \"--out\", \"d i r\", \"--quiet\", "
		      "\"--dut\", \"exec:./it's eth1\", \"--seed=3\", \"--out=x\", \"--json\", "
		      "\"sack/\", \"ACK-1\"]",
		      "sack/x#-1",
		      "conformance run --wire if:a,b --dut 'exec:./it'\\''s eth1' --seed=3 "
		      "'sack/x#-1'");
	check_command("{\"selectors\": [\"sack/\"]}", "[\"run\", \"--\", \"sack/\"]", NULL,
		      "conformance run sack/");
}

static void test_command_unknown(void)
{
	check_command("{\"wire\": \"sim\", \"seed\": 7, \"planes\": 2, \"ip\": 6, \"vlan\": 0, "
		      "\"selectors\": [\"$(rm x)\"]}",
		      NULL, NULL,
		      "conformance run --wire sim --seed 7 --planes 2 --ip 6 '$(rm x)'");
	check_command("{}", NULL, "a/b", "conformance run --wire '' a/b");
}

static void check_stamp(const char *started, uint64_t after_ns, const char *expected)
{
	json_t *report = json_pack("{s:{s:s?}}", "run", "started", started);
	char stamp[REPORT_STAMP];

	report_stamp(report, after_ns, stamp);
	CU_ASSERT_STRING_EQUAL(stamp, expected);
	json_decref(report);
}

static void test_stamp(void)
{
	check_stamp(NULL, 0, "2000-01-01T00:00:00.000000Z");
	check_stamp(NULL, 1000001999, "2000-01-01T00:00:01.000001Z");
	check_stamp("2028-02-28T23:59:59Z", 1500000000, "2028-02-29T00:00:00.500000Z");
	check_stamp("yesterday", 0, "2000-01-01T00:00:00.000000Z");
}

void suite_report_phrases(void)
{
	CU_pSuite s = CU_add_suite("report_phrases", NULL, NULL);

	CU_ADD_TEST(s, test_command_given);
	CU_ADD_TEST(s, test_command_unknown);
	CU_ADD_TEST(s, test_stamp);
}
