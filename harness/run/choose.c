/* Which cases a run takes: sweeps unrolled, each value against the selectors. */
#include "harness/run/select.h"
#include "harness/run/session.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct choices {
	struct case_choice *at;
	size_t count, cap;
};

static enum result add(struct choices *c, const struct case_choice *one)
{
	if (c->count == c->cap) {
		size_t cap = c->cap ? 2 * c->cap : 256;
		void *p = realloc(c->at, cap * sizeof(*c->at));

		if (!p)
			return RES_E_MEMORY;
		c->at = p;
		c->cap = cap;
	}
	c->at[c->count++] = *one;
	return RES_OK;
}

/* With a sweep value the whole id, else whatever the word means for the case. */
static bool is_selected(const char *selector, const struct case_choice *c)
{
	return select_matches(c->entry, selector) &&
	       (!strchr(selector, '#') || !strcmp(selector, c->id));
}

static enum result add_if(struct choices *out, const struct case_choice *c,
			  const char *const *selectors, size_t selector_count, bool *used)
{
	bool is_it = !selector_count;

	for (size_t i = 0; i < selector_count; i++) {
		if (!is_selected(selectors[i], c))
			continue;
		used[i] = true;
		is_it = true;
	}
	return is_it ? add(out, c) : RES_OK;
}

static enum result unroll(struct choices *out, const struct case_entry *e,
			  const char *const *selectors, size_t selector_count, bool *used)
{
	const struct case_axis *a = &e->def->axis;
	struct case_choice c = { .entry = e };
	enum result r = RES_OK;

	if (!a->name) {
		snprintf(c.id, sizeof(c.id), "%s", e->id);
		return add_if(out, &c, selectors, selector_count, used);
	}
	c.has_axis = true;
	for (size_t i = 0; !r; i++) {
		c.axis = a->list ? a->list[i] : a->from + (int64_t)i * (a->step ? a->step : 1);
		if (a->list ? c.axis == LIST_END : c.axis > a->to)
			break;
		snprintf(c.id, sizeof(c.id), "%s#%lld", e->id, (long long)c.axis);
		r = add_if(out, &c, selectors, selector_count, used);
	}
	return r;
}

enum result harness_choose(const char *const *selectors, size_t selector_count,
			   struct case_choice **out, size_t *count, const char **bad)
{
	struct choices c = { 0 };
	bool *used = calloc(selector_count + 1, sizeof(*used));
	enum result r = used ? RES_OK : RES_E_MEMORY;

	for (size_t i = 0; !r && i < all_cases_count; i++)
		r = unroll(&c, &all_cases[i], selectors, selector_count, used);
	for (size_t i = 0; !r && i < selector_count; i++) {
		if (used[i])
			continue;
		*bad = selectors[i];
		r = RES_E_UNKNOWN;
	}
	free(used);
	if (r) {
		free(c.at);
		return r;
	}
	*out = c.at;
	*count = c.count;
	return RES_OK;
}
