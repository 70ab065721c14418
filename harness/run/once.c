/* One case, once: set up, run, settle, and doubt where the tester itself was in trouble. */
#include "harness/run/once.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { STALL_NS = 100 * 1000 * 1000 };
#define GIVE_UP_VIRTUAL_NS (3600ull * 1000 * 1000 * 1000)
#define GIVE_UP_NS         (120ull * 1000 * 1000 * 1000)

static size_t time_failures(const struct case_result *r)
{
	size_t n = 0;

	for (size_t i = 0; i < r->failure_count; i++)
		n += !strcmp(r->failures[i].field, "time");
	return n;
}

/* The device is not blamed for what the tester missed or slept through. */
static void doubt(struct harness *h)
{
	struct link_stats now;
	struct case_result *r = h->result;

	h->link->ops->stats(h->link, &now);
	if (r->verdict != VERDICT_FAIL || h->link->ops->is_virtual)
		return;
	if (now.dropped > h->stats.dropped)
		snprintf(r->reason, sizeof(r->reason), "the tester's capture lost %llu frames",
			 (unsigned long long)(now.dropped - h->stats.dropped));
	else if (now.clock_steps > h->stats.clock_steps)
		snprintf(r->reason, sizeof(r->reason),
			 "the tester's clock was set during the case");
	else if (now.worst_ns > STALL_NS || (now.stalls > h->stats.stalls && time_failures(r)))
		snprintf(r->reason, sizeof(r->reason), "the tester itself was up to %llu us late",
			 (unsigned long long)(now.worst_ns / 1000));
	else
		return;
	r->verdict = VERDICT_INCONCLUSIVE;
}

/* ROB-1: where device and adapter are one process, its death is the device's. */
static void blame_death(struct harness *h)
{
	if (!h->is_adapter_dead || !h->dut->is_single_process)
		return;
	harness_fail_by(h, "liveness", ROB_1, 0, "device", "alive", h->result->reason);
	h->result->verdict = VERDICT_FAIL;
}

/* A packet of the device first seen as a repair: its first sending never reached the tester. */
static bool has_unseen(const struct harness *h)
{
	for (size_t i = 0; i < h->trace.count; i++) {
		const struct trace_packet *t = h->trace.at[i];

		if (!t->is_sent && !t->decoded && wire_is_sequenced(t->p.kind) &&
		    !t->transmission && t->p.base_rtx)
			return true;
	}
	return false;
}

static uint32_t find_excuse(struct harness *h)
{
	if (time_failures(h->result) == h->result->failure_count)
		return EXCUSE_LATE;
	return has_unseen(h) ? EXCUSE_UNSEEN : harness_lost_frame(h);
}

/* A case is a function of the run's seed and its own id, whatever ran before it. */
static void seed_case(struct harness *h)
{
	h->random = h->config->seed * 0x9E3779B97F4A7C15u;
	for (const char *c = h->choice->id; *c; c++)
		h->random = (h->random ^ (uint8_t)*c) * 0x100000001b3u;
	if (h->link->ops->restart)
		h->link->ops->restart(h->link, h->random);
}

static void tell_begin(struct harness *h, unsigned attempt)
{
	for (size_t i = 0; i < h->sink_count; i++)
		if (h->sinks[i].case_begin)
			h->sinks[i].case_begin(h->sinks[i].arg, h->choice->id, h->choice->entry,
					       attempt);
}

static void body(struct harness *h)
{
	const struct case_def *def = h->choice->entry->def;

	if (harness_case_setup(h))
		return;
	if (def->steps)
		harness_run_steps(h, def->steps);
	else
		def->run(h);
	if (!h->is_broken)
		harness_settle(h);
	if (h->result->verdict == VERDICT_NONE)
		h->result->verdict = VERDICT_PASS;
	if (h->result->verdict == VERDICT_FAIL && !h->link->ops->is_virtual)
		h->excuse = find_excuse(h);
}

void harness_once(struct harness *h, const struct case_choice *choice, struct case_result *r,
		  unsigned attempt)
{
	h->choice = choice;
	h->result = r;
	h->next_poll_ns = LINK_NEVER;
	h->arena = arena_new();
	r->memory = arena_new();
	if (!h->arena || !r->memory)
		abort();
	snprintf(r->id, sizeof(r->id), "%s", choice->id);
	r->entry = choice->entry;
	r->has_axis = choice->has_axis;
	r->axis = choice->axis;
	r->attempts = attempt;
	seed_case(h);
	h->link->ops->stats(h->link, &h->stats);
	/* the bench's, or what it has been lately if that is more */
	if (h->stats.jitter_ns > h->jitter_ns || h->link->ops->is_virtual)
		h->jitter_ns = h->stats.jitter_ns;
	r->start_ns = harness_now(h);
	h->give_up_ns = r->start_ns + (h->link->ops->is_virtual ? GIVE_UP_VIRTUAL_NS : GIVE_UP_NS);
	tell_begin(h, attempt);
	body(h);
	doubt(h);
	blame_death(h);
	harness_case_teardown(h);
	r->end_ns = harness_now(h);
	r->frames = h->frame_number;
	arena_free(h->arena);
	h->arena = NULL;
}
