/* The unit test runner: `unit [SUITE...]` runs all suites or the named ones and ends with one
 * line of counts.  Exit status 0 all passed, 1 a failure, 2 usage or trouble with CUnit. */
#include "tests/unit_main.h"

#include <CUnit/Basic.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

static bool is_wanted(const char *name, int count, char **names)
{
	for (int i = 0; i < count; i++)
		if (!strcmp(name, names[i]))
			return true;
	return count == 0;
}

static bool is_known(const char *name)
{
	for (const struct unit_suite *s = unit_suites; s->name; s++)
		if (!strcmp(s->name, name))
			return true;
	return false;
}

/* A suite that registers no test would pass for nothing. */
static bool add_suite(const struct unit_suite *s)
{
	unsigned before = CU_get_registry()->uiNumberOfTests;

	s->add();
	if (CU_get_error() == CUE_SUCCESS && CU_get_registry()->uiNumberOfTests > before)
		return true;
	fprintf(stderr, "tests/unit/%s.c: suite_%s registered no test (%s)\n", s->name, s->name,
		CU_get_error_msg());
	return false;
}

static int run(void)
{
	unsigned tests, failed;

	CU_basic_set_mode(CU_BRM_NORMAL);
	CU_basic_run_tests();
	CU_basic_show_failures(CU_get_failure_list());
	tests = CU_get_registry()->uiNumberOfTests;
	/* A test that did not run (its suite's set-up failed) counts as failed. */
	failed = CU_get_number_of_tests_failed() + tests - CU_get_number_of_tests_run();
	printf("\nunit: %u passed, %u failed\n", tests - failed, failed);
	return failed ? 1 : 0;
}

int main(int argc, char **argv)
{
	bool is_good = true;
	int status = 2;

	for (int i = 1; i < argc; i++)
		if (!is_known(argv[i])) {
			fprintf(stderr, "no suite %s: there is no tests/unit/%s.c\n", argv[i],
				argv[i]);
			return 2;
		}
	if (CU_initialize_registry() != CUE_SUCCESS)
		return 2;
	for (const struct unit_suite *s = unit_suites; s->name; s++)
		if (is_wanted(s->name, argc - 1, argv + 1) && !add_suite(s))
			is_good = false;
	if (is_good)
		status = run();
	CU_cleanup_registry();
	return status;
}
