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

static void run_step(struct harness *h, const struct step *s)
{
	switch (s->kind) {
	case STEP_SEND:
		harness_step_send(h, s);
		break;
	case STEP_EXPECT:
		harness_step_expect(h, s);
		break;
	case STEP_QUIET:
		harness_step_quiet(h, s);
		break;
	case STEP_PAUSE:
		harness_wait(h, harness_now(h) + 1000 * s->us, NULL);
		break;
	case STEP_RECV:
		harness_step_recv(h, s);
		break;
	case STEP_POST:
		harness_step_post(h, s);
		break;
	case STEP_PEER_RECV:
		harness_step_peer_recv(h, s);
		break;
	case STEP_PEER_POST:
		harness_step_peer_post(h, s);
		break;
	case STEP_IMPAIR:
		add_impairment(h, s);
		break;
	case STEP_WAIT:
		harness_step_wait(h, s);
		break;
	case STEP_CHECK:
		harness_step_check(h, s);
		break;
	case STEP_CALL:
		harness_step_call(h, s);
		break;
	case STEP_DONE:
		break;
	}
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
