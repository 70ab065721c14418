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
	return c->by_verdict[VERDICT_PASS] || c->should_failures ? VERDICT_PASS : VERDICT_NONE;
}

int run_exit_status(const struct run_counts *c, bool is_incomplete)
{
	switch (run_verdict(c)) {
	case VERDICT_FAIL:
		return 1;
	case VERDICT_ERROR:
	case VERDICT_INCONCLUSIVE:
		return 3;
	default:
		if (is_incomplete || c->by_verdict[VERDICT_NOT_RUN])
			return 4;
		/* conformant needs evidence: a run that judged nothing is not */
		return run_verdict(c) == VERDICT_PASS ? 0 : 3;
	}
}
