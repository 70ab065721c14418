/* Which cases a run takes.  The file under test is built in here, over a table of cases of our
 * own, so that the expected ids can be typed. */
#define all_cases       choose_cases
#define all_cases_count choose_cases_count
#define harness_choose  choose_from_ours
#include "harness/run/choose.c"

#include <CUnit/CUnit.h>

void suite_harness_choose(void);

static const struct case_def plain = { .clause = ACK_1, .role = RECEIVER };
static const struct case_def range = { .clause = SACK_2,
				       .also = { SACK_1, PSN_3 },
				       .role = RECEIVER,
				       .axis = { .name = "bit", .from = 2, .to = 9, .step = 3 } };
static const struct case_def list = { .clause = SACK_1,
				      .role = RECEIVER,
				      .axis = { .name = "psn", .list = AXIS_LIST(-1, 0, 7) } };
static const struct case_def ones = { .clause = RTX_1,
				      .role = SENDER,
				      .axis = { .name = "n", .from = 0, .to = 1 } };
const struct case_entry choose_cases[] = {
	{ "cases/ack/one.c", "ack/one", &plain },
	{ "cases/rtx/gap.c", "rtx/gap", &ones },
	{ "cases/sack/bits.c", "sack/bits", &range },
	{ "cases/sack/bits_more.c", "sack/bits_more", &list },
};
const size_t choose_cases_count = 4;

/* The ids chosen, joined by blanks; what failed else. */
static const char *chosen(const char *const *selectors, size_t n)
{
	static char text[400];
	struct case_choice *at = NULL;
	size_t count = 0;
	const char *bad = NULL;
	enum result r = harness_choose(selectors, n, &at, &count, &bad);

	text[0] = 0;
	if (r) {
		snprintf(text, sizeof(text), "%s %s", result_name(r), bad ? bad : "");
		return text;
	}
	for (size_t i = 0; i < count; i++) {
		size_t len = strlen(text);

		snprintf(text + len, sizeof(text) - len, "%s%s", i ? " " : "", at[i].id);
	}
	free(at);
	return text;
}

static const char *chosen_by(const char *selector)
{
	return chosen(&selector, 1);
}

#define BITS "sack/bits#2 sack/bits#5 sack/bits#8"
#define MORE "sack/bits_more#-1 sack/bits_more#0 sack/bits_more#7"

static void test_all(void)
{
	CU_ASSERT_STRING_EQUAL(chosen(NULL, 0), "ack/one rtx/gap#0 rtx/gap#1 " BITS " " MORE);
}

static void test_prefix(void)
{
	CU_ASSERT_STRING_EQUAL(chosen_by("sack/"), BITS " " MORE);
	CU_ASSERT_STRING_EQUAL(chosen_by("sack"), BITS " " MORE);
	CU_ASSERT_STRING_EQUAL(chosen_by("ack/"), "ack/one"); /* not sack/ */
}

static void test_id(void)
{
	CU_ASSERT_STRING_EQUAL(chosen_by("ack/one"), "ack/one");
	CU_ASSERT_STRING_EQUAL(chosen_by("sack/bits"), BITS); /* not bits_more */
	CU_ASSERT_STRING_EQUAL(chosen_by("sack/bits#5"), "sack/bits#5");
	CU_ASSERT_STRING_EQUAL(chosen_by("sack/bits_more#-1"), "sack/bits_more#-1");
}

static void test_clause(void)
{
	CU_ASSERT_STRING_EQUAL(chosen_by("SACK-2"), BITS);
	CU_ASSERT_STRING_EQUAL(chosen_by("SACK-1"), BITS " " MORE); /* `also` counts */
	CU_ASSERT_STRING_EQUAL(chosen_by("RTX-1"), "rtx/gap#0 rtx/gap#1");
	CU_ASSERT_STRING_EQUAL(chosen_by("RTX-2"), "E_UNKNOWN RTX-2"); /* no case about it */
}

static void test_role(void)
{
	CU_ASSERT_STRING_EQUAL(chosen_by("SENDER"), "rtx/gap#0 rtx/gap#1");
	CU_ASSERT_STRING_EQUAL(chosen_by("RECEIVER"), "ack/one " BITS " " MORE);
}

static void test_unknown(void)
{
	static const char *const two[] = { "ack/one", "ack/two" };
	static const char *const words[] = { "sack/bit", "sack/bits#3", "#5",
					     "",         "SACK_99",     "ack/one#0" };

	CU_ASSERT_STRING_EQUAL(chosen(two, 2), "E_UNKNOWN ack/two");
	for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++)
		CU_ASSERT(!strncmp(chosen_by(words[i]), "E_UNKNOWN", 9));
}

static void test_several(void)
{
	static const char *const overlap[] = { "SACK-2", "sack/bits#5", "ack/" };

	CU_ASSERT_STRING_EQUAL(chosen(overlap, 3), "ack/one " BITS); /* each once, by id */
}

static void test_values(void)
{
	static const char *const ids[] = { "sack/bits#8", "ack/one" };
	struct case_choice *at = NULL;
	size_t count = 0;
	const char *bad = NULL;

	CU_ASSERT_EQUAL_FATAL(harness_choose(ids, 2, &at, &count, &bad), RES_OK);
	CU_ASSERT_EQUAL_FATAL(count, 2);
	CU_ASSERT_PTR_EQUAL(at[0].entry, &choose_cases[0]);
	CU_ASSERT_FALSE(at[0].has_axis);
	CU_ASSERT_PTR_EQUAL(at[1].entry, &choose_cases[2]);
	CU_ASSERT(at[1].has_axis);
	CU_ASSERT_EQUAL(at[1].axis, 8);
	free(at);
}

void suite_harness_choose(void)
{
	CU_pSuite s = CU_add_suite("harness_choose", NULL, NULL);

	CU_ADD_TEST(s, test_all);
	CU_ADD_TEST(s, test_prefix);
	CU_ADD_TEST(s, test_id);
	CU_ADD_TEST(s, test_clause);
	CU_ADD_TEST(s, test_role);
	CU_ADD_TEST(s, test_unknown);
	CU_ADD_TEST(s, test_several);
	CU_ADD_TEST(s, test_values);
}
