/* The result model on made-up results: what a clause comes to, what counts where, that the text
 * is always JSON.  Expected verdicts follow the project's verdict rules, not the code. */
#define _POSIX_C_SOURCE 200809L /* mkstemp */
#include "reports/report.h"

#include "reports/catalogue.h"
#include "tests/unit_main.h"

#include <CUnit/CUnit.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

void suite_report_model(void);

static const struct step sack_steps[] = { DONE };
static const struct case_def sack_def = {
	.clause = SACK_2,
	.also = { PSN_4 },
	.text = "made up",
	.role = RECEIVER,
	.kind = CASE_POSITIVE,
	.steps = sack_steps,
};
static const struct case_def port_def = {
	.clause = ENC_3, /* a SHOULD */
	.text = "made up",
	.role = SENDER,
	.kind = CASE_NEGATIVE,
};
static const struct case_entry sack_entry = { "cases/sack/made.c", "sack/made", &sack_def };
static const struct case_entry port_entry = { "cases/enc/made.c", "enc/made", &port_def };

static const struct failure sack_failure = {
	.clause = SACK_2,
	.file = "cases/sack/made.c",
	.line = 17,
	.step = 3,
	.judge = "expectation",
	.field = "ackh.cum_psn",
	.expected = "5",
	.seen = "4",
	.frame = 12,
};
static const struct failure monitor_failure = {
	.clause = PSN_1,
	.file = "cases/sack/made.c",
	.step = -1,
	.judge = "monitor",
	.field = "base.psn",
	.expected = "7",
	.seen = "\xff\xfe", /* no UTF-8 */
};
static const struct failure port_failure = {
	.clause = ENC_3,
	.file = "cases/enc/made.c",
	.line = 9,
	.step = 0,
	.judge = "expectation",
	.field = "udp.source_port",
	.expected = "49152-65535",
	.seen = "1024",
	.is_should = true,
};

static struct case_result made(const struct case_entry *entry, enum verdict v,
			       const struct failure *failure)
{
	struct case_result r = { .entry = entry,
				 .verdict = v,
				 .failures = failure,
				 .failure_count = failure ? 1 : 0,
				 .attempts = 1 };

	strcpy(r.id, entry->id);
	return r;
}

static json_t *build(const struct case_result *results, size_t count)
{
	const struct report_run run = { .version = "1",
					.spec_revision = "0.3",
					.seed = 7,
					.wire = "sim",
					.level = "should",
					.planes = 1,
					.family = 4,
					.reason = "" };
	json_t *report = NULL;

	CU_ASSERT_EQUAL_FATAL(report_build(&run, results, count, &report), RES_OK);
	return report;
}

static json_t *clause(const json_t *report, const char *id)
{
	size_t i;
	json_t *row;

	json_array_foreach(
		json_object_get(report, "clauses"), i,
		row) if (!strcmp(json_string_value(json_object_get(row, "id")), id)) return row;
	CU_FAIL_FATAL("the clause has a row");
	return NULL;
}

static void check_clause(const json_t *report, const char *id, const char *verdict, size_t cases)
{
	const json_t *row = clause(report, id);

	CU_ASSERT_STRING_EQUAL(json_string_value(json_object_get(row, "verdict")), verdict);
	CU_ASSERT_EQUAL(json_array_size(json_object_get(row, "cases")), cases);
}

/* A clause fails only when a failure names it; the failed case passes for its other clauses, and
 * a failure may name a clause that the case does not claim. */
static void test_failure_names_clause(void)
{
	const struct case_result r[] = { made(&sack_entry, VERDICT_FAIL, &sack_failure),
					 made(&sack_entry, VERDICT_FAIL, &monitor_failure) };
	json_t *report = build(r, 2);

	check_clause(report, "SACK-2", "fail", 2);
	check_clause(report, "PSN-4", "pass", 2);
	check_clause(report, "PSN-1", "fail", 1);
	check_clause(report, "ENC-3", "not_tested", 0);
	json_decref(report);
}

