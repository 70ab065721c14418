/* The upper tester's client: JSON-RPC 2.0, one object a line, over any transport.  What the
 * device answers is untrusted.  Source: conformance/CONTROL.md. */
#ifndef HARNESS_CONTROL_CONTROL_H
#define HARNESS_CONTROL_CONTROL_H

#include "reference/result.h"

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

/* A way to carry lines: a child's stdio, a socket, or memory (sim). */
struct control_transport;
struct control_transport_ops {
	/* One line without newline.  E_IO when the other end is gone, E_TIMEOUT when it does not
	 * read for CONTROL_SEND_MS. */
	enum result (*send)(struct control_transport *t, const char *line, size_t len);
	/* A whole line if one is there (terminated, the transport's, valid until the next call):
	 * OK, NONE, E_IO gone, E_LENGTH longer than CONTROL_LINE_MAX. */
	enum result (*receive)(struct control_transport *t, const char **line, size_t *len);
	int (*fd)(const struct control_transport *t); /* to wait on, -1 if none is needed */
	void (*close)(struct control_transport *t);   /* ends a child, frees t */
	/* May be NULL: see control_last_words. */
	const char *(*last_words)(struct control_transport *t);
};
struct control_transport { /* first member of each kind */
	const struct control_transport_ops *ops;
};
enum { CONTROL_LINE_MAX = 1 << 20, CONTROL_SEND_MS = 2000 };

/* Opens by the text of --dut: "exec:CMD", "tcp:HOST:PORT", "unix:PATH".  error gets a line for a
 * person that says what to do next.  E_SYNTAX, E_IO. */
enum result control_open(const char *spec, struct control_transport **out, char *error,
			 size_t error_cap) MUST_USE;

/* An adapter to start: `command` by /bin/sh -c, its standard input and output carry the lines.
 * Standard error goes to the file `log` (made anew; NULL: nowhere visible).  enter, if not NULL, is
 * called in the child before the command; what it returns other than 0 stops the child. */
struct control_exec {
	const char *command;
	const char *log;
	int (*enter)(void *arg);
	void *arg;
};
/* As control_open for "exec:".  Closing waits a moment for the child to end by itself (it sees end
 * of file), then kills its process group.  E_IO. */
enum result control_open_exec(const struct control_exec *x, struct control_transport **out,
			      char *error, size_t error_cap) MUST_USE;
/* What a transport that is gone left behind: how its child ended and the last line it wrote to
 * standard error; "" if nothing is known.  Printable ASCII, the transport's, valid until close. */
const char *control_last_words(struct control_transport *t);

/* One answer, checked for form: exactly one of result and error is set (borrowed from root). */
struct control_answer {
	json_t *root; /* owned; json_decref after use */
	json_t *result;
	int error_code;
	char error_text[200];
	bool is_error;
};
/* Builds a request line (malloc'd, caller frees); params is borrowed, may be NULL. */
char *control_request(unsigned id, const char *method, json_t *params);
/* Parses an answer to request id (an error with id null is taken: the device could not read the
 * request).  E_SYNTAX not JSON-RPC (a.error_text says what is wrong; a.root is NULL).  error_text
 * is printable ASCII. */
enum result control_parse(const char *line, size_t len, unsigned id,
			  struct control_answer *a) MUST_USE;

#endif
