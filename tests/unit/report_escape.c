/* Texts of a device in each language of the views: nothing is markup, nothing is unseen.  What
 * each language gives a meaning is typed from its own specification. */
#define _POSIX_C_SOURCE 200809L /* open_memstream */
#include "reports/escape.h"
#include "tests/unit_main.h"

#include <CUnit/CUnit.h>
#include <stdlib.h>
#include <string.h>

void suite_report_escape(void);

static void check(enum report_form form, const char *text, const char *expected)
{
	char *out = NULL;
	size_t len;
	FILE *f = open_memstream(&out, &len);

	CU_ASSERT_PTR_NOT_NULL_FATAL(f);
	report_put(f, form, text);
	fclose(f);
	CU_ASSERT_STRING_EQUAL(out, expected);
	free(out);
}

static void test_markup(void)
{
	check(REPORT_XML, "<b a='1' c=\"2\">&amp;]]>",
	      "&#60;b a=&#39;1&#39; c=&#34;2&#34;&#62;&#38;amp;]]&#62;");
	check(REPORT_MARKDOWN, "[x](y) `z` *b* <i> a|b #1 @me",
	      "&#91;x&#93;(y) &#96;z&#96; &#42;b&#42; &#60;i&#62; a&#124;b &#35;1 &#64;me");
	check(REPORT_MARKDOWN, "cum_psn: _x_ https://a", "cum_psn: &#95;x&#95; https&#58;//a");
	check(REPORT_TAP, "a#1 b\\c", "a\\#1 b\\\\c");
	check(REPORT_QUOTED, "say \"x\\y\"", "say \\\"x\\\\y\\\"");
	check(REPORT_PLAIN, "<a> \"b\" \\c #d", "<a> \"b\" \\c #d");
	check(REPORT_PLAIN, NULL, "");
}

/* Seen characters of every length stay; controls and direction marks become their numbers. */
static void test_unseen(void)
{
	check(REPORT_PLAIN, "z\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80",
	      "z\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80");
	check(REPORT_XML, "a\n\t\033[2J\x7f", "a\\x0a\\x09\\x1b[2J\\x7f");
	check(REPORT_XML, "\xc2\x85", "\\x85"); /* U+0085, a C1 control */
	check(REPORT_PLAIN,
	      "\xe2\x80\xae"
	      "abc",
	      "\\u202eabc");                            /* right-to-left override */
	check(REPORT_PLAIN, "\xe2\x80\x8b", "\\u200b"); /* zero width */
	check(REPORT_XML, "\xef\xbf\xbe", "\\ufffe");   /* no character, XML forbids it */
	check(REPORT_QUOTED, "\n", "\\\\x0a");
	check(REPORT_TAP, "\n", "\\\\x0a");
	check(REPORT_MARKDOWN, "\n", "&#92;x0a");
}

/* Bytes that are no UTF-8 (RFC 3629), byte by byte; the end of a text ends a character. */
static void test_no_utf8(void)
{
	check(REPORT_PLAIN, "\xff\x80z", "\\xff\\x80z");
	check(REPORT_PLAIN, "\xc0\xaf", "\\xc0\\xaf");                   /* overlong / */
	check(REPORT_PLAIN, "\xed\xa0\x80", "\\xed\\xa0\\x80");          /* a surrogate */
	check(REPORT_PLAIN, "\xf4\x90\x80\x80", "\\xf4\\x90\\x80\\x80"); /* beyond U+10FFFF */
	check(REPORT_PLAIN, "\xe2\x82", "\\xe2\\x82");
	check(REPORT_PLAIN, "\xf8\x88\x80\x80\x80", "\\xf8\\x88\\x80\\x80\\x80");
}

static void test_length(void)
{
	char *out = NULL;
	size_t len;
	FILE *f = open_memstream(&out, &len);

	CU_ASSERT_PTR_NOT_NULL_FATAL(f);
	report_put_n(f, REPORT_XML, "a<bc", 3);
	report_put_n(f, REPORT_XML, "xy", 50);
	report_put_n(f, REPORT_XML, "zz", 0);
	fclose(f);
	CU_ASSERT_STRING_EQUAL(out, "a&#60;bxy");
	free(out);
}

void suite_report_escape(void)
{
	CU_pSuite s = CU_add_suite("report_escape", NULL, NULL);

	CU_ADD_TEST(s, test_markup);
	CU_ADD_TEST(s, test_unseen);
	CU_ADD_TEST(s, test_no_utf8);
	CU_ADD_TEST(s, test_length);
}
