/* Which cases a word on the command line means.  Pure questions about the case table. */
#ifndef HARNESS_RUN_SELECT_H
#define HARNESS_RUN_SELECT_H

#include "harness/case.h"

/* Whether the case is meant by a selector: its id or family ("sack/two_gaps", "sack/"), a
 * clause it tests ("SACK-2"), the level of its main clause ("must", "should_not"), the device's
 * role ("sender", "receiver") or its kind ("positive", "negative").  "sack/x#7" means sack/x;
 * which value of a sweep is the caller's to see. */
bool select_matches(const struct case_entry *e, const char *selector);
/* Whether any of the selectors matches; all cases if there are none. */
bool select_any(const struct case_entry *e, int count, char *const *selectors);
/* The first selector that matches no case at all, NULL if each matches one. */
const char *select_unknown(int count, char *const *selectors);

/* Whether the case has the clause as its own or among the further ones. */
bool case_tests(const struct case_def *def, enum clause_id clause);
/* "receiver", "sender"; "positive", "negative". */
const char *case_role_text(enum case_role role);
const char *case_kind_text(enum case_kind kind);

#endif
