/* One walk over the characters for all forms; a form only says what it may not leave as it is. */
#include "reports/escape.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

enum { NO_UTF8 = -1 };

/* Length of the character at p and, in *c, its number; NO_UTF8 and 1 for a byte that begins
 * none (also overlong forms, surrogates, beyond U+10FFFF).  A terminator ends any sequence. */
static unsigned decode(const unsigned char *p, int32_t *c)
{
	static const int32_t least[] = { 0, 0, 0x80, 0x800, 0x10000 };
	unsigned len = *p < 0x80 ? 1 : *p < 0xc0 ? 0 : *p < 0xe0 ? 2 : *p < 0xf0 ? 3 : 4;

	*c = len == 1 ? *p : *p & (0x7f >> len);
	for (unsigned i = 1; i < len; i++) {
		if ((p[i] & 0xc0) != 0x80) {
			*c = NO_UTF8;
			return 1;
		}
		*c = *c << 6 | (p[i] & 0x3f);
	}
	if (len > 0 && *p < 0xf8 && *c >= least[len] && *c <= 0x10ffff &&
	    !(*c >= 0xd800 && *c < 0xe000))
		return len;
	*c = NO_UTF8;
	return 1;
}

static bool is_within(int32_t c, int32_t low, int32_t high)
{
	return c >= low && c <= high;
}

/* Controls, zero-width and direction marks, line separators, noncharacters, tags. */
static bool is_unseen(int32_t c)
{
	return is_within(c, 0, 0x1f) || is_within(c, 0x7f, 0x9f) || c == 0xad || c == 0x61c ||
	       is_within(c, 0x200b, 0x200f) || is_within(c, 0x2028, 0x202e) ||
	       is_within(c, 0x2060, 0x206f) || c == 0xfeff || is_within(c, 0xfdd0, 0xfdef) ||
	       is_within(c, 0xfff9, 0xfffb) || (c & 0xfffe) == 0xfffe ||
	       is_within(c, 0xe0000, 0xe007f);
}

static void put_code(FILE *out, enum report_form form, int32_t c, unsigned char byte)
{
	const char *slash = form == REPORT_QUOTED || form == REPORT_TAP ? "\\\\"
			    : form == REPORT_MARKDOWN                   ? "&#92;"
									: "\\";

	if (c == NO_UTF8 || c < 0x100)
		fprintf(out, "%sx%02x", slash, c == NO_UTF8 ? byte : (unsigned)c);
	else
		fprintf(out, "%su%04x", slash, (unsigned)c);
}

/* What must not stand as it is; 0 if it may. */
static const char *special(enum report_form form)
{
	static const char *const sets[] = {
		[REPORT_XML] = "<>&\"'",  [REPORT_MARKDOWN] = "\\`*_{}[]<>|#&~!@:$",
		[REPORT_TAP] = "\\#",     [REPORT_PLAIN] = "",
		[REPORT_QUOTED] = "\\\"",
	};

	return sets[form];
}

/* Markdown gives these two a meaning only at certain places: _ outside words, : before //. */
static bool is_harmless(const unsigned char *begin, const unsigned char *p)
{
	if (*p == '_')
		return p > begin && isalnum(p[-1]) && isalnum(p[1]);
	return *p == ':' && p[1] != '/';
}

static void put_seen(FILE *out, enum report_form form, const unsigned char *begin,
		     const unsigned char *p, unsigned len)
{
	if (len > 1 || !strchr(special(form), *p) ||
	    (form == REPORT_MARKDOWN && is_harmless(begin, p)))
		fwrite(p, 1, len, out);
	else if (form == REPORT_TAP || form == REPORT_QUOTED)
		fprintf(out, "\\%c", *p);
	else
		fprintf(out, "&#%u;", *p);
}

void report_put_n(FILE *out, enum report_form form, const char *text, size_t len)
{
	const unsigned char *p = (const unsigned char *)text, *end = p + len;

	while (p < end && *p) {
		int32_t c;
		unsigned n = decode(p, &c);

		if (c == NO_UTF8 || is_unseen(c))
			put_code(out, form, c, *p);
		else
			put_seen(out, form, (const unsigned char *)text, p, n);
		p += n;
	}
}

void report_put(FILE *out, enum report_form form, const char *text)
{
	if (text)
		report_put_n(out, form, text, strlen(text));
}
