/* The control transports against adapters that hang, die and answer nonsense. */
#define _GNU_SOURCE
#include "harness/control/control.h"
#include "tests/unit_main.h"

#include <CUnit/CUnit.h>
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

void suite_control_transport(void);

enum { PATIENCE_MS = 5000 };

static struct control_transport *start(const char *mode)
{
	char spec[200], error[200];
	struct control_transport *t = NULL;

	snprintf(spec, sizeof(spec), "exec:exec python3 tests/tools/bad_adapter.py %s", mode);
	CU_ASSERT_EQUAL_FATAL(control_open(spec, &t, error, sizeof(error)), RES_OK);
	return t;
}

/* The next line, waiting at most ms for each piece of it. */
static enum result next(struct control_transport *t, int ms, const char **line, size_t *len)
{
	enum result r;

	while ((r = t->ops->receive(t, line, len)) == RES_NONE)
		if (poll(&(struct pollfd){ .fd = t->ops->fd(t), .events = POLLIN }, 1, ms) != 1)
			break;
	return r;
}

static enum result ask(struct control_transport *t, int ms, const char **line, size_t *len)
{
	const char *request = "{\"jsonrpc\":\"2.0\",\"id\":5,\"method\":\"hello\"}";
	enum result r = t->ops->send(t, request, strlen(request));

	return r == RES_OK ? next(t, ms, line, len) : r;
}

/* Starts the adapter, asks once, gives what came of it. */
static enum result once(const char *mode, int ms, char *text, size_t cap)
{
	struct control_transport *t = start(mode);
	const char *line = NULL;
	size_t len = 0;
	enum result r = ask(t, ms, &line, &len);

	snprintf(text, cap, "%s", r == RES_OK ? line : control_last_words(t));
	if (r == RES_OK)
		CU_ASSERT_EQUAL(strlen(line), len);
	t->ops->close(t);
	return r;
}

static const char good[] = "{\"jsonrpc\":\"2.0\",\"id\":5,\"result\":{}}";

static void good_adapter(void)
{
	char text[200];

	CU_ASSERT_EQUAL(once("good", PATIENCE_MS, text, sizeof(text)), RES_OK);
	CU_ASSERT_STRING_EQUAL(text, good);
}

static void dies(void)
{
	char text[200];

	CU_ASSERT_EQUAL(once("die", PATIENCE_MS, text, sizeof(text)), RES_E_IO);
	CU_ASSERT_STRING_EQUAL(text, "exit status 3: the device is on fire");
	CU_ASSERT_EQUAL(once("killed", PATIENCE_MS, text, sizeof(text)), RES_E_IO);
	CU_ASSERT_STRING_EQUAL(text, "killed by signal 9");
	CU_ASSERT_EQUAL(once("half", PATIENCE_MS, text, sizeof(text)), RES_E_IO);
	CU_ASSERT_STRING_EQUAL(text, "exit status 0");
}

static void whole_line_before_the_end_is_given(void)
{
	struct control_transport *t = start("die_after_answer");
	const char *line;
	size_t len;

	CU_ASSERT_EQUAL(ask(t, PATIENCE_MS, &line, &len), RES_OK);
	CU_ASSERT_STRING_EQUAL(line, good);
	CU_ASSERT_EQUAL(next(t, PATIENCE_MS, &line, &len), RES_E_IO);
	CU_ASSERT_EQUAL(ask(t, PATIENCE_MS, &line, &len), RES_E_IO);
	t->ops->close(t);
}

static void hangs(void)
{
	char text[200];

	CU_ASSERT_EQUAL(once("hang", 300, text, sizeof(text)), RES_NONE);
	CU_ASSERT_STRING_EQUAL(text, "still runs");
}

static void pieces_are_put_together(void)
{
	char text[200];

	CU_ASSERT_EQUAL(once("split", PATIENCE_MS, text, sizeof(text)), RES_OK);
	CU_ASSERT_STRING_EQUAL(text, "{\"jsonrpc\":\"2.0\",\"id\":5,\"result\":{\"a\":1}}");
}

static void lines_are_told_apart(void)
{
	struct control_transport *t = start("two_lines");
	const char *line;
	size_t len;

	CU_ASSERT_EQUAL(ask(t, PATIENCE_MS, &line, &len), RES_OK);
	CU_ASSERT_STRING_EQUAL(line, good);
	CU_ASSERT_EQUAL(next(t, PATIENCE_MS, &line, &len), RES_OK);
	CU_ASSERT_STRING_EQUAL(line, "{\"jsonrpc\":\"2.0\",\"method\":\"surprise\"}");
	CU_ASSERT_EQUAL(t->ops->receive(t, &line, &len), RES_NONE);
	t->ops->close(t);
}

static void endless_line_is_refused(void)
{
	char text[200];

	CU_ASSERT_EQUAL(once("huge", PATIENCE_MS, text, sizeof(text)), RES_E_LENGTH);
}

