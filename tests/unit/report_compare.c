/* What counts as better, worse or changed between two reports typed by hand. */
#include "reports/compare.h"
#include "tests/unit_main.h"

#include <CUnit/CUnit.h>
#include <string.h>

void suite_report_compare(void);

static const char must[] = ", \"failures\": [{\"clause\": \"SACK-2\", \"field\": \"ackh.sack\"}]";
static const char should[] = ", \"failures\": [{\"clause\": \"ENC-3\", \"field\": \"udp.sport\"}]";

/* A report of one case "x/y" and the clause SACK-2, both with that verdict. */
static json_t *report(const char *verdict, const char *failures)
{
	char text[512];
	json_t *r;

	snprintf(text, sizeof(text),
		 "{\"cases\": [{\"id\": \"x/y\", \"verdict\": \"%s\"%s}], \"clauses\": [{\"id\": "
		 "\"SACK-2\", \"verdict\": \"%s\"}], \"fingerprint\": {}, \"dut\": {\"name\": "
		 "\"d\"}}",
		 verdict, failures, verdict);
	r = json_loads(text, 0, NULL);
	CU_ASSERT_PTR_NOT_NULL_FATAL(r);
	return r;
}

static json_t *compare(const json_t *a, const json_t *b)
{
	json_t *c = NULL;

	CU_ASSERT_EQUAL_FATAL(report_compare(a, b, &c), RES_OK);
	return c;
}

static size_t count(const json_t *c, const char *kind, const char *list)
{
	return json_array_size(json_object_get(json_object_get(c, kind), list));
}

static size_t count_all(const json_t *c, const char *kind)
{
	static const char *const lists[] = { "worse", "better", "changed", "appeared", "vanished" };
	size_t n = 0;

	for (size_t i = 0; i < 5; i++)
		n += count(c, kind, lists[i]);
	return n;
}

static const char *failures_of(const char *verdict)
{
	return !strcmp(verdict, "fail") ? must : "";
}

/* One case from verdict a to b stands in that list alone, "" in none. */
static void check(const char *a, const char *b, const char *list)
{
	json_t *ra = report(a, failures_of(a)), *rb = report(b, failures_of(b));
	json_t *c = compare(ra, rb);

	CU_ASSERT_EQUAL(count_all(c, "cases"), *list ? 1 : 0);
	CU_ASSERT_EQUAL(count(c, "cases", list), *list ? 1 : 0);
	CU_ASSERT_EQUAL(count(c, "clauses", list), *list ? 1 : 0);
	CU_ASSERT_EQUAL(json_is_true(json_object_get(c, "equal")), !*list);
	json_decref(ra);
	json_decref(rb);
	json_decref(c);
}

static void test_verdicts(void)
{
	static const char *const all[] = { "pass",  "fail",           "inconclusive",
					   "error", "not_applicable", "not_run" };

	for (size_t i = 0; i < 6; i++)
		check(all[i], all[i], "");
	check("pass", "fail", "worse");
	check("pass", "inconclusive", "worse");
	check("pass", "not_run", "worse");
	check("error", "fail", "worse");
	check("not_applicable", "fail", "worse");
	check("fail", "pass", "better");
	check("inconclusive", "pass", "better");
	check("fail", "inconclusive", "changed"); /* not shown to be mended */
	check("fail", "not_applicable", "changed");
	check("pass", "not_applicable", "changed");
	check("not_applicable", "pass", "changed");
	check("inconclusive", "error", "changed");
}

/* A SHOULD not met lies between pass and fail, though its case's verdict is fail. */
static void test_should(void)
{
	json_t *pass = report("pass", ""), *soft = report("fail", should);
	json_t *hard = report("fail", must);
	json_t *c[] = { compare(pass, soft), compare(soft, hard), compare(hard, soft) };

	CU_ASSERT_EQUAL(count(c[0], "cases", "worse"), 1);
	CU_ASSERT_EQUAL(count(c[1], "cases", "worse"), 1);
	CU_ASSERT_EQUAL(count(c[2], "cases", "better"), 1);
	for (size_t i = 0; i < 3; i++)
		json_decref(c[i]);
	json_decref(pass);
	json_decref(soft);
	json_decref(hard);
}

/* The same verdict with another finding is a change, with another value seen it is none. */
static void test_findings(void)
{
	json_t *a = report("fail", must);
	json_t *b = report("fail", ", \"failures\": [{\"clause\": \"SACK-1\", \"field\": "
				   "\"ackh.sack\"}]");
	json_t *d = report("fail", ", \"failures\": [{\"clause\": \"SACK-2\", \"field\": "
				   "\"ackh.sack\", \"seen\": \"5\"}]");
	json_t *ab = compare(a, b), *ad = compare(a, d), *e;

	e = json_array_get(json_object_get(json_object_get(ab, "cases"), "changed"), 0);
	CU_ASSERT_STRING_EQUAL(
		json_string_value(json_array_get(json_object_get(e, "findings_a"), 0)),
		"SACK-2 ackh.sack");
	CU_ASSERT_STRING_EQUAL(
		json_string_value(json_array_get(json_object_get(e, "findings_b"), 0)),
		"SACK-1 ackh.sack");
	CU_ASSERT_TRUE(json_is_true(json_object_get(ad, "equal")));
	json_decref(a);
	json_decref(b);
	json_decref(d);
	json_decref(ab);
	json_decref(ad);
}

static void test_sets(void)
{
	json_t *a = report("pass", ""), *b = report("pass", ""), *c;

	json_object_set_new(json_array_get(json_object_get(b, "cases"), 0), "id",
			    json_string("x/z"));
	c = compare(a, b);
	CU_ASSERT_EQUAL(count(c, "cases", "vanished"), 1);
	CU_ASSERT_EQUAL(count(c, "cases", "appeared"), 1);
	CU_ASSERT_EQUAL(count_all(c, "cases"), 2);
	CU_ASSERT_FALSE(json_is_true(json_object_get(c, "equal")));
	json_decref(a);
	json_decref(b);
	json_decref(c);
}

/* The fingerprint counts, context (another device version) is only told. */
static void test_context_and_fingerprint(void)
{
	json_t *a = report("pass", ""), *b = report("pass", ""), *c;

	json_object_set_new(json_object_get(b, "dut"), "version", json_string("2"));
	c = compare(a, b);
	CU_ASSERT_TRUE(json_is_true(json_object_get(c, "equal")));
	CU_ASSERT_EQUAL(json_array_size(json_object_get(c, "context")), 1);
	json_decref(c);
	json_object_set_new(json_object_get(a, "fingerprint"), "acks", json_integer(16));
	json_object_set_new(json_object_get(b, "fingerprint"), "order", json_string("lifo"));
	c = compare(a, b);
	CU_ASSERT_FALSE(json_is_true(json_object_get(c, "equal")));
	CU_ASSERT_EQUAL(json_array_size(json_object_get(c, "fingerprint")), 2);
	json_decref(a);
	json_decref(b);
	json_decref(c);
}

void suite_report_compare(void)
{
	CU_pSuite s = CU_add_suite("report_compare", NULL, NULL);

	CU_ADD_TEST(s, test_verdicts);
	CU_ADD_TEST(s, test_should);
	CU_ADD_TEST(s, test_findings);
	CU_ADD_TEST(s, test_sets);
	CU_ADD_TEST(s, test_context_and_fingerprint);
}
