/* Texts made harmless.  What a device said is data here and never reaches an output raw. */
#include "reports/clean.h"

void report_clean(const char *text, char *out, size_t cap)
{
	size_t n = 0;

	if (cap == 0)
		return;
	for (; text && *text && n + 1 < cap; text++, n++) {
		out[n] = '?';
		if (*text >= 0x20 && *text < 0x7f)
			out[n] = *text;
	}
	out[n] = '\0';
}

json_t *report_json_text(const char *text)
{
	char clean[REPORT_TEXT_MAX];
	json_t *s = json_string(text ? text : "");

	if (s)
		return s;
	report_clean(text, clean, sizeof(clean));
	return json_string(clean);
}
