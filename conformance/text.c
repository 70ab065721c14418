/* Text for people: wrapping, emphasis and suggestions.  Prints to the stream it is given, nowhere
 * else. */
#define _GNU_SOURCE
#include "conformance/text.h"

#include "clauses.h"

#include <ctype.h>
#include <stdbool.h>
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

/* Whether the letters and digits of a are those of b, in any case. */
static bool is_alike(const char *a, const char *b)
{
	for (;; a++, b++) {
		while (*a && !isalnum((unsigned char)*a))
			a++;
		while (*b && !isalnum((unsigned char)*b))
			b++;
		if (!*a || toupper((unsigned char)*a) != toupper((unsigned char)*b))
			return *a == *b;
	}
}

void text_hint(const char *word, const char *otherwise, char *out, size_t cap)
{
	int i = CLAUSE_NONE + 1;

	while (i < CLAUSES && !is_alike(clauses[i].id, word))
		i++;
	if (i < CLAUSES)
		snprintf(out, cap, "did you mean `%s`?", clauses[i].id);
	else
		snprintf(out, cap, "%s", otherwise);
}
