/* The event loop of the bundled device on real ports.  Work is done in bounded batches, so that
 * neither a flood of frames nor one of control lines keeps the others waiting. */
#define _GNU_SOURCE
#include "reference/soft/wire_run.h"

#include "reference/soft/wire_private.h"
#include "reference/wire/wire.h"

#include <dlfcn.h>
#include <poll.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <time.h>

enum { FRAMES_IN = 64, FRAMES_OUT = 256, DRAIN_ROUNDS = 16, FIFO_PRIORITY = 10 };
#define SHORTEST_WAIT_NS 1000u /* a deadline already past must not become a busy loop */

struct soft {
	void *handle;
	const struct device_image *image;
	struct device *device;
	struct soft_port *ports[SOFT_PORTS_MAX];
	unsigned port_count, receiving; /* port whose frames are being taken in */
	struct soft_control *control;
	bool is_running, has_more; /* more output than one batch */
	uint8_t frame[WIRE_FRAME_MAX];
	char answer[DEVICE_CONTROL_MAX + 1];
};

static void send_due(struct soft *s)
{
	s->has_more = true;
	for (int i = 0; i < FRAMES_OUT; i++) {
		unsigned port = 0;
		size_t len =
			s->image->output(s->device, soft_now(), &port, s->frame, sizeof(s->frame));

		if (len == 0) {
			s->has_more = false;
			return;
		}
		if (port < s->port_count)
			soft_port_send(s->ports[port], s->frame, len);
	}
}

static void on_frame(void *arg, const uint8_t *data, size_t len)
{
	struct soft *s = arg;

	s->image->input(s->device, s->receiving, data, len, soft_now());
	send_due(s);
}

/* One batch of each port; false when there was nothing. */
static bool receive(struct soft *s)
{
	bool is_any = false;

	for (unsigned i = 0; i < s->port_count; i++) {
		int got;

		s->receiving = i;
		got = soft_port_receive(s->ports[i], FRAMES_IN, on_frame, s);
		if (got < 0)
			s->is_running = false;
		is_any |= got > 0;
	}
	return is_any;
}

/* What arrived before a control call is seen before it (within reason). */
static void serve_line(struct soft *s)
{
	const char *line;
	size_t len;

	for (int i = 0; i < DRAIN_ROUNDS && receive(s); i++)
		;
	if (!soft_control_line(s->control, &line, &len))
		return;
	len = s->image->control(s->device, line, len, soft_now(), s->answer, DEVICE_CONTROL_MAX);
	if (len == 0)
		len = (size_t)snprintf(
			s->answer, DEVICE_CONTROL_MAX,
			"{\"jsonrpc\":\"2.0\",\"id\":null,\"error\":{\"code\":-32603,"
			"\"message\":\"the answer is too long\"}}");
	soft_control_answer(s->control, s->answer, len);
	send_due(s);
}

static void wait_for_work(struct soft *s)
{
	struct pollfd fds[SOFT_PORTS_MAX + 1];
	uint64_t now = soft_now(), due = s->image->deadline(s->device), ns = 0;
	bool has_line = soft_control_has_line(s->control); /* then no more are taken in yet */
	struct timespec timeout;

	for (unsigned i = 0; i < s->port_count; i++)
		fds[i] = (struct pollfd){ .fd = soft_port_fd(s->ports[i]), .events = POLLIN };
	fds[s->port_count] = (struct pollfd){ .fd = has_line ? -1 : soft_control_fd(s->control),
					      .events = POLLIN };
	if (!s->has_more && !has_line)
		ns = due > now + SHORTEST_WAIT_NS ? due - now : SHORTEST_WAIT_NS;
	timeout.tv_sec = (time_t)(ns / 1000000000u);
	timeout.tv_nsec = (long)(ns % 1000000000u);
	if (ppoll(fds, s->port_count + 1, due == UINT64_MAX && ns != 0 ? NULL : &timeout, NULL) < 0)
		return;
	if (fds[s->port_count].revents != 0 && !soft_control_input(s->control))
		s->is_running = false;
}

static enum result load(struct soft *s, const struct soft_config *c, char *error, size_t cap)
{
	char *options;

	s->handle = dlopen(c->image, RTLD_NOW | RTLD_LOCAL);
	s->image = s->handle != NULL ? dlsym(s->handle, "conformance_device") : NULL;
	if (s->image == NULL || s->image->abi != DEVICE_ABI) {
		snprintf(error, cap, "image %s: %s", c->image,
			 s->image == NULL ? dlerror() : "made for another version");
		return RES_E_IO;
	}
	options = soft_options(c, error, cap);
	if (options == NULL)
		return RES_E_SYNTAX;
	s->device = s->image->create(options, error, cap);
	free(options);
	return s->device != NULL ? RES_OK : RES_E_SYNTAX;
}

static enum result start(struct soft *s, const struct soft_config *c, char *error, size_t cap)
{
	const struct sched_param fifo = { .sched_priority = FIFO_PRIORITY };
	enum result r;

	prctl(PR_SET_TIMERSLACK, 1UL, 0UL, 0UL, 0UL);
	if (c->is_fifo && sched_setscheduler(0, SCHED_FIFO, &fifo) < 0) {
		snprintf(error, cap, "SCHED_FIFO is not allowed here (CAP_SYS_NICE)");
		return RES_E_IO;
	}
	r = load(s, c, error, cap);
	for (unsigned i = 0; i < c->port_count && r == RES_OK; i++) {
		r = soft_port_open(c->ports[i], &s->ports[i], error, cap);
		s->port_count = i + (r == RES_OK);
	}
	if (r == RES_OK)
		r = soft_control_open(c->control, &s->control, error, cap);
	return r;
}

enum result soft_run(const struct soft_config *c, char *error, size_t error_cap)
{
	struct soft *s = calloc(1, sizeof(*s));
	enum result r;

	if (s == NULL)
		return RES_E_MEMORY;
	r = start(s, c, error, error_cap);
	s->is_running = r == RES_OK;
	while (s->is_running) {
		wait_for_work(s);
		receive(s);
		if (soft_control_has_line(s->control))
			serve_line(s);
		send_due(s);
	}
	soft_control_close(s->control);
	for (unsigned i = 0; i < s->port_count; i++)
		soft_port_close(s->ports[i]);
	if (s->device != NULL)
		s->image->destroy(s->device);
	if (s->handle != NULL)
		dlclose(s->handle);
	free(s);
	return r;
}
