/* The verdict lattice, exit statuses, and how a case comes to its verdict and its failures. */
#include "tests/unit/checks_bench.h"

#include "tests/unit_main.h"

#include <string.h>

void suite_harness_verdict(void);

/* Worst last, as the README's words for a case say. */
static const enum verdict order[] = { VERDICT_NONE, VERDICT_PASS, VERDICT_INCONCLUSIVE,
				      VERDICT_FAIL, VERDICT_ERROR };
enum { ORDER = sizeof(order) / sizeof(order[0]) };

static void test_worse(void)
{
	for (size_t a = 0; a < ORDER; a++)
		for (size_t b = 0; b < ORDER; b++)
			CU_ASSERT_EQUAL(verdict_worse(order[a], order[b]), order[a > b ? a : b]);
}

static void test_words(void)
{
	CU_ASSERT_STRING_EQUAL(verdict_word(VERDICT_NONE), "none");
	CU_ASSERT_STRING_EQUAL(verdict_word(VERDICT_PASS), "pass");
	CU_ASSERT_STRING_EQUAL(verdict_word(VERDICT_INCONCLUSIVE), "inconclusive");
	CU_ASSERT_STRING_EQUAL(verdict_word(VERDICT_FAIL), "fail");
	CU_ASSERT_STRING_EQUAL(verdict_word(VERDICT_ERROR), "error");
	CU_ASSERT_STRING_EQUAL(verdict_word(VERDICT_NOT_APPLICABLE), "not_applicable");
	CU_ASSERT_STRING_EQUAL(verdict_word(VERDICT_NOT_RUN), "not_run");
	CU_ASSERT_STRING_EQUAL(verdict_word(VERDICT_COUNT), "unknown");
}

/* Every combination of "none / some" of the five verdicts that count, typed from the rule: any
 * FAIL wins, then ERROR, then INCONCLUSIVE, else PASS; exit 1, 3, 3, and 0 or, incomplete, 4. */
static void test_run(void)
{
	for (unsigned set = 0; set < 32; set++) {
		struct run_counts c = { 0 };
		enum verdict want = VERDICT_NONE;
		int status = 3; /* nothing judged is no conformance */

		c.by_verdict[VERDICT_PASS] = set & 1 ? 3 : 0;
		c.by_verdict[VERDICT_INCONCLUSIVE] = set & 2 ? 1 : 0;
		c.by_verdict[VERDICT_ERROR] = set & 4 ? 1 : 0;
		c.by_verdict[VERDICT_FAIL] = set & 8 ? 1 : 0;
		c.by_verdict[VERDICT_NOT_APPLICABLE] = set & 16 ? 7 : 0;
		if (set & 1)
			want = VERDICT_PASS, status = 0;
		if (set & 2)
			want = VERDICT_INCONCLUSIVE, status = 3;
		if (set & 4)
			want = VERDICT_ERROR, status = 3;
		if (set & 8)
			want = VERDICT_FAIL, status = 1;
		CU_ASSERT_EQUAL(run_verdict(&c), want);
		CU_ASSERT_EQUAL(run_exit_status(&c, false), status);
		CU_ASSERT_EQUAL(run_exit_status(&c, true), set & 14 ? status : 4);
		c.by_verdict[VERDICT_NOT_RUN] = 1;
		if (want == VERDICT_PASS)
			want = VERDICT_INCONCLUSIVE; /* the rest might have failed */
		CU_ASSERT_EQUAL(run_verdict(&c), want);
		CU_ASSERT_EQUAL(run_exit_status(&c, false), set & 14 ? status : 4);
	}
}

static void test_should_counts(void)
{
	struct run_counts c = { .should_failures = 1 };

	CU_ASSERT_EQUAL(run_verdict(&c), VERDICT_PASS);
	CU_ASSERT_EQUAL(run_exit_status(&c, false), 0);
	c.by_verdict[VERDICT_FAIL] = 1;
	CU_ASSERT_EQUAL(run_exit_status(&c, false), 1);
}

static const struct step table[] = {
	PAUSE(1),
	PAUSE(2),
	DONE,
};

static struct bench *failing(enum clause_id about)
{
	struct bench *b = bench_new();

	b->def.clause = about;
	b->def.steps = table;
	return b;
}

