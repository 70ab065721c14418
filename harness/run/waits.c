/* WAIT, CALL, PAUSE: what the upper tester tells of completions, and time. */
#include "harness/run/harness.h"

#include <stdio.h>
#include <string.h>

enum {
	POLL_FIRST_VIRTUAL_NS = 20 * 1000,
	POLL_FIRST_NS = 200 * 1000,
	POLL_LAST_NS = 5 * 1000 * 1000
};

/* RTX-9: longest time a right device may take before work completes one way or the other. */
static uint64_t longest(const struct harness *h)
{
	const struct ref_params *p = &h->device.params;
	uint64_t sum = 0, rto = p->rto_init;

	for (uint32_t k = 0; k <= p->retry_limit; k++) {
		sum += rto < p->rto_max ? rto : p->rto_max;
		rto = rto < p->rto_max ? 2 * rto : rto;
	}
	return 1000 * (sum + 2ull * p->rto_max) + 1000ull * 1000 * 1000;
}

static const char *kind_word(const struct step *s)
{
	static const char *const words[] = {
		[FOR_WORK] = "work", [FOR_RECEIVES] = "receive", [FOR_CLOSED] = "closed"
	};

	return words[s->wait];
}

/* A completion of the kind, and of the stream if the step names one, that no WAIT has taken. */
static bool is_awaited(const struct harness *h, const struct step *s, const json_t *c)
{
	const char *kind = json_string_value(json_object_get(c, "kind"));
	json_int_t stream = harness_want_or(h, s, msg_stream, -1);

	return kind && !strcmp(kind, kind_word(s)) && !json_object_get(c, "taken") &&
	       (stream < 0 || json_integer_value(json_object_get(c, "stream")) == stream);
}

static size_t count_awaited(const struct harness *h, const struct step *s)
{
	size_t n = 0;

	for (size_t i = 0; i < json_array_size(h->completions); i++)
		n += is_awaited(h, s, json_array_get(h->completions, i));
	return n;
}

/* Asks now and then, less and less often while nothing comes. */
static void poll_in_time(struct harness *h)
{
	size_t before = json_array_size(h->completions);

	if (harness_now(h) < h->next_poll_ns)
		return;
	if (harness_poll_completions(h))
		return;
	if (json_array_size(h->completions) > before || !h->poll_gap_ns)
		h->poll_gap_ns = h->link->ops->is_virtual ? POLL_FIRST_VIRTUAL_NS : POLL_FIRST_NS;
	h->next_poll_ns = harness_now(h) + h->poll_gap_ns;
	if (h->poll_gap_ns < POLL_LAST_NS)
		h->poll_gap_ns = h->poll_gap_ns * 5 / 4;
}

static bool have_completions(struct harness *h)
{
	size_t need = (size_t)h->step->n;

	if (count_awaited(h, h->step) < need)
		poll_in_time(h);
	return h->is_broken || count_awaited(h, h->step) >= need;
}

/* Takes n of them; the first with another status is told. */
static void take_completions(struct harness *h, const struct step *s)
{
	const char *want = ref_completion_status_name((enum ref_completion_status)s->status);
	size_t left = (size_t)s->n;
	bool is_told = s->wait == FOR_CLOSED;

	for (size_t i = 0; left && i < json_array_size(h->completions); i++) {
		json_t *c = json_array_get(h->completions, i);
		const char *status = json_string_value(json_object_get(c, "status"));

		if (!is_awaited(h, s, c))
			continue;
		json_object_set_new(c, "taken", json_true());
		left--;
		if (is_told || (status && !strcmp(status, want)))
			continue;
		harness_fail(h, harness_step_clause(h, s), 0, "completion.status", want,
			     status ? status : "no status");
		is_told = true;
	}
}

static void wait_completions(struct harness *h, const struct step *s)
{
	size_t have;
	char expected[48], seen[48];

	h->next_poll_ns = harness_now(h);
	h->poll_gap_ns = 0;
	harness_wait(h, harness_now(h) + longest(h), have_completions);
	h->next_poll_ns = LINK_NEVER;
	have = count_awaited(h, s);
	if (h->is_broken)
		return;
	if (have < (size_t)s->n) {
		snprintf(expected, sizeof(expected), "%lld more of %s", (long long)s->n,
			 kind_word(s));
		snprintf(seen, sizeof(seen), "%zu", have);
		harness_fail(h, harness_step_clause(h, s), 0, "completion", expected, seen);
		return;
	}
	take_completions(h, s);
}

static bool has_sent(struct harness *h)
{
	return h->seen_sequenced >= (uint32_t)harness_number(h, h->step->n);
}

static bool is_quiet(struct harness *h)
{
	return harness_now(h) >= h->last_heard_ns + 1000 * h->step->us + 2 * h->jitter_ns;
}

void harness_step_wait(struct harness *h, const struct step *s)
{
	char expected[48], seen[48];

	if (s->wait == FOR_QUIET) {
		h->last_heard_ns = harness_now(h);
		while (!is_quiet(h) && !h->is_broken)
			harness_wait(h, h->last_heard_ns + 1000 * s->us + 2 * h->jitter_ns + 1,
				     NULL);
	} else if (s->wait == FOR_SENT) {
		harness_wait(h, harness_now(h) + longest(h), has_sent);
		if (has_sent(h) || h->is_broken)
			return;
		snprintf(expected, sizeof(expected), "%lld packets",
			 (long long)harness_number(h, s->n));
		snprintf(seen, sizeof(seen), "%u", h->seen_sequenced);
		harness_fail(h, harness_step_clause(h, s), 0, "packets sent", expected, seen);
	} else {
		wait_completions(h, s);
	}
}

void harness_step_call(struct harness *h, const struct step *s)
{
	json_t *p = json_pack("{s:I}", "connection", (json_int_t)h->device_conn);

	h->expect_from = h->trace.count;
	if (s->n == CALL_CLOSE) {
		h->is_closed = true;
		if (!harness_call(h, "connection.close", p, NULL, NULL))
			h->ops[h->op_count++] = (struct mirror_op){ .kind = MIRROR_CLOSE,
								    .at = h->trace.count,
								    .now_ns = harness_now(h) };
		(void)!shadow_close(h->shadow, harness_now(h));
	} else if (s->n == CALL_REPATH || s->n == CALL_FAIL) {
		json_object_set_new(p, "path",
				    json_integer((json_int_t)harness_want_or(h, s, path_id, 0)));
		(void)!harness_call(h, s->n == CALL_FAIL ? "path.fail" : "path.repath", p, NULL,
				    NULL);
	} else {
		json_decref(p);
		p = json_pack("{s:I}", "region", (json_int_t)h->target.handle);
		if (!harness_call(h, "region.deregister", p, NULL, NULL))
			h->ops[h->op_count++] = (struct mirror_op){ .kind = MIRROR_DEREGISTER,
								    .at = h->trace.count,
								    .rkey = h->target.rkey,
								    .now_ns = harness_now(h) };
		(void)!shadow_deregister(h->shadow, h->target.rkey);
		h->is_target_gone = true;
	}
}
