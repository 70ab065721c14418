/* Reading a report: small questions to the JSON value that report.h builds.  The value may come
 * from a file of somebody else, so a member that is missing or of another type is "" or 0. */
#ifndef REPORTS_MODEL_H
#define REPORTS_MODEL_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Member, or the value itself, as text; borrowed, never NULL. */
const char *report_get_text(const json_t *object, const char *key);
const char *report_text_of(const json_t *value);
/* Member as a number, 0 when it is none or negative. */
uint64_t report_get_number(const json_t *object, const char *key);

/* The member of an array whose "id" it is, NULL if none. */
const json_t *report_by_id(const json_t *array, const char *id);

/* What a case came to.  Unlike a verdict it tells a case that broke only SHOULD clauses from one
 * that fails the device.  One list gives enum, word and what the word means for a person. */
#define REPORT_OUTCOMES(X)                                                                 \
	X(FAIL, "fail", "the device broke a MUST")                                         \
	X(ERROR, "error", "trouble of the tester, its network or the adapter")             \
	X(INCONCLUSIVE, "inconclusive", "the evidence does not decide")                    \
	X(SHOULD, "should_failure", "a SHOULD is not met, which does not fail the device") \
	X(NOT_RUN, "not_run", "not reached")                                               \
	X(PASS, "pass", "all that was seen agrees with the clause")                        \
	X(NOT_APPLICABLE, "not_applicable", "outside what the device claims or the run offers")
enum report_outcome {
#define X(name, word, meaning) OUTCOME_##name,
	REPORT_OUTCOMES(X)
#undef X
		REPORT_OUTCOME_COUNT
};
const char *report_outcome_word(enum report_outcome o);
const char *report_outcome_meaning(enum report_outcome o);
/* Of a member of cases[]; a verdict that is none of ours is an error. */
enum report_outcome report_outcome(const json_t *kase);

/* Whether the clause of a row of clauses[], or of a failure, is a SHOULD. */
bool report_is_should_name(const char *clause);
/* Whether a failure of the case names the clause. */
bool report_breaks(const json_t *kase, const char *clause);
/* What the clause demands, in this program's words; "" for a clause it does not know. */
const char *report_clause_text(const char *clause);
/* What the case (its id with or without "#value") does, in this program's words, "" if unknown. */
const char *report_case_text(const char *id);
/* Whether the report was made with this program's clauses and cases, so that their texts fit. */
bool report_is_of_this_catalogue(const json_t *report);

/* The verdict of a run for a person. */
struct report_headline {
	const char *sentence; /* without a full stop */
	bool is_pass, is_fail;
	size_t broken, should;  /* clauses broken: MUST and MUST NOT; SHOULD and SHOULD NOT */
	size_t judged, clauses; /* with verdict pass or fail; in all */
};
void report_headline(const json_t *report, struct report_headline *out);
/* Cases by outcome. */
void report_outcomes(const json_t *report, size_t counts[REPORT_OUTCOME_COUNT]);

#endif