static void test_failure_record(void)
{
	struct bench *b = failing(SACK_2);

	b->h.step = &table[1];
	harness_fail(&b->h, SACK_1, 17, "ackh.cum_psn", "5", "6");
	CU_ASSERT_EQUAL_FATAL(b->result.failure_count, 1);
	CU_ASSERT_EQUAL(b->result.failures[0].clause, SACK_1); /* not the case's own */
	CU_ASSERT_STRING_EQUAL(b->result.failures[0].file, "cases/none.c");
	CU_ASSERT_EQUAL(b->result.failures[0].line, table[1].line);
	CU_ASSERT_EQUAL(b->result.failures[0].step, 1);
	CU_ASSERT_STRING_EQUAL(b->result.failures[0].judge, "expectation");
	CU_ASSERT_STRING_EQUAL(b->result.failures[0].field, "ackh.cum_psn");
	CU_ASSERT_STRING_EQUAL(b->result.failures[0].expected, "5");
	CU_ASSERT_STRING_EQUAL(b->result.failures[0].seen, "6");
	CU_ASSERT_EQUAL(b->result.failures[0].frame, 17);
	CU_ASSERT_FALSE(b->result.failures[0].is_should);
	CU_ASSERT_EQUAL(b->result.verdict, VERDICT_FAIL);
	bench_free(b);

	b = failing(SACK_2); /* between steps */
	harness_fail_by(&b->h, "shadow", ACK_2, 3, "time", "within 10 us", "99 us");
	CU_ASSERT_EQUAL_FATAL(b->result.failure_count, 1);
	CU_ASSERT_EQUAL(b->result.failures[0].line, 0);
	CU_ASSERT_EQUAL(b->result.failures[0].step, -1);
	CU_ASSERT_STRING_EQUAL(b->result.failures[0].judge, "shadow");
	bench_free(b);
}

/* The same clause, field and line once; any of the three different is another failure. */
static void test_repeats(void)
{
	struct bench *b = failing(SACK_2);

	b->h.step = &table[0];
	harness_fail(&b->h, SACK_1, 1, "ackh.cum_psn", "5", "6");
	harness_fail(&b->h, SACK_1, 2, "ackh.cum_psn", "7", "8");
	CU_ASSERT_EQUAL(b->result.failure_count, 1);
	CU_ASSERT_EQUAL(b->result.failures[0].frame, 1);
	harness_fail(&b->h, SACK_2, 2, "ackh.cum_psn", "5", "6");
	CU_ASSERT_EQUAL(b->result.failure_count, 2);
	harness_fail(&b->h, SACK_1, 2, "ackh.sack", "5", "6");
	CU_ASSERT_EQUAL(b->result.failure_count, 3);
	b->h.step = &table[1];
	harness_fail(&b->h, SACK_1, 2, "ackh.cum_psn", "5", "6");
	CU_ASSERT_EQUAL(b->result.failure_count, 4);
	bench_free(b);
}

static void test_most_failures(void)
{
	struct bench *b = failing(SACK_2);
	char field[16];

	for (unsigned i = 0; i < HARNESS_FAILURES_MAX + 10; i++) {
		snprintf(field, sizeof(field), "field %u", i);
		harness_fail(&b->h, SACK_1, i, field, "a", "b");
	}
	CU_ASSERT_EQUAL(b->result.failure_count, HARNESS_FAILURES_MAX);
	CU_ASSERT_STRING_EQUAL(b->result.failures[0].field, "field 0");
	bench_free(b);
}

/* A SHOULD is listed; it fails only a case that is about a SHOULD. */
static void test_should(void)
{
	struct bench *b = failing(SACK_2);

	harness_fail(&b->h, ENC_3, 1, "udp.sport", "49152 or more", "1024");
	CU_ASSERT_EQUAL_FATAL(b->result.failure_count, 1);
	CU_ASSERT(b->result.failures[0].is_should);
	CU_ASSERT_EQUAL(b->result.verdict, VERDICT_PASS);
	harness_fail(&b->h, SACK_1, 1, "ackh.cum_psn", "5", "6");
	CU_ASSERT_EQUAL(b->result.verdict, VERDICT_FAIL);
	bench_free(b);

	b = failing(ENC_3);
	harness_fail(&b->h, RTX_8, 1, "udp.sport", "49152 or more", "1024"); /* SHOULD NOT */
	CU_ASSERT_EQUAL(b->result.verdict, VERDICT_FAIL);
	CU_ASSERT(b->result.failures[0].is_should);
	bench_free(b);
}

