/* A fixed hash from 32-bit ids to small indices: connection numbers, memory keys.  Memory comes
 * from the caller; finding is flat in the number of ids. */
#ifndef REFERENCE_ENGINE_IDMAP_H
#define REFERENCE_ENGINE_IDMAP_H

#include <stdint.h>

#define IDMAP_NONE UINT32_MAX

struct ref_idmap {
	uint32_t mask;    /* buckets - 1 */
	uint32_t *bucket; /* first index of a chain, or IDMAP_NONE */
	uint32_t *next;   /* by index: the following one of its chain */
	uint32_t *key;    /* by index */
};

/* Buckets for so many ids: a power of two. */
uint32_t ref_idmap_buckets(uint32_t ids);
/* Empties the map; m->mask, bucket, next and key are set by the owner. */
void ref_idmap_clear(struct ref_idmap *m);
/* The index of a key, or IDMAP_NONE. */
uint32_t ref_idmap_find(const struct ref_idmap *m, uint32_t key);
/* Adds a key that is not in the map under an index that is not in use. */
void ref_idmap_add(struct ref_idmap *m, uint32_t key, uint32_t index);
/* Removes the key of an index that is in use. */
void ref_idmap_remove(struct ref_idmap *m, uint32_t index);

#endif
