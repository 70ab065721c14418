/* How a case gets its verdict: only ever worsened, every failure kept with its one clause. */
#include "harness/run/harness.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

bool harness_is_judged_by_clock(const struct harness *h, uint64_t bound_ns)
{
	return bound_ns >= 10 * h->jitter_ns;
}

void harness_note(struct harness *h, const char *text)
{
	struct case_result *r = h->result;

	for (size_t i = 0; i < r->note_count; i++)
		if (!strcmp(h->notes[i], text))
			return;
	if (!h->notes)
		h->notes = arena_take(r->memory, HARNESS_NOTES_MAX * sizeof(*h->notes));
	if (r->note_count < HARNESS_NOTES_MAX)
		h->notes[r->note_count++] = arena_print(r->memory, "%s", text);
	r->notes = h->notes;
}

static void worsen(struct harness *h, enum verdict v, const char *reason)
{
	if (v > h->result->verdict && reason)
		snprintf(h->result->reason, sizeof(h->result->reason), "%s", reason);
	h->result->verdict = verdict_worse(h->result->verdict, v);
}

void harness_inconclusive(struct harness *h, const char *format, ...)
{
	char reason[256];
	va_list args;

	va_start(args, format);
	vsnprintf(reason, sizeof(reason), format, args);
	va_end(args);
	worsen(h, VERDICT_INCONCLUSIVE, reason);
}

void harness_error(struct harness *h, const char *format, ...)
{
	char reason[256];
	va_list args;

	va_start(args, format);
	vsnprintf(reason, sizeof(reason), format, args);
	va_end(args);
	worsen(h, VERDICT_ERROR, reason);
	h->is_broken = true;
}

void harness_event(struct harness *h, const char *kind, json_t *members)
{
	for (size_t i = 0; i < h->sink_count; i++)
		if (h->sinks[i].event)
			h->sinks[i].event(h->sinks[i].arg, kind, members);
	json_decref(members);
}

static bool is_should(enum clause_id c)
{
	return clauses[c].level == CLAUSE_SHOULD || clauses[c].level == CLAUSE_SHOULD_NOT;
}

/* The same rule broken again at the same place says nothing new. */
static bool is_known(const struct harness *h, enum clause_id clause, const char *field, int line)
{
	for (size_t i = 0; i < h->result->failure_count; i++) {
		const struct failure *f = &h->failures[i];

		if (f->clause == clause && f->line == line && !strcmp(f->field, field))
			return true;
	}
	return false;
}

void harness_fail_by(struct harness *h, const char *judge, enum clause_id clause, uint32_t frame,
		     const char *field, const char *expected, const char *seen)
{
	struct case_result *r = h->result;
	int line = h->step ? h->step->line : 0;

	if (r->failure_count == HARNESS_FAILURES_MAX || is_known(h, clause, field, line))
		return;
	if (!h->failures)
		h->failures = arena_take(r->memory, HARNESS_FAILURES_MAX * sizeof(*h->failures));
	h->failures[r->failure_count] = (struct failure){
		.clause = clause,
		.file = r->entry->path,
		.line = line,
		.step = h->step && r->entry->def->steps ? (int)(h->step - r->entry->def->steps)
							: -1,
		.judge = judge,
		.field = arena_print(r->memory, "%s", field),
		.expected = arena_print(r->memory, "%s", expected),
		.seen = arena_print(r->memory, "%s", seen),
		.frame = frame,
		.is_should = is_should(clause),
	};
	r->failures = h->failures;
	r->failure_count++;
	/* a SHOULD broken in passing is listed; it fails only the cases that are about a SHOULD */
	if (!is_should(clause) || is_should(r->entry->def->clause))
		worsen(h, VERDICT_FAIL, NULL);
	harness_event(h, "failure",
		      json_pack("{s:s, s:s, s:i, s:s, s:s, s:s, s:i}", "clause", clauses[clause].id,
				"judge", judge, "line", line, "field", field, "expected", expected,
				"seen", seen, "frame", (int)frame));
}

void harness_fail(struct harness *h, enum clause_id clause, uint32_t frame, const char *field,
		  const char *expected, const char *seen)
{
	harness_fail_by(h, "expectation", clause, frame, field, expected, seen);
}