/* fail > error > inconclusive > not_run > pass > not_applicable. */
static void test_worst_counts(void)
{
	static const enum verdict order[] = { VERDICT_NOT_APPLICABLE, VERDICT_PASS,
					      VERDICT_NOT_RUN,        VERDICT_INCONCLUSIVE,
					      VERDICT_ERROR,          VERDICT_FAIL };
	static const char *const words[] = { "not_applicable", "pass",  "not_run",
					     "inconclusive",   "error", "fail" };

	for (size_t a = 0; a < 6; a++)
		for (size_t b = 0; b < 6; b++) {
			struct case_result r[] = { made(&sack_entry, order[a], NULL),
						   made(&sack_entry, order[b], NULL) };
			json_t *report;

			if (order[a] == VERDICT_FAIL)
				r[0] = made(&sack_entry, VERDICT_FAIL, &sack_failure);
			if (order[b] == VERDICT_FAIL)
				r[1] = made(&sack_entry, VERDICT_FAIL, &sack_failure);
			report = build(r, 2);
			check_clause(report, "SACK-2", words[a > b ? a : b], 2);
			json_decref(report);
		}
}

/* A tester's error after a failure leaves the clause broken. */
static void test_failure_survives_error(void)
{
	const struct case_result r = made(&sack_entry, VERDICT_ERROR, &sack_failure);
	json_t *report = build(&r, 1);

	check_clause(report, "SACK-2", "fail", 1);
	check_clause(report, "PSN-4", "error", 1);
	json_decref(report);
}

/* What a lost frame would explain is listed but breaks no clause. */
static void test_doubt_breaks_nothing(void)
{
	const struct case_result r = made(&sack_entry, VERDICT_INCONCLUSIVE, &sack_failure);
	json_t *report = build(&r, 1);

	check_clause(report, "SACK-2", "inconclusive", 1);
	json_decref(report);
}

static long long count_of(const json_t *report, const char *word)
{
	const json_t *counts = json_object_get(json_object_get(report, "summary"), "counts");

	return (long long)json_integer_value(json_object_get(counts, word));
}

static void test_should_apart(void)
{
	const struct case_result r[] = { made(&sack_entry, VERDICT_PASS, NULL),
					 made(&port_entry, VERDICT_FAIL, &port_failure) };
	json_t *report = build(r, 2);
	const json_t *summary = json_object_get(report, "summary");
	struct run_counts counts;

	check_clause(report, "ENC-3", "fail", 1);
	CU_ASSERT_EQUAL(count_of(report, "fail"), 0);
	CU_ASSERT_EQUAL(count_of(report, "pass"), 1);
	CU_ASSERT_EQUAL(json_integer_value(json_object_get(summary, "should_failures")), 1);
	CU_ASSERT_STRING_EQUAL(json_string_value(json_object_get(summary, "verdict")), "pass");
	report_count(r, 2, &counts);
	CU_ASSERT_EQUAL(run_exit_status(&counts, false), 0);
	json_decref(report);
}

/* Zeroed results are of cases that never began. */
static void test_never_begun(void)
{
	const struct case_result r[] = { made(&sack_entry, VERDICT_PASS, NULL),
					 made(&sack_entry, VERDICT_NONE, NULL) };
	json_t *report = build(r, 2);
	struct run_counts counts;

	CU_ASSERT_EQUAL(count_of(report, "not_run"), 1);
	check_clause(report, "SACK-2", "not_run", 2);
	report_count(r, 2, &counts);
	CU_ASSERT_EQUAL(run_exit_status(&counts, true), 4);
	json_decref(report);
}

static const char failure_text[] = "        {\n"
				   "          \"step\": 3,\n"
				   "          \"file\": \"cases/sack/made.c\",\n"
				   "          \"line\": 17,\n"
				   "          \"judge\": \"expectation\",\n"
				   "          \"field\": \"ackh.cum_psn\",\n"
				   "          \"expected\": \"5\",\n"
				   "          \"seen\": \"4\",\n"
				   "          \"clause\": \"SACK-2\",\n"
				   "          \"frame\": 12\n"
				   "        }\n";

