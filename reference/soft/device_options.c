/* The options of the bundled device: one JSON object, checked member by member.  They come from
 * a command line or a file of someone's, so every fault is told in words. */
#include "reference/soft/device_private.h"

#include <stdio.h>
#include <string.h>

struct options {
	struct device_config *config;
	char *error;
	size_t cap;
};

static enum result fault(const struct options *o, const char *what, const char *name)
{
	snprintf(o->error, o->cap, "options: %s%s%s", name, name[0] != '\0' ? " " : "", what);
	return RES_E_RANGE;
}

static enum result read_uint(const struct options *o, const char *name, const json_t *value,
			     uint64_t min, uint64_t max, uint64_t *out)
{
	json_int_t n = json_integer_value(value);

	if (!json_is_integer(value))
		return fault(o, "must be an integer", name);
	if (n < 0 || (uint64_t)n < min || (uint64_t)n > max)
		return fault(o, "is out of range", name);
	*out = (uint64_t)n;
	return RES_OK;
}

static int hex_digit(char c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	if (c >= 'a' && c <= 'f')
		return c - 'a' + 10;
	return -1;
}

/* "02:00:00:00:00:01", lowercase, not a group address. */
static bool read_mac(const char *text, uint8_t mac[6])
{
	if (text == NULL || strlen(text) != 17)
		return false;
	for (size_t i = 0; i < 6; i++) {
		int high = hex_digit(text[3 * i]), low = hex_digit(text[3 * i + 1]);

		if (high < 0 || low < 0 || (i < 5 && text[3 * i + 2] != ':'))
			return false;
		mac[i] = (uint8_t)(high << 4 | low);
	}
	return (mac[0] & 1) == 0;
}

static enum result read_addresses(const struct options *o, const json_t *list,
				  struct device_plane *plane, bool has[DEVICE_FAMILIES])
{
	const json_t *value;
	size_t i;

	has[DEVICE_V4] = has[DEVICE_V6] = false;
	if (!json_is_array(list) || json_array_size(list) == 0)
		return fault(o, "must be an array of addresses", "planes[].ip");
	json_array_foreach(list, i, value)
	{
		const char *text = json_string_value(value);
		struct net_addr a;
		enum device_family f;

		memset(&a, 0, sizeof(a));
		if (text == NULL || net_addr_parse(text, &a) != RES_OK)
			return fault(o, "holds something that is no address", "planes[].ip");
		f = a.is_v6 ? DEVICE_V6 : DEVICE_V4;
		if (has[f])
			return fault(o, "holds two of one family", "planes[].ip");
		has[f] = true;
		memcpy(a.mac, plane->mac, sizeof(a.mac));
		a.vlan = plane->vlan;
		plane->address[f] = a;
	}
	return RES_OK;
}

static enum result read_plane(const struct options *o, const json_t *object,
			      struct device_plane *plane, bool has[DEVICE_FAMILIES])
{
	const json_t *vlan = json_object_get(object, "vlan");
	uint64_t vid = 0;

	if (json_object_size(object) != (vlan == NULL ? 2u : 3u))
		return fault(o, "takes mac, ip and vlan, nothing else", "planes[]");
	if (!read_mac(json_string_value(json_object_get(object, "mac")), plane->mac))
		return fault(o, "must be a unicast address like 02:00:00:00:00:01", "planes[].mac");
	if (vlan != NULL) {
		enum result r = read_uint(o, "planes[].vlan", vlan, 0, 4094, &vid);

		if (r != RES_OK)
			return r;
	}
	plane->vlan = (uint16_t)vid;
	return read_addresses(o, json_object_get(object, "ip"), plane, has);
}

static enum result read_planes(const struct options *o, const json_t *list)
{
	struct device_config *c = o->config;
	const json_t *value;
	size_t i;

	if (!json_is_array(list) || json_array_size(list) == 0 ||
	    json_array_size(list) > DEVICE_PORTS_MAX)
		return fault(o, "must be an array of 1 to 16 planes", "planes");
	json_array_foreach(list, i, value)
	{
		bool has[DEVICE_FAMILIES];
		enum result r = read_plane(o, value, &c->planes[i], has);

		if (r != RES_OK)
			return r;
		if (i == 0)
			memcpy(c->has_family, has, sizeof(has));
		if (memcmp(c->has_family, has, sizeof(has)) != 0)
			return fault(o, "must have addresses of the same families", "planes");
	}
	c->ports = (unsigned)json_array_size(list);
	c->limits.planes =
		c->ports * (c->has_family[DEVICE_V4] && c->has_family[DEVICE_V6] ? 2 : 1);
	if (c->limits.planes > REF_PLANES_MAX)
		return fault(o, "are more than 8 with two families", "planes");
	return RES_OK;
}

