/* A run: one device on one link, cases one after another, each with its own watchdog.  The
 * session opens link, control and device, proves the bench, runs a known-good case first and
 * last, and tells the sinks what happens.  It prints nothing. */
#ifndef HARNESS_RUN_SESSION_H
#define HARNESS_RUN_SESSION_H

#include "harness/run/verdict.h"

/* One case to run: a swept case gives one choice per axis value. */
struct case_choice {
	const struct case_entry *entry;
	bool has_axis;
	int64_t axis;
	char id[96]; /* "sack/bit_positions#137" */
};
/* All choices whose id or clause one of the selectors names ("sack/", "sack/bit_positions",
 * "sack/bit_positions#3", "SACK-2", "RECEIVER"); all when selector_count is 0.  Sorted by id.
 * malloc'd, the caller frees.  E_UNKNOWN with *bad naming the selector that chose nothing. */
enum result harness_choose(const char *const *selectors, size_t selector_count,
			   struct case_choice **out, size_t *count, const char **bad) MUST_USE;

struct session_config {
	const char *wire;         /* "sim", "veth", "if:A[,B]" */
	const char *dut;          /* "soft", "exec:CMD", "tcp:HOST:PORT", "unix:PATH" */
	const char *image;        /* the bundled device's shared object; NULL: beside the program */
	const char *program;      /* path of the running program, for its `soft` subcommand */
	const json_t *ics, *ixit; /* files given by the user, already parsed; NULL: hello's */
	const struct wire_layout *layout;
	uint64_t seed;
	unsigned planes; /* 1.. */
	unsigned family; /* 4 or 6 */
	uint16_t vlan;   /* 0: untagged */
	bool stop_on_fail;
	volatile const int *interrupted; /* set by a signal handler: finish the case, then stop */
};
struct session;

/* Opens everything and runs the bench check.  error gets one line that says what to do next.
 * E_SYNTAX bad arguments or files (exit status 2), E_IO / E_PEER / E_TIMEOUT bench or device
 * (exit status 3). */
enum result harness_session_open(const struct session_config *c, struct session **out, char *error,
				 size_t error_cap) MUST_USE;
/* What the device said of itself (borrowed; members name, version, ics, ixit, planes). */
const json_t *harness_session_dut(const struct session *s);
/* The bench as measured: wire, jitter_ns, bench before / after (borrowed).  Not part of the
 * report in sim. */
const json_t *harness_session_bench(const struct session *s);
/* Runs the choices in order; results[i] belongs to choices[i] (zeroed by the caller) and is
 * released by harness_result_release.  A dead adapter or a bad bench ends the run early: the rest
 * is NOT_RUN with the reason; *reason then says why ("" else). */
enum result harness_session_run(struct session *s, const struct case_choice *choices, size_t count,
				const struct run_sink *sinks, size_t sink_count,
				struct case_result *results, char *reason,
				size_t reason_cap) MUST_USE;
void harness_result_release(struct case_result *r);
void harness_session_close(struct session *s);

#endif
