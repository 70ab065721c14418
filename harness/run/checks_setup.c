/* Named checks of set-up (LIFE-4): which parameters connection.open refuses, which it takes.  Opens
 * connections that are never connected. */
#include "harness/run/checks.h"
#include "harness/run/setup.h"

#include <stdio.h>

enum { RANGE = -32002, MTUS = 6 };

/* Whether the device takes these parameters; *code otherwise. */
static bool is_taken(struct harness *h, json_t *params, int *code)
{
	json_t *answer = NULL;
	json_int_t handle;
	enum result r =
		harness_call(h, "connection.open",
			     json_pack("{s:o, s:i, s:i}", "params", params, "family",
				       (int)h->config->family, "plane_count", (int)h->link->ports),
			     &answer, code);

	if (r) {
		json_decref(answer);
		return false;
	}
	handle = json_integer_value(json_object_get(answer, "connection"));
	json_decref(answer);
	(void)!harness_call(h, "connection.close", json_pack("{s:I}", "connection", handle), NULL,
			    NULL);
	return true;
}

static void refuse(struct harness *h, enum clause_id clause, const char *what, json_t *params)
{
	int code = 0;

	if (is_taken(h, params, &code))
		checks_fail(h, clause, 0, what, "refused", "taken");
	else if (code != RANGE && !h->is_broken)
		checks_fail(h, clause, 0, what, "refused with -32002", "%d", code);
}

static void refuse_value(struct harness *h, enum clause_id clause, const char *name, uint64_t value)
{
	char what[80];

	snprintf(what, sizeof(what), "%s = %llu", name, (unsigned long long)value);
	refuse(h, clause, what, json_pack("{s:I}", name, (json_int_t)value));
}

void check_setup_refused(struct harness *h, enum clause_id clause)
{
	for (size_t i = 0; i < ref_params_count && !h->is_broken; i++) {
		const struct ref_param *p = &ref_params_table[i];

		if (p->max < UINT32_MAX)
			refuse_value(h, clause, p->name, (uint64_t)p->max + 1);
		if (p->min)
			refuse_value(h, clause, p->name, p->min - 1);
	}
	refuse_value(h, clause, "mtu", 1000);
	refuse_value(h, clause, "mtu", 4097);
	refuse(h, clause, "read_depth > msg_window",
	       json_pack("{s:i, s:i}", "msg_window", 8, "read_depth", 9));
	refuse(h, clause, "rto_min > rto_init",
	       json_pack("{s:i, s:i, s:i}", "rto_min", 200000, "rto_init", 100000, "rto_max",
			 400000));
	refuse(h, clause, "rto_init > rto_max",
	       json_pack("{s:i, s:i, s:i}", "rto_min", 100000, "rto_init", 400000, "rto_max",
			 200000));
	refuse(h, clause, "cwnd_min > cwnd_init",
	       json_pack("{s:i, s:i}", "cwnd_min", 9, "cwnd_init", 8));
	refuse(h, clause, "retry_limit < path_fail_rtos",
	       json_pack("{s:i, s:i}", "path_fail_rtos", 5, "retry_limit", 4));
}

static void take(struct harness *h, enum clause_id clause, const char *what, json_t *params)
{
	int code = 0;

	if (!is_taken(h, params, &code) && !h->is_broken)
		checks_fail(h, clause, 0, what, "taken", "refused with %d", code);
}

void check_setup_taken(struct harness *h, enum clause_id clause)
{
	const struct dut *d = h->dut;
	uint32_t streams = d->max_streams, window = d->max_msg_window;

	for (unsigned i = 0; i < MTUS; i++)
		if (d->mtus & 1u << i)
			take(h, clause, "mtu", json_pack("{s:i}", "mtu", 256 << i));
	take(h, clause, "the least",
	     json_pack("{s:i, s:i, s:i, s:i}", "paths", 1, "streams", 1, "msg_window", 1,
		       "read_depth", 0));
	if (streams > d->max_msg_state)
		streams = d->max_msg_state;
	if (window > d->max_msg_state / streams)
		window = d->max_msg_state / streams;
	take(h, clause, "the most paths and streams",
	     json_pack("{s:I, s:I, s:I, s:i}", "paths", (json_int_t)d->max_paths, "streams",
		       (json_int_t)streams, "msg_window", (json_int_t)window, "read_depth", 0));
}

/* When the device's CLOSE was seen; 0: never. */
static uint64_t closed_ns(const struct harness *h)
{
	for (size_t i = 0; i < h->trace.count; i++)
		if (checks_is_device(h, h->trace.at[i]) && h->trace.at[i]->p.kind == PKT_CLOSE)
			return h->trace.at[i]->stamp_ns;
	return 0;
}

void check_number_rests(struct harness *h, enum clause_id clause)
{
	uint64_t from_ns = closed_ns(h), rest_ns = 1000ull * h->device.params.id_quarantine;
	json_int_t number = h->device.local.conn_id;
	json_t *answer = NULL;
	int code = 0;

	if (!from_ns) {
		harness_fail(h, clause, 0, "packet", "CLOSE", "none");
		return;
	}
	if (harness_call(h, "connection.open",
			 json_pack("{s:I, s:i, s:i}", "conn_id", number, "family",
				   (int)h->config->family, "plane_count", (int)h->link->ports),
			 &answer, &code))
		return; /* refused: it rests */
	/* a number is in use once the connection is: the device may say so only then */
	if (json_integer_value(json_object_get(answer, "conn_id")) == number &&
	    !setup_connect(h, json_integer_value(json_object_get(answer, "connection")),
			   h->tester.local.conn_id ^ 1, &code) &&
	    harness_now(h) < from_ns + rest_ns)
		checks_fail(h, clause, 0, "conn_id", "another number within id_quarantine",
			    "%lld again", (long long)number);
	json_decref(answer);
}
