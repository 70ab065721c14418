/* The trace: what was captured, decoded once, with transmission numbers. */
#include "harness/run/harness.h"

#include <string.h>

static bool is_ours(const struct wire_packet *p, enum result r)
{
	return r != RES_E_FOREIGN && (p->headers & 1u << wire_hdr_base);
}

static void append(struct harness *h, struct trace_packet *t)
{
	struct trace *tr = &h->trace;

	if (tr->count == tr->cap) {
		size_t cap = tr->cap ? 2 * tr->cap : 256;
		struct trace_packet **at =
			arena_take(h->arena, cap * sizeof(struct trace_packet *));

		if (tr->count)
			memcpy(at, tr->at, tr->count * sizeof(struct trace_packet *));
		tr->at = at;
		tr->cap = cap;
	}
	tr->at[tr->count++] = t;
}

/* Slot of a key in the case's table of PSNs seen; key 0 is an empty slot. */
static struct seen *seen_slot(struct seen_table *table, uint64_t key)
{
	size_t i = (size_t)(key * 0x9E3779B97F4A7C15u >> 20) & (table->size - 1);

	while (table->at[i].key && table->at[i].key != key)
		i = (i + 1) & (table->size - 1);
	return &table->at[i];
}

static void seen_grow(struct harness *h, struct seen_table *table)
{
	struct seen_table old = *table;

	table->size = old.size ? 2 * old.size : 1024;
	table->at = arena_take(h->arena, table->size * sizeof(*table->at));
	for (size_t i = 0; i < old.size; i++)
		if (old.at[i].key)
			*seen_slot(table, old.at[i].key) = old.at[i];
}

/* How often this PSN of this path and direction has been sent before. */
static uint16_t count_transmission(struct harness *h, const struct trace_packet *t)
{
	uint64_t key = (uint64_t)1 << 40 | (uint64_t)t->is_sent << 36 |
		       (uint64_t)(t->p.path_id & 0xff) << 24 | (t->p.base_psn & 0xffffff);
	struct seen *slot;

	if (2 * (h->seen.count + 1) > h->seen.size)
		seen_grow(h, &h->seen);
	slot = seen_slot(&h->seen, key);
	if (!slot->key) {
		slot->key = key;
		h->seen.count++;
	}
	return slot->times++;
}

struct trace_packet *trace_add(struct harness *h, const struct link_event *ev)
{
	struct trace_packet *t = arena_take(h->arena, sizeof(*t));
	uint8_t *copy = arena_take(h->arena, ev->len ? ev->len : 1);

	memcpy(copy, ev->data, ev->len);
	t->stamp_ns = ev->stamp_ns;
	t->number = ++h->frame_number;
	t->port = ev->port;
	t->is_sent = ev->is_sent;
	t->frame = copy;
	t->len = ev->len;
	t->decoded = wire_decode(h->config->layout, (uint16_t)h->device.params.udp_port, copy,
				 ev->len, &t->p, &t->error);
	t->is_ours = is_ours(&t->p, t->decoded);
	if (!t->decoded && wire_is_sequenced(t->p.kind)) {
		uint32_t *first = t->is_sent ? &h->sent_first : &h->seen_first;

		t->transmission = count_transmission(h, t);
		t->nth = *first;
		if (!t->transmission)
			(*first)++;
		if (!t->is_sent)
			h->seen_sequenced++;
	}
	append(h, t);
	return t;
}
