/* What a person sees while a run goes on and at its end.  A view: nothing is decided here. */
#ifndef REPORTS_TERMINAL_H
#define REPORTS_TERMINAL_H

#include "harness/run/verdict.h"

#include <stdio.h>

struct report_terminal {
	FILE *out;      /* borrowed */
	bool is_screen; /* a terminal: the case under way is shown, with a counter */
	bool has_colour;
	bool is_quiet;   /* only cases that are neither pass nor not_applicable */
	bool is_virtual; /* time is virtual and not worth showing */
	size_t total;    /* cases of the run */

	size_t done; /* the sink's own */
};
/* Whether out is a terminal, and whether colour is wanted there (NO_COLOR unset or empty). */
bool report_is_screen(FILE *out);
bool report_has_colour(FILE *out);

/* One line per case that was reached, then its failures as
 * "cases/sack/x.c:17: ackh.cum_psn is 4, expected 5 (SACK-1) frame 12".
 * t stays the caller's and must outlive the run. */
struct run_sink report_terminal_sink(struct report_terminal *t);

/* The end of a run, from its report: the verdict in a sentence, broken MUST clauses first, counts,
 * where the report lies (dir). */
void report_terminal_summary(FILE *out, bool has_colour, const json_t *report, const char *dir);

#endif
