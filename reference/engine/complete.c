/* The completion queue.  Room for a completion is reserved when work or a receive is posted, so
 * that no completion is ever lost or late (STRM-4). */
#include "reference/engine/endpoint.h"

#include <assert.h>

bool ref_complete_reserve(struct ref_endpoint *e)
{
	/* What is queued and not polled holds its place; closes have their own. */
	if (e->cq_reserved >= e->limits.cq_depth)
		return false;
	e->cq_reserved++;
	return true;
}

void ref_complete(struct ref_endpoint *e, const struct ref_completion *done)
{
	assert(e->cq_count < e->cq_size);
	e->cq[(e->cq_head + e->cq_count) % e->cq_size] = *done;
	e->cq_count++;
}

bool ref_poll(struct ref_endpoint *e, struct ref_completion *out)
{
	if (e->cq_count == 0)
		return false;
	*out = e->cq[e->cq_head];
	e->cq_head = (e->cq_head + 1) % e->cq_size;
	e->cq_count--;
	if (out->kind == REF_DONE_CLOSED)
		ref_conn_release(&e->conns[out->conn]);
	else
		e->cq_reserved--;
	return true;
}

static const char *const status_names[] = {
#define X(name) #name,
	REF_COMPLETION_STATUSES(X)
#undef X
};

const char *ref_completion_status_name(enum ref_completion_status s)
{
	return (unsigned)s < REF_COMPLETION_STATUS_COUNT ? status_names[s] : "?";
}