static void test_error_keeps_failure(void)
{
	struct bench *b = failing(SACK_2);

	harness_fail(&b->h, SACK_1, 1, "ackh.cum_psn", "5", "6");
	harness_error(&b->h, "the adapter is %s", "gone");
	CU_ASSERT_EQUAL(b->result.verdict, VERDICT_ERROR);
	CU_ASSERT_EQUAL(b->result.failure_count, 1);
	CU_ASSERT_STRING_EQUAL(b->result.reason, "the adapter is gone");
	CU_ASSERT(b->h.is_broken);
	harness_fail(&b->h, SACK_2, 1, "ackh.sack", "5", "6"); /* never better again */
	harness_inconclusive(&b->h, "a capture was lost");
	CU_ASSERT_EQUAL(b->result.verdict, VERDICT_ERROR);
	CU_ASSERT_STRING_EQUAL(b->result.reason, "the adapter is gone");
	bench_free(b);
}

static void test_inconclusive(void)
{
	struct bench *b = failing(SACK_2);

	harness_inconclusive(&b->h, "frame %d was lost", 9);
	CU_ASSERT_EQUAL(b->result.verdict, VERDICT_INCONCLUSIVE);
	CU_ASSERT_STRING_EQUAL(b->result.reason, "frame 9 was lost");
	CU_ASSERT_FALSE(b->h.is_broken);
	harness_inconclusive(&b->h, "another");
	CU_ASSERT_STRING_EQUAL(b->result.reason, "frame 9 was lost");
	harness_fail(&b->h, SACK_1, 1, "ackh.cum_psn", "5", "6");
	CU_ASSERT_EQUAL(b->result.verdict, VERDICT_FAIL);
	harness_inconclusive(&b->h, "a third");
	CU_ASSERT_EQUAL(b->result.verdict, VERDICT_FAIL);
	bench_free(b);
}

static void test_notes(void)
{
	struct bench *b = failing(SACK_2);
	char text[16];

	harness_note(&b->h, "timing not judged");
	harness_note(&b->h, "timing not judged");
	CU_ASSERT_EQUAL_FATAL(b->result.note_count, 1);
	CU_ASSERT_STRING_EQUAL(b->result.notes[0], "timing not judged");
	for (unsigned i = 0; i < HARNESS_NOTES_MAX + 5; i++) {
		snprintf(text, sizeof(text), "note %u", i);
		harness_note(&b->h, text);
	}
	CU_ASSERT_EQUAL(b->result.note_count, HARNESS_NOTES_MAX);
	CU_ASSERT_EQUAL(b->result.verdict, VERDICT_PASS);
	bench_free(b);
}

static void test_clock(void)
{
	struct bench *b = bench_new(); /* jitter 1000 ns */

	CU_ASSERT(harness_is_judged_by_clock(&b->h, 10000));
	CU_ASSERT_FALSE(harness_is_judged_by_clock(&b->h, 9999));
	bench_free(b);
}

struct heard {
	unsigned count;
	char kind[16], clause[16];
};

static void hear(void *arg, const char *kind, json_t *members)
{
	struct heard *to = arg;
	const char *clause = json_string_value(json_object_get(members, "clause"));

	to->count++;
	snprintf(to->kind, sizeof(to->kind), "%s", kind);
	snprintf(to->clause, sizeof(to->clause), "%s", clause ? clause : "");
}

static void test_journal(void)
{
	struct heard heard = { 0 };
	struct run_sink sink = { .arg = &heard, .event = hear };
	struct bench *b = failing(SACK_2);

	b->h.sinks = &sink;
	b->h.sink_count = 1;
	harness_fail(&b->h, SACK_1, 1, "ackh.cum_psn", "5", "6");
	harness_fail(&b->h, SACK_1, 2, "ackh.cum_psn", "5", "6");
	CU_ASSERT_EQUAL(heard.count, 1);
	CU_ASSERT_STRING_EQUAL(heard.kind, "failure");
	CU_ASSERT_STRING_EQUAL(heard.clause, "SACK-1");
	bench_free(b);
}

void suite_harness_verdict(void)
{
	CU_pSuite s = CU_add_suite("harness_verdict", NULL, NULL);

	CU_ADD_TEST(s, test_worse);
	CU_ADD_TEST(s, test_words);
	CU_ADD_TEST(s, test_run);
	CU_ADD_TEST(s, test_should_counts);
	CU_ADD_TEST(s, test_failure_record);
	CU_ADD_TEST(s, test_repeats);
	CU_ADD_TEST(s, test_most_failures);
	CU_ADD_TEST(s, test_should);
	CU_ADD_TEST(s, test_error_keeps_failure);
	CU_ADD_TEST(s, test_inconclusive);
	CU_ADD_TEST(s, test_notes);
	CU_ADD_TEST(s, test_clock);
	CU_ADD_TEST(s, test_journal);
}
