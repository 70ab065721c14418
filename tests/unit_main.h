/* The list of unit suites that the runner walks.  The list itself is generated from the file
 * names in tests/unit; nothing here may know a single suite. */
#ifndef TESTS_UNIT_MAIN_H
#define TESTS_UNIT_MAIN_H

#include <stddef.h>

struct unit_suite {
	const char *name;  /* of the file tests/unit/NAME.c */
	void (*add)(void); /* suite_NAME: registers its suite and tests with CUnit */
};
extern const struct unit_suite unit_suites[]; /* ends with a NULL name */

#endif
