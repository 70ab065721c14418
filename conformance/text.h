/* Text for people: wrapping, emphasis, and what a wrong word may have meant.  Colour only where it
 * can be seen. */
#ifndef CONFORMANCE_TEXT_H
#define CONFORMANCE_TEXT_H

#include <stddef.h>
#include <stdio.h>

enum { TEXT_WIDTH = 96 };

/* Prints text, wrapped at TEXT_WIDTH.  The caller has already printed `column` characters; further
 * lines start at `indent`.  Ends with a newline. */
void text_wrap(FILE *f, size_t column, size_t indent, const char *text);
/* Escape sequences to begin and end emphasis, empty unless f is a terminal and NO_COLOR unset. */
const char *text_bold(FILE *f);
const char *text_plain(FILE *f);
/* What to say to a word that means nothing: "did you mean `SACK-2`?" to "SACK2", else otherwise. */
void text_hint(const char *word, const char *otherwise, char *out, size_t cap);

#endif
