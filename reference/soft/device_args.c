/* A strict reader of a request's params and the few JSON forms the protocol uses.  Nothing that
 * comes in is trusted: type first, then range; a member nobody asked for is a fault. */
#include "reference/soft/device_private.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

void args_fail(struct args *a, enum device_error error, const char *parameter)
{
	if (a->error != DEVICE_OK)
		return;
	a->error = error;
	a->parameter = parameter;
}

bool args_has(const struct args *a, const char *name)
{
	return json_object_get(a->object, name) != NULL;
}

/* The member, counted as taken; NULL and the fault set if it is missing. */
static json_t *take(struct args *a, const char *name)
{
	json_t *value = json_object_get(a->object, name);

	if (value == NULL)
		args_fail(a, DEVICE_E_PARAMS, name);
	else
		a->taken++;
	return a->error == DEVICE_OK ? value : NULL;
}

uint64_t args_element(struct args *a, const char *name, const json_t *value, uint64_t max)
{
	json_int_t n = json_integer_value(value);

	if (!json_is_integer(value))
		args_fail(a, DEVICE_E_PARAMS, name);
	else if (n < 0 || (uint64_t)n > max)
		args_fail(a, DEVICE_E_RANGE, name);
	return a->error == DEVICE_OK ? (uint64_t)n : 0;
}

uint64_t args_uint(struct args *a, const char *name, uint64_t max)
{
	json_t *value = take(a, name);

	return value != NULL ? args_element(a, name, value, max) : 0;
}

uint64_t args_uint_or(struct args *a, const char *name, uint64_t max, uint64_t otherwise)
{
	return args_has(a, name) ? args_uint(a, name, max) : otherwise;
}

/* "0x" and 1 to 16 lowercase digits. */
static bool parse_hex(const char *text, uint64_t *out)
{
	size_t digits;

	if (text == NULL || strncmp(text, "0x", 2) != 0)
		return false;
	digits = strspn(text + 2, "0123456789abcdef");
	if (digits < 1 || digits > 16 || text[2 + digits] != '\0')
		return false;
	*out = strtoull(text + 2, NULL, 16);
	return true;
}

uint64_t args_hex(struct args *a, const char *name)
{
	json_t *value = take(a, name);
	uint64_t n = 0;

	if (value != NULL && !parse_hex(json_string_value(value), &n))
		args_fail(a, DEVICE_E_PARAMS, name);
	return a->error == DEVICE_OK ? n : 0;
}

uint64_t args_hex_or(struct args *a, const char *name, uint64_t otherwise)
{
	return args_has(a, name) ? args_hex(a, name) : otherwise;
}

bool args_bool(struct args *a, const char *name)
{
	json_t *value = args_has(a, name) ? take(a, name) : NULL;

	if (value != NULL && !json_is_boolean(value))
		args_fail(a, DEVICE_E_PARAMS, name);
	return json_is_true(value) && a->error == DEVICE_OK;
}

json_t *args_optional(struct args *a, const char *name, json_type type)
{
	json_t *value = args_has(a, name) ? take(a, name) : NULL;

	if (value != NULL && json_typeof(value) != type)
		args_fail(a, DEVICE_E_PARAMS, name);
	return a->error == DEVICE_OK ? value : NULL;
}

json_t *args_array(struct args *a, const char *name)
{
	if (!args_has(a, name))
		args_fail(a, DEVICE_E_PARAMS, name);
	return args_optional(a, name, JSON_ARRAY);
}

const char *args_string(struct args *a, const char *name)
{
	if (!args_has(a, name))
		args_fail(a, DEVICE_E_PARAMS, name);
	return json_string_value(args_optional(a, name, JSON_STRING));
}

bool args_done(struct args *a)
{
	if (a->error == DEVICE_OK && a->taken != json_object_size(a->object))
		args_fail(a, DEVICE_E_PARAMS, "");
	return a->error == DEVICE_OK;
}

void args_result(struct args *a, enum result r, const char *parameter)
{
	static const struct {
		enum result result;
		enum device_error error;
	} rows[] = {
		{ RES_E_RANGE, DEVICE_E_RANGE },     { RES_E_LENGTH, DEVICE_E_RANGE },
		{ RES_E_SPACE, DEVICE_E_RESOURCES }, { RES_E_MEMORY, DEVICE_E_RESOURCES },
		{ RES_E_STATE, DEVICE_E_STATE },     { RES_E_UNKNOWN, DEVICE_E_HANDLE },
	};

	if (r == RES_OK)
		return;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
		if (rows[i].result == r)
			args_fail(a, rows[i].error, parameter);
	args_fail(a, DEVICE_E_INTERNAL, parameter);
}

json_t *device_json_hex(uint64_t value)
{
	return json_sprintf("0x%" PRIx64, value);
}

json_t *device_json_mac(const uint8_t mac[6])
{
	return json_sprintf("%02x:%02x:%02x:%02x:%02x:%02x", mac[0], mac[1], mac[2], mac[3], mac[4],
			    mac[5]);
}

json_t *device_json_planes(const struct device_config *c, unsigned count, int family)
{
	json_t *list = json_array();

	for (unsigned i = 0; i < count; i++) {
		const struct device_plane *p = &c->planes[i];
		json_t *ips = json_array();

		for (int f = 0; f < DEVICE_FAMILIES; f++) {
			char text[64];

			if (!c->has_family[f] || (family >= 0 && family != f))
				continue;
			net_addr_format(&p->address[f], text, sizeof(text));
			json_array_append_new(ips, json_string(text));
		}
		json_array_append_new(list,
				      json_pack("{s:o, s:o, s:i}", "mac", device_json_mac(p->mac),
						"ip", ips, "vlan", (int)p->vlan));
	}
	return list;
}
