/* Reads what the device declares, member by member, each against the profile's range. */
#include "harness/run/dut.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

struct reader {
	const json_t *ics, *ics_file, *ixit, *ixit_file;
	char *error;
	size_t cap;
	bool is_bad;
};

static void bad(struct reader *r, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void bad(struct reader *r, const char *format, ...)
{
	va_list args;

	if (r->is_bad)
		return;
	r->is_bad = true;
	va_start(args, format);
	vsnprintf(r->error, r->cap, format, args);
	va_end(args);
}

static const json_t *member(const json_t *file, const json_t *hello, const char *name)
{
	const json_t *m = json_object_get(file, name);

	return m ? m : json_object_get(hello, name);
}

static uint32_t number(struct reader *r, const char *where, const json_t *m, const char *name,
		       uint32_t min, uint32_t max, uint32_t or_else)
{
	json_int_t n = json_integer_value(m);

	if (!m)
		return or_else;
	if (json_is_integer(m) && n >= (json_int_t)min && n <= (json_int_t)max)
		return (uint32_t)n;
	bad(r, "%s: `%s` must be a whole number from %u to %u", where, name, min, max);
	return or_else;
}

static uint32_t ics_number(struct reader *r, const char *name, uint32_t max, uint32_t or_else)
{
	return number(r, "ICS", member(r->ics_file, r->ics, name), name, 0, max, or_else);
}

/* A member that must be a list; NULL if it is left out or no list. */
static const json_t *ics_list(struct reader *r, const char *name)
{
	const json_t *m = member(r->ics_file, r->ics, name);

	if (m && !json_is_array(m))
		bad(r, "ICS: `%s` must be a list", name);
	return json_is_array(m) ? m : NULL;
}

static bool ics_bool(struct reader *r, const char *name, bool or_else)
{
	const json_t *m = member(r->ics_file, r->ics, name);

	if (m && !json_is_boolean(m))
		bad(r, "ICS: `%s` must be true or false", name);
	return m ? json_is_true(m) : or_else;
}

static void read_declared(struct reader *r, struct ref_params *p)
{
	ref_params_default(p);
	for (size_t i = 0; i < ref_params_count; i++) {
		const struct ref_param *row = &ref_params_table[i];
		uint32_t v;

		if (row->scope != REF_DECLARED)
			continue;
		v = number(r, "IXIT", member(r->ixit_file, r->ixit, row->name), row->name, row->min,
			   row->max, row->def);
		memcpy((uint8_t *)p + row->member, &v, sizeof(v));
	}
}

/* "ranges": {"rto_min": [1000, 64000000], ...}: the ends a device can be set to. */
static uint32_t range_end(struct reader *r, const char *name, size_t end, uint32_t or_else)
{
	const json_t *ranges = member(r->ics_file, r->ics, "ranges");
	const json_t *ends = json_object_get(ranges, name);

	if (ranges && !json_is_object(ranges))
		bad(r, "ICS: `ranges` must be an object of [least, most] by name");
	if (ends && json_array_size(ends) != 2)
		bad(r, "ICS ranges: `%s` must be [least, most]", name);
	return number(r, "ICS ranges", json_array_get(ends, end), name, 0, UINT32_MAX, or_else);
}

static void read_ops(struct reader *r, struct dut *d)
{
	static const struct {
		const char *name;
		uint32_t bit;
	} ops[] = { { "READ", REF_OP_READ },
		    { "ATOMIC", REF_OP_ATOMIC },
		    { "SEND", REF_OP_SEND },
		    { "WRITE", REF_OP_WRITE } };
	const json_t *list = ics_list(r, "ops"), *value;
	size_t i;

	d->ops = list ? 0 : 15;
	json_array_foreach(list, i, value)
	{
		const char *name = json_string_value(value);
		uint32_t bit = 0;

		for (size_t k = 0; name && k < sizeof(ops) / sizeof(ops[0]); k++)
			bit |= strcmp(name, ops[k].name) ? 0 : ops[k].bit;
		if (!bit)
			bad(r, "ICS: `ops` takes READ, ATOMIC, SEND, WRITE");
		d->ops |= bit;
	}
}

static void read_mtus(struct reader *r, struct dut *d)
{
	const json_t *list = ics_list(r, "mtu"), *value;
	size_t i;

	d->mtus = list ? 0 : 0x3f;
	json_array_foreach(list, i, value)
	{
		json_int_t n = json_integer_value(value);
		uint32_t bit = 0;

		for (unsigned k = 0; k < 6; k++)
			bit |= n == 256 << k ? 1u << k : 0;
		if (!bit)
			bad(r, "ICS: `mtu` takes 256, 512, 1024, 2048, 4096, 8192");
		d->mtus |= bit;
	}
}

static void read_planes(struct reader *r, const json_t *hello, unsigned family, struct dut *d)
{
	const json_t *list = json_object_get(hello, "planes"), *plane, *ip;
	size_t i, k;

	d->plane_count = (unsigned)json_array_size(list);
	if (!d->plane_count || d->plane_count > REF_PLANES_MAX)
		bad(r, "hello: `planes` must list 1 to %d planes", REF_PLANES_MAX);
	json_array_foreach(list, i, plane)
	{
		bool is_found = false;

		if (i >= REF_PLANES_MAX)
			return;
		json_array_foreach(json_object_get(plane, "ip"), k, ip)
		{
			struct net_addr a = { 0 };

			if (!json_is_string(ip) || net_addr_parse(json_string_value(ip), &a))
				bad(r, "hello: planes[%zu].ip holds something that is no address",
				    i);
			if (a.is_v6 != (family == 6) || is_found)
				continue;
			is_found = true;
			d->planes[i] = a;
		}
		d->planes[i].vlan = (uint16_t)number(
			r, "hello planes", json_object_get(plane, "vlan"), "vlan", 0, 4094, 0);
		if (!is_found)
			bad(r, "hello: planes[%zu] has no IPv%u address; try --ip %u", i, family,
			    family == 6 ? 4 : 6);
	}
}

static void read_name(const json_t *hello, const char *member_name, char *out, size_t cap)
{
	const char *text = json_string_value(json_object_get(hello, member_name));

	snprintf(out, cap, "%s", text ? text : "");
	for (char *c = out; *c; c++)
		if (*c < ' ' || *c > '~')
			*c = '?';
}

/* Whatever is there must be an object, or its members would be passed over without a word. */
static void want_object(struct reader *r, const json_t *o, const char *what)
{
	if (o && !json_is_object(o))
		bad(r, "%s must be an object", what);
}

static bool read_single_process(struct reader *r, const json_t *hello)
{
	const json_t *m = json_object_get(hello, "single_process");

	if (m && !json_is_boolean(m))
		bad(r, "hello: `single_process` must be true or false");
	return json_is_true(m);
}

enum result dut_read(const json_t *hello, const json_t *ics, const json_t *ixit, unsigned family,
		     struct dut *d, char *error, size_t error_cap)
{
	struct reader r = { .ics = json_object_get(hello, "ics"),
			    .ics_file = ics,
			    .ixit = json_object_get(hello, "ixit"),
			    .ixit_file = ixit,
			    .error = error,
			    .cap = error_cap };

	memset(d, 0, sizeof(*d));
	if (!json_is_object(hello))
		bad(&r, "hello: an object with name, version, ics, ixit and planes is wanted");
	want_object(&r, r.ics, "hello: `ics`");
	want_object(&r, r.ixit, "hello: `ixit`");
	want_object(&r, ics, "the ICS file");
	want_object(&r, ixit, "the IXIT file");
	read_name(hello, "name", d->name, sizeof(d->name));
	read_name(hello, "version", d->version, sizeof(d->version));
	d->is_single_process = read_single_process(&r, hello);
	read_declared(&r, &d->declared);
	d->max_paths = ics_number(&r, "paths", 256, 256);
	d->max_streams = ics_number(&r, "streams", 65536, 65536);
	d->max_msg_window = ics_number(&r, "msg_window", 65535, 65535);
	d->max_msg_state = ics_number(&r, "msg_state", UINT32_MAX, UINT32_MAX);
	d->max_recv_depth = ics_number(&r, "recv_depth", UINT32_MAX, UINT32_MAX);
	d->max_send_depth = ics_number(&r, "send_depth", UINT32_MAX, UINT32_MAX);
	d->min_rto = range_end(&r, "rto_min", 0, 1000);
	d->max_ack_delay = range_end(&r, "ack_delay", 1, 32000000);
	d->has_ipv4 = ics_bool(&r, "ipv4", true);
	d->has_ipv6 = ics_bool(&r, "ipv6", true);
	d->has_vlan = ics_bool(&r, "vlan", true);
	read_ops(&r, d);
	read_mtus(&r, d);
	read_planes(&r, hello, family, d);
	if (json_integer_value(json_object_get(hello, "protocol")) != DUT_PROTOCOL)
		bad(&r, "hello: `protocol` must be %d, the version of CONTROL.md", DUT_PROTOCOL);
	if (r.is_bad)
		return RES_E_SYNTAX;
	d->hello = json_deep_copy(hello);
	return d->hello ? RES_OK : RES_E_MEMORY;
}

void dut_release(struct dut *d)
{
	json_decref(d->hello);
	d->hello = NULL;
}

static uint32_t mtu_bit(uint32_t mtu)
{
	uint32_t k = 0;

	while (256u << k < mtu)
		k++;
	return 1u << k;
}

void dut_rules_out(const struct dut *d, const struct case_def *def, char *why, size_t cap)
{
	const struct case_need *n = &def->need;
	uint32_t paths = n->paths ? n->paths : 4, streams = n->streams ? n->streams : 16;
	uint32_t window = n->msg_window ? n->msg_window : 64;

	why[0] = 0;
	if (paths > d->max_paths)
		snprintf(why, cap, "ICS: paths %u, the case needs %u", d->max_paths, paths);
	else if (streams > d->max_streams)
		snprintf(why, cap, "ICS: streams %u, the case needs %u", d->max_streams, streams);
	else if (window > d->max_msg_window)
		snprintf(why, cap, "ICS: msg_window %u, the case needs %u", d->max_msg_window,
			 window);
	else if ((uint64_t)streams * window > d->max_msg_state)
		snprintf(why, cap, "ICS: msg_state %u, the case needs %u (streams x msg_window)",
			 d->max_msg_state, streams * window);
	else if (!(d->mtus & mtu_bit(n->mtu ? n->mtu : 1024)))
		snprintf(why, cap, "ICS: mtu %u is not supported", n->mtu ? n->mtu : 1024);
	else if (n->family && n->family != (d->planes[0].is_v6 ? 6 : 4))
		snprintf(why, cap, "the case is about IPv%u; run it with --ip %u", n->family,
			 n->family);
	else if (n->ops & ~d->ops)
		snprintf(why, cap, "ICS: an operation the case needs is not supported");
}
