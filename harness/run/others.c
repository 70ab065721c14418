/* Further connections to the device, for what connections share: the tester sends on them, and
 * nobody answers. */
#include "harness/run/setup.h"

static enum result open_one(struct harness *h, struct other *o, unsigned k)
{
	json_t *answer = NULL;
	uint64_t handle, id;
	enum result r =
		harness_call(h, "connection.open",
			     json_pack("{s:o, s:i, s:i, s:i}", "params",
				       setup_params(&h->device.params), "domain", 0, "family",
				       (int)h->config->family, "plane_count", (int)h->link->ports),
			     &answer, NULL);

	if (r)
		return r;
	if (!harness_read_uint(json_object_get(answer, "connection"), INT32_MAX, &handle) ||
	    !harness_read_uint(json_object_get(answer, "conn_id"), 0xffffff, &id))
		r = harness_bad_answer(h, "connection.open", "connection or conn_id");
	json_decref(answer);
	if (r)
		return r;
	o->handle = (int64_t)handle;
	o->device_id = (uint32_t)id;
	o->own_id = h->tester.local.conn_id ^ (k + 1);
	for (unsigned i = 0; i < h->device.params.paths; i++)
		o->next_psn[i] = h->tester.local.initial_psn[i];
	return setup_connect(h, o->handle, o->own_id, NULL);
}

enum result harness_open_others(struct harness *h)
{
	enum result r = RES_OK;

	for (unsigned k = 0; !r && k < h->choice->entry->def->need.others && k < OTHERS_MAX; k++)
		r = open_one(h, &h->others[k], k);
	return r;
}

struct other *harness_other(struct harness *h, const struct step *s)
{
	int64_t k = harness_want_or(h, s, W_CONN, 0);

	return k > 0 && k <= OTHERS_MAX ? &h->others[k - 1] : NULL;
}