static void standard_error_never_blocks(void)
{
	char text[200];

	CU_ASSERT_EQUAL(once("chatty", PATIENCE_MS, text, sizeof(text)), RES_OK);
	CU_ASSERT_STRING_EQUAL(text, good);
}

static void wrong_answers_are_told(void)
{
	static const char *const modes[] = { "garbage", "wrong_id", "wrong_type", "both" };

	for (size_t i = 0; i < sizeof(modes) / sizeof(modes[0]); i++) {
		struct control_transport *t = start(modes[i]);
		struct control_answer a;
		const char *line = NULL;
		size_t len = 0;

		CU_ASSERT_EQUAL_FATAL(ask(t, PATIENCE_MS, &line, &len), RES_OK);
		CU_ASSERT_EQUAL(control_parse(line, len, 5, &a), RES_E_SYNTAX);
		t->ops->close(t);
	}
}

static void deaf_adapter_does_not_block_for_ever(void)
{
	struct control_transport *t = start("deaf");
	char *big = calloc(1, CONTROL_LINE_MAX);

	CU_ASSERT_EQUAL(t->ops->send(t, big, CONTROL_LINE_MAX), RES_E_TIMEOUT);
	free(big);
	t->ops->close(t);
}

static int mark(void *arg)
{
	return dprintf(STDERR_FILENO, "entered %s\n", (const char *)arg) < 0;
}

static int refuse(void *arg)
{
	(void)arg;
	errno = EPERM;
	return -1;
}

static void enter_runs_in_the_child(void)
{
	static char name[] = "here";
	struct control_exec x = { .command = "exit 4", .enter = mark, .arg = name };
	struct control_transport *t = NULL;
	const char *line;
	char error[200];
	size_t len;

	CU_ASSERT_EQUAL_FATAL(control_open_exec(&x, &t, error, sizeof(error)), RES_OK);
	CU_ASSERT_EQUAL(next(t, PATIENCE_MS, &line, &len), RES_E_IO);
	CU_ASSERT_STRING_EQUAL(control_last_words(t), "exit status 4: entered here");
	t->ops->close(t);
	x.enter = refuse;
	CU_ASSERT_EQUAL_FATAL(control_open_exec(&x, &t, error, sizeof(error)), RES_OK);
	CU_ASSERT_EQUAL(next(t, PATIENCE_MS, &line, &len), RES_E_IO);
	CU_ASSERT_PTR_NOT_NULL(strstr(control_last_words(t), "cannot start the adapter"));
	t->ops->close(t);
}

/* A child of the adapter that would outlive it is ended with it. */
static void close_ends_the_whole_group(void)
{
	struct control_exec x = { .command = "sleep 60 & echo $!; wait" };
	struct control_transport *t = NULL;
	const char *line = "";
	char error[200];
	size_t len;
	pid_t sleeper;
	int tries = 0;

	CU_ASSERT_EQUAL_FATAL(control_open_exec(&x, &t, error, sizeof(error)), RES_OK);
	CU_ASSERT_EQUAL_FATAL(next(t, PATIENCE_MS, &line, &len), RES_OK);
	sleeper = (pid_t)strtol(line, NULL, 10);
	CU_ASSERT_FATAL(sleeper > 1);
	CU_ASSERT_EQUAL(kill(sleeper, 0), 0);
	t->ops->close(t);
	while (kill(sleeper, 0) == 0 && tries++ < 100) {
		char path[64], state[64] = "";
		FILE *f;

		snprintf(path, sizeof(path), "/proc/%d/stat", (int)sleeper);
		f = fopen(path, "r");
		if (f == NULL)
			return;
		CU_ASSERT_PTR_NOT_NULL(fgets(state, sizeof(state), f));
		fclose(f);
		if (strstr(state, ") Z") != NULL)
			return; /* dead, only nobody has reaped it */
		poll(NULL, 0, 10);
	}
	CU_ASSERT(tries < 100);
}

static void log_goes_to_the_file(void)
{
	char path[] = "/tmp/control-log-XXXXXX", error[200], text[64] = "";
	struct control_exec x = { .command = "echo to the log >&2", .log = path };
	struct control_transport *t = NULL;
	int fd = mkstemp(path);
	const char *line;
	size_t len;

	CU_ASSERT_FATAL(fd >= 0);
	CU_ASSERT_EQUAL_FATAL(control_open_exec(&x, &t, error, sizeof(error)), RES_OK);
	CU_ASSERT_EQUAL(next(t, PATIENCE_MS, &line, &len), RES_E_IO);
	t->ops->close(t);
	CU_ASSERT(read(fd, text, sizeof(text) - 1) > 0);
	CU_ASSERT_STRING_EQUAL(text, "to the log\n");
	close(fd);
	unlink(path);
}

