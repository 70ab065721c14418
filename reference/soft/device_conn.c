/* Connections of the bundled device: set up in two calls (open says what this side is, connect
 * what the peer is), because each side needs the other's numbers. */
#include "reference/soft/device_private.h"

#include <stdlib.h>
#include <string.h>

enum { PSN_MAX = 0xffffff, PORT_FIRST = 49152, PORT_COUNT = 65536 - PORT_FIRST };

static struct device_conn **conn_at(struct device *d, uint32_t handle)
{
	struct device_conn **at = &d->conns;

	while (*at != NULL && (*at)->handle != handle)
		at = &(*at)->next;
	return at;
}

struct device_conn *device_conn_arg(struct device *d, struct args *a, bool is_connected)
{
	uint32_t handle = (uint32_t)args_uint(a, "connection", UINT32_MAX);
	struct device_conn *c = a->error == DEVICE_OK ? *conn_at(d, handle) : NULL;

	if (c == NULL)
		args_fail(a, DEVICE_E_HANDLE, "connection");
	else if (is_connected && c->ref == REF_CONN_NONE)
		args_fail(a, DEVICE_E_STATE, "connection");
	return a->error == DEVICE_OK ? c : NULL;
}

struct device_conn *device_conn_by_ref(struct device *d, int ref)
{
	struct device_conn *c = d->conns;

	while (c != NULL && c->ref != ref)
		c = c->next;
	return c;
}

void device_conn_drop(struct device *d, struct device_conn *c)
{
	while (c->posts != NULL) {
		struct device_post *p = c->posts;

		c->posts = p->next;
		device_region_unpin(d, p->region);
		free(p);
	}
	*conn_at(d, c->handle) = c->next;
	free(c);
}

void device_conns_clear(struct device *d)
{
	while (d->conns != NULL)
		device_conn_drop(d, d->conns);
}

static uint32_t param_get(const struct ref_params *params, const struct ref_param *p)
{
	uint32_t v;

	memcpy(&v, (const uint8_t *)params + p->member, sizeof(v));
	return v;
}

/* What the device cannot do faster than declared stays as declared, whatever was wished; its
 * message states are shared by the streams; operations it has not are switched off. */
static void keep_declared(struct ref_params *p, const struct device_config *config)
{
	const struct ref_params *declared = &config->params;
	uint32_t share = config->limits.msg_state / p->streams;

	p->ops &= DEVICE_OPS;
	if (p->send_depth > share)
		p->send_depth = share;
	if (p->recv_depth > share)
		p->recv_depth = share;
	if (p->ack_reaction < declared->ack_reaction)
		p->ack_reaction = declared->ack_reaction;
	if (p->rtx_reaction < declared->rtx_reaction)
		p->rtx_reaction = declared->rtx_reaction;
	if (p->timer_tick < declared->timer_tick)
		p->timer_tick = declared->timer_tick;
}

static void read_params(const struct device *d, struct args *a, struct ref_params *params)
{
	struct args inner = { .object = args_optional(a, "params", JSON_OBJECT), .parameter = "" };

	*params = d->config.params;
	for (size_t i = 0; i < ref_params_count; i++) {
		const struct ref_param *p = &ref_params_table[i];
		uint32_t value = param_get(params, p);

		value = (uint32_t)args_uint_or(&inner, p->name, device_param_max(&d->config, p),
					       value);
		if (value < p->min)
			args_fail(&inner, DEVICE_E_RANGE, p->name);
		memcpy((uint8_t *)params + p->member, &value, sizeof(value));
	}
	if (!args_done(&inner))
		args_fail(a, inner.error, inner.parameter[0] != '\0' ? inner.parameter : "params");
	else
		keep_declared(params, &d->config);
}

/* LIFE-4: refused with the parameter's name. */
static void check_params(struct args *a, const struct ref_params *params)
{
	const struct ref_param *which = NULL;

	if (ref_params_check(params, &which) != RES_OK)
		args_fail(a, DEVICE_E_RANGE, which != NULL ? which->name : "params");
	if (params->send_depth < params->msg_window)
		args_fail(a, DEVICE_E_RANGE, "send_depth");
}

/* An array parameter with one integer min .. max for each path; true if it was given. */
static bool read_per_path(struct args *a, const char *name, uint32_t paths, uint64_t max,
			  uint32_t out[REF_PATHS_MAX])
{
	json_t *list = args_optional(a, name, JSON_ARRAY);

	if (list == NULL)
		return false;
	if (json_array_size(list) != paths)
		args_fail(a, DEVICE_E_RANGE, name);
	for (uint32_t i = 0; i < paths; i++)
		out[i] = (uint32_t)args_element(a, name, json_array_get(list, i), max);
	return true;
}

