/* A binary heap of numbered items.  No allocation, no clock. */
#include "reference/sim/heap.h"

#include <stdbool.h>
#include <stddef.h>

void sim_heap_init(struct sim_heap *h, struct sim_heap_entry *entries, uint32_t *place)
{
	*h = (struct sim_heap){ .entries = entries, .place = place };
}

static bool is_before(const struct sim_heap_entry *a, const struct sim_heap_entry *b)
{
	return a->ns != b->ns ? a->ns < b->ns : a->order < b->order;
}

static void set(struct sim_heap *h, uint32_t at, struct sim_heap_entry e)
{
	h->entries[at] = e;
	h->place[e.item] = at + 1;
}

static void rise(struct sim_heap *h, uint32_t at, struct sim_heap_entry e)
{
	while (at > 0 && is_before(&e, &h->entries[(at - 1) / 2])) {
		set(h, at, h->entries[(at - 1) / 2]);
		at = (at - 1) / 2;
	}
	set(h, at, e);
}

static void sink(struct sim_heap *h, uint32_t at, struct sim_heap_entry e)
{
	for (;;) {
		uint32_t child = 2 * at + 1;
		if (child >= h->count)
			break;
		if (child + 1 < h->count && is_before(&h->entries[child + 1], &h->entries[child]))
			child++;
		if (!is_before(&h->entries[child], &e))
			break;
		set(h, at, h->entries[child]);
		at = child;
	}
	set(h, at, e);
}

void sim_heap_drop(struct sim_heap *h, uint32_t item)
{
	uint32_t at = h->place[item];
	struct sim_heap_entry last;

	if (at == 0)
		return;
	at--;
	h->place[item] = 0;
	last = h->entries[--h->count];
	if (at == h->count)
		return;
	if (at > 0 && is_before(&last, &h->entries[(at - 1) / 2]))
		rise(h, at, last);
	else
		sink(h, at, last);
}

void sim_heap_put(struct sim_heap *h, uint32_t item, uint64_t ns)
{
	struct sim_heap_entry e = { .ns = ns, .order = h->orders++, .item = item };
	sim_heap_drop(h, item);
	rise(h, h->count++, e);
}

const struct sim_heap_entry *sim_heap_first(const struct sim_heap *h)
{
	return h->count > 0 ? &h->entries[0] : NULL;
}
