/* What the bundled device says of itself: hello, telemetry and path management.
 * Source: TEL-1, TEL-2, LIFE-4. */
#include "reference/soft/device_private.h"

#include <string.h>

uint32_t device_param_max(const struct device_config *c, const struct ref_param *p)
{
	uint32_t max = p->max;

#define X(name_, value)                                            \
	if (strcmp(p->name, #name_) == 0 && c->limits.name_ < max) \
		max = c->limits.name_;
	DEVICE_LIMITS(X)
#undef X
	return max;
}

static json_t *ops(void)
{
	static const struct {
		const char *name;
		unsigned bit;
	} rows[] = {
		{ "SEND", REF_OP_SEND },
		{ "WRITE", REF_OP_WRITE },
		{ "READ", REF_OP_READ },
		{ "ATOMIC", REF_OP_ATOMIC },
	};
	json_t *list = json_array();

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
		if ((DEVICE_OPS & rows[i].bit) != 0)
			json_array_append_new(list, json_string(rows[i].name));
	return list;
}

static json_t *ics(const struct device_config *c)
{
	json_t *o = json_object(), *ranges = json_object();

#define X(name, value) json_object_set_new(o, #name, json_integer(c->limits.name));
	DEVICE_LIMITS(X)
#undef X
	for (size_t i = 0; i < ref_params_count; i++) {
		const struct ref_param *p = &ref_params_table[i];

		if (json_object_get(o, p->name) == NULL)
			json_object_set_new(
				ranges, p->name,
				json_pack("[I, I]", (json_int_t)p->min, (json_int_t)p->max));
	}
	json_object_set_new(o, "ops", ops());
	json_object_set_new(o, "mtu",
			    json_pack("[i, i, i, i, i, i]", 256, 512, 1024, 2048, 4096, 8192));
	json_object_set_new(o, "planes", json_integer(c->ports));
	json_object_set_new(o, "region_length", json_integer((json_int_t)DEVICE_REGION_MAX));
	json_object_set_new(o, "ipv4", json_boolean(c->has_family[DEVICE_V4]));
	json_object_set_new(o, "ipv6", json_boolean(c->has_family[DEVICE_V6]));
	json_object_set_new(o, "vlan", json_true());
	json_object_set_new(o, "requests",
			    json_pack("[s, s, s, s, s]", "conn_id", "initial_psn", "source_port",
				      "address", "rkey"));
	json_object_set_new(o, "ranges", ranges);
	return o;
}

static json_t *ixit(const struct device_config *c)
{
	json_t *o = json_object();

	for (size_t i = 0; i < ref_params_count; i++) {
		const struct ref_param *p = &ref_params_table[i];
		uint32_t value;

		if (p->scope != REF_DECLARED)
			continue;
		memcpy(&value, (const uint8_t *)&c->params + p->member, sizeof(value));
		json_object_set_new(o, p->name, json_integer(value));
	}
	return o;
}

json_t *device_hello(struct device *d, struct args *a)
{
	const struct device_config *c = &d->config;

	if (!args_done(a))
		return NULL;
	return json_pack("{s:s, s:s, s:i, s:b, s:o, s:o, s:o}", "name", "metaroce-soft", "version",
			 "1", "protocol", 1, "single_process", 1, "ics", ics(c), "ixit", ixit(c),
			 "planes", device_json_planes(c, c->ports, -1));
}

json_t *device_reset(struct device *d, struct args *a)
{
	uint64_t seed = args_uint_or(a, "seed", DEVICE_JSON_MAX, d->config.seed);

	if (!args_done(a))
		return NULL;
	args_result(a, device_restart(d, seed), "");
	return json_object();
}

static json_t *path_json(unsigned path, const struct ref_path_tx *t)
{
	return json_pack("{s:I, s:I, s:I, s:I, s:I, s:I, s:I, s:I, s:I, s:I, s:I, s:s}", "path",
			 (json_int_t)path, "srtt_ns", (json_int_t)t->srtt_ns, "ce_count",
			 (json_int_t)t->ce_count, "window", (json_int_t)t->window, "in_flight",
			 (json_int_t)t->in_flight, "next_psn", (json_int_t)t->next_psn, "cum_psn",
			 (json_int_t)t->cum_psn, "sent", (json_int_t)t->sent, "retransmitted",
			 (json_int_t)t->retransmitted, "received", (json_int_t)t->received,
			 "source_port", (json_int_t)t->source_port, "state",
			 t->is_live ? "live" : "failed");
}

json_t *device_path_query(struct device *d, struct args *a)
{
	const struct device_conn *c = device_conn_arg(d, a, true);
	json_t *list;

	if (!args_done(a))
		return NULL;
	list = json_array();
	for (unsigned i = 0; i < c->config.params.paths; i++) {
		struct ref_path_tx t;
		enum result r = ref_query_path_tx(d->engine, c->ref, i, &t);

		args_result(a, r, "connection");
		if (r == RES_OK)
			json_array_append_new(list, path_json(i, &t));
	}
	return json_pack("{s:o}", "paths", list);
}

/* Takes "connection" and "path" and acts on the path. */
static json_t *path_act(struct device *d, struct args *a,
			enum result (*act)(struct ref_endpoint *e, int conn, unsigned path,
					   uint64_t now_ns))
{
	const struct device_conn *c = device_conn_arg(d, a, true);
	unsigned path = (unsigned)args_uint(a, "path", c != NULL ? c->config.params.paths - 1 : 0);

	if (!args_done(a) || c == NULL)
		return NULL;
	args_result(a, act(d->engine, c->ref, path, a->now_ns), "path");
	return json_object();
}

json_t *device_path_repath(struct device *d, struct args *a)
{
	return path_act(d, a, ref_path_repath);
}

json_t *device_path_fail(struct device *d, struct args *a)
{
	return path_act(d, a, ref_path_fail);
}

json_t *device_counters(struct device *d, struct args *a)
{
	struct ref_counters counters;
	json_t *o;

	if (!args_done(a))
		return NULL;
	ref_query_counters(d->engine, &counters);
	o = json_object();
#define X(name) json_object_set_new(o, #name, json_integer((json_int_t)counters.name));
	REF_COUNTERS(X)
#undef X
	return json_pack("{s:o}", "counters", o);
}
