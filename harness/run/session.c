/* A run: cases one after another, repeated where the tester doubts itself, a known-good one first
 * and last, the bench checked again at the end. */
#include "harness/run/once.h"
#include "harness/run/session_private.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ATTEMPTS = 3 };
static const char known_good[] = "life/alive";

struct harness *session_harness(struct session *s)
{
	struct harness *h = calloc(1, sizeof(*h));

	if (!h)
		return NULL;
	h->link = s->link;
	h->control = s->control;
	h->config = &s->config;
	h->dut = &s->dut;
	h->neighbor = &s->neighbor;
	memcpy(h->own, s->own, sizeof(h->own));
	h->jitter_ns = s->jitter_ns;
	h->control_id = s->control_id;
	return h;
}

const json_t *harness_session_dut(const struct session *s)
{
	return s->dut.hello;
}

const json_t *harness_session_bench(const struct session *s)
{
	return s->bench;
}

void harness_result_release(struct case_result *r)
{
	json_decref(r->setup);
	arena_free(r->memory);
	memset(r, 0, sizeof(*r));
}

struct attempt {
	uint32_t excuse; /* as in struct harness */
	bool is_adapter_gone;
};

static enum result attempt(struct session *s, const struct case_choice *c,
			   const struct run_sink *sinks, size_t sink_count, struct case_result *r,
			   unsigned number, struct attempt *out)
{
	struct harness *h = session_harness(s);

	if (!h)
		return RES_E_MEMORY;
	h->sinks = sinks;
	h->sink_count = sink_count;
	harness_once(h, c, r, number);
	s->control_id = h->control_id;
	out->excuse = h->excuse;
	out->is_adapter_gone = h->is_adapter_gone;
	free(h);
	return RES_OK;
}

static void tell_end(const struct run_sink *sinks, size_t sink_count, struct case_result *r)
{
	for (size_t i = 0; i < sink_count; i++)
		if (sinks[i].case_end)
			sinks[i].case_end(sinks[i].arg, r);
}

/* Whether a verdict is in doubt for another reason than the device. */
static bool is_doubtful(const struct case_result *r, const struct attempt *a)
{
	return r->verdict == VERDICT_INCONCLUSIVE || (r->verdict == VERDICT_FAIL && a->excuse);
}

static void doubt_for_good(struct case_result *r)
{
	r->verdict = VERDICT_INCONCLUSIVE;
	snprintf(r->reason, sizeof(r->reason),
		 "a frame lost on the way, or a busy machine, would explain this: not the same "
		 "each time");
}

/* Runs one case until its verdict stands: doubt is repeated, at most ATTEMPTS times in all, and
 * the same excuse every time is none. */
static enum result run_case(struct session *s, const struct case_choice *c,
			    const struct run_sink *sinks, size_t sink_count, struct case_result *r,
			    bool *is_gone)
{
	bool is_same = true;
	uint32_t excuse = 0;

	for (unsigned number = 1; number <= ATTEMPTS; number++) {
		struct attempt a = { 0 };
		enum result result;

		harness_result_release(r);
		result = attempt(s, c, sinks, sink_count, r, number, &a);
		if (result)
			return result;
		*is_gone = a.is_adapter_gone;
		if (!is_doubtful(r, &a))
			break;
		is_same = is_same && (number == 1 || a.excuse == excuse);
		excuse = a.excuse;
		r->is_repeated = number < ATTEMPTS;
		if (r->is_repeated)
			tell_end(sinks, sink_count, r);
		else if (r->verdict == VERDICT_FAIL && !is_same)
			doubt_for_good(r);
	}
	tell_end(sinks, sink_count, r);
	return RES_OK;
}

static void not_run(const struct case_choice *c, struct case_result *r, enum verdict v,
		    const char *why)
{
	snprintf(r->id, sizeof(r->id), "%s", c->id);
	r->entry = c->entry;
	r->has_axis = c->has_axis;
	r->axis = c->axis;
	r->verdict = v;
	snprintf(r->reason, sizeof(r->reason), "%s", why);
}

/* A case every device passes that can be tested at all; what comes of it is kept beside the bench.
 * E_PEER with the reason when the adapter is gone. */
static enum result check_alive(struct session *s, const char *when, char *reason, size_t cap)
{
	const char *selector = known_good, *bad = NULL;
	struct case_choice *choice = NULL;
	struct case_result r = { 0 };
	size_t count = 0;
	bool is_gone = false;

	if (harness_choose(&selector, 1, &choice, &count, &bad))
		return RES_OK;
	dut_rules_out(&s->dut, choice->entry->def, r.reason, sizeof(r.reason));
	if (!r.reason[0] && !run_case(s, choice, NULL, 0, &r, &is_gone))
		json_object_set_new(s->bench, when, json_string(verdict_word(r.verdict)));
	if (is_gone)
		snprintf(reason, cap, "%s", r.reason);
	harness_result_release(&r);
	free(choice);
	return is_gone ? RES_E_PEER : RES_OK;
}

static bool is_stopped(const struct session *s, const struct case_result *r)
{
	return (s->config.interrupted && *s->config.interrupted) ||
	       (s->config.stop_on_fail && r->verdict == VERDICT_FAIL);
}

static void rules_out(const struct session *s, const struct case_def *def, char *why, size_t cap)
{
	const json_t *most = json_object_get(json_object_get(s->dut.hello, "ics"), "connections");

	dut_rules_out(&s->dut, def, why, cap);
	if (!why[0] && most && json_integer_value(most) <= def->need.others)
		snprintf(why, cap, "ICS: the case needs %u connections", def->need.others + 1u);
	if (!why[0] && def->need.planes > s->link->ports)
		snprintf(why, cap, "the wire has %u port(s), the case needs %u", s->link->ports,
			 def->need.planes);
}

enum result harness_session_run(struct session *s, const struct case_choice *choices, size_t count,
				const struct run_sink *sinks, size_t sink_count,
				struct case_result *results, char *reason, size_t reason_cap)
{
	char why[256];
	bool is_gone;

	reason[0] = 0;
	is_gone = check_alive(s, "alive_before", reason, reason_cap) != RES_OK;
	for (size_t i = 0; i < count; i++) {
		enum result r;

		rules_out(s, choices[i].entry->def, why, sizeof(why));
		if (reason[0] || why[0]) {
			not_run(&choices[i], &results[i],
				reason[0] ? VERDICT_NOT_RUN : VERDICT_NOT_APPLICABLE,
				reason[0] ? reason : why);
			tell_end(sinks, sink_count, &results[i]);
			continue;
		}
		r = run_case(s, &choices[i], sinks, sink_count, &results[i], &is_gone);
		if (r)
			return r;
		if (is_gone)
			snprintf(reason, reason_cap, "%s", results[i].reason);
		else if (is_stopped(s, &results[i]))
			snprintf(reason, reason_cap, "%s",
				 results[i].verdict == VERDICT_FAIL ? "stopped at the first failure"
								    : "interrupted");
	}
	if (is_gone || check_alive(s, "alive_after", reason, reason_cap))
		return RES_OK;
	if (session_check_bench(s, "after", why, sizeof(why)) && !reason[0])
		snprintf(reason, reason_cap, "bench: %s", why);
	return RES_OK;
}