/* Key order and indentation are part of the form; bytes of the device never break it. */
static void test_text(void)
{
	const struct case_result r[] = { made(&sack_entry, VERDICT_FAIL, &sack_failure),
					 made(&sack_entry, VERDICT_FAIL, &monitor_failure) };
	json_t *report = build(r, 2);
	char *text = report_text(report);

	CU_ASSERT_PTR_NOT_NULL_FATAL(text);
	CU_ASSERT_EQUAL(strncmp(text, "{\n  \"schema_version\": 1,\n  \"suite\": {\n", 38), 0);
	CU_ASSERT_PTR_NOT_NULL(strstr(text, failure_text));
	CU_ASSERT_PTR_NOT_NULL(strstr(text, "\"seen\": \"??\""));
	CU_ASSERT_PTR_NOT_NULL(strstr(text, "\"started\": null"));
	CU_ASSERT_STRING_EQUAL(text + strlen(text) - 3, "\n}\n");
	free(text);
	json_decref(report);
}

static void test_write(void)
{
	char path[] = "/tmp/report_model_XXXXXX", line[32] = "", temporary[64];
	int fd = mkstemp(path);
	FILE *f;

	CU_ASSERT_FATAL(fd >= 0);
	close(fd);
	CU_ASSERT_EQUAL(report_write("old\n", path), RES_OK);
	CU_ASSERT_EQUAL(report_write("new\n", path), RES_OK);
	f = fopen(path, "r");
	CU_ASSERT_PTR_NOT_NULL_FATAL(f);
	CU_ASSERT_PTR_NOT_NULL(fgets(line, sizeof(line), f));
	CU_ASSERT_STRING_EQUAL(line, "new\n");
	fclose(f);
	snprintf(temporary, sizeof(temporary), "%s.tmp", path);
	CU_ASSERT_NOT_EQUAL(access(temporary, F_OK), 0);
	CU_ASSERT_EQUAL(unlink(path), 0);
	CU_ASSERT_EQUAL(report_write("x", "/nowhere/at/all"), RES_E_IO);
}

static void digest_of(const struct case_def *def, char out[REPORT_SHA256_HEX])
{
	const struct case_entry e = { "cases/a/b.c", "a/b", def };

	report_catalogue_digest(&e, 1, out);
}

static const struct step expect_steps[] = { EXPECT(ACK, CUM(1), SACKED(2)), DONE };
static const int64_t other_sack[] = { 3, LIST_END };

/* Each thing a case states moves the digest, the same statement twice does not. */
static void test_catalogue(void)
{
	enum { N = 9 };
	struct case_def variants[N];
	struct step other_value[] = { expect_steps[0], DONE },
		    other_list[] = { expect_steps[0], DONE };
	char digests[N][REPORT_SHA256_HEX], again[REPORT_SHA256_HEX];

	for (size_t i = 0; i < N; i++)
		variants[i] = sack_def;
	other_value[0].want[0].value = 2;
	other_list[0].want[1].list = other_sack;
	variants[1].clause = SACK_1;
	variants[2].also[0] = PSN_1;
	variants[3].kind = CASE_NEGATIVE;
	variants[4].need.paths = 2;
	variants[5].steps = expect_steps;
	variants[6].steps = other_value;
	variants[7].steps = other_list;
	variants[8].axis.list = other_sack;
	for (size_t i = 0; i < N; i++) {
		digest_of(&variants[i], digests[i]);
		for (size_t k = 0; k < i; k++)
			CU_ASSERT_STRING_NOT_EQUAL(digests[i], digests[k]);
	}
	digest_of(&variants[0], again);
	CU_ASSERT_STRING_EQUAL(again, digests[0]);
}

void suite_report_model(void)
{
	CU_pSuite s = CU_add_suite("report_model", NULL, NULL);

	CU_ADD_TEST(s, test_failure_names_clause);
	CU_ADD_TEST(s, test_worst_counts);
	CU_ADD_TEST(s, test_failure_survives_error);
	CU_ADD_TEST(s, test_doubt_breaks_nothing);
	CU_ADD_TEST(s, test_should_apart);
	CU_ADD_TEST(s, test_never_begun);
	CU_ADD_TEST(s, test_text);
	CU_ADD_TEST(s, test_write);
	CU_ADD_TEST(s, test_catalogue);
}
