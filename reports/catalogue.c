/* The catalogue's digest.  Fields are fed one by one: padding and pointers differ from build to
 * build, their meaning does not. */
#include "reports/catalogue.h"

#include <string.h>

static void feed_number(struct report_sha256 *s, int64_t value)
{
	uint8_t bytes[8];

	for (unsigned i = 0; i < 8; i++)
		bytes[i] = (uint8_t)((uint64_t)value >> (8 * i));
	report_sha256_add(s, bytes, sizeof(bytes));
}

static void feed_text(struct report_sha256 *s, const char *text)
{
	report_sha256_add(s, text ? text : "", (text ? strlen(text) : 0) + 1);
}

static void feed_list(struct report_sha256 *s, const int64_t *list)
{
	for (; list && *list != LIST_END; list++)
		feed_number(s, *list);
	feed_number(s, LIST_END);
}

static void feed_step(struct report_sha256 *s, const struct step *step)
{
	const int64_t numbers[] = {
		step->kind,        step->packet,     step->line,
		(int64_t)step->us, step->kinds,      step->act,
		step->wait,        step->check,      step->n,
		step->status,      step->fn != NULL, step->select.kind,
		step->select.a,    step->select.b,   step->select.transmission,
	};

	for (size_t i = 0; i < sizeof(numbers) / sizeof(numbers[0]); i++)
		feed_number(s, numbers[i]);
	for (size_t i = 0; i < STEP_WANTS; i++) {
		const struct want *w = &step->want[i];

		if (!w->is_used)
			continue;
		feed_number(s, w->what);
		feed_number(s, w->rel);
		feed_number(s, w->value);
		feed_list(s, w->list);
	}
}

static void feed_need(struct report_sha256 *s, const struct case_need *n)
{
	const int64_t numbers[] = {
		n->paths,   n->streams,      n->mtu,     n->msg_window, n->region,
		n->rights,  n->other_domain, n->recvs,   n->recv_bytes, n->acks,
		n->rto,     n->has_psn,      n->has_msn, n->psn,        n->msn,
		n->ops_off, n->retry_limit,  n->ack_us,  n->mute_peer,
	};

	for (size_t i = 0; i < sizeof(numbers) / sizeof(numbers[0]); i++)
		feed_number(s, numbers[i]);
}

static void feed_case(struct report_sha256 *s, const struct case_entry *entry)
{
	const struct case_def *d = entry->def;

	feed_text(s, entry->id);
	feed_text(s, clauses[d->clause].id);
	for (size_t i = 0; i < sizeof(d->also) / sizeof(d->also[0]); i++)
		feed_text(s, clauses[d->also[i]].id);
	feed_text(s, d->text);
	feed_number(s, d->role);
	feed_number(s, d->kind);
	feed_need(s, &d->need);
	feed_text(s, d->axis.name);
	feed_number(s, d->axis.from);
	feed_number(s, d->axis.to);
	feed_number(s, d->axis.step);
	feed_list(s, d->axis.list);
	feed_number(s, d->run != NULL);
	for (const struct step *step = d->steps; step && step->kind != STEP_DONE; step++)
		feed_step(s, step);
}

void report_catalogue_digest(const struct case_entry *cases, size_t count,
			     char out[REPORT_SHA256_HEX])
{
	struct report_sha256 s;

	report_sha256_init(&s);
	for (size_t i = CLAUSE_NONE + 1; i < CLAUSES; i++) {
		feed_text(&s, clauses[i].id);
		feed_text(&s, clause_level_text(clauses[i].level));
		feed_text(&s, clauses[i].role);
		feed_text(&s, clauses[i].source);
		feed_text(&s, clauses[i].text);
	}
	for (size_t i = 0; i < count; i++)
		feed_case(&s, &cases[i]);
	report_sha256_hex(&s, out);
}
