/* The veth kind: two namespaces, a pair per plane between them.  How frames are sent and seen is
 * iface.c's; here is only what makes the ports. */
#define _GNU_SOURCE
#include "harness/link/iface.h"
#include "harness/link/iface_settings.h"
#include "harness/link/netns.h"
#include "harness/link/veth_pair.h"

#include <errno.h>
#include <sched.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

enum { CARRIER_TRIES = 1000 }; /* of 1 ms */

struct job {
	struct live *v;
	char *error;
	size_t cap;
};

static enum result fail(const struct job *j, const char *what, const char *name)
{
	snprintf(j->error, j->cap, "veth: cannot %s %s: %s; try as root, or --wire sim", what, name,
		 strerror(errno));
	return RES_E_IO;
}

/* In the device's namespace: the pairs, and its ends up. */
static enum result make_pairs(void *arg)
{
	const struct job *j = arg;

	for (unsigned i = 0; i < j->v->link.ports; i++) {
		struct live_port *p = &j->v->port[i];
		struct veth_end dut = { p->device_name, { 2, 'D', 'U', 'T', 0, (uint8_t)i } };
		struct veth_end own = { p->name, { 2, 'T', 'S', 'T', 0, (uint8_t)i } };

		if (harness_veth_pair(&dut, &own, j->v->tester_fd, LINK_MTU) != RES_OK)
			return fail(j, "make", p->name);
		memcpy(p->mac, own.mac, sizeof(p->mac));
		if (harness_veth_quiet(p->device_name) != RES_OK ||
		    harness_iface_up(p->device_name) != RES_OK)
			return fail(j, "bring up", p->device_name);
	}
	return RES_OK;
}

/* A port without carrier drops what is sent on it, and the kernel takes a moment to see that the
 * other end has come up. */
static enum result settle(const struct job *j, const char *name)
{
	const struct timespec pause = { .tv_nsec = 1000000 };
	bool is_up = false, is_running = false;

	for (unsigned i = 0; i < CARRIER_TRIES && !is_running; i++) {
		if (harness_iface_state(name, &is_up, &is_running) != RES_OK)
			return fail(j, "look at", name);
		if (!is_running)
			nanosleep(&pause, NULL);
	}
	if (!is_running) {
		errno = ETIMEDOUT;
		return fail(j, "bring up", name);
	}
	/* This takes the lock under which the kernel opens the queue of a new carrier. */
	if (harness_iface_offloads_off(name) != RES_OK)
		return fail(j, "switch off the offloads of", name);
	return RES_OK;
}

static enum result settle_device(void *arg)
{
	const struct job *j = arg;
	enum result r = RES_OK;

	for (unsigned i = 0; i < j->v->link.ports && r == RES_OK; i++)
		r = settle(j, j->v->port[i].device_name);
	return r;
}

static enum result start_tester(void *arg)
{
	const struct job *j = arg;

	for (unsigned i = 0; i < j->v->link.ports; i++) {
		const char *name = j->v->port[i].name;

		if (harness_veth_quiet(name) != RES_OK || harness_iface_up(name) != RES_OK)
			return fail(j, "bring up", name);
		if (settle(j, name) != RES_OK)
			return RES_E_IO;
	}
	return harness_live_start(j->v, false, j->error, j->cap);
}

static enum result build(struct job *j)
{
	struct live *v = j->v;
	enum result r;

	for (unsigned i = 0; i < v->link.ports; i++) {
		snprintf(v->port[i].name, LIVE_NAME_MAX, "wire%u", i);
		snprintf(v->port[i].device_name, LIVE_NAME_MAX, "dut%u", i);
	}
	r = harness_netns_new(&v->tester_fd, j->error, j->cap);
	if (r == RES_OK)
		r = harness_netns_new(&v->device_fd, j->error, j->cap);
	if (r == RES_OK)
		r = harness_netns_run(v->device_fd, make_pairs, j);
	if (r == RES_OK)
		r = harness_netns_run(v->tester_fd, start_tester, j);
	if (r == RES_OK)
		r = harness_netns_run(v->device_fd, settle_device, j);
	return r;
}

enum result harness_link_open_veth(unsigned planes, struct link **out, char *error, size_t cap)
{
	struct job j = { .error = error, .cap = cap };
	enum result r;

	if (planes < 1 || planes > LINK_PORTS_MAX) {
		snprintf(error, cap, "veth: %u planes; 1 to %d are possible", planes,
			 LINK_PORTS_MAX);
		return RES_E_RANGE;
	}
	snprintf(error, cap, "veth: out of memory or threads");
	j.v = harness_live_new(true, planes);
	if (!j.v)
		return RES_E_MEMORY;
	r = build(&j);
	if (r != RES_OK) {
		j.v->link.ops->close(&j.v->link);
		return r;
	}
	*out = &j.v->link;
	return RES_OK;
}

int harness_netns_enter_device(struct link *l)
{
	const struct live *v = harness_live_of(l);

	return v && v->device_fd >= 0 ? setns(v->device_fd, CLONE_NEWNET) : 0;
}
