/* Memory regions of the bundled device.  Memory lives from region.register until the region is
 * deregistered and no posted work uses it any more. */
#include "reference/soft/device_private.h"
#include "reference/soft/pattern.h"

#include <stdlib.h>
#include <string.h>

enum { PAGE = 4096 };

static const struct {
	const char *name;
	unsigned bit;
} rights[] = {
	{ "remote_write", REF_REMOTE_WRITE },
	{ "remote_read", REF_REMOTE_READ },
	{ "remote_atomic", REF_REMOTE_ATOMIC },
};

static void region_free(struct device *d, struct device_region *r)
{
	struct device_region **at = &d->regions;

	while (*at != r)
		at = &(*at)->next;
	*at = r->next;
	free(r->ref.base);
	free(r);
}

void device_region_unpin(struct device *d, struct device_region *r)
{
	if (r == NULL)
		return;
	r->pins--;
	if (r->pins == 0 && !r->is_registered)
		region_free(d, r);
}

void device_regions_clear(struct device *d)
{
	while (d->regions != NULL)
		region_free(d, d->regions);
}

struct device_region *device_region_arg(struct device *d, struct args *a)
{
	uint32_t handle = (uint32_t)args_uint(a, "region", UINT32_MAX);

	for (struct device_region *r = d->regions; r != NULL && a->error == DEVICE_OK; r = r->next)
		if (r->handle == handle && r->is_registered)
			return r;
	args_fail(a, DEVICE_E_HANDLE, "region");
	return NULL;
}

static uint32_t read_rights(struct args *a)
{
	json_t *list = args_array(a, "rights");
	const json_t *value;
	uint32_t bits = 0;
	size_t i;

	json_array_foreach(list, i, value)
	{
		const char *name = json_string_value(value);
		uint32_t bit = 0;

		for (size_t k = 0; k < sizeof(rights) / sizeof(rights[0]); k++)
			if (name != NULL && strcmp(rights[k].name, name) == 0)
				bit = rights[k].bit;
		if (bit == 0)
			args_fail(a, DEVICE_E_PARAMS, "rights");
		bits |= bit;
	}
	return bits;
}

/* Addresses the device chooses start on a page and leave one page free between regions. */
static uint64_t choose_address(struct device *d, uint64_t length)
{
	uint64_t address = d->next_address;

	d->next_address += (length / PAGE + 2) * PAGE;
	return address;
}

json_t *device_region_register(struct device *d, struct args *a)
{
	struct device_region *r;
	struct ref_region ref = {
		.domain = (uint32_t)args_uint_or(a, "domain", UINT32_MAX, 0),
		.rights = read_rights(a),
		.length = args_uint(a, "length", DEVICE_REGION_MAX),
		.rkey = (uint32_t)args_uint_or(a, "rkey", UINT32_MAX, 0),
	};
	bool has_address = args_has(a, "address");
	enum result result;

	ref.address = args_hex_or(a, "address", 0);
	if (!args_done(a))
		return NULL;
	if (!has_address)
		ref.address = choose_address(d, ref.length);
	r = calloc(1, sizeof(*r));
	ref.base = r != NULL ? calloc(1, ref.length > 0 ? ref.length : 1) : NULL;
	if (ref.base == NULL) {
		free(r);
		args_fail(a, DEVICE_E_RESOURCES, "length");
		return NULL;
	}
	result = ref_region_register(d->engine, &ref, &ref.rkey);
	if (result != RES_OK) {
		free(ref.base);
		free(r);
		args_result(a, result, result == RES_E_STATE ? "rkey" : "address");
		return NULL;
	}
	r->ref = ref;
	r->handle = d->next_handle++;
	r->is_registered = true;
	r->next = d->regions;
	d->regions = r;
	return json_pack("{s:I, s:o, s:I}", "region", (json_int_t)r->handle, "address",
			 device_json_hex(ref.address), "rkey", (json_int_t)ref.rkey);
}

json_t *device_region_deregister(struct device *d, struct args *a)
{
	struct device_region *r = device_region_arg(d, a);
	enum result result;

	if (!args_done(a) || r == NULL)
		return NULL;
	result = ref_region_deregister(d->engine, r->ref.rkey);
	if (result == RES_E_STATE)
		return json_pack("{s:b}", "done", 0);
	if (result != RES_OK) {
		args_result(a, result, "region");
		return NULL;
	}
	r->is_registered = false;
	if (r->pins == 0)
		region_free(d, r);
	return json_pack("{s:b}", "done", 1);
}

