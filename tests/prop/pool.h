/* Running scenarios: many in several processes, or one in a process of its own. */
#ifndef TESTS_PROP_POOL_H
#define TESTS_PROP_POOL_H

#include "tests/prop/keep.h"
#include "tests/prop/world.h"

enum { FAILURES_KEPT = 16, JOBS_MAX = 64, SECONDS_EACH = 20 };

struct failure {
	uint64_t seed;
	enum clause_id clause; /* CLAUSE_NONE: crashed or hung, unless why says more */
	char why[WHY];
};
struct tally {
	uint64_t scenarios, work, frames, virtual_ns;
	uint64_t hit_scenarios[FAULTS], hits[FAULTS], seen_scenarios[SEENS], seen[SEENS];
	uint32_t by_work[OPS_MAX + 1], by_kinds[FAULTS + 1];
	uint64_t failure_count;
	struct failure failures[FAILURES_KEPT];
};

struct task {
	uint64_t first, count;
	const uint64_t *list; /* of `count` seeds; NULL: those from `first` on */
	unsigned jobs;
	bool is_quiet, ends_at_failure;
};

/* Runs the scenarios of all seeds.  False: some failed. */
bool pool_run(const struct task *task, struct tally *out);
/* One scenario in a process of its own; true if it fails, *f how. */
bool pool_try(const struct scenario *s, struct failure *f);
/* Looks for a smaller scenario of the seed that still fails; *keep is what is on in it. */
void pool_shrink(uint64_t seed, struct keep *keep, struct failure *f);

#endif
