/* Posting and completion of work of the bundled device.  A post takes effect before its answer;
 * its region's memory is kept until the post has completed. */
#include "reference/soft/device_private.h"

#include <stdlib.h>
#include <string.h>

static const struct {
	const char *name;
	enum ref_work_kind kind;
	enum ref_op_bit op;
} kinds[] = {
	{ "SEND", REF_SEND, REF_OP_SEND },     { "WRITE", REF_WRITE, REF_OP_WRITE },
	{ "READ", REF_READ, REF_OP_READ },     { "FADD", REF_FADD, REF_OP_ATOMIC },
	{ "CSWAP", REF_CSWAP, REF_OP_ATOMIC },
};

static enum ref_work_kind read_kind(struct args *a)
{
	const char *name = args_string(a, "kind");

	for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]) && name != NULL; i++) {
		if (strcmp(kinds[i].name, name) != 0)
			continue;
		if ((DEVICE_OPS & kinds[i].op) == 0)
			args_fail(a, DEVICE_E_UNSUPPORTED, "kind");
		return kinds[i].kind;
	}
	args_fail(a, DEVICE_E_PARAMS, "kind");
	return REF_SEND;
}

/* Takes "region" and "offset"; both may be left out where length is 0.  NULL: no memory needed,
 * or the fault is set. */
static uint8_t *read_local(struct device *d, struct args *a, uint64_t length,
			   struct device_region **region)
{
	uint64_t offset;

	*region = NULL;
	if (length == 0 && !args_has(a, "region"))
		return NULL;
	*region = device_region_arg(d, a);
	offset = args_uint_or(a, "offset", DEVICE_REGION_MAX, 0);
	if (a->error != DEVICE_OK)
		return NULL;
	if (offset > (*region)->ref.length || length > (*region)->ref.length - offset) {
		args_fail(a, DEVICE_E_ADDRESS, "offset");
		return NULL;
	}
	return (*region)->ref.base + offset;
}

static struct device_post *post_new(struct args *a, const struct device_post *is)
{
	struct device_post *p = args_done(a) ? malloc(sizeof(*p)) : NULL;

	if (p == NULL) {
		args_fail(a, DEVICE_E_RESOURCES, "");
		return NULL;
	}
	*p = *is;
	return p;
}

/* The answer to a post: recorded if the engine took it. */
static json_t *post_finish(struct args *a, struct device_conn *c, struct device_post *p,
			   enum result r)
{
	if (r != RES_OK) {
		free(p);
		args_result(a, r, "");
		return NULL;
	}
	if (p->region != NULL)
		p->region->pins++;
	*c->posts_end = p;
	c->posts_end = &p->next;
	return json_object();
}

json_t *device_receive_post(struct device *d, struct args *a)
{
	struct device_conn *c = device_conn_arg(d, a, true);
	uint32_t stream = (uint32_t)args_uint(a, "stream", UINT16_MAX);
	uint64_t id = args_uint(a, "id", DEVICE_JSON_MAX);
	uint32_t length = (uint32_t)args_uint(a, "length", UINT32_MAX);
	struct device_region *region;
	uint8_t *buffer = read_local(d, a, length, &region);
	struct device_post *p = post_new(
		a, &(struct device_post){
			   .region = region, .id = id, .stream = stream, .is_receive = true });

	if (p == NULL)
		return NULL;
	return post_finish(a, c, p,
			   ref_recv_post(d->engine, c->ref, stream, id, buffer, length, a->now_ns));
}

static void read_remote(struct args *a, struct ref_work *w)
{
	w->address = args_hex(a, "address");
	w->rkey = (uint32_t)args_uint(a, "rkey", UINT32_MAX);
	if (w->kind == REF_FADD || w->kind == REF_CSWAP)
		w->swap_or_add = args_hex(a, "swap_or_add");
	if (w->kind == REF_CSWAP)
		w->compare = args_hex(a, "compare");
}