/* Whether [offset, offset + length) lies in the region; else the fault is set. */
static bool check_range(struct args *a, const struct device_region *r, uint64_t offset,
			uint64_t length)
{
	if (a->error != DEVICE_OK)
		return false;
	if (offset <= r->ref.length && length <= r->ref.length - offset)
		return true;
	args_fail(a, DEVICE_E_ADDRESS, "offset");
	return false;
}

json_t *device_region_read(struct device *d, struct args *a)
{
	static const char digits[] = "0123456789abcdef";
	struct device_region *r = device_region_arg(d, a);
	uint64_t offset = args_uint(a, "offset", DEVICE_REGION_MAX);
	uint64_t length = args_uint(a, "length", DEVICE_READ_MAX);
	json_t *result;
	char *text;

	if (!args_done(a) || !check_range(a, r, offset, length))
		return NULL;
	text = malloc((size_t)length * 2 + 1);
	if (text == NULL)
		return NULL;
	for (uint64_t i = 0; i < length; i++) {
		uint8_t byte = r->ref.base[offset + i];

		text[2 * i] = digits[byte >> 4];
		text[2 * i + 1] = digits[byte & 15];
	}
	text[2 * length] = '\0';
	result = json_pack("{s:s}", "data", text);
	free(text);
	return result;
}

/* The value of a lowercase hexadecimal digit, known to be one. */
static unsigned digit(char c)
{
	return (unsigned)(c <= '9' ? c - '0' : c - 'a' + 10);
}

json_t *device_region_write(struct device *d, struct args *a)
{
	struct device_region *r = device_region_arg(d, a);
	uint64_t offset = args_uint(a, "offset", DEVICE_REGION_MAX);
	const char *data = args_string(a, "data");
	size_t len;

	if (!args_done(a))
		return NULL;
	len = strlen(data);
	if (len % 2 != 0 || strspn(data, "0123456789abcdef") != len)
		args_fail(a, DEVICE_E_PARAMS, "data");
	if (len / 2 > DEVICE_READ_MAX)
		args_fail(a, DEVICE_E_RANGE, "data");
	if (!check_range(a, r, offset, len / 2))
		return NULL;
	for (size_t i = 0; i < len / 2; i++)
		r->ref.base[offset + i] =
			(uint8_t)(digit(data[2 * i]) << 4 | digit(data[2 * i + 1]));
	return json_object();
}

json_t *device_region_fill(struct device *d, struct args *a)
{
	struct device_region *r = device_region_arg(d, a);
	uint64_t seed = args_uint(a, "seed", DEVICE_JSON_MAX);
	uint64_t offset = args_uint(a, "offset", DEVICE_REGION_MAX);
	uint64_t length = args_uint(a, "length", DEVICE_REGION_MAX);

	if (!args_done(a) || !check_range(a, r, offset, length))
		return NULL;
	for (uint64_t i = offset; i < offset + length; i++)
		r->ref.base[i] = pattern_byte(seed, i);
	return json_object();
}

json_t *device_region_digest(struct device *d, struct args *a)
{
	struct device_region *r = device_region_arg(d, a);
	json_t *ranges = args_array(a, "ranges");
	uint64_t digest = PATTERN_DIGEST_START;
	const json_t *range;
	size_t i;

	if (!args_done(a))
		return NULL;
	json_array_foreach(ranges, i, range)
	{
		uint64_t offset, length;

		if (json_array_size(range) != 2)
			args_fail(a, DEVICE_E_PARAMS, "ranges");
		offset = args_element(a, "ranges", json_array_get(range, 0), DEVICE_REGION_MAX);
		length = args_element(a, "ranges", json_array_get(range, 1), DEVICE_REGION_MAX);
		if (!check_range(a, r, offset, length))
			return NULL;
		digest = pattern_digest(digest, r->ref.base + offset, (size_t)length);
	}
	return json_pack("{s:o}", "fnv1a64", device_json_hex(digest));
}
