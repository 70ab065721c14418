/* Control over TCP or a Unix socket: the adapter listens, the tester connects. */
#define _GNU_SOURCE
#include "harness/control/stream.h"

#include <errno.h>
#include <fcntl.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

enum { CONNECT_MS = 5000 };

static void socket_close(struct control_transport *t)
{
	stream_free((struct stream *)t);
}

static const struct control_transport_ops socket_ops = {
	.send = stream_send,
	.receive = stream_receive,
	.fd = stream_fd,
	.close = socket_close,
};

/* connect() that does not wait longer than CONNECT_MS; 0 or an errno. */
static int connect_for(int fd, const struct sockaddr *address, socklen_t len)
{
	struct pollfd p = { .fd = fd, .events = POLLOUT };
	int error = 0;
	socklen_t error_len = sizeof(error);

	if (connect(fd, address, len) == 0)
		return 0;
	if (errno != EINPROGRESS)
		return errno;
	if (poll(&p, 1, CONNECT_MS) != 1)
		return ETIMEDOUT;
	if (getsockopt(fd, SOL_SOCKET, SO_ERROR, &error, &error_len) < 0)
		return errno;
	return error;
}

static int open_unix(const char *path, int *error)
{
	struct sockaddr_un a = { .sun_family = AF_UNIX };
	int fd;

	if (strlen(path) >= sizeof(a.sun_path)) {
		*error = ENAMETOOLONG;
		return -1;
	}
	memcpy(a.sun_path, path, strlen(path));
	fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
	*error = fd < 0 ? errno : connect_for(fd, (const struct sockaddr *)&a, sizeof(a));
	if (fd >= 0 && *error != 0) {
		close(fd);
		fd = -1;
	}
	return fd;
}

static int open_tcp(const char *host, const char *port, int *error)
{
	struct addrinfo hints = { .ai_socktype = SOCK_STREAM }, *list = NULL;
	int fd = -1, one = 1;

	*error = EADDRNOTAVAIL;
	if (getaddrinfo(host, port, &hints, &list) != 0)
		return -1;
	for (const struct addrinfo *a = list; a != NULL && fd < 0; a = a->ai_next) {
		fd = socket(a->ai_family, a->ai_socktype | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
		*error = fd < 0 ? errno : connect_for(fd, a->ai_addr, a->ai_addrlen);
		if (fd >= 0 && *error != 0) {
			close(fd);
			fd = -1;
		}
	}
	freeaddrinfo(list);
	if (fd >= 0 && setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof(one)) < 0)
		*error = errno; /* slower, not wrong */
	return fd;
}

/* "HOST:PORT" or "[HOST]:PORT"; false if it is neither. */
static bool split(const char *text, char *host, size_t host_cap, const char **port)
{
	const char *colon = strrchr(text, ':'), *from = text;
	size_t len;

	if (colon == NULL || colon == text || colon[1] == '\0')
		return false;
	len = (size_t)(colon - text);
	if (text[0] == '[' && colon[-1] == ']') {
		from++;
		len -= 2;
	}
	if (len == 0 || len >= host_cap)
		return false;
	memcpy(host, from, len);
	host[len] = '\0';
	*port = colon + 1;
	return true;
}

enum result control_open_socket(const char *spec, struct control_transport **out, char *error,
				size_t error_cap)
{
	char host[256];
	const char *port;
	int fd, cause = 0;
	struct stream *s;

	if (strncmp(spec, "unix:", 5) == 0) {
		fd = open_unix(spec + 5, &cause);
	} else if (split(spec + 4, host, sizeof(host), &port)) {
		fd = open_tcp(host, port, &cause);
	} else {
		snprintf(error, error_cap, "%s: write tcp:HOST:PORT", spec);
		return RES_E_SYNTAX;
	}
	s = fd >= 0 ? stream_new(fd, &socket_ops) : NULL;
	if (s == NULL) {
		snprintf(error, error_cap, "%s: %s; start the adapter there, then try again", spec,
			 strerror(fd >= 0 ? ENOMEM : cause));
		return RES_E_IO;
	}
	*out = &s->transport;
	return RES_OK;
}
