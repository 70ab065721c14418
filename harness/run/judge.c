/* The shadow's findings as failures of the case, and whether a frame lost on the way explains
 * them. */
#include "harness/run/harness.h"

struct shadow *harness_shadow_new(struct harness *h, shadow_report *report, void *arg)
{
	struct shadow_config c = {
		.layout = h->config->layout,
		.device = &h->device,
		.planes = h->device.local.planes,
		.plane_count = h->link->ports,
		.jitter_ns = h->jitter_ns,
		.report = report,
		.arg = arg,
	};
	struct shadow *s;

	s = shadow_new(&c);
	if (s && h->choice->entry->def->need.open_path)
		shadow_ignore_path(s, h->choice->entry->def->need.open_path);
	return s;
}

/* What a wrong stimulus of a negative case did to the state is the case's clause: a packet of a
 * wrong version that moves cum_psn breaks the rule about versions, not the one about cum_psn. */
static enum clause_id attribute(const struct harness *h, enum clause_id found)
{
	const struct case_def *def = h->choice->entry->def;
	bool is_debt = found == ACK_2 || found == ACK_3 || found == ACK_6 || found == PROBE_1;

	return def->kind == CASE_NEGATIVE && def->role == RECEIVER && !is_debt ? def->clause
									       : found;
}

void harness_on_shadow(void *arg, const struct shadow_finding *f)
{
	struct harness *h = arg;

	harness_fail_by(h, "shadow", attribute(h, f->clause), f->frame, f->field, f->expected,
			f->seen);
}

static void count_finding(void *arg, const struct shadow_finding *f)
{
	(void)f;
	(*(size_t *)arg)++;
}

static enum result redo(struct shadow *s, const struct mirror_op *op, uint8_t *scratch)
{
	if (op->kind == MIRROR_RECV)
		return shadow_recv(s, op->stream, scratch, op->length, op->now_ns);
	if (op->kind == MIRROR_DEREGISTER)
		return shadow_deregister(s, op->rkey);
	return shadow_close(s, op->now_ns);
}

/* Findings of a shadow that never saw frame number `without`. */
static size_t findings_without(struct harness *h, uint32_t without, uint8_t *scratch)
{
	size_t findings = 0, op = 0;
	struct shadow *s = harness_shadow_new(h, count_finding, &findings);
	struct ref_region target = h->target_region;

	target.base = scratch;
	if (!s || shadow_region(s, &target)) {
		shadow_free(s);
		return 1;
	}
	for (size_t i = 0; i < h->trace.count; i++) {
		const struct trace_packet *t = h->trace.at[i];

		for (; op < h->op_count && h->ops[op].at <= i; op++)
			if (redo(s, &h->ops[op], scratch))
				findings++;
		if (t->number != without && t->number >= h->first_frame &&
		    (t->is_ours || t->is_sent))
			shadow_packet(s, t);
	}
	shadow_settle(s, harness_now(h));
	shadow_free(s);
	return findings;
}

uint32_t harness_lost_frame(struct harness *h)
{
	size_t bytes = h->target.bytes > h->receives.bytes ? h->target.bytes : h->receives.bytes;
	uint8_t *scratch = arena_take(h->arena, bytes ? bytes : 1);
	size_t tried = 0;

	if (!findings_without(h, 0, scratch))
		return 0; /* the shadow has nothing to explain */
	for (size_t i = 0; i < h->trace.count && tried < 400; i++) {
		const struct trace_packet *t = h->trace.at[i];

		if (!t->is_sent || !t->is_ours || t->number < h->first_frame)
			continue;
		tried++;
		if (!findings_without(h, t->number, scratch))
			return (uint32_t)tried;
	}
	return 0;
}
