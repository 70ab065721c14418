/* Named check of memory: what the device sent is in the tester's memory, byte by byte, and the
 * guards on both sides of each message are untouched.  Reads memory only. */
#include "harness/run/checks.h"

#include <stdio.h>

/* First offset in [from, from + len) of the tester's memory that does not hold the canary. */
static uint64_t broken_guard(const struct harness *h, uint64_t from, uint64_t len)
{
	uint64_t at = from;

	while (at < from + len && h->peer_memory[at] == HARNESS_CANARY)
		at++;
	return at;
}

static bool is_inside(const struct harness *h, const struct posted *m)
{
	return m->target >= HARNESS_GUARD && m->target <= h->peer_memory_bytes &&
	       m->length <= h->peer_memory_bytes - m->target &&
	       HARNESS_GUARD <= h->peer_memory_bytes - m->target - m->length &&
	       m->source <= h->source.bytes && m->length <= h->source.bytes - m->source;
}

static void judge_guards(struct harness *h, enum clause_id clause, size_t k)
{
	const struct posted *m = &h->posted[k];
	uint64_t below = m->target - HARNESS_GUARD, above = m->target + m->length;
	uint64_t at = broken_guard(h, below, HARNESS_GUARD);

	if (at == below + HARNESS_GUARD)
		at = broken_guard(h, above, HARNESS_GUARD);
	if (at != above + HARNESS_GUARD)
		checks_fail(h, clause, 0, "memory", "bytes around a message unchanged",
			    "message %zu: byte %lld changed", k,
			    (long long)at - (long long)m->target);
}

static void judge_bytes(struct harness *h, enum clause_id clause, size_t k)
{
	const struct posted *m = &h->posted[k];

	for (uint32_t i = 0; i < m->length; i++) {
		uint8_t sent = h->source.expected[m->source + i], got;
		char expected[24];

		got = h->peer_memory[m->target + i];
		if (got == sent)
			continue;
		snprintf(expected, sizeof(expected), "0x%02x", sent);
		checks_fail(h, clause, 0, "memory", expected, "message %zu: byte %u is 0x%02x", k,
			    i, got);
		return;
	}
}

void check_data_arrived(struct harness *h, enum clause_id clause)
{
	for (size_t k = 0; k < h->posted_count; k++) {
		if (!is_inside(h, &h->posted[k])) {
			harness_error(h, "message %zu lies outside the tester's memory", k);
			return;
		}
		if (!checks_is_fetch(&h->posted[k]))
			judge_bytes(h, clause, k);
		judge_guards(h, clause, k);
	}
}
