/* The queue of what happens next: numbered items, each in it at most once, ordered by time and
 * then by when they were put in.  Memory is the caller's. */
#ifndef REFERENCE_SIM_HEAP_H
#define REFERENCE_SIM_HEAP_H

#include <stdint.h>

struct sim_heap_entry {
	uint64_t ns, order;
	uint32_t item;
};
struct sim_heap {
	struct sim_heap_entry *entries; /* room for every item */
	uint32_t *place;                /* by item: 1 + where it stands, 0 if not in it */
	uint32_t count;
	uint64_t orders;
};

/* place must be all 0. */
void sim_heap_init(struct sim_heap *h, struct sim_heap_entry *entries, uint32_t *place);
/* Puts an item in, or moves it to another time, behind those that are there for that time. */
void sim_heap_put(struct sim_heap *h, uint32_t item, uint64_t ns);
/* Takes it out if it is in. */
void sim_heap_drop(struct sim_heap *h, uint32_t item);
/* The earliest entry, NULL if empty; good until the next change. */
const struct sim_heap_entry *sim_heap_first(const struct sim_heap *h);

#endif
