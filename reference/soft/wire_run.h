/* The bundled device on real ports: loads its image and gives it frames, lines and time.  All IO
 * of the device is in wire_*.c; the image itself has none.  Prints nothing. */
#ifndef REFERENCE_SOFT_WIRE_RUN_H
#define REFERENCE_SOFT_WIRE_RUN_H

#include "reference/result.h"
#include "reference/soft/device.h"

#include <stdbool.h>

enum { SOFT_PORTS_MAX = 16 };

struct soft_config {
	const char *ports[SOFT_PORTS_MAX]; /* interface names, one per plane */
	unsigned port_count;
	const char *image;   /* path of device.so */
	const char *options; /* JSON text, see device.h; planes and reaction times are added if
				missing */
	unsigned vlan;       /* of the planes where the options name none; 0: untagged */
	const char *control; /* "stdio", "unix:PATH" (made anew) or "tcp:PORT" (loopback only) */
	bool is_fifo;        /* run under SCHED_FIFO */
};

/* Runs until stdio ends (stdio), or for good.  E_SYNTAX, E_IO, E_MEMORY with a line for a person.
 */
enum result soft_run(const struct soft_config *c, char *error, size_t error_cap) MUST_USE;

#endif