/* Writes one uint32_t member of a plain struct found by its offset. */
static void set_member(void *base, size_t offset, uint64_t value)
{
	uint32_t v = (uint32_t)value;

	memcpy((uint8_t *)base + offset, &v, sizeof(v));
}

static const struct ref_param *param_by_name(const char *name)
{
	for (size_t i = 0; i < ref_params_count; i++)
		if (strcmp(ref_params_table[i].name, name) == 0)
			return &ref_params_table[i];
	return NULL;
}

static enum result read_params(const struct options *o, json_t *object)
{
	const struct ref_param *at_fault = NULL;
	const char *name;
	json_t *value;

	json_object_foreach(object, name, value)
	{
		const struct ref_param *p = param_by_name(name);
		uint64_t n;
		enum result r;

		if (p == NULL)
			return fault(o, "is no parameter of the profile", name);
		r = read_uint(o, name, value, p->min, p->max, &n);
		if (r != RES_OK)
			return r;
		set_member(&o->config->params, p->member, n);
	}
	if (ref_params_check(&o->config->params, &at_fault) != RES_OK)
		return fault(o, "does not go with the other parameters",
			     at_fault != NULL ? at_fault->name : "params");
	return RES_OK;
}

static enum result read_limits(const struct options *o, json_t *object)
{
	static const struct {
		const char *name;
		size_t member;
	} rows[] = {
#define X(name, value) { #name, offsetof(struct ref_limits, name) },
		DEVICE_LIMITS(X)
#undef X
	};
	const char *name;
	json_t *value;

	json_object_foreach(object, name, value)
	{
		size_t i = 0;
		uint64_t n;
		enum result r = read_uint(o, name, value, 1, UINT32_MAX, &n);

		if (r != RES_OK)
			return r;
		while (i < sizeof(rows) / sizeof(rows[0]) && strcmp(rows[i].name, name) != 0)
			i++;
		if (i == sizeof(rows) / sizeof(rows[0]))
			return fault(o, "is no limit", name);
		set_member(&o->config->limits, rows[i].member, n);
	}
	return RES_OK;
}

/* A default above the device's own limit is lowered to it; msg_state 0 means all there is. */
static void lower_to_limits(struct device_config *c)
{
	if (c->params.msg_state == 0)
		c->params.msg_state = c->limits.msg_state;
	for (size_t i = 0; i < ref_params_count; i++) {
		const struct ref_param *p = &ref_params_table[i];
		uint32_t value, max = device_param_max(c, p);

		memcpy(&value, (const uint8_t *)&c->params + p->member, sizeof(value));
		if (value > max)
			set_member(&c->params, p->member, max);
	}
}

static enum result read_member(const struct options *o, const char *name, json_t *value)
{
	if (strcmp(name, "seed") == 0)
		return read_uint(o, name, value, 0, DEVICE_JSON_MAX, &o->config->seed);
	if (strcmp(name, "planes") == 0)
		return read_planes(o, value);
	if (strcmp(name, "params") == 0 && json_is_object(value))
		return read_params(o, value);
	if (strcmp(name, "limits") == 0 && json_is_object(value))
		return read_limits(o, value);
	if (strcmp(name, "udp_checksum") == 0 && json_is_boolean(value)) {
		o->config->udp_checksum = json_is_true(value);
		return RES_OK;
	}
	return fault(o, "is not known or of the wrong type", name);
}

enum result device_options(const char *text, struct device_config *out, char *error, size_t cap)
{
	struct options o = { .config = out, .error = error, .cap = cap };
	json_error_t where;
	json_t *root = json_loads(text, JSON_REJECT_DUPLICATES, &where);
	enum result r = RES_OK;
	const char *name;
	json_t *value;

	memset(out, 0, sizeof(*out));
	out->seed = 1;
	ref_params_default(&out->params);
#define X(name, value) out->limits.name = (value);
	DEVICE_LIMITS(X)
#undef X
	if (!json_is_object(root)) {
		snprintf(error, cap, "options are not a JSON object: %s",
			 root == NULL ? where.text : "another type");
		json_decref(root);
		return RES_E_SYNTAX;
	}
	json_object_foreach(root, name, value)
	{
		r = read_member(&o, name, value);
		if (r != RES_OK)
			break;
	}
	if (r == RES_OK && out->ports == 0)
		r = fault(&o, "is missing", "planes");
	lower_to_limits(out);
	json_decref(root);
	return r;
}
