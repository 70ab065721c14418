/* Captures as pcapng (draft-ietf-opsawg-pcapng): one file per case, ns stamps, the direction of
 * every frame and, where there is something to say, a comment beside it.  Nothing of the host
 * and no wall time is added: the bytes follow from the frames alone. */
#ifndef REPORTS_PCAPNG_H
#define REPORTS_PCAPNG_H

#include "harness/run/verdict.h"
#include "reports/sha256.h"

#include <stdio.h>

enum { REPORT_PORTS_MAX = 16, REPORT_PORT_NAME_MAX = 32 };

/* The writer.  is_bad is set once a write failed and stays so. */
struct report_pcapng {
	FILE *file; /* borrowed */
	struct report_sha256 digest;
	unsigned ports;
	bool is_bad;
};
/* Writes section header (comment may be NULL) and one interface per port; names[ports]. */
void report_pcapng_begin(struct report_pcapng *w, FILE *file, const char *comment, unsigned ports,
			 const char (*names)[REPORT_PORT_NAME_MAX]);
/* One frame; comment may be NULL.  A port that was not begun sets is_bad. */
void report_pcapng_frame(struct report_pcapng *w, const struct link_event *ev, const char *comment);

/* The sink: DIR/capture/NAME.pcapng for each case, overwritten by a case's next attempt. */
struct report_captures {
	const char *dir; /* the run directory, holds capture/ already; borrowed */
	unsigned ports;
	char names[REPORT_PORTS_MAX][REPORT_PORT_NAME_MAX];
	bool is_bad; /* some capture could not be written; its case names none */

	struct report_pcapng writer; /* the sink's own from here on */
	char name[160];
};
/* Names the ports: of wire "if:A,B" A and B, else port0, port1, ...  At most REPORT_PORTS_MAX. */
void report_captures_name_ports(struct report_captures *c, const char *wire, unsigned ports);
/* c stays the caller's and must outlive the run. */
struct run_sink report_captures_sink(struct report_captures *c);
/* "capture/sack.bit_positions-137.pcapng" of "sack/bit_positions#137".  E_SPACE. */
enum result report_capture_name(const char *id, char *out, size_t cap) MUST_USE;

#endif
