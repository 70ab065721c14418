/* Lines over a non-blocking stream socket.  Partial lines are kept, long ones refused, whole ones
 * that came before the end are still given. */
#define _GNU_SOURCE
#include "harness/control/stream.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

struct stream *stream_new(int fd, const struct control_transport_ops *ops)
{
	int flags = fcntl(fd, F_GETFL);
	struct stream *s = calloc(1, sizeof(*s));

	if (s == NULL || flags < 0 || fcntl(fd, F_SETFL, flags | O_NONBLOCK) < 0)
		goto fail;
	s->buffer = malloc(CONTROL_LINE_MAX + 1);
	if (s->buffer == NULL)
		goto fail;
	s->transport.ops = ops;
	s->fd = fd;
	s->log_fd = -1;
	return s;
fail:
	free(s);
	close(fd);
	return NULL;
}

void stream_free(struct stream *s)
{
	close(s->fd);
	if (s->log_fd >= 0)
		close(s->log_fd);
	free(s->buffer);
	free(s);
}

static int64_t now_ms(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

static enum result send_all(int fd, const char *data, size_t len, int64_t until_ms)
{
	while (len > 0) {
		ssize_t n = send(fd, data, len, MSG_NOSIGNAL);

		if (n >= 0) {
			data += n;
			len -= (size_t)n;
			continue;
		}
		if (errno == EINTR)
			continue;
		if (errno != EAGAIN && errno != EWOULDBLOCK)
			return RES_E_IO;
		if (now_ms() >= until_ms)
			return RES_E_TIMEOUT;
		poll(&(struct pollfd){ .fd = fd, .events = POLLOUT }, 1, 100);
	}
	return RES_OK;
}

enum result stream_send(struct control_transport *t, const char *line, size_t len)
{
	struct stream *s = (struct stream *)t;
	int64_t until_ms = now_ms() + CONTROL_SEND_MS;
	enum result r = send_all(s->fd, line, len, until_ms);

	return r == RES_OK ? send_all(s->fd, "\n", 1, until_ms) : r;
}

/* A whole line that is already here. */
static bool take_line(struct stream *s, const char **line, size_t *len)
{
	char *from = s->buffer + s->start;
	char *newline = memchr(from + s->scanned, '\n', s->end - s->start - s->scanned);

	if (newline == NULL) {
		s->scanned = s->end - s->start;
		return false;
	}
	*newline = '\0';
	*line = from;
	*len = (size_t)(newline - from);
	s->start += *len + 1;
	s->scanned = 0;
	return true;
}

/* Takes in what the socket has; false once nothing more can come. */
static bool fill(struct stream *s)
{
	ssize_t n;

	if (s->start > 0) {
		memmove(s->buffer, s->buffer + s->start, s->end - s->start);
		s->end -= s->start;
		s->start = 0;
	}
	do {
		n = recv(s->fd, s->buffer + s->end, CONTROL_LINE_MAX + 1 - s->end, 0);
	} while (n < 0 && errno == EINTR);
	if (n > 0)
		s->end += (size_t)n;
	else if (n == 0 || (errno != EAGAIN && errno != EWOULDBLOCK))
		s->is_at_end = true;
	return n > 0;
}

enum result stream_receive(struct control_transport *t, const char **line, size_t *len)
{
	struct stream *s = (struct stream *)t;

	for (;;) {
		if (take_line(s, line, len))
			return RES_OK;
		if (s->end - s->start > CONTROL_LINE_MAX)
			return RES_E_LENGTH;
		if (s->is_at_end)
			return RES_E_IO;
		if (!fill(s))
			return s->is_at_end ? RES_E_IO : RES_NONE;
	}
}

int stream_fd(const struct control_transport *t)
{
	const struct stream *s = (const struct stream *)t;

	return s->fd;
}
