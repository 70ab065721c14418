/* Opening a session: link, device, addresses, hello, bench. */
#include "harness/link/open.h"
#include "harness/link/bench.h"
#include "harness/link/sim.h"
#include "harness/run/session_private.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The tester's address of a port: 192.0.2.1 and up, 2001:db8::1 and up (documentation ranges). */
static void own_address(struct session *s, unsigned port)
{
	struct net_addr *a = &s->own[port];
	char text[64];

	snprintf(text, sizeof(text), s->config.family == 6 ? "2001:db8::%x" : "192.0.2.%u",
		 port + 1);
	(void)!net_addr_parse(text, a);
	if (s->link->ops->is_virtual)
		memcpy(a->mac, (uint8_t[]){ 2, 0, 0, 0, (uint8_t)port, 1 }, 6);
	else
		harness_link_port_mac(s->link, port, a->mac);
	a->vlan = s->config.vlan;
}

static char *sim_options(const struct session_config *c)
{
	json_t *planes = json_array(), *o;
	char mac[32], v4[32], v6[48], *text;

	for (unsigned i = 0; i < c->planes; i++) {
		snprintf(mac, sizeof(mac), "02:00:00:00:%02x:02", i);
		snprintf(v4, sizeof(v4), "192.0.2.%u", 101 + i);
		snprintf(v6, sizeof(v6), "2001:db8::%x", 101 + i);
		json_array_append_new(planes, json_pack("{s:s, s:[s, s], s:i}", "mac", mac, "ip",
							v4, v6, "vlan", (int)c->vlan));
	}
	o = json_pack("{s:I, s:o}", "seed", (json_int_t)(c->seed & INT64_MAX), "planes", planes);
	text = json_dumps(o, JSON_COMPACT);
	json_decref(o);
	return text;
}

static enum result find_image(const struct session_config *c, char *path, size_t cap)
{
	const char *program = c->program ? c->program : "";
	const char *slash = strrchr(program, '/');
	int n;

	if (c->image)
		n = snprintf(path, cap, "%s", c->image);
	else
		n = snprintf(path, cap, "%.*sdevice.so", slash ? (int)(slash - program + 1) : 0,
			     program);
	return n > 0 && (size_t)n < cap ? RES_OK : RES_E_LENGTH;
}

static enum result open_sim(struct session *s, char *error, size_t cap)
{
	char image[4096];
	char *options = sim_options(&s->config);
	enum result r = options ? find_image(&s->config, image, sizeof(image)) : RES_E_MEMORY;

	if (!r && strcmp(s->config.dut, "soft")) {
		snprintf(error, cap,
			 "--wire sim runs the bundled device only; for your device use --wire "
			 "if:NAME");
		r = RES_E_SYNTAX;
	}
	if (!r)
		r = harness_link_open_sim(image, options, s->config.planes, s->config.seed,
					  &s->link, &s->control, error, cap);
	free(options);
	return r;
}

static int enter_device(void *link)
{
	return harness_netns_enter_device(link);
}

/* The bundled device in its own process, on the far ends. */
static enum result start_soft(struct session *s, char *error, size_t cap)
{
	char command[8192], image[4096];
	struct control_exec x = { .command = command, .enter = enter_device, .arg = s->link };
	size_t used;

	if (!harness_link_device_port(s->link, 0)) {
		snprintf(error, cap,
			 "--dut soft needs --wire sim or veth; for if: name an adapter with "
			 "--dut exec:CMD, tcp:HOST:PORT or unix:PATH");
		return RES_E_SYNTAX;
	}
	if (find_image(&s->config, image, sizeof(image)))
		return RES_E_LENGTH;
	used = (size_t)snprintf(command, sizeof(command),
				"exec '%s' soft --control stdio --image '%s' --port ",
				s->config.program, image);
	for (unsigned i = 0; i < s->link->ports && used < sizeof(command); i++)
		used += (size_t)snprintf(command + used, sizeof(command) - used, "%s%s",
					 i ? "," : "", harness_link_device_port(s->link, i));
	if (s->config.vlan && used < sizeof(command))
		used += (size_t)snprintf(command + used, sizeof(command) - used, " --vlan %u",
					 s->config.vlan);
	if (used >= sizeof(command))
		return RES_E_LENGTH;
	return control_open_exec(&x, &s->control, error, cap);
}

