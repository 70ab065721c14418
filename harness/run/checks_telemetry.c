/* Named checks of what the device tells management: paths and counters against the capture.  Asks
 * the device; sends nothing.  What a device does not offer is noted, not judged. */
#include "harness/run/checks.h"

#include <string.h>

/* What the capture knows of one path. */
struct path_view {
	uint64_t frames, sequenced, repairs;
	uint64_t port, next_psn, ce_count;
};

static void view_packet(const struct harness *h, const struct trace_packet *t, unsigned path,
			struct path_view *v)
{
	if (t->is_sent && wire_has(&t->p, ackh_ce_count) && t->p.path_id == path)
		v->ce_count = t->p.ackh_ce_count;
	if (!checks_is_device(h, t) || t->p.path_id != path)
		return;
	v->frames++;
	v->port = t->p.udp_sport;
	if (!wire_is_sequenced(t->p.kind))
		return;
	v->sequenced++;
	v->repairs += t->transmission > 0;
	if (!t->transmission)
		v->next_psn = wire_psn_add((uint32_t)t->p.base_psn, 1);
}

static struct path_view view(const struct harness *h, unsigned path)
{
	struct path_view v = { .port = h->device.source_port[path],
			       .next_psn = h->device.local.initial_psn[path] };

	for (size_t i = 0; i < h->trace.count; i++)
		view_packet(h, h->trace.at[i], path, &v);
	return v;
}

static void judge(struct harness *h, enum clause_id clause, unsigned path, const json_t *p,
		  const char *name, uint64_t low, uint64_t high)
{
	const json_t *member = json_object_get(p, name);
	json_int_t seen = json_integer_value(member);

	if (!member) /* what a device cannot tell it leaves out */
		return;
	if (json_is_integer(member) && seen >= 0 && (uint64_t)seen >= low && (uint64_t)seen <= high)
		return;
	checks_fail(h, clause, 0, name, "what the wire showed",
		    "%lld on path %u, the wire says %llu to %llu", (long long)seen, path,
		    (unsigned long long)low, (unsigned long long)high);
}

static void judge_path(struct harness *h, enum clause_id clause, unsigned path, const json_t *p)
{
	struct path_view v = view(h, path);
	const char *state = json_string_value(json_object_get(p, "state"));
	uint64_t longest = harness_now(h) - h->result->start_ns;

	judge(h, clause, path, p, "sent", v.sequenced, v.frames);
	judge(h, clause, path, p, "retransmitted", v.repairs, v.repairs);
	judge(h, clause, path, p, "source_port", v.port, v.port);
	judge(h, clause, path, p, "next_psn", v.next_psn, v.next_psn);
	judge(h, clause, path, p, "cum_psn", wire_psn_add((uint32_t)v.next_psn, -1),
	      wire_psn_add((uint32_t)v.next_psn, -1));
	judge(h, clause, path, p, "ce_count", v.ce_count, v.ce_count);
	judge(h, clause, path, p, "in_flight", 0, 0);
	judge(h, clause, path, p, "window", 1, 256);
	judge(h, clause, path, p, "srtt_ns", v.sequenced > 0, longest);
	if (!state || strcmp(state, "live"))
		checks_fail(h, clause, 0, "state", "live", "%s on path %u", state ? state : "none",
			    path);
}

void check_telemetry(struct harness *h, enum clause_id clause)
{
	json_t *result = NULL;
	const json_t *list;
	int code = 0;

	if (harness_call(h, "path.query",
			 json_pack("{s:I}", "connection", (json_int_t)h->device_conn), &result,
			 &code)) {
		harness_note(h, "not judged: the device offers no path.query");
		return;
	}
	list = json_object_get(result, "paths");
	if (json_array_size(list) != h->device.params.paths)
		checks_fail(h, clause, 0, "paths", "one entry per path", "%zu",
			    json_array_size(list));
	for (unsigned i = 0; i < json_array_size(list) && i < h->device.params.paths; i++)
		judge_path(h, clause, i, json_array_get(list, i));
	json_decref(result);
}

/* ---- counters ---- */

static json_t *ask_counters(struct harness *h)
{
	json_t *result = NULL, *counters;
	int code = 0;

	if (harness_call(h, "counters", NULL, &result, &code)) {
		harness_note(h, "not judged: the device offers no counters");
		return NULL;
	}
	counters = json_incref(json_object_get(result, "counters"));
	json_decref(result);
	return counters;
}

void check_discards_from(struct harness *h, enum clause_id clause)
{
	(void)clause;
	json_decref(h->counters);
	h->counters = ask_counters(h);
}

void check_discards_counted(struct harness *h, enum clause_id clause)
{
	static const char *const names[] = {
		[DISCARD_LENGTH] = "discard_length",         [DISCARD_CRC] = "discard_crc",
		[DISCARD_VERSION] = "discard_version",       [DISCARD_OPCODE] = "discard_opcode",
		[DISCARD_CONNECTION] = "discard_connection", [DISCARD_ADDRESS] = "discard_address",
		[DISCARD_PARTITION] = "discard_partition",   [DISCARD_PATH] = "discard_path",
	};
	const char *name = names[harness_want_or(h, h->step, W_REASON, 0)];
	json_int_t want = harness_want_or(h, h->step, W_TIMES, 1), seen;
	json_t *now = h->counters ? ask_counters(h) : NULL;

	if (!now)
		return;
	seen = json_integer_value(json_object_get(now, name)) -
	       json_integer_value(json_object_get(h->counters, name));
	if (seen != want)
		checks_fail(h, clause, 0, name, "the packets discarded for it", "%lld of %lld",
			    (long long)seen, (long long)want);
	json_decref(now);
}
