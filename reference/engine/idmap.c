/* Chained hash over arrays.  Ids may be chosen by the other side or a test, so the hash mixes. */
#include "reference/engine/idmap.h"

uint32_t ref_idmap_buckets(uint32_t ids)
{
	uint32_t n = 16;
	while (n < ids && n < UINT32_C(1) << 31)
		n *= 2;
	return n;
}

static uint32_t bucket_of(const struct ref_idmap *m, uint32_t key)
{
	uint32_t x = key * UINT32_C(0x9E3779B1);
	return (x ^ (x >> 15)) & m->mask;
}

void ref_idmap_clear(struct ref_idmap *m)
{
	for (uint32_t i = 0; i <= m->mask; i++)
		m->bucket[i] = IDMAP_NONE;
}

uint32_t ref_idmap_find(const struct ref_idmap *m, uint32_t key)
{
	uint32_t i = m->bucket[bucket_of(m, key)];
	while (i != IDMAP_NONE && m->key[i] != key)
		i = m->next[i];
	return i;
}

void ref_idmap_add(struct ref_idmap *m, uint32_t key, uint32_t index)
{
	uint32_t b = bucket_of(m, key);
	m->key[index] = key;
	m->next[index] = m->bucket[b];
	m->bucket[b] = index;
}

void ref_idmap_remove(struct ref_idmap *m, uint32_t index)
{
	uint32_t *at = &m->bucket[bucket_of(m, m->key[index])];
	while (*at != index)
		at = &m->next[*at];
	*at = m->next[index];
}
