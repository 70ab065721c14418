/* Named checks of work completions, as the upper tester tells them.  Asks once more, waits never.
 */
#include "harness/run/checks.h"

#include <string.h>

static bool is_work(const json_t *c)
{
	const char *kind = json_string_value(json_object_get(c, "kind"));

	return kind && !strcmp(kind, "work");
}

/* Work is numbered in the order posted, so within a stream the numbers rise. */
static void judge_pair(struct harness *h, enum clause_id clause, const json_t *a, const json_t *b)
{
	json_int_t first = json_integer_value(json_object_get(a, "id"));
	json_int_t second = json_integer_value(json_object_get(b, "id"));

	if (!is_work(a) || !is_work(b) ||
	    json_integer_value(json_object_get(a, "stream")) !=
		    json_integer_value(json_object_get(b, "stream")))
		return;
	if (first == second)
		checks_fail(h, clause, 0, "completion", "once for each work request",
			    "work %lld twice", (long long)first);
	else if (first > second)
		checks_fail(h, clause, 0, "completion", "in the order of the stream",
			    "work %lld before %lld", (long long)first, (long long)second);
}

void check_work_in_order(struct harness *h, enum clause_id clause)
{
	if (harness_poll_completions(h))
		return;
	for (size_t i = 0; i < json_array_size(h->completions); i++)
		for (size_t k = i + 1; k < json_array_size(h->completions); k++)
			judge_pair(h, clause, json_array_get(h->completions, i),
				   json_array_get(h->completions, k));
}

void check_no_more_work(struct harness *h, enum clause_id clause)
{
	if (harness_poll_completions(h))
		return;
	for (size_t i = 0; i < json_array_size(h->completions); i++) {
		const json_t *c = json_array_get(h->completions, i);
		const char *status = json_string_value(json_object_get(c, "status"));

		if (!is_work(c) || json_object_get(c, "taken"))
			continue;
		checks_fail(h, clause, 0, "completion", "none yet", "work %lld: %s",
			    (long long)json_integer_value(json_object_get(c, "id")),
			    status ? status : "no status");
		return;
	}
}
