/* Memory regions and what the peer may do with them (PLACE-4). */
#include "reference/engine/endpoint.h"

#include <string.h>

static uint32_t choose_key(struct ref_endpoint *e)
{
	uint32_t key;
	do
		key = (uint32_t)(ref_random(e) >> 32);
	while (key == 0 || ref_idmap_find(&e->keys, key) != IDMAP_NONE);
	return key;
}

enum result ref_region_register(struct ref_endpoint *e, const struct ref_region *r, uint32_t *rkey)
{
	struct ref_region *slot;
	uint32_t index;

	if (r->length > 0 && r->address + (r->length - 1) < r->address)
		return RES_E_RANGE;
	if (r->rkey != 0 && ref_idmap_find(&e->keys, r->rkey) != IDMAP_NONE)
		return RES_E_STATE;
	if (e->free_regions_count == 0)
		return RES_E_SPACE;
	index = e->free_regions[--e->free_regions_count];
	slot = &e->regions[index];
	*slot = *r;
	if (slot->rkey == 0)
		slot->rkey = choose_key(e);
	memset(&e->region_use[index], 0, sizeof(e->region_use[index]));
	ref_idmap_add(&e->keys, slot->rkey, index);
	*rkey = slot->rkey;
	return RES_OK;
}

enum result ref_region_deregister(struct ref_endpoint *e, uint32_t rkey)
{
	uint32_t index = ref_idmap_find(&e->keys, rkey);
	if (index == IDMAP_NONE)
		return RES_E_UNKNOWN;
	/* PLACE-9: no new access from here on; the end waits for the responses under way. */
	e->region_use[index].is_closing = true;
	if (e->region_use[index].readers > 0)
		return RES_E_STATE;
	ref_idmap_remove(&e->keys, index);
	e->free_regions[e->free_regions_count++] = index;
	return RES_OK;
}

uint8_t *ref_region_find(const struct ref_endpoint *e, uint32_t domain, enum ref_right right,
			 uint32_t rkey, uint64_t address, uint32_t bytes)
{
	uint32_t index = ref_idmap_find(&e->keys, rkey);
	const struct ref_region *r = index == IDMAP_NONE ? NULL : &e->regions[index];
	uint64_t at;

	if (!r || e->region_use[index].is_closing || r->domain != domain ||
	    (r->rights & (uint32_t)right) == 0)
		return NULL;
	/* Below the first byte `at` wraps to beyond any length; so does a range that wraps 2^64. */
	at = address - r->address;
	if (at >= r->length || bytes > r->length - at)
		return NULL;
	return r->base + at;
}

void ref_region_hold(struct ref_endpoint *e, uint32_t rkey, bool on)
{
	uint32_t index = ref_idmap_find(&e->keys, rkey);
	if (on)
		e->region_use[index].readers++;
	else
		e->region_use[index].readers--;
}

const uint8_t *ref_region_read(const struct ref_endpoint *e, uint32_t rkey, uint64_t address)
{
	const struct ref_region *r = &e->regions[ref_idmap_find(&e->keys, rkey)];
	return r->base + (address - r->address);
}
