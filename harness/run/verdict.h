/* What a case and a run come to.  Plain data that the report writers read; nothing in here knows
 * how a verdict was reached.  Source: ARCHITECTURE "Verdicts" in the README's words. */
#ifndef HARNESS_RUN_VERDICT_H
#define HARNESS_RUN_VERDICT_H

#include "harness/case.h"
#include "harness/link/link.h"
#include "harness/run/arena.h"

#include <jansson.h>

/* Only ever worsened, in this order (ISO 9646, TTCN-3).  NOT_APPLICABLE and NOT_RUN are decided
 * before a case runs and never changed.  One list gives enum and word. */
#define VERDICTS(X)                         \
	X(NONE, "none")                     \
	X(PASS, "pass")                     \
	X(INCONCLUSIVE, "inconclusive")     \
	X(FAIL, "fail")                     \
	X(ERROR, "error")                   \
	X(NOT_APPLICABLE, "not_applicable") \
	X(NOT_RUN, "not_run")
enum verdict {
#define X(name, word) VERDICT_##name,
	VERDICTS(X)
#undef X
		VERDICT_COUNT
};
const char *verdict_word(enum verdict v);
/* The worse of two; a case that has failed stays failed even when the tester errs later:
 * the failure stays listed while the verdict becomes ERROR. */
enum verdict verdict_worse(enum verdict a, enum verdict b);

/* One broken rule.  Strings live in the case's arena (until the result is freed). */
struct failure {
	enum clause_id clause; /* exactly one */
	const char *file;      /* "cases/sack/bit_positions.c" */
	int line;              /* of the step; 0 when found by shadow or monitor between steps */
	int step;              /* index in the step table, -1 outside */
	const char *judge;     /* "expectation", "shadow", "monitor", "liveness" */
	const char *field;     /* "ackh.cum_psn", "payload", "completion", ... */
	const char *expected, *seen;
	uint32_t frame; /* in the case's capture, from 1; 0 none */
	bool is_should; /* its clause is a SHOULD: reported apart */
};

struct case_result {
	char id[96]; /* "sack/bit_positions#137" */
	const struct case_entry *entry;
	bool has_axis;
	int64_t axis;
	enum verdict verdict;
	char reason[256]; /* why inconclusive, error, not_applicable, not_run; "" else */
	const struct failure *failures;
	size_t failure_count;
	const char *const *notes; /* e.g. "timing not judged: ..." */
	size_t note_count;
	unsigned attempts;         /* 1..3 */
	bool is_repeated;          /* at case_end: in doubt, another attempt follows */
	uint64_t start_ns, end_ns; /* link clock */
	uint32_t frames;           /* captured in the last attempt */
	json_t *setup;             /* effective parameters; owned */
	struct arena *memory;      /* of failures and notes; owned */
	char capture[160];         /* file name relative to the run directory, "" if none */
	char capture_sha256[65];
};

struct run_counts {
	unsigned by_verdict[VERDICT_COUNT];
	unsigned should_failures;
};
/* Run verdict: any FAIL wins, then ERROR, then INCONCLUSIVE (also where cases were not run), else
 * PASS; NONE if nothing was judged. */
enum verdict run_verdict(const struct run_counts *c);
/* 0 conformant, 1 nonconformance, 3 bench trouble, error or inconclusive, 4 incomplete. */
int run_exit_status(const struct run_counts *c, bool is_incomplete);

/* Who watches a run.  Every member may be NULL.  Data is valid during the call only. */
struct run_sink {
	void *arg;
	void (*case_begin)(void *arg, const char *id, const struct case_entry *entry,
			   unsigned attempt);
	/* Every frame of the case in stamp order, number from 1; comment may be NULL. */
	void (*frame)(void *arg, const struct link_event *ev, uint32_t number, const char *comment);
	/* Sink may fill capture and capture_sha256. */
	void (*case_end)(void *arg, struct case_result *r);
	/* A journal event: kind and members (borrowed). */
	void (*event)(void *arg, const char *kind, json_t *members);
};

#endif
