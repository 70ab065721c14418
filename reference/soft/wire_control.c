/* The control channel of the bundled device: lines over stdio, or over a socket it listens on for
 * one client after another. */
#define _GNU_SOURCE
#include "reference/soft/wire_private.h"

#include <errno.h>
#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

struct soft_control {
	int listener; /* -1: stdio */
	int in, out;  /* -1: no client now */
	size_t used, given;
	char buffer[DEVICE_CONTROL_MAX + 1];
};

static int listen_unix(const char *path)
{
	struct sockaddr_un a = { .sun_family = AF_UNIX };
	int fd;

	if (strlen(path) >= sizeof(a.sun_path)) {
		errno = ENAMETOOLONG;
		return -1;
	}
	memcpy(a.sun_path, path, strlen(path));
	fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
	if (fd < 0)
		return -1;
	if ((unlink(path) < 0 && errno != ENOENT) ||
	    bind(fd, (const struct sockaddr *)&a, sizeof(a)) < 0 || listen(fd, 1) < 0) {
		close(fd);
		return -1;
	}
	return fd;
}

static int listen_tcp(const char *port)
{
	struct sockaddr_in a = { .sin_family = AF_INET };
	char *end;
	unsigned long number = strtoul(port, &end, 10);
	int fd, one = 1;

	if (*end != '\0' || number == 0 || number > 65535) {
		errno = EINVAL;
		return -1;
	}
	a.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
	a.sin_port = htons((uint16_t)number);
	fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
	if (fd < 0)
		return -1;
	if (setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &one, sizeof(one)) < 0 ||
	    bind(fd, (const struct sockaddr *)&a, sizeof(a)) < 0 || listen(fd, 1) < 0) {
		close(fd);
		return -1;
	}
	return fd;
}

enum result soft_control_open(const char *spec, struct soft_control **out, char *error,
			      size_t error_cap)
{
	struct soft_control *c = calloc(1, sizeof(*c));

	if (c == NULL)
		return RES_E_MEMORY;
	c->listener = c->in = c->out = -1;
	if (strcmp(spec, "stdio") == 0) {
		c->in = STDIN_FILENO;
		c->out = STDOUT_FILENO;
	} else if (strncmp(spec, "unix:", 5) == 0) {
		c->listener = listen_unix(spec + 5);
	} else if (strncmp(spec, "tcp:", 4) == 0) {
		c->listener = listen_tcp(spec + 4);
	} else {
		errno = EINVAL;
	}
	if (c->listener < 0 && c->in < 0) {
		snprintf(error, error_cap, "control %s: %s; write stdio, unix:PATH or tcp:PORT",
			 spec, strerror(errno));
		free(c);
		return RES_E_IO;
	}
	*out = c;
	return RES_OK;
}

static void drop_client(struct soft_control *c)
{
	close(c->in);
	c->in = c->out = -1;
	c->used = c->given = 0;
}

void soft_control_close(struct soft_control *c)
{
	if (c == NULL)
		return;
	if (c->listener >= 0) {
		if (c->in >= 0)
			drop_client(c);
		close(c->listener);
	}
	free(c);
}

int soft_control_fd(const struct soft_control *c)
{
	return c->in >= 0 ? c->in : c->listener;
}

bool soft_control_has_line(const struct soft_control *c)
{
	return memchr(c->buffer + c->given, '\n', c->used - c->given) != NULL;
}

bool soft_control_input(struct soft_control *c)
{
	ssize_t n;

	if (c->in < 0) {
		c->in = c->out = accept4(c->listener, NULL, NULL, SOCK_CLOEXEC);
		return true;
	}
	memmove(c->buffer, c->buffer + c->given, c->used - c->given);
	c->used -= c->given;
	c->given = 0;
	n = read(c->in, c->buffer + c->used, sizeof(c->buffer) - c->used);
	if (n > 0) {
		c->used += (size_t)n;
		if (c->used < sizeof(c->buffer) || soft_control_has_line(c))
			return true; /* else the line is longer than any may be */
	} else if (n < 0 && (errno == EINTR || errno == EAGAIN)) {
		return true;
	}
	if (c->listener < 0)
		return false;
	drop_client(c);
	return true;
}

bool soft_control_line(struct soft_control *c, const char **line, size_t *len)
{
	const char *from = c->buffer + c->given;
	const char *newline = memchr(from, '\n', c->used - c->given);

	if (newline == NULL)
		return false;
	*line = from;
	*len = (size_t)(newline - from);
	c->given += *len + 1;
	return true;
}

void soft_control_answer(struct soft_control *c, char *line, size_t len)
{
	size_t done = 0;

	line[len] = '\n';
	while (c->out >= 0 && done < len + 1) {
		ssize_t n = write(c->out, line + done, len + 1 - done);

		if (n > 0)
			done += (size_t)n;
		else if (n == 0 || errno != EINTR)
			return; /* the client is gone: input will see it */
	}
}
