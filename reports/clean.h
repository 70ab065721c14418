/* Texts that may hold what a device said, made fit for a terminal and for JSON. */
#ifndef REPORTS_CLEAN_H
#define REPORTS_CLEAN_H

#include <jansson.h>
#include <stddef.h>

enum { REPORT_TEXT_MAX = 512 };

/* Copies text (NULL: "") to out, always terminated and cut at cap; every byte that is not
 * printable ASCII becomes '?', so that no escape sequence reaches a terminal. */
void report_clean(const char *text, char *out, size_t cap);
/* A JSON string of text (NULL: ""), as it is when valid UTF-8, cleaned otherwise.  NULL only
 * without memory; the caller owns it. */
json_t *report_json_text(const char *text);

#endif
