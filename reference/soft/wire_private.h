/* Shared by reference/soft/wire_*.c only. */
#ifndef REFERENCE_SOFT_WIRE_PRIVATE_H
#define REFERENCE_SOFT_WIRE_PRIVATE_H

#include "reference/soft/wire_run.h"

uint64_t soft_now(void); /* CLOCK_MONOTONIC, ns */

/* ---- wire_port.c ---- */
struct soft_port;
/* Incoming frames only, immediate, 16 MiB of buffer. */
enum result soft_port_open(const char *name, struct soft_port **out, char *error,
			   size_t error_cap) MUST_USE;
void soft_port_close(struct soft_port *p); /* NULL is fine */
int soft_port_fd(const struct soft_port *p);
/* At most max frames that are there; returns how many, -1 when the port is gone. */
int soft_port_receive(struct soft_port *p, int max,
		      void (*frame)(void *arg, const uint8_t *data, size_t len), void *arg);
/* A frame that cannot be sent is lost, as on any wire. */
void soft_port_send(struct soft_port *p, const uint8_t *frame, size_t len);

/* ---- wire_control.c ---- */
struct soft_control;
enum result soft_control_open(const char *spec, struct soft_control **out, char *error,
			      size_t error_cap) MUST_USE;
void soft_control_close(struct soft_control *c);   /* NULL is fine */
int soft_control_fd(const struct soft_control *c); /* to wait on for input */
bool soft_control_has_line(const struct soft_control *c);
/* Takes in what has come (or a new client).  False when it is time to end. */
bool soft_control_input(struct soft_control *c);
/* The next whole line, valid until the next call of soft_control_input; false if none. */
bool soft_control_line(struct soft_control *c, const char **line, size_t *len);
void soft_control_answer(struct soft_control *c, char *line,
			 size_t len); /* line[len] is writable */

/* ---- wire_options.c ---- */
/* The options with what is missing: planes from the ports, reaction times from measured jitter.
 * malloc'd, NULL with the error set. */
char *soft_options(const struct soft_config *c, char *error, size_t error_cap);

#endif
