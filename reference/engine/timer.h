/* Deadlines of one endpoint: a binary heap of numbered items.  A key may be earlier than the
 * item's true deadline (its owner then just asks again), never later; so moving a deadline
 * back costs nothing. */
#ifndef REFERENCE_ENGINE_TIMER_H
#define REFERENCE_ENGINE_TIMER_H

#include <stdbool.h>
#include <stdint.h>

struct ref_timer_key {
	uint64_t ns;
	uint32_t item;
};
struct ref_timers {
	uint32_t count;
	struct ref_timer_key *heap;
	uint32_t *place; /* by item: its position in heap + 1, or 0 */
};

/* Wakes an item at ns or earlier; REF_NEVER (UINT64_MAX) asks for nothing. */
void ref_timer_want(struct ref_timers *t, uint32_t item, uint64_t ns);
/* Takes an item whose key has come; false if none. */
bool ref_timer_take(struct ref_timers *t, uint64_t now_ns, uint32_t *item);
/* Forgets an item. */
void ref_timer_drop(struct ref_timers *t, uint32_t item);

#endif
