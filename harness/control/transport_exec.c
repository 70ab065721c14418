/* Control over the standard input and output of a child.  Both are one socket, so that a child
 * that is gone gives an error and no signal.  Its standard error goes to a file: it never blocks
 * there, and its last line is kept for messages. */
#define _GNU_SOURCE
#include "harness/control/stream.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { END_MS = 500, STEP_MS = 5, TAIL_BYTES = 1024 };

/* Whether the child has ended, waiting at most ms. */
static bool reap(struct stream *s, int ms)
{
	const struct timespec step = { .tv_nsec = STEP_MS * 1000000L };

	for (int waited = 0; s->child > 0; waited += STEP_MS) {
		pid_t got = waitpid(s->child, &s->status, WNOHANG);

		if (got == s->child || (got < 0 && errno != EINTR)) {
			s->is_reaped = got == s->child;
			s->child = 0;
		} else if (waited >= ms) {
			return false;
		} else {
			nanosleep(&step, NULL);
		}
	}
	return true;
}

static void exec_close(struct control_transport *t)
{
	struct stream *s = (struct stream *)t;
	pid_t group = s->child;

	shutdown(s->fd, SHUT_WR);
	if (!reap(s, END_MS)) {
		kill(-group, SIGKILL);
		while (s->child > 0)
			reap(s, END_MS);
	}
	stream_free(s);
}

/* The last line with anything on it in the tail of the log. */
static void last_line(const struct stream *s, char *out, size_t cap)
{
	char tail[TAIL_BYTES];
	off_t size = lseek(s->log_fd, 0, SEEK_END);
	off_t from = size > TAIL_BYTES ? size - TAIL_BYTES : 0;
	ssize_t n = size > 0 ? pread(s->log_fd, tail, sizeof(tail), from) : 0;
	size_t end = n > 0 ? (size_t)n : 0, start;

	while (end > 0 && isspace((unsigned char)tail[end - 1]))
		end--;
	start = end;
	while (start > 0 && tail[start - 1] != '\n')
		start--;
	control_printable(out, cap, tail + start, end - start);
}

static const char *exec_last_words(struct control_transport *t)
{
	struct stream *s = (struct stream *)t;
	char line[120], end[48] = "still runs";

	if (reap(s, s->is_at_end ? END_MS : 0)) {
		if (s->is_reaped && WIFSIGNALED(s->status))
			snprintf(end, sizeof(end), "killed by signal %d", WTERMSIG(s->status));
		else
			snprintf(end, sizeof(end), "exit status %d", WEXITSTATUS(s->status));
	}
	last_line(s, line, sizeof(line));
	snprintf(s->words, sizeof(s->words), "%s%s%s", end, line[0] != '\0' ? ": " : "", line);
	return s->words;
}

static const struct control_transport_ops exec_ops = {
	.send = stream_send,
	.receive = stream_receive,
	.fd = stream_fd,
	.close = exec_close,
	.last_words = exec_last_words,
};

static void child(const struct control_exec *x, int line_fd, int log_fd) __attribute__((noreturn));
static void child(const struct control_exec *x, int line_fd, int log_fd)
{
	sigset_t none;

	sigemptyset(&none);
	sigprocmask(SIG_SETMASK, &none, NULL);
	signal(SIGPIPE, SIG_DFL);
	setpgid(0, 0);
	if (dup2(line_fd, STDIN_FILENO) >= 0 && dup2(line_fd, STDOUT_FILENO) >= 0 &&
	    dup2(log_fd, STDERR_FILENO) >= 0 && (x->enter == NULL || x->enter(x->arg) == 0) &&
	    close_range(3, ~0U, 0) == 0)
		execl("/bin/sh", "sh", "-c", x->command, (char *)NULL);
	dprintf(STDERR_FILENO, "cannot start the adapter: %s\n", strerror(errno));
	_exit(127);
}

static int open_log(const char *path)
{
	int fd;

	if (path != NULL)
		return open(path, O_RDWR | O_CREAT | O_TRUNC | O_APPEND | O_CLOEXEC, 0644);
	fd = memfd_create("adapter-log", MFD_CLOEXEC);
	if (fd >= 0 && fcntl(fd, F_SETFL, O_APPEND) < 0) {
		close(fd);
		return -1;
	}
	return fd;
}

enum result control_open_exec(const struct control_exec *x, struct control_transport **out,
			      char *error, size_t error_cap)
{
	int ends[2] = { -1, -1 }, log_fd = open_log(x->log);
	struct stream *s = NULL;

	if (log_fd < 0) {
		snprintf(error, error_cap, "%s: %s", x->log != NULL ? x->log : "adapter log",
			 strerror(errno));
		return RES_E_IO;
	}
	if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) == 0)
		s = stream_new(ends[0], &exec_ops);
	if (s == NULL) {
		close(log_fd);
		goto fail;
	}
	s->log_fd = log_fd;
	s->child = fork();
	if (s->child == 0)
		child(x, ends[1], log_fd);
	if (s->child < 0) {
		stream_free(s);
		goto fail;
	}
	setpgid(s->child, s->child); /* so does the child: whoever comes first */
	close(ends[1]);
	*out = &s->transport;
	return RES_OK;
fail:
	snprintf(error, error_cap, "cannot start %s: %s", x->command, strerror(errno));
	if (ends[1] >= 0)
		close(ends[1]);
	return RES_E_IO;
}
