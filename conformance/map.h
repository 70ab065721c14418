/* What stands for a clause besides cases: mutants and engine functions.  Both tables are made at
 * build time, from tests/mutants/NAME.mutant and from the comments of reference/engine. */
#ifndef CONFORMANCE_MAP_H
#define CONFORMANCE_MAP_H

#include "clauses.h"

/* One row per (mutant, clause): a mutant that may break several clauses has several rows. */
struct mutant_row {
	const char *id;   /* "sack_off_by_one" */
	const char *file; /* the source it changes */
	enum clause_id clause;
};
extern const struct mutant_row mutant_rows[]; /* ends with a NULL id */

/* One row per (function, clause its comments name). */
struct function_row {
	const char *clause; /* "SACK-2" as written; a word that is no clause is possible */
	const char *function;
	const char *file;
};
extern const struct function_row function_rows[]; /* ends with a NULL clause */

/* Why a clause has no case, for people; "" if it has one. */
const char *map_reason(enum clause_id clause);

#endif
