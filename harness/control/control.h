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
	/* One line without newline.  E_IO when the other end is gone. */
	enum result (*send)(struct control_transport *t, const char *line, size_t len);
	/* A whole line if one is there (terminated, the transport's, valid until the next call):
	 * OK, NONE, E_IO gone, E_LENGTH longer than CONTROL_LINE_MAX. */
	enum result (*receive)(struct control_transport *t, const char **line, size_t *len);
	int (*fd)(const struct control_transport *t); /* to wait on, -1 if none is needed */
	void (*close)(struct control_transport *t);   /* ends a child, frees t */
};
struct control_transport { /* first member of each kind */
	const struct control_transport_ops *ops;
};
enum { CONTROL_LINE_MAX = 1 << 20 };

/* Opens by the text of --dut: "exec:CMD", "tcp:HOST:PORT", "unix:PATH".  error gets a line for a
 * person that says what to do next.  E_SYNTAX, E_IO. */
enum result control_open(const char *spec, struct control_transport **out, char *error,
			 size_t error_cap) MUST_USE;

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
/* Parses an answer to request id.  E_SYNTAX not JSON-RPC (a.error_text says what is wrong). */
enum result control_parse(const char *line, size_t len, unsigned id, struct control_answer *a) MUST_USE;

#endif
