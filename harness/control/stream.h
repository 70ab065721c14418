/* What the real transports have in common: a stream socket that carries lines.  Private to
 * harness/control. */
#ifndef HARNESS_CONTROL_STREAM_H
#define HARNESS_CONTROL_STREAM_H

#include "harness/control/control.h"

#include <sys/types.h>

struct stream {
	struct control_transport transport; /* first: see control.h */
	int fd;                             /* non-blocking stream socket */
	char *buffer;                       /* CONTROL_LINE_MAX + 1 bytes */
	size_t start, end;                  /* bytes received, not yet given */
	size_t scanned;                     /* of those, known to hold no newline */
	bool is_at_end;
	pid_t child; /* 0: none, or reaped */
	int status;  /* of the reaped child, as by waitpid */
	bool is_reaped;
	int log_fd; /* the child's standard error, -1: none */
	char words[200];
};

/* Takes ownership of fd (closed on failure as well).  NULL: out of memory or fd's fault. */
struct stream *stream_new(int fd, const struct control_transport_ops *ops);
void stream_free(struct stream *s);
enum result stream_send(struct control_transport *t, const char *line, size_t len) MUST_USE;
enum result stream_receive(struct control_transport *t, const char **line, size_t *len) MUST_USE;
int stream_fd(const struct control_transport *t);

/* "tcp:..." and "unix:..." */
enum result control_open_socket(const char *spec, struct control_transport **out, char *error,
				size_t error_cap) MUST_USE;
/* Copies text as printable ASCII, always terminated. */
void control_printable(char *out, size_t cap, const char *text, size_t len);

#endif
