/* The last things of every case: what is owed has come, what was received has completed, and
 * memory is what the shadow says it is. */
#include "harness/run/harness.h"
#include "reference/soft/pattern.h"

#include <stdio.h>
#include <string.h>

enum {
	READ_AT_ONCE = 4096,
	SLACK_VIRTUAL_NS = 20 * 1000,
	SLACK_NS = 300 * 1000 * 1000,
	REST_VIRTUAL_NS = 20 * 1000,
	REST_NS = 1000 * 1000
};

static bool owes_nothing(struct harness *h)
{
	return shadow_owes_until(h->shadow) == REF_NEVER;
}

/* Debts first; then a little rest in which nothing wrong may come. */
static void wait_debts(struct harness *h)
{
	bool is_virtual = h->link->ops->is_virtual;
	uint64_t owes = shadow_owes_until(h->shadow), now = harness_now(h);

	if (owes != REF_NEVER)
		harness_wait(h,
			     (owes > now ? owes : now) + 2 * h->jitter_ns +
				     (is_virtual ? SLACK_VIRTUAL_NS : SLACK_NS),
			     owes_nothing);
	harness_wait(h,
		     harness_now(h) + 2 * h->jitter_ns + (is_virtual ? REST_VIRTUAL_NS : REST_NS),
		     NULL);
	shadow_settle(h->shadow, harness_now(h));
}

static enum clause_id own_or(const struct harness *h, enum clause_id clause)
{
	const struct case_def *def = h->choice->entry->def;

	return def->kind == CASE_NEGATIVE && def->role == RECEIVER ? def->clause : clause;
}

/* ---- memory ---- */

struct comparison {
	const struct mirror *m;
	const char *name;
	enum clause_id untouched, changed;
};

static void report_byte(struct harness *h, const struct comparison *c, uint32_t at,
			uint8_t seen_byte)
{
	uint8_t untouched = pattern_byte(c->m->seed, at), want = c->m->expected[at];
	enum clause_id clause = want == untouched ? c->untouched : c->changed;
	char expected[48], seen[48], field[48];

	snprintf(field, sizeof(field), "%s[%u]", c->name, at);
	snprintf(expected, sizeof(expected), "0x%02x%s", want,
		 want == untouched ? " (untouched)" : "");
	snprintf(seen, sizeof(seen), "0x%02x%s", seen_byte,
		 seen_byte == untouched ? " (untouched)" : "");
	harness_fail_by(h, "shadow", own_or(h, clause), 0, field, expected, seen);
}

static int hex_value(char c)
{
	const char *digits = "0123456789abcdef", *at = c ? strchr(digits, c) : NULL;

	return at ? (int)(at - digits) : -1;
}

/* First difference in one chunk; false if there is none or the device cannot be read. */
static bool compare_chunk(struct harness *h, const struct comparison *c, uint32_t from)
{
	const struct mirror *m = c->m;
	uint32_t len = m->bytes - from < READ_AT_ONCE ? m->bytes - from : READ_AT_ONCE;
	json_t *result = NULL;
	const char *hex;
	bool is_found = false;

	if (harness_call(h, "region.read",
			 json_pack("{s:I, s:I, s:I}", "region", (json_int_t)m->handle, "offset",
				   (json_int_t)from, "length", (json_int_t)len),
			 &result, NULL))
		return true;
	hex = json_string_value(json_object_get(result, "data"));
	if (!hex || strlen(hex) != 2 * (size_t)len) {
		harness_error(h, "region.read gave something else than %u bytes in hex", len);
		is_found = true;
	}
	for (uint32_t i = 0; !is_found && i < len; i++) {
		int byte = hex_value(hex[2 * i]) << 4 | hex_value(hex[2 * i + 1]);

		if (byte == m->expected[from + i])
			continue;
		report_byte(h, c, from + i, (uint8_t)byte);
		is_found = true;
	}
	json_decref(result);
	return is_found;
}

void harness_compare_memory(struct harness *h, const struct mirror *m, const char *name,
			    enum clause_id untouched, enum clause_id changed)
{
	struct comparison c = { m, name, untouched, changed };
	json_t *result = NULL;
	const char *text;
	char want[32];

