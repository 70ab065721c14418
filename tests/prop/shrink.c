/* Makes a failing scenario small: leaves out faults, events and operations in ever smaller
 * pieces, as long as it still breaks the same clause. */
#include "tests/prop/pool.h"

#include <stdlib.h>
#include <string.h>

enum { TRIES = 600 };

struct hunt {
	uint64_t seed;
	struct keep best;
	struct failure failure;
	unsigned tries;
};

static bool fails(struct hunt *h, const struct keep *k)
{
	struct scenario *s = malloc(sizeof(*s));
	struct failure f;
	bool is_same = false;

	if (s && h->tries++ < TRIES) {
		scenario_make(s, h->seed);
		keep_apply(k, s);
		is_same = pool_try(s, &f) && f.clause == h->failure.clause;
	}
	if (is_same) {
		h->best = *k;
		h->failure = f;
	}
	free(s);
	return is_same;
}

/* Leaves out count entries of a list from `at` on; whether it still fails without them. */
static bool without(struct hunt *h, size_t offset, unsigned at, unsigned count)
{
	struct keep k = h->best;
	bool *on = (bool *)(void *)((char *)&k + offset), is_any = false;

	for (unsigned i = at; i < at + count; i++) {
		is_any |= on[i];
		on[i] = false;
	}
	return is_any && fails(h, &k);
}

static bool shrink_list(struct hunt *h, size_t offset, unsigned count)
{
	bool is_smaller = false;
	for (unsigned piece = count; piece > 0; piece /= 2)
		for (unsigned at = 0; at < count; at += piece) {
			unsigned n = count - at < piece ? count - at : piece;
			is_smaller |= without(h, offset, at, n);
		}
	return is_smaller;
}

void pool_shrink(uint64_t seed, struct keep *keep, struct failure *f)
{
	struct hunt h = { .seed = seed, .best = *keep, .failure = *f };

	while (h.tries < TRIES) {
		bool is_smaller = shrink_list(&h, offsetof(struct keep, faults), FAULTS);
		is_smaller |= shrink_list(&h, offsetof(struct keep, events), EVENTS_MAX);
		is_smaller |= shrink_list(&h, offsetof(struct keep, ops), OPS_MAX);
		if (!is_smaller)
			break;
	}
	*keep = h.best;
	*f = h.failure;
}