static void choose_ports(struct device *d, uint32_t paths, uint32_t out[REF_PATHS_MAX])
{
	uint32_t first = (uint32_t)(device_random(d) % PORT_COUNT);
	uint32_t step = (uint32_t)(device_random(d) % PORT_COUNT) | 1; /* odd: all distinct */

	for (uint32_t i = 0; i < paths; i++)
		out[i] = PORT_FIRST + (first + i * step) % PORT_COUNT;
}

static uint32_t choose_conn_id(struct device *d)
{
	const struct device_conn *c = d->conns;

	d->next_conn_id = d->next_conn_id % PSN_MAX + 1;
	while (c != NULL) {
		if (c->config.local.conn_id == d->next_conn_id) {
			d->next_conn_id = d->next_conn_id % PSN_MAX + 1;
			c = d->conns;
			continue;
		}
		c = c->next;
	}
	return d->next_conn_id;
}

static void read_paths(struct device *d, struct args *a, struct device_conn *c)
{
	uint32_t paths = c->config.params.paths, values[REF_PATHS_MAX];
	bool is_given;

	is_given = read_per_path(a, "path_plane", paths, c->plane_count - 1, values);
	for (uint32_t i = 0; i < paths; i++)
		c->config.path_plane[i] = (uint8_t)device_engine_plane(
			&d->config, is_given ? values[i] : i % c->plane_count, c->family);
	is_given = read_per_path(a, "initial_psn", paths, PSN_MAX, values);
	for (uint32_t i = 0; i < paths; i++)
		c->config.local.initial_psn[i] =
			is_given ? values[i] : (uint32_t)(device_random(d) & PSN_MAX);
	if (!read_per_path(a, "source_port", paths, UINT16_MAX, values))
		choose_ports(d, paths, values);
	for (uint32_t i = 0; i < paths; i++)
		c->config.source_port[i] = (uint16_t)values[i];
}

static void read_open(struct device *d, struct args *a, struct device_conn *c)
{
	uint64_t family = args_uint_or(a, "family", 6, d->config.has_family[DEVICE_V4] ? 4 : 6);

	if (family != 4 && family != 6)
		args_fail(a, DEVICE_E_RANGE, "family");
	c->family = family == 6 ? DEVICE_V6 : DEVICE_V4;
	if (!d->config.has_family[c->family])
		args_fail(a, DEVICE_E_UNSUPPORTED, "family");
	c->plane_count = (unsigned)args_uint_or(a, "plane_count", d->config.ports, d->config.ports);
	if (c->plane_count == 0) {
		args_fail(a, DEVICE_E_RANGE, "plane_count");
		return;
	}
	c->config.domain = (uint32_t)args_uint_or(a, "domain", UINT32_MAX, 0);
	read_params(d, a, &c->config.params);
	if (a->error != DEVICE_OK)
		return;
	check_params(a, &c->config.params);
	read_paths(d, a, c);
	if (args_has(a, "conn_id"))
		c->config.local.conn_id = (uint32_t)args_uint(a, "conn_id", PSN_MAX);
	else
		c->config.local.conn_id = choose_conn_id(d);
	for (const struct device_conn *o = d->conns; o != NULL; o = o->next)
		if (o->config.local.conn_id == c->config.local.conn_id)
			args_fail(a, DEVICE_E_STATE, "conn_id");
}

static json_t *open_result(const struct device *d, const struct device_conn *c)
{
	json_t *psns = json_array(), *ports = json_array(), *params = json_object();

	for (uint32_t i = 0; i < c->config.params.paths; i++) {
		json_array_append_new(psns, json_integer(c->config.local.initial_psn[i]));
		json_array_append_new(ports, json_integer(c->config.source_port[i]));
	}
	for (size_t i = 0; i < ref_params_count; i++) {
		const struct ref_param *p = &ref_params_table[i];

		json_object_set_new(params, p->name, json_integer(param_get(&c->config.params, p)));
	}
	return json_pack("{s:I, s:I, s:o, s:o, s:o, s:o}", "connection", (json_int_t)c->handle,
			 "conn_id", (json_int_t)c->config.local.conn_id, "initial_psn", psns,
			 "source_port", ports, "planes",
			 device_json_planes(&d->config, c->plane_count, (int)c->family), "params",
			 params);
}

