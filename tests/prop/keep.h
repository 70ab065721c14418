/* Which parts of a scenario are on: what a replay names and shrinking looks for. */
#ifndef TESTS_PROP_KEEP_H
#define TESTS_PROP_KEEP_H

#include "tests/prop/scenario.h"

struct keep {
	bool ops[OPS_MAX], events[EVENTS_MAX], faults[FAULTS];
};

void keep_all(struct keep *k);
/* Switches everything else off. */
void keep_apply(const struct keep *k, struct scenario *s);
/* "3,7-9" or "-" for none; false: not of that form. */
bool keep_parse_numbers(const char *text, bool *on, unsigned count);
/* "lose,copy" or "-". */
bool keep_parse_faults(const char *text, bool *on);
/* As options of the command line, those that are not all on. */
void keep_print(const struct keep *k, const struct scenario *s, FILE *to);

#endif
