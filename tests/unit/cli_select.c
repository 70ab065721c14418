/* Which cases a word on the command line means, and the look-up of clauses by name.  Asks about
 * made-up cases only. */
#include "conformance/text.h"
#include "harness/run/select.h"

#include <CUnit/CUnit.h>

static const struct case_def def = {
	.clause = SACK_2,
	.also = { ACK_1, HDR_3 },
	.text = "text",
	.role = RECEIVER,
	.kind = CASE_NEGATIVE,
};
static const struct case_entry entry = { "cases/sack/two.c", "sack/two", &def };

static void test_ids(void)
{
	CU_ASSERT(select_matches(&entry, "sack/"));
	CU_ASSERT(select_matches(&entry, "sack/two"));
	CU_ASSERT(select_matches(&entry, "sack/two#7"));
	CU_ASSERT(select_matches(&entry, "sack"));
	CU_ASSERT_FALSE(select_matches(&entry, "sack/tw"));
	CU_ASSERT_FALSE(select_matches(&entry, "sack/tw#7"));
	CU_ASSERT_FALSE(select_matches(&entry, "sack/#7"));
	CU_ASSERT_FALSE(select_matches(&entry, "#7"));
	CU_ASSERT_FALSE(select_matches(&entry, "sack/two_gaps"));
	CU_ASSERT_FALSE(select_matches(&entry, "ack/"));
	CU_ASSERT_FALSE(select_matches(&entry, ""));
}

static void test_clauses(void)
{
	CU_ASSERT(select_matches(&entry, "SACK-2"));
	CU_ASSERT(select_matches(&entry, "SACK_2"));
	CU_ASSERT(select_matches(&entry, "HDR-3"));
	CU_ASSERT_FALSE(select_matches(&entry, "SACK-1"));
	CU_ASSERT_FALSE(case_tests(&def, CLAUSE_NONE));
}

static void test_words(void)
{
	static const struct case_def not_def = { .clause = ENC_7, .role = SENDER };
	static const struct case_entry not_entry = { "cases/enc/x.c", "enc/x", &not_def };

	CU_ASSERT(select_matches(&entry, "must"));
	CU_ASSERT(select_matches(&entry, "RECEIVER"));
	CU_ASSERT(select_matches(&entry, "negative"));
	CU_ASSERT_FALSE(select_matches(&entry, "must_not"));
	CU_ASSERT_FALSE(select_matches(&entry, "sender"));
	CU_ASSERT(select_matches(&not_entry, "must_not"));
	CU_ASSERT_FALSE(select_matches(&not_entry, "must"));
	CU_ASSERT(select_matches(&not_entry, "positive"));
}

static void test_several(void)
{
	static char none[] = "nope/", sack[] = "sack/";
	char *const words[] = { none, sack };

	CU_ASSERT(select_any(&entry, 2, words));
	CU_ASSERT_FALSE(select_any(&entry, 1, words));
	CU_ASSERT(select_any(&entry, 0, NULL));
	CU_ASSERT_STRING_EQUAL(select_unknown(2, words), "nope/");
}

static void test_clause_names(void)
{
	CU_ASSERT_EQUAL(clause_by_name("ENC-7"), ENC_7);
	CU_ASSERT_EQUAL(clause_by_name("ENC_16"), ENC_16);
	CU_ASSERT_EQUAL(clause_by_name("enc-7"), ENC_7);
	CU_ASSERT_EQUAL(clause_by_name("ENC7"), CLAUSE_NONE);
	CU_ASSERT_EQUAL(clause_by_name("ENC_77"), CLAUSE_NONE);
	CU_ASSERT_EQUAL(clause_by_name("ENC"), CLAUSE_NONE);
	CU_ASSERT_EQUAL(clause_by_name(""), CLAUSE_NONE);
	CU_ASSERT_EQUAL(clause_by_name(NULL), CLAUSE_NONE);
	/* As the profile's heading of ENC-7 has it. */
	CU_ASSERT_STRING_EQUAL(clause_level_text(clauses[ENC_7].level), "MUST NOT");
	CU_ASSERT_STRING_EQUAL(clauses[ENC_7].role, "endpoint");
	CU_ASSERT_STRING_EQUAL(clauses[ENC_7].source, "profile after S01");
	CU_ASSERT_STRING_EQUAL(clauses[ENC_7].text,
			       "An IEEE 802.3x pause or priority flow control frame is emitted.");
}

static void check_hint(const char *word, const char *expected)
{
	char hint[64];

	text_hint(word, "no idea", hint, sizeof(hint));
	CU_ASSERT_STRING_EQUAL(hint, expected);
}

static void test_hints(void)
{
	check_hint("ENC7", "did you mean `ENC-7`?");
	check_hint("enc 16", "did you mean `ENC-16`?");
	check_hint("ENC", "no idea");
	check_hint("ENC77", "no idea");
	check_hint("", "no idea");
}

void suite_cli_select(void);
void suite_cli_select(void)
{
	CU_pSuite s = CU_add_suite("cli_select", NULL, NULL);

	CU_ADD_TEST(s, test_ids);
	CU_ADD_TEST(s, test_clauses);
	CU_ADD_TEST(s, test_words);
	CU_ADD_TEST(s, test_several);
	CU_ADD_TEST(s, test_clause_names);
	CU_ADD_TEST(s, test_hints);
}