	if (!m->bytes ||
	    harness_call(h, "region.digest",
			 json_pack("{s:I, s:[[i, I]]}", "region", (json_int_t)m->handle, "ranges",
				   0, (json_int_t)m->bytes),
			 &result, NULL))
		return;
	snprintf(want, sizeof(want), "0x%llx",
		 (unsigned long long)pattern_digest(PATTERN_DIGEST_START, m->expected, m->bytes));
	text = json_string_value(json_object_get(result, "fnv1a64"));
	if (!text || strcmp(text, want))
		for (uint32_t at = 0; at < m->bytes; at += READ_AT_ONCE)
			if (compare_chunk(h, &c, at))
				break;
	json_decref(result);
}

/* ---- receive completions ---- */

static bool has_text(const json_t *object, const char *member, const char *text)
{
	const char *seen = json_string_value(json_object_get(object, member));

	return seen && !strcmp(seen, text);
}

/* Receives that no message consumed are not judged: a device may flush them or say nothing. */
static bool is_judged(const json_t *c)
{
	return has_text(c, "kind", "receive") && !has_text(c, "status", "FLUSHED");
}

static const json_t *nth_receive(const struct harness *h, uint32_t stream, size_t n)
{
	for (size_t i = 0; i < json_array_size(h->completions); i++) {
		const json_t *c = json_array_get(h->completions, i);

		if (is_judged(c) &&
		    json_integer_value(json_object_get(c, "stream")) == (json_int_t)stream && !n--)
			return c;
	}
	return NULL;
}

static bool differs(struct harness *h, enum clause_id clause, const char *field, uint64_t want,
		    const json_t *seen)
{
	json_int_t n = json_is_true(seen) ? 1 : json_integer_value(seen);
	char expected[32], text[32];

	if (n == (json_int_t)want)
		return false;
	snprintf(expected, sizeof(expected), "%llu", (unsigned long long)want);
	snprintf(text, sizeof(text), "%lld", (long long)n);
	harness_fail_by(h, "shadow", own_or(h, clause), 0, field, expected, text);
	return true;
}

static void compare_receive(struct harness *h, const struct ref_completion *want,
			    const json_t *seen)
{
	const char *status = json_string_value(json_object_get(seen, "status"));
	const char *expected = ref_completion_status_name(want->status);

	if (!seen) {
		harness_fail_by(h, "shadow", own_or(h, STRM_4), 0, "completion", "one receive more",
				"none");
		return;
	}
	if (!status || strcmp(status, expected)) {
		harness_fail_by(h, "shadow", own_or(h, STRM_4), 0, "completion.status", expected,
				status ? status : "none");
		return;
	}
	if (want->status != REF_SUCCESS)
		return;
	if (differs(h, SEND_1, "completion.id", want->id, json_object_get(seen, "id")) ||
	    differs(h, STRM_4, "completion.msn", want->msn, json_object_get(seen, "msn")) ||
	    differs(h, STRM_4, "completion.length", want->length,
		    json_object_get(seen, "length")) ||
	    differs(h, HDR_9, "completion.solicited", want->solicited,
		    json_object_get(seen, "solicited")))
		return;
	if (want->with_immediate)
		(void)!differs(h, SEND_3, "completion.immediate", want->immediate,
			       json_object_get(seen, "immediate"));
}

/* Per stream in order, each exactly once; between streams any order.  Flushed ones come last. */
static void compare_receives(struct harness *h)
{
	size_t count = 0, seen = 0;
	char expected[32], text[32];

	for (size_t i = 0; i < shadow_completions(h->shadow); i++) {
		const struct ref_completion *want = shadow_completion(h->shadow, i);
		size_t n = 0;

		if (want->status == REF_FLUSHED)
			continue;
		for (size_t k = 0; k < i; k++)
			n += shadow_completion(h->shadow, k)->stream == want->stream;
		compare_receive(h, want, nth_receive(h, want->stream, n));
		count++;
	}
	for (size_t i = 0; i < json_array_size(h->completions); i++)
		seen += is_judged(json_array_get(h->completions, i));
	if (seen <= count)
		return;
	snprintf(expected, sizeof(expected), "%zu", count);
	snprintf(text, sizeof(text), "%zu", seen);
	harness_fail_by(h, "shadow", own_or(h, STRM_4), 0, "receive completions", expected, text);
}

void harness_settle(struct harness *h)
{
	wait_debts(h);
	if (h->is_broken || h->is_closed)
		return;
	if (harness_poll_completions(h))
		return;
	compare_receives(h);
	if (harness_is_refusal_open(h->choice->entry->def))
		return;
	if (!h->is_target_gone)
		harness_compare_memory(h, &h->target, "target", PLACE_3, PLACE_1);
	harness_compare_memory(h, &h->receives, "receive", PLACE_3, PLACE_2);
}
