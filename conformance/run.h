/* The parts of `conformance run`: options, input files, run directory.  Private to the command;
 * each part says what is wrong in one line and prints nothing itself but the help. */
#ifndef CONFORMANCE_RUN_H
#define CONFORMANCE_RUN_H

#include "harness/run/session.h"
#include "reports/sha256.h"

#include <stdio.h>

/* Of the program and of the profile in conformance/spec/PROFILE.md (tests/scripts/run_usage.sh
 * compares the latter with its title). */
#define RUN_VERSION       "0.1.0"
#define RUN_SPEC_REVISION "0.4"

enum { RUN_ERROR_MAX = 512 };

/* ---- options ---- */

struct run_options {
	const char *wire, *dut, *ics, *ixit, *layout, *level, *out, *image; /* NULL: not given */
	uint64_t seed, planes, family, vlan;
	bool stop_on_fail, quiet, json, help;
	const char *const *selectors; /* borrowed from argv */
	size_t selector_count;
};
/* Parses argv (argv[0] is the command's own name).  E_SYNTAX with a line in error. */
enum result run_options_parse(int argc, char **argv, struct run_options *out, char *error,
			      size_t error_cap) MUST_USE;
void run_options_help(FILE *f);

/* ---- input files ---- */

/* A file given by the user, as read: its bytes go into the run directory, its digest into the
 * report. */
struct run_input {
	char *bytes; /* owned, terminated; NULL: none given */
	size_t len;
	char sha256[REPORT_SHA256_HEX];
};
/* Reads at most 1 MiB of path.  E_IO, E_LENGTH, E_MEMORY with a line in error. */
enum result run_input_read(const char *path, struct run_input *out, char *error,
			   size_t error_cap) MUST_USE;
void run_input_free(struct run_input *in);

/* An ICS is an object, an IXIT an object of declared parameters.  Parses in (as read from path);
 * E_SYNTAX with a line in error: where it is not JSON, or the member that is unknown and the
 * names there are.  *out is the caller's. */
enum result run_ics_parse(const struct run_input *in, const char *path, json_t **out, char *error,
			  size_t error_cap) MUST_USE;
enum result run_ixit_parse(const struct run_input *in, const char *path, json_t **out, char *error,
			   size_t error_cap) MUST_USE;

/* ---- run directory ---- */

/* Whether path may become a run directory: it is not there, empty, or holds a run of ours.
 * E_SYNTAX with a line in error otherwise.  Changes nothing. */
enum result run_directory_check(const char *path, char *error, size_t error_cap) MUST_USE;
/* Makes path and its capture/, and removes what an earlier run of ours left there.  E_IO. */
enum result run_directory_prepare(const char *path, char *error, size_t error_cap) MUST_USE;
/* Opens path/name for writing; NULL with a line in error. */
FILE *run_directory_open(const char *path, const char *name, char *error, size_t error_cap);
/* Writes a copy of an input under path/name; nothing if none was given.  E_IO. */
enum result run_directory_copy(const char *path, const char *name, const struct run_input *in,
			       char *error, size_t error_cap) MUST_USE;

/* Writes the views of a report (reports/views.h) under path.  E_IO, E_SPACE, E_MEMORY. */
enum result run_directory_views(const char *path, const json_t *report,
				const struct wire_layout *layout, char *error,
				size_t error_cap) MUST_USE;

/* ---- environment.json ---- */

/* When, where and how it ran: what a report may not hold.  end and status once it is over.
 * bench is borrowed.  E_IO, E_MEMORY. */
struct run_environment {
	int argc;
	char **argv;
	char start[32]; /* RFC 3339, UTC */
	const json_t *bench;
	bool is_over;
	int exit_status;
};
/* Now, RFC 3339 in UTC. */
void run_environment_now(char out[32]);
enum result run_environment_write(const char *path, const struct run_environment *e, char *error,
				  size_t error_cap) MUST_USE;

#endif