json_t *device_work_post(struct device *d, struct args *a)
{
	struct device_conn *c = device_conn_arg(d, a, true);
	struct ref_work w = {
		.kind = read_kind(a),
		.stream = (uint32_t)args_uint(a, "stream", UINT16_MAX),
		.id = args_uint(a, "id", DEVICE_JSON_MAX),
		.solicited = args_bool(a, "solicited"),
		.fence = args_bool(a, "fence"),
	};
	bool is_atomic = w.kind == REF_FADD || w.kind == REF_CSWAP;
	struct device_region *region;
	struct device_post *p;

	w.length = (uint32_t)(is_atomic ? args_uint_or(a, "length", 8, 8)
					: args_uint(a, "length", UINT32_MAX));
	if (is_atomic && w.length != 8)
		args_fail(a, DEVICE_E_RANGE, "length");
	w.local = read_local(d, a, w.length, &region);
	if (w.kind != REF_SEND)
		read_remote(a, &w);
	if (w.kind == REF_SEND || w.kind == REF_WRITE) {
		w.with_immediate = args_has(a, "immediate");
		w.immediate = (uint32_t)args_uint_or(a, "immediate", UINT32_MAX, 0);
	}
	p = post_new(a, &(struct device_post){ .region = region, .id = w.id, .stream = w.stream });
	if (p == NULL)
		return NULL;
	return post_finish(a, c, p, ref_work_post(d->engine, c->ref, &w, a->now_ns));
}

/* Releases the memory of the post that completed, if it is known.  Ids need not be distinct, but
 * a stream's posts complete in order: it is the first that fits. */
static void post_complete(struct device *d, struct device_conn *c,
			  const struct ref_completion *done)
{
	for (struct device_post **at = &c->posts; *at != NULL; at = &(*at)->next) {
		struct device_post *p = *at;

		if (p->id != done->id || p->stream != done->stream ||
		    p->is_receive != (done->kind == REF_DONE_RECV))
			continue;
		*at = p->next;
		if (p->next == NULL)
			c->posts_end = at;
		device_region_unpin(d, p->region);
		free(p);
		return;
	}
}

/* What the engine says is passed on even if no post of ours fits: a second completion of the same
 * work must be seen, not hidden. */
static json_t *completion_json(struct device *d, const struct ref_completion *done)
{
	static const char *const names[] = {
		[REF_DONE_WORK] = "work",
		[REF_DONE_RECV] = "receive",
		[REF_DONE_CLOSED] = "closed",
	};
	struct device_conn *c = device_conn_by_ref(d, done->conn);
	json_t *o = json_pack("{s:I, s:s, s:s}", "connection",
			      (json_int_t)(c != NULL ? c->handle : 0), "kind", names[done->kind],
			      "status", ref_completion_status_name(done->status));

	if (done->kind == REF_DONE_CLOSED) {
		if (c != NULL)
			device_conn_drop(d, c);
		return o;
	}
	json_object_set_new(o, "id", json_integer((json_int_t)done->id));
	json_object_set_new(o, "stream", json_integer(done->stream));
	json_object_set_new(o, "msn", json_integer(done->msn));
	json_object_set_new(o, "length", json_integer(done->length));
	json_object_set_new(o, "solicited", json_boolean(done->solicited));
	if (done->with_immediate)
		json_object_set_new(o, "immediate", json_integer(done->immediate));
	if (c != NULL)
		post_complete(d, c, done);
	return o;
}

json_t *device_completion_poll(struct device *d, struct args *a)
{
	uint64_t max = args_uint_or(a, "max", DEVICE_POLL_MAX, DEVICE_POLL_MAX);
	struct ref_completion done;
	json_t *list;

	if (!args_done(a))
		return NULL;
	list = json_array();
	while (json_array_size(list) < max && ref_poll(d->engine, &done))
		json_array_append_new(list, completion_json(d, &done));
	return json_pack("{s:o}", "completions", list);
}
