/* Text for people: wrapping and emphasis.  Prints to the stream it is given, nowhere else. */
#define _GNU_SOURCE
#include "conformance/text.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

void text_wrap(FILE *f, size_t column, size_t indent, const char *text)
{
	size_t start = column;

	while (*text) {
		size_t word = strcspn(text, " ");

		if (column > start && column + 1 + word > TEXT_WIDTH) {
			fprintf(f, "\n%*s", (int)indent, "");
			column = start = indent;
		}
		if (column > start)
			fputc(' ', f);
		column += word + (column > start);
		fwrite(text, 1, word, f);
		text += word;
		text += strspn(text, " ");
	}
	fputc('\n', f);
}

static int is_coloured(FILE *f)
{
	const char *off = getenv("NO_COLOR");

	return isatty(fileno(f)) && !(off && *off);
}

const char *text_bold(FILE *f)
{
	return is_coloured(f) ? "\033[1m" : "";
}

const char *text_plain(FILE *f)
{
	return is_coloured(f) ? "\033[0m" : "";
}