json_t *device_connection_open(struct device *d, struct args *a)
{
	struct device_conn *c;
	size_t count = 0;

	for (c = d->conns; c != NULL; c = c->next)
		count++;
	c = count < d->config.limits.connections ? calloc(1, sizeof(*c)) : NULL;
	if (c == NULL) {
		args_fail(a, DEVICE_E_RESOURCES, "connections");
		return NULL;
	}
	c->ref = REF_CONN_NONE;
	c->posts_end = &c->posts;
	read_open(d, a, c);
	if (!args_done(a)) {
		free(c);
		return NULL;
	}
	c->handle = d->next_handle++;
	c->next = d->conns;
	d->conns = c;
	return open_result(d, c);
}

/* The peer's address on every plane of the engine: connections use those of one family only, the
 * others repeat it so that no other address is ever taken for the peer's (HDR-3). */
static void read_peer_planes(const struct device *d, struct args *peer, struct device_conn *c)
{
	json_t *list = args_array(peer, "planes");
	struct net_addr planes[DEVICE_PORTS_MAX];

	memset(planes, 0, sizeof(planes));
	if (json_array_size(list) != c->plane_count) {
		args_fail(peer, DEVICE_E_RANGE, "planes");
		return;
	}
	for (unsigned i = 0; i < c->plane_count; i++) {
		struct args plane = { .object = json_array_get(list, i), .parameter = "" };
		const char *ip = args_string(&plane, "ip");

		if (!args_done(&plane) || net_addr_parse(ip, &planes[i]) != RES_OK ||
		    planes[i].is_v6 != (c->family == DEVICE_V6))
			args_fail(peer, DEVICE_E_PARAMS, "planes");
		planes[i].vlan = d->config.planes[i].vlan;
	}
	c->config.peer.plane_count = (uint16_t)d->config.limits.planes;
	for (unsigned i = 0; i < d->config.limits.planes; i++) {
		unsigned port = i % d->config.ports;

		c->config.peer.planes[i] = planes[port < c->plane_count ? port : 0];
	}
}

static void read_peer(const struct device *d, struct args *a, struct device_conn *c)
{
	struct args peer = { .object = args_optional(a, "peer", JSON_OBJECT), .parameter = "peer" };

	c->config.peer.conn_id = (uint32_t)args_uint(&peer, "conn_id", PSN_MAX);
	read_peer_planes(d, &peer, c);
	if (!read_per_path(&peer, "initial_psn", c->config.params.paths, PSN_MAX,
			   c->config.peer.initial_psn))
		args_fail(&peer, DEVICE_E_PARAMS, "initial_psn");
	if (!args_done(&peer))
		args_fail(a, peer.error, peer.parameter);
}

json_t *device_connection_connect(struct device *d, struct args *a)
{
	struct device_conn *c = device_conn_arg(d, a, false);
	const struct ref_param *which = NULL;
	enum result r;

	if (c == NULL)
		return NULL;
	if (c->ref != REF_CONN_NONE)
		args_fail(a, DEVICE_E_STATE, "connection");
	else
		read_peer(d, a, c);
	if (!args_done(a))
		return NULL;
	r = ref_conn_open(d->engine, &c->config, a->now_ns, &c->ref, &which);
	if (r != RES_OK) {
		c->ref = REF_CONN_NONE;
		args_result(a, r, which != NULL ? which->name : "connection");
		return NULL;
	}
	for (uint32_t i = 0; i < c->config.params.paths; i++) {
		unsigned plane = c->config.path_plane[i];

		device_resolve(d, plane % d->config.ports, &c->config.peer.planes[plane],
			       a->now_ns);
	}
	return json_object();
}

static enum wire_close_reason read_reason(struct args *a)
{
	const char *name = args_has(a, "reason") ? args_string(a, "reason") : "NORMAL";

	for (unsigned i = 0; i < CLOSE_REASON_COUNT && name != NULL; i++)
		if (strcmp(wire_close_reasons[i].name, name) == 0)
			return (enum wire_close_reason)i;
	args_fail(a, DEVICE_E_PARAMS, "reason");
	return CLOSE_NORMAL;
}

json_t *device_connection_close(struct device *d, struct args *a)
{
	struct device_conn *c = device_conn_arg(d, a, false);
	enum wire_close_reason reason = read_reason(a);

	if (!args_done(a) || c == NULL)
		return NULL;
	if (c->ref == REF_CONN_NONE)
		device_conn_drop(d, c);
	else
		args_result(a, ref_conn_close(d->engine, c->ref, reason, a->now_ns), "connection");
	return json_object();
}