/* Answers one line on the listening socket, in a child. */
static pid_t serve(int listener)
{
	pid_t pid = fork();

	if (pid == 0) {
		int fd = accept(listener, NULL, NULL);
		char c = 0;

		while (fd >= 0 && c != '\n' && read(fd, &c, 1) == 1)
			;
		dprintf(fd, "%s\n", good);
		_exit(0);
	}
	close(listener);
	return pid;
}

static void talk(const char *spec, pid_t server)
{
	struct control_transport *t = NULL;
	char error[200];
	const char *line = "";
	size_t len;

	CU_ASSERT_EQUAL_FATAL(control_open(spec, &t, error, sizeof(error)), RES_OK);
	CU_ASSERT_EQUAL(ask(t, PATIENCE_MS, &line, &len), RES_OK);
	CU_ASSERT_STRING_EQUAL(line, good);
	CU_ASSERT_EQUAL(next(t, PATIENCE_MS, &line, &len), RES_E_IO);
	CU_ASSERT_STRING_EQUAL(control_last_words(t), "");
	t->ops->close(t);
	waitpid(server, NULL, 0);
}

static void unix_socket(void)
{
	struct sockaddr_un a = { .sun_family = AF_UNIX };
	char directory[] = "/tmp/control-XXXXXX", spec[200];
	int fd = socket(AF_UNIX, SOCK_STREAM, 0);

	CU_ASSERT_PTR_NOT_NULL_FATAL(mkdtemp(directory));
	snprintf(a.sun_path, sizeof(a.sun_path), "%s/socket", directory);
	CU_ASSERT_EQUAL_FATAL(bind(fd, (const struct sockaddr *)&a, sizeof(a)), 0);
	CU_ASSERT_EQUAL_FATAL(listen(fd, 1), 0);
	snprintf(spec, sizeof(spec), "unix:%s", a.sun_path);
	talk(spec, serve(fd));
	unlink(a.sun_path);
	rmdir(directory);
}

static void tcp_socket(void)
{
	struct sockaddr_in a = { .sin_family = AF_INET };
	socklen_t len = sizeof(a);
	int fd = socket(AF_INET, SOCK_STREAM, 0);
	char spec[64];

	a.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
	CU_ASSERT_EQUAL_FATAL(bind(fd, (const struct sockaddr *)&a, sizeof(a)), 0);
	CU_ASSERT_EQUAL_FATAL(listen(fd, 1), 0);
	CU_ASSERT_EQUAL_FATAL(getsockname(fd, (struct sockaddr *)&a, &len), 0);
	snprintf(spec, sizeof(spec), "tcp:127.0.0.1:%u", ntohs(a.sin_port));
	talk(spec, serve(fd));
}

static void bad_specs(void)
{
	static const struct {
		const char *spec;
		enum result result;
	} rows[] = {
		{ "", RES_E_SYNTAX },
		{ "exec:", RES_E_SYNTAX },
		{ "soft", RES_E_SYNTAX },
		{ "tcp:", RES_E_SYNTAX },
		{ "tcp:host", RES_E_SYNTAX },
		{ "tcp:host:", RES_E_SYNTAX },
		{ "tcp::1", RES_E_SYNTAX },
		{ "unix:", RES_E_SYNTAX },
		{ "tcp:127.0.0.1:1", RES_E_IO },
		{ "tcp:127.0.0.1:nonsense", RES_E_IO },
		{ "unix:/nonexistent/socket", RES_E_IO },
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct control_transport *t = NULL;
		char error[200] = "";

		CU_ASSERT_EQUAL(control_open(rows[i].spec, &t, error, sizeof(error)),
				rows[i].result);
		CU_ASSERT_PTR_NULL(t);
		CU_ASSERT(error[0] != '\0');
	}
}

void suite_control_transport(void)
{
	CU_pSuite s = CU_add_suite("control_transport", NULL, NULL);

	CU_ADD_TEST(s, good_adapter);
	CU_ADD_TEST(s, dies);
	CU_ADD_TEST(s, whole_line_before_the_end_is_given);
	CU_ADD_TEST(s, hangs);
	CU_ADD_TEST(s, pieces_are_put_together);
	CU_ADD_TEST(s, lines_are_told_apart);
	CU_ADD_TEST(s, endless_line_is_refused);
	CU_ADD_TEST(s, standard_error_never_blocks);
	CU_ADD_TEST(s, wrong_answers_are_told);
	CU_ADD_TEST(s, deaf_adapter_does_not_block_for_ever);
	CU_ADD_TEST(s, enter_runs_in_the_child);
	CU_ADD_TEST(s, close_ends_the_whole_group);
	CU_ADD_TEST(s, log_goes_to_the_file);
	CU_ADD_TEST(s, unix_socket);
	CU_ADD_TEST(s, tcp_socket);
	CU_ADD_TEST(s, bad_specs);
}
