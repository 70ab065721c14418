/* The verdict lattice and what follows from counts. */
#include "harness/run/verdict.h"

const char *verdict_word(enum verdict v)
{
	static const char *const words[VERDICT_COUNT] = {
#define X(name, word) [VERDICT_##name] = word,
		VERDICTS(X)
#undef X
	};

	return (size_t)v < VERDICT_COUNT ? words[v] : "unknown";
}

enum verdict verdict_worse(enum verdict a, enum verdict b)
{
	return a > b ? a : b;
}

enum verdict run_verdict(const struct run_counts *c)
{
	if (c->by_verdict[VERDICT_FAIL])
		return VERDICT_FAIL;
	if (c->by_verdict[VERDICT_ERROR])
		return VERDICT_ERROR;
	if (c->by_verdict[VERDICT_INCONCLUSIVE])
		return VERDICT_INCONCLUSIVE;
	if (!c->by_verdict[VERDICT_PASS] && !c->should_failures)
		return VERDICT_NONE;
	return c->by_verdict[VERDICT_NOT_RUN] ? VERDICT_INCONCLUSIVE : VERDICT_PASS;
}

int run_exit_status(const struct run_counts *c, bool is_incomplete)
{
	if (c->by_verdict[VERDICT_FAIL])
		return 1;
	if (c->by_verdict[VERDICT_ERROR] || c->by_verdict[VERDICT_INCONCLUSIVE])
		return 3;
	if (is_incomplete || c->by_verdict[VERDICT_NOT_RUN])
		return 4;
	/* conformant needs evidence: a run that judged nothing is not */
	return run_verdict(c) == VERDICT_PASS ? 0 : 3;
}
