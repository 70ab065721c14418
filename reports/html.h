/* The parts of report.html.  Private to the writer.  Every text of a report goes out through
 * report_put(REPORT_XML); nothing else of a report is ever printed. */
#ifndef REPORTS_HTML_H
#define REPORTS_HTML_H

#include "reports/frames.h"
#include "reports/phrases.h"

/* Made from reports/html/ at build time. */
extern const char report_html_style[], report_html_script[];

/* From the doctype to <body>; the page may run the script above and load nothing. */
void report_html_opening(FILE *out, const char *title);
/* The verdict, what it covers, counts; then who, what and how. */
void report_html_head(FILE *out, const struct report_view *v);
void report_html_identity(FILE *out, const struct report_view *v);
/* The tables: broken clauses (MUST first), all clauses, all cases, what was not judged and why,
 * clauses without a case in this run, fingerprint. */
void report_html_broken(FILE *out, const struct report_view *v);
void report_html_clauses(FILE *out, const struct report_view *v);
void report_html_cases(FILE *out, const struct report_view *v);
void report_html_reasons(FILE *out, const struct report_view *v);
void report_html_untested(FILE *out, const struct report_view *v);
void report_html_fingerprint(FILE *out, const struct report_view *v);
/* A section per case with findings: clause, ladder, expected and seen, how to run it again. */
bool report_html_failures(FILE *out, const struct report_view *v);

/* The sequence diagram of a case as inline SVG: tester left, device right, one line per frame,
 * around the frames that failures name.  Returns how many frames are shown. */
size_t report_html_ladder(FILE *out, const struct report_view *v, const json_t *kase,
			  const struct report_frames *f);
/* Frame number (from 1) field by field and as bytes; the field a failure names is marked. */
void report_html_frame(FILE *out, const struct report_view *v, const json_t *kase,
		       const struct report_frames *f, uint64_t number, const char *field);
/* Decodes frame number for a case's udp_port. */
enum result report_html_decode(const struct report_view *v, const json_t *kase,
			       const struct report_frame *f, struct wire_packet *out) MUST_USE;

/* <td class="v WORD">WORD</td>. */
void report_html_verdict(FILE *out, const char *word);

#endif
