/* The bundled device: puts engine, address resolution and control protocol together behind the
 * one exported symbol.  Frames, lines and time come in as arguments; it opens nothing. */
#include "reference/soft/device_private.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ENGINE_ALIGN = 64 };

uint64_t device_random(struct device *d)
{
	uint64_t x = d->random += 0x9e3779b97f4a7c15u;

	x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
	x = (x ^ x >> 27) * 0x94d049bb133111ebu;
	return x ^ x >> 31;
}

unsigned device_engine_plane(const struct device_config *c, unsigned port, enum device_family f)
{
	return port + (f == DEVICE_V6 && c->has_family[DEVICE_V4] ? c->ports : 0);
}

static enum result engine_start(struct device *d)
{
	struct net_addr planes[REF_PLANES_MAX];
	struct ref_choices choices = {
		.seed = device_random(d),
		.udp_checksum = d->config.udp_checksum,
	};

	memset(planes, 0, sizeof(planes));
	for (unsigned f = 0; f < DEVICE_FAMILIES; f++)
		for (unsigned i = 0; i < d->config.ports && d->config.has_family[f]; i++)
			planes[device_engine_plane(&d->config, i, f)] =
				d->config.planes[i].address[f];
	return ref_init(d->memory, d->memory_size, &d->config.limits, &choices,
			&wire_layout_default, planes, &d->engine);
}

enum result device_restart(struct device *d, uint64_t seed)
{
	enum result r;

	device_conns_clear(d);
	device_regions_clear(d);
	d->random = seed;
	d->next_handle = 1;
	d->next_conn_id = (uint32_t)(device_random(d) & 0xffffff);
	d->next_address = (uint64_t)1 << 40;
	r = engine_start(d);
	if (r != RES_OK)
		return r;
	return device_resolve_start(d);
}

static void device_destroy(struct device *d)
{
	if (d == NULL)
		return;
	device_conns_clear(d);
	device_regions_clear(d);
	free(d->memory);
	free(d);
}

static struct device *device_create(const char *options, char *error, size_t cap)
{
	struct device *d = calloc(1, sizeof(*d));
	enum result r = RES_E_MEMORY;

	if (d == NULL)
		goto out;
	r = device_options(options, &d->config, error, cap);
	if (r != RES_OK) {
		device_destroy(d);
		return NULL;
	}
	r = RES_E_RANGE;
	d->memory_size = ref_size(&d->config.limits);
	if (d->memory_size == 0)
		goto out;
	d->memory_size = (d->memory_size + ENGINE_ALIGN - 1) / ENGINE_ALIGN * ENGINE_ALIGN;
	d->memory = aligned_alloc(ENGINE_ALIGN, d->memory_size);
	r = RES_E_MEMORY;
	if (d->memory == NULL)
		goto out;
	r = device_restart(d, d->config.seed);
	if (r == RES_OK)
		return d;
out:
	snprintf(error, cap, "the device cannot start with these limits: %s", result_text(r));
	device_destroy(d);
	return NULL;
}

/* The engine knows a plane for each family; other frames (pause, ...) count as the first's. */
static enum device_family frame_family(const struct device *d, const uint8_t *frame, size_t len)
{
	size_t at = 12;

	if (len >= at + 2 && frame[at] == 0x81 && frame[at + 1] == 0x00)
		at += 4;
	if (len >= at + 2 && frame[at] == 0x86 && frame[at + 1] == 0xdd)
		return DEVICE_V6;
	return d->config.has_family[DEVICE_V4] ? DEVICE_V4 : DEVICE_V6;
}

static void device_input(struct device *d, unsigned port, const uint8_t *frame, size_t len,
			 uint64_t now_ns)
{
	enum device_family family;

	if (port >= d->config.ports || device_resolve_input(d, port, frame, len))
		return;
	family = frame_family(d, frame, len);
	if (d->config.has_family[family])
		ref_input(d->engine, device_engine_plane(&d->config, port, family), frame, len,
			  now_ns);
}

static size_t device_output(struct device *d, uint64_t now_ns, unsigned *port, uint8_t *out,
			    size_t cap)
{
	unsigned plane;
	size_t len;

	if (cap < WIRE_FRAME_MAX)
		return 0;
	len = device_resolve_output(d, now_ns, port, out, cap);
	while (len == 0) {
		len = ref_output(d->engine, now_ns, &plane, out, cap);
		if (len == 0)
			return 0;
		*port = plane % d->config.ports;
		if (!device_resolve_frame(d, *port, out, len, now_ns))
			len = 0;
	}
	return len;
}

static uint64_t device_deadline(const struct device *d)
{
	uint64_t a = ref_deadline(d->engine), b = device_resolve_deadline(d);

	return a < b ? a : b;
}

__attribute__((visibility("default"))) const struct device_image conformance_device = {
	.abi = DEVICE_ABI,
	.create = device_create,
	.destroy = device_destroy,
	.input = device_input,
	.output = device_output,
	.deadline = device_deadline,
	.control = device_control,
};
