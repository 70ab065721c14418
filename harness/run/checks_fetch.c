/* Named checks of READ and ATOMIC: what the device fetched lies in its memory, what it answered is
 * what its memory holds.  Asks the device for its memory; sends nothing. */
#include "harness/run/checks.h"

#include <string.h>

bool checks_is_fetch(const struct posted *m)
{
	return m->kind == PKT_READ_REQ || m->kind == PKT_ATOMIC_FADD || m->kind == PKT_ATOMIC_CSWAP;
}

/* Work is numbered in the order posted. */
static bool is_complete(const struct harness *h, size_t id)
{
	for (size_t i = 0; i < json_array_size(h->completions); i++) {
		const json_t *c = json_array_get(h->completions, i);
		const char *kind = json_string_value(json_object_get(c, "kind"));
		const char *status = json_string_value(json_object_get(c, "status"));

		if (kind && status && !strcmp(kind, "work") && !strcmp(status, "SUCCESS") &&
		    json_integer_value(json_object_get(c, "id")) == (json_int_t)id)
			return true;
	}
	return false;
}

static uint64_t executed(const struct posted *m)
{
	if (m->kind == PKT_ATOMIC_FADD)
		return m->original + m->operand;
	return m->original == m->compare ? m->operand : m->original;
}

/* ATOM-1 as the device asked for it, in the tester's memory. */
static void judge_executed(struct harness *h, enum clause_id clause, const struct posted *m)
{
	uint64_t want = executed(m), seen;

	memcpy(&seen, h->peer_memory + m->target, sizeof(seen));
	if (seen != want)
		checks_fail(h, clause, 0, "memory", "the operation carried out once",
			    "msn %u: 0x%llx instead of 0x%llx", m->msn, (unsigned long long)seen,
			    (unsigned long long)want);
}

void check_data_fetched(struct harness *h, enum clause_id clause)
{
	struct mirror *own = &h->source;

	if (harness_poll_completions(h))
		return;
	for (size_t i = 0; i < h->posted_count; i++) {
		const struct posted *m = &h->posted[i];
		uint8_t *to = own->expected + m->source;

		if (!checks_is_fetch(m) || !is_complete(h, i))
			continue;
		if (m->kind == PKT_READ_REQ) {
			memcpy(to, h->peer_memory + m->target, m->length);
			continue;
		}
		memcpy(to, &m->original, sizeof(m->original));
		if (!h->is_mute)
			judge_executed(h, clause, m);
	}
	harness_compare_memory(h, own, "fetched", clause, clause);
}

/* ---- the device as target ---- */

static const struct trace_packet *request_of(const struct harness *h, const struct trace_packet *r)
{
	for (size_t i = 0; i < h->trace.count; i++) {
		const struct trace_packet *t = h->trace.at[i];

		if (t->is_sent && t->p.kind == PKT_READ_REQ && !t->decoded &&
		    t->p.msg_stream == r->p.msg_stream && t->p.msg_msn == r->p.msg_msn)
			return t;
	}
	return NULL;
}

static void judge_read(struct harness *h, enum clause_id clause, const struct trace_packet *r)
{
	const struct trace_packet *q = request_of(h, r);
	uint64_t at = q ? q->p.remote_address - h->target.address + r->p.msg_offset : 0;

	if (!q) {
		checks_fail(h, clause, r->number, "packet", "a response to a request", "msn %u",
			    (unsigned)r->p.msg_msn);
		return;
	}
	if (!r->p.payload_len)
		return;
	if (at > h->target.bytes || r->p.payload_len > h->target.bytes - at) {
		checks_fail(h, clause, r->number, "msg.offset", "bytes of the region", "offset %u",
			    (unsigned)r->p.msg_offset);
		return;
	}
	for (uint32_t i = 0; i < r->p.payload_len; i++) {
		if (r->p.payload[i] == h->target.expected[at + i])
			continue;
		checks_fail(h, clause, r->number, "payload", "what memory holds",
			    "byte %u is 0x%02x, memory has 0x%02x", i, r->p.payload[i],
			    h->target.expected[at + i]);
		return;
	}
}

void check_data_read(struct harness *h, enum clause_id clause)
{
	size_t seen = 0;

	for (size_t i = 0; i < h->trace.count; i++) {
		const struct trace_packet *t = h->trace.at[i];

		if (!checks_is_device(h, t) || t->p.kind != PKT_READ_RESP)
			continue;
		judge_read(h, clause, t);
		seen++;
	}
	if (!seen)
		harness_fail(h, clause, 0, "packet", "READ_RESP", "none");
}

/* When the device said that the stream's messages up to the last were done. */
static uint64_t told_ns(const struct harness *h, uint32_t cmsn)
{
	for (size_t i = 0; i < h->trace.count; i++) {
		const struct trace_packet *t = h->trace.at[i];

		if (checks_is_device(h, t) && t->p.kind == PKT_ACK && t->p.ackh_cmsn == cmsn)
			return t->stamp_ns;
	}
	return REF_NEVER;
}

void check_repair_is_fresh(struct harness *h, enum clause_id clause)
{
	uint64_t from_ns = told_ns(h, h->device.params.initial_msn + 2);
	size_t judged = 0;

	for (size_t i = 0; i < h->trace.count; i++) {
		const struct trace_packet *t = h->trace.at[i];

		if (!checks_is_sequenced(h, t) || t->p.kind != PKT_READ_RESP || !t->p.base_rtx ||
		    t->stamp_ns <= from_ns)
			continue;
		judge_read(h, clause, t);
		judged++;
	}
	if (!judged)
		harness_note(h, "not judged: nothing was sent again after memory had changed");
}
