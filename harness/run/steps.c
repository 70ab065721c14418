/* The step runner: one step after the other, until one has failed or all are done. */
#include "harness/run/harness.h"

#include <string.h>

static void add_impairment(struct harness *h, const struct step *s)
{
	size_t room = sizeof(h->impairments) / sizeof(h->impairments[0]);

	if (h->impairment_count == room)
		harness_error(h, "the case has more than %zu impairments", room);
	else
		h->impairments[h->impairment_count++] = (struct impairment){ .step = s };
}

static void heal(struct harness *h, const struct step *s)
{
	(void)s;
	h->impairment_count = 0;
}

static void set_hint(struct harness *h, const struct step *s)
{
	h->hint_kbps = harness_number(h, s->n);
}

static void pause_steps(struct harness *h, const struct step *s)
{
	uint64_t us = s->us + (uint64_t)s->n * h->device.params.probe_interval;

	harness_wait(h, harness_now(h) + 1000 * us, NULL);
}

static void run_step(struct harness *h, const struct step *s)
{
	static void (*const of_kind[])(struct harness *, const struct step *) = {
		[STEP_SEND] = harness_step_send,
		[STEP_EXPECT] = harness_step_expect,
		[STEP_QUIET] = harness_step_quiet,
		[STEP_PAUSE] = pause_steps,
		[STEP_RECV] = harness_step_recv,
		[STEP_POST] = harness_step_post,
		[STEP_PEER_RECV] = harness_step_peer_recv,
		[STEP_PEER_POST] = harness_step_peer_post,
		[STEP_IMPAIR] = add_impairment,
		[STEP_WAIT] = harness_step_wait,
		[STEP_CHECK] = harness_step_check,
		[STEP_CALL] = harness_step_call,
		[STEP_HEAL] = heal,
		[STEP_HINT] = set_hint,
		[STEP_MAC_CONTROL] = harness_step_mac_control,
	};

	of_kind[s->kind](h, s);
}

bool harness_is_refusal_open(const struct case_def *def)
{
	for (const struct step *s = def->steps; s && s->kind != STEP_DONE; s++) {
		const struct want *w = step_want(s, ackh_status);

		if (s->kind == STEP_EXPECT && w && w->rel == REL_ANY)
			return true;
	}
	return false;
}

/* What shadow and monitor found stands by itself: the step that follows says what the case wanted.
 */
static bool has_expectation_failed(const struct harness *h, size_t from)
{
	for (size_t i = from; i < h->result->failure_count; i++)
		if (!strcmp(h->failures[i].judge, "expectation"))
			return true;
	return false;
}

void harness_run_steps(struct harness *h, const struct step *steps)
{
	if (harness_is_refusal_open(h->choice->entry->def))
		shadow_ignore_streams(h->shadow);
	for (const struct step *s = steps; s->kind != STEP_DONE; s++) {
		size_t failures = h->result->failure_count;

		h->step = s;
		run_step(h, s);
		if (s->kind != STEP_SEND && s->kind != STEP_EXPECT && s->kind != STEP_QUIET)
			h->anchor_ns = harness_now(h); /* those three know it by stamps */
		h->step = NULL;
		/* what follows a broken expectation would only repeat it; checks stand alone */
		if (h->is_broken || (s->kind != STEP_CHECK && has_expectation_failed(h, failures)))
			return;
	}
}
