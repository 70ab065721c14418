/* Views of reports that are not as they should be: a file of somebody else never ends the
 * program, and what is written is whole. */
#define _POSIX_C_SOURCE 200809L /* mkdtemp */
#include "reports/views.h"
#include "tests/unit_main.h"

#include <CUnit/CUnit.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

void suite_report_views(void);

static const char *const names[] = {
#define X(name, writer) name,
	REPORT_VIEWS(X)
#undef X
};
enum { NAMES = sizeof(names) / sizeof(names[0]) };

/* Writes the views into a new directory; every one must be there and end with a newline. */
static void check_written(const char *text)
{
	char dir[] = "/tmp/report_views_XXXXXX", path[128];
	json_t *report = json_loads(text, 0, NULL);

	CU_ASSERT_PTR_NOT_NULL_FATAL(report);
	CU_ASSERT_PTR_NOT_NULL_FATAL(mkdtemp(dir));
	CU_ASSERT_EQUAL(report_views_write(report, dir, &wire_layout_default, NULL), RES_OK);
	for (size_t i = 0; i < NAMES; i++) {
		FILE *f;

		snprintf(path, sizeof(path), "%s/%s", dir, names[i]);
		f = fopen(path, "r");
		CU_ASSERT_PTR_NOT_NULL_FATAL(f);
		CU_ASSERT_EQUAL(fseek(f, -1, SEEK_END), 0);
		CU_ASSERT_EQUAL(fgetc(f), '\n');
		fclose(f);
		CU_ASSERT_EQUAL(unlink(path), 0);
	}
	CU_ASSERT_EQUAL(rmdir(dir), 0); /* nothing else was left there */
	json_decref(report);
}

static void test_odd_reports(void)
{
	check_written("{}");
	check_written("[]");
	check_written("{\"cases\": 5, \"clauses\": \"x\", \"run\": [], \"dut\": null}");
	check_written("{\"cases\": [null, 5, \"x\", [], {}], \"clauses\": [null, 5, {}]}");
	check_written("{\"cases\": [{\"id\": 5, \"verdict\": \"fail\", \"failures\": [null, 5, "
		      "{}], \"notes\": [5], \"clauses\": {}, \"evidence\": [], \"setup\": 5, "
		      "\"start_ns\": -5, \"duration_ns\": 1e9}]}");
	check_written(
		"{\"cases\": [{\"id\": \"/\", \"verdict\": \"odd\", \"failures\": [{\"frame\": "
		"9223372036854775807, \"line\": -1, \"clause\": \"NO-1\"}], \"evidence\": "
		"{\"file\": \"capture/none.pcapng\", \"frames\": 3}}], \"run\": {\"started\": "
		"\"9999-99-99T99:99:99Z\", \"selectors\": {\"a\": 1}}, \"fingerprint\": "
		"{\"a\": [1], \"b\": \"<b>\"}}");
}

static void test_no_directory(void)
{
	json_t *report = json_object();
	const char *failed = NULL;

	CU_ASSERT_EQUAL(
		report_views_write(report, "/nowhere/at/all", &wire_layout_default, &failed),
		RES_E_IO);
	CU_ASSERT_STRING_EQUAL(failed, names[0]);
	json_decref(report);
}

/* What is read back is JSON, of this suite and of this version. */
static void check_read(const char *text, enum result expected)
{
	char path[] = "/tmp/report_views_XXXXXX";
	int fd = mkstemp(path);
	json_t *report = NULL;

	CU_ASSERT_FATAL(fd >= 0);
	CU_ASSERT_EQUAL(write(fd, text, strlen(text)), (ssize_t)strlen(text));
	close(fd);
	CU_ASSERT_EQUAL(report_read(path, &report), expected);
	CU_ASSERT_EQUAL(report != NULL, expected == RES_OK);
	json_decref(report);
	CU_ASSERT_EQUAL(unlink(path), 0);
}

static void test_read(void)
{
	json_t *report = NULL;

	check_read("{\"schema_version\": 1, \"suite\": {\"name\": \"metaroce-conformance\"}}",
		   RES_OK);
	check_read("{\"schema_version\": 2, \"suite\": {\"name\": \"metaroce-conformance\"}}",
		   RES_E_SYNTAX);
	check_read("{\"schema_version\": 1, \"suite\": {\"name\": \"another\"}}", RES_E_SYNTAX);
	check_read("{\"schema_version\": 1", RES_E_SYNTAX);
	check_read("", RES_E_SYNTAX);
	CU_ASSERT_EQUAL(report_read("/nowhere/at/all", &report), RES_E_IO);
}

void suite_report_views(void)
{
	CU_pSuite s = CU_add_suite("report_views", NULL, NULL);

	CU_ADD_TEST(s, test_odd_reports);
	CU_ADD_TEST(s, test_no_directory);
	CU_ADD_TEST(s, test_read);
}
