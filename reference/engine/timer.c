/* The heap behind timer.h. */
#include "reference/engine/timer.h"

static void put(struct ref_timers *t, uint32_t at, struct ref_timer_key k)
{
	t->heap[at] = k;
	t->place[k.item] = at + 1;
}

static void sift_up(struct ref_timers *t, uint32_t at, struct ref_timer_key k)
{
	while (at > 0 && t->heap[(at - 1) / 2].ns > k.ns) {
		put(t, at, t->heap[(at - 1) / 2]);
		at = (at - 1) / 2;
	}
	put(t, at, k);
}

static void sift_down(struct ref_timers *t, uint32_t at, struct ref_timer_key k)
{
	for (;;) {
		uint32_t child = 2 * at + 1;
		if (child >= t->count)
			break;
		if (child + 1 < t->count && t->heap[child + 1].ns < t->heap[child].ns)
			child++;
		if (t->heap[child].ns >= k.ns)
			break;
		put(t, at, t->heap[child]);
		at = child;
	}
	put(t, at, k);
}

void ref_timer_want(struct ref_timers *t, uint32_t item, uint64_t ns)
{
	struct ref_timer_key k = { ns, item };
	uint32_t place = t->place[item];
	if (ns == UINT64_MAX)
		return;
	if (place == 0)
		sift_up(t, t->count++, k);
	else if (ns < t->heap[place - 1].ns)
		sift_up(t, place - 1, k);
}

void ref_timer_drop(struct ref_timers *t, uint32_t item)
{
	uint32_t place = t->place[item];
	if (place == 0)
		return;
	t->place[item] = 0;
	struct ref_timer_key last = t->heap[--t->count];
	if (last.item == item)
		return;
	uint32_t at = place - 1;
	if (at > 0 && t->heap[(at - 1) / 2].ns > last.ns)
		sift_up(t, at, last);
	else
		sift_down(t, at, last);
}

bool ref_timer_take(struct ref_timers *t, uint64_t now_ns, uint32_t *item)
{
	if (t->count == 0 || t->heap[0].ns > now_ns)
		return false;
	*item = t->heap[0].item;
	ref_timer_drop(t, *item);
	return true;
}
