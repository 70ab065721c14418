/* What the options of a device on real ports lack: addresses for its planes, and reaction times
 * that hold on this machine, from its own lateness measured now. */
#define _GNU_SOURCE
#include "reference/soft/wire_private.h"

#include <jansson.h>
#include <net/if.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum {
	MEASURE_MS = 50,
	SLEEP_US = 200,
	SAFETY = 3,       /* times the worst lateness seen */
	LEAST_US = 1000,  /* a scheduler tick of other work is not always seen in 50 ms */
	MOST_US = 1000000 /* the most the parameters can say */
};

uint64_t soft_now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

/* The worst lateness of a short sleep over MEASURE_MS, us. */
static uint64_t measure_jitter(void)
{
	const struct timespec step = { .tv_nsec = SLEEP_US * 1000L };
	uint64_t end = soft_now() + MEASURE_MS * UINT64_C(1000000), worst = 0, before;

	for (before = soft_now(); before < end; before = soft_now()) {
		uint64_t late;

		nanosleep(&step, NULL);
		late = soft_now() - before;
		late = late > SLEEP_US * UINT64_C(1000) ? late - SLEEP_US * UINT64_C(1000) : 0;
		if (late > worst)
			worst = late;
	}
	return worst / 1000 + 1;
}

static bool add_reactions(json_t *options)
{
	static const char *const names[] = { "ack_reaction", "rtx_reaction", "timer_tick" };
	json_t *params = json_object_get(options, "params");
	uint64_t us = measure_jitter() * SAFETY;

	if (us < LEAST_US)
		us = LEAST_US;
	if (us > MOST_US)
		us = MOST_US;
	if (params == NULL) {
		params = json_object();
		if (json_object_set_new(options, "params", params) != 0)
			return false;
	}
	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		if (json_object_get(params, names[i]) == NULL &&
		    json_object_set_new(params, names[i], json_integer((json_int_t)us)) != 0)
			return false;
	return true;
}

static bool port_mac(const char *name, uint8_t mac[6])
{
	struct ifreq request;
	int fd = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0), got;

	memset(&request, 0, sizeof(request));
	if (fd < 0)
		return false;
	snprintf(request.ifr_name, sizeof(request.ifr_name), "%s", name);
	got = ioctl(fd, SIOCGIFHWADDR, &request);
	close(fd);
	if (got < 0)
		return false;
	memcpy(mac, request.ifr_hwaddr.sa_data, 6);
	return true;
}

/* The port's own MAC; 192.0.2.101, .102, ... and 2001:db8::65, ::66, ... */
static bool add_planes(const struct soft_config *c, json_t *options, char *error, size_t cap)
{
	json_t *planes = json_array();

	for (unsigned i = 0; i < c->port_count; i++) {
		uint8_t mac[6];
		char text[18], v4[16], v6[24];

		if (!port_mac(c->ports[i], mac)) {
			snprintf(error, cap, "port %s: there is no such port; see `ip link`",
				 c->ports[i]);
			json_decref(planes);
			return false;
		}
		snprintf(text, sizeof(text), "%02x:%02x:%02x:%02x:%02x:%02x", mac[0], mac[1],
			 mac[2], mac[3], mac[4], mac[5]);
		snprintf(v4, sizeof(v4), "192.0.2.%u", 101 + i);
		snprintf(v6, sizeof(v6), "2001:db8::%x", 101 + i);
		json_array_append_new(planes, json_pack("{s:s, s:[s, s], s:i}", "mac", text, "ip",
							v4, v6, "vlan", (int)c->vlan));
	}
	return json_object_set_new(options, "planes", planes) == 0;
}

char *soft_options(const struct soft_config *c, char *error, size_t error_cap)
{
	json_error_t where;
	json_t *options = json_loads(c->options, JSON_REJECT_DUPLICATES, &where), *params;
	char *text = NULL;

	params = json_object_get(options, "params");
	if (!json_is_object(options) || (params != NULL && !json_is_object(params))) {
		snprintf(error, error_cap,
			 "options are not a JSON object with an object params: %s",
			 options == NULL ? where.text : "another type");
		goto out;
	}
	error[0] = '\0';
	if (json_object_get(options, "planes") == NULL && !add_planes(c, options, error, error_cap))
		goto out;
	if (json_array_size(json_object_get(options, "planes")) != c->port_count) {
		snprintf(error, error_cap, "options.planes must name as many planes as ports, %u",
			 c->port_count);
		goto out;
	}
	if (add_reactions(options))
		text = json_dumps(options, JSON_COMPACT);
	if (text == NULL)
		snprintf(error, error_cap, "out of memory");
out:
	json_decref(options);
	return text;
}