/* An adapter on a veth wire lives where the device's ends are. */
static enum result start_adapter(struct session *s, char *error, size_t cap)
{
	struct control_exec x = { .enter = enter_device, .arg = s->link };

	if (strncmp(s->config.dut, "exec:", 5))
		return control_open(s->config.dut, &s->control, error, cap);
	x.command = s->config.dut + 5;
	return control_open_exec(&x, &s->control, error, cap);
}

static enum result open_wire(struct session *s, char *error, size_t cap)
{
	const char *wire = s->config.wire;
	enum result r;

	if (!strcmp(wire, "sim"))
		return open_sim(s, error, cap);
	if (!strcmp(wire, "veth")) {
		r = harness_link_open_veth(s->config.planes, &s->link, error, cap);
	} else if (!strncmp(wire, "if:", 3)) {
		r = harness_link_open_iface(wire + 3, &s->link, error, cap);
	} else {
		snprintf(error, cap, "unknown wire `%.40s`: use sim, veth, or if:NAME[,NAME]",
			 wire);
		return RES_E_SYNTAX;
	}
	if (r)
		return r;
	return strcmp(s->config.dut, "soft") ? start_adapter(s, error, cap)
					     : start_soft(s, error, cap);
}

/* hello, asked through a harness without a case. */
static enum result greet(struct session *s, char *error, size_t cap)
{
	struct case_result r = { .memory = arena_new() };
	struct case_choice none = { .id = "hello" };
	struct harness *h = session_harness(s);
	json_t *hello = NULL;
	enum result result = h && r.memory ? RES_OK : RES_E_MEMORY;

	if (!result) {
		h->result = &r;
		h->choice = &none;
		h->arena = arena_new();
		h->give_up_ns = LINK_NEVER;
		result = harness_call(h, "hello", NULL, &hello, NULL);
		if (result)
			snprintf(error, cap, "%s; see conformance/CONTROL.md", r.reason);
		arena_free(h->arena);
	}
	if (!result)
		result = dut_read(hello, s->config.ics, s->config.ixit, s->config.family, &s->dut,
				  error, cap);
	if (result == RES_E_SYNTAX && !s->config.ics && !s->config.ixit)
		result = RES_E_PEER; /* no file of the user's: the device itself said so */
	if (!result && s->dut.plane_count < s->link->ports) {
		snprintf(error, cap, "the wire has %u ports, the device names %u planes in hello",
			 s->link->ports, s->dut.plane_count);
		result = RES_E_SYNTAX;
	}
	json_decref(hello);
	arena_free(r.memory);
	free(h);
	return result;
}

enum result session_check_bench(struct session *s, const char *when, char *error, size_t cap)
{
	struct harness_bench b = { 0 };
	enum result r = harness_bench_check(s->link, &b, error, cap);

	json_object_set_new(s->bench, when,
			    json_pack("{s:I, s:I, s:I, s:I, s:I, s:b}", "jitter_ns",
				      (json_int_t)b.jitter_ns, "worst_ns", (json_int_t)b.worst_ns,
				      "frames", (json_int_t)b.frames, "drops", (json_int_t)b.drops,
				      "clock_steps", (json_int_t)b.clock_steps, "sound", !r));
	if (!r && b.jitter_ns > s->jitter_ns)
		s->jitter_ns = b.jitter_ns;
	return r;
}

enum result harness_session_open(const struct session_config *c, struct session **out, char *error,
				 size_t error_cap)
{
	struct session *s = calloc(1, sizeof(*s));
	enum result r;

	if (!s)
		return RES_E_MEMORY;
	s->config = *c;
	s->bench = json_pack("{s:s}", "wire", c->wire);
	snprintf(error, error_cap, "the session cannot be opened");
	r = open_wire(s, error, error_cap);
	if (!r)
		r = session_check_bench(s, "before", error, error_cap);
	for (unsigned i = 0; !r && i < s->link->ports; i++) {
		own_address(s, i);
		r = neighbor_own(&s->neighbor, &s->own[i]);
	}
	if (!r)
		r = greet(s, error, error_cap);
	if (r) {
		harness_session_close(s);
		return r;
	}
	*out = s;
	return RES_OK;
}

void harness_session_close(struct session *s)
{
	if (!s)
		return;
	if (s->control)
		s->control->ops->close(s->control);
	if (s->link)
		s->link->ops->close(s->link);
	dut_release(&s->dut);
	json_decref(s->bench);
	free(s);
}
