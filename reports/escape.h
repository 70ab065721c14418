/* Texts put into other languages.  What a device said may hold anything; here it becomes text
 * that its place shows as it is, never markup, control or a trick of writing direction. */
#ifndef REPORTS_ESCAPE_H
#define REPORTS_ESCAPE_H

#include <stdio.h>

enum report_form {
	REPORT_XML,      /* element content and quoted attributes, of HTML as well */
	REPORT_MARKDOWN, /* running text and table cells, inside <code> as well */
	REPORT_TAP,      /* description and directive of a test point */
	REPORT_PLAIN,    /* text as it is */
	REPORT_QUOTED,   /* between double quotes: YAML, JSON */
};
/* Writes text (UTF-8; NULL: "").  Characters that cannot be seen (controls, direction marks,
 * bytes that are no UTF-8) are written as \x1b or \u202e.  Trouble shows in ferror(out). */
void report_put(FILE *out, enum report_form form, const char *text);
/* The same of the first len bytes of text, and of the rest of a character that begins in them. */
void report_put_n(FILE *out, enum report_form form, const char *text, size_t len);

#endif
