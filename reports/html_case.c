/* The findings of report.html, a section per case: what was demanded, what came, the frames. */
#include "reports/html.h"

#include "reports/model.h"

#include <stdlib.h>
#include <string.h>

/* Frames drawn in all ladders together; a device that breaks everything else makes a page that
 * no browser opens. */
enum { FRAMES_DRAWN = 6000, FRAMES_IN_FULL = 3, BITS_TOLD = 24 };

static void put(FILE *out, const char *text)
{
	report_put(out, REPORT_XML, text);
}

static bool is_ascii(const char *text)
{
	for (; *text; text++)
		if ((unsigned char)*text >= 0x80)
			return false;
	return true;
}

/* text with that marked which other has not: digit by digit where both are equally long. */
static void put_marked(FILE *out, const char *text, const char *other)
{
	size_t len = strlen(text);
	bool is_by_digit = len == strlen(other) && is_ascii(text) && is_ascii(other);

	fputs("<td class=\"m w\">", out);
	if (!is_by_digit && strcmp(text, other) != 0) {
		fputs("<mark>", out);
		put(out, text);
		fputs("</mark>", out);
	}
	for (size_t i = 0, run; is_by_digit && i < len; i += run) {
		bool differs = text[i] != other[i];

		for (run = 1; i + run < len && (text[i + run] != other[i + run]) == differs;)
			run++;
		fputs(differs ? "<mark>" : "", out);
		report_put_n(out, REPORT_XML, text + i, run);
		fputs(differs ? "</mark>" : "", out);
	}
	fputs("</td>", out);
}

/* ---- a SACK map in words ---- */

/* What wire_format makes of a map; false for anything else, and where it was cut. */
static bool parse_sack(const char *text, uint8_t sack[32])
{
	static const char begin[] = "bits ";
	const char *p;
	char *end;

	memset(sack, 0, 32);
	if (!strcmp(text, "none"))
		return true;
	if (strncmp(text, begin, sizeof(begin) - 1) != 0)
		return false;
	for (p = text + sizeof(begin) - 1;; p = end + strlen(", ")) {
		unsigned long from = strtoul(p, &end, 10), to = from;

		if (end == p)
			return false;
		if (*end == '-')
			to = strtoul(end + 1, &end, 10);
		if (to > 255 || to < from || end[-1] == '-')
			return false;
		for (; from <= to; from++)
			wire_sack_set(sack, (unsigned)from);
		if (strncmp(end, ", ", strlen(", ")) != 0)
			return *end == '\0';
	}
}

/* The bits that are set in a and not in b. */
static void put_bits(FILE *out, const char *what, const uint8_t a[32], const uint8_t b[32])
{
	unsigned n = 0;

	fprintf(out, "%s: ", what);
	for (unsigned i = 0; i < 256; i++) {
		if (!wire_sack_get(a, i) || wire_sack_get(b, i))
			continue;
		if (n < BITS_TOLD)
			fprintf(out, "%s%u", n ? ", " : "", i);
		n++;
	}
	fputs(n == 0 ? "none" : n > BITS_TOLD ? ", ..." : "", out);
}

static void put_sack_words(FILE *out, const json_t *f)
{
	uint8_t expected[32], seen[32];

	if (strcmp(report_get_text(f, "field"), wire_fields[ackh_sack].name) != 0 ||
	    !parse_sack(report_get_text(f, "expected"), expected) ||
	    !parse_sack(report_get_text(f, "seen"), seen))
		return;
	fputs("<tr><td></td><td colspan=\"6\">", out);
	put_bits(out, "Bits expected but not set", expected, seen);
	put_bits(out, "; set but not expected", seen, expected);
	fputs("</td></tr>\n", out);
}

/* ---- the findings ---- */

static void put_finding(FILE *out, const json_t *f)
{
	uint64_t frame = report_get_number(f, "frame"), line = report_get_number(f, "line");

	fputs("<tr><td class=\"k m\">", out);
	put(out, report_get_text(f, "clause"));
	fputs(report_is_should_name(report_get_text(f, "clause")) ? " (SHOULD)" : "", out);
	fputs("</td><td class=\"m\">", out);
	put(out, report_get_text(f, "field"));
	fputs("</td>", out);
	put_marked(out, report_get_text(f, "expected"), report_get_text(f, "seen"));
	put_marked(out, report_get_text(f, "seen"), report_get_text(f, "expected"));
	if (frame > 0)
		fprintf(out, "<td class=\"n\">%llu</td><td>", (unsigned long long)frame);
	else
		fputs("<td class=\"n\">none</td><td>", out);
	put(out, report_get_text(f, "judge"));
	fputs("</td><td class=\"m\">", out);
	put(out, report_get_text(f, "file"));
	if (line > 0)
		fprintf(out, ":%llu", (unsigned long long)line);
	fputs("</td></tr>\n", out);
	put_sack_words(out, f);
}

static void put_findings(FILE *out, const json_t *kase)
{
	size_t i;
	json_t *f;

	fputs("<table>\n<thead><tr><th>clause</th><th>field</th><th>expected</th><th>seen</th>"
	      "<th class=\"n\">frame</th><th>found by</th><th>step</th></tr></thead>\n<tbody>\n",
	      out);
	json_array_foreach(json_object_get(kase, "failures"), i, f) put_finding(out, f);
	fputs("</tbody>\n</table>\n", out);
}

/* The text of every clause named, once. */
static void put_demands(FILE *out, const json_t *kase)
{
	const json_t *failures = json_object_get(kase, "failures");

	for (size_t i = 0; i < json_array_size(failures); i++) {
		const char *clause = report_get_text(json_array_get(failures, i), "clause");
		bool is_said = false;

		for (size_t k = 0; k < i; k++)
			is_said = is_said ||
				  !strcmp(report_get_text(json_array_get(failures, k), "clause"),
					  clause);
		if (is_said)
			continue;
		fputs("<p class=\"demand\"><strong>", out);
		put(out, clause);
		fputs("</strong> ", out);
		put(out, report_clause_text(clause));
		fputs("</p>\n", out);
	}
}

/* The frames that findings name in full, each once, the first few. */
static void put_frames_in_full(FILE *out, const struct report_view *v, const json_t *kase,
			       const struct report_frames *frames)
{
	const json_t *failures = json_object_get(kase, "failures");
	uint64_t shown[FRAMES_IN_FULL] = { 0 };
	size_t n = 0;

	for (size_t i = 0; i < json_array_size(failures) && n < FRAMES_IN_FULL; i++) {
		const json_t *f = json_array_get(failures, i);
		uint64_t frame = report_get_number(f, "frame");
		bool is_shown = frame == 0 || frame > frames->count;

		for (size_t k = 0; k < n; k++)
			is_shown = is_shown || shown[k] == frame;
		if (is_shown)
			continue;
		report_html_frame(out, v, kase, frames, frame, report_get_text(f, "field"));
		shown[n++] = frame;
	}
}

/* The capture as link, and what can be drawn from it; adds the frames drawn to *drawn. */
static void put_evidence(FILE *out, const struct report_view *v, const json_t *kase, size_t *drawn)
{
	const json_t *evidence = json_object_get(kase, "evidence");
	const char *file = report_get_text(evidence, "file");
	struct report_frames frames;
	enum result r = report_frames_read(v->dir, file, &frames);

	if (r == RES_E_UNKNOWN) {
		fputs("<p>No capture was kept.</p>\n", out);
		return;
	}
	fputs("<p>Capture: <a href=\"", out);
	put(out, file);
	fputs("\">", out);
	put(out, file);
	fprintf(out, "</a>, %llu frames. ",
		(unsigned long long)report_get_number(evidence, "frames"));
	if (r != RES_OK)
		fprintf(out, "It cannot be shown: %s.",
			r == RES_E_IO ? "it is not there or cannot be read" : result_text(r));
	else if (strcmp(frames.sha256, report_get_text(evidence, "sha256")) != 0)
		fputs("<strong>It is not the file of this run: its digest differs.</strong>", out);
	else if (*drawn >= FRAMES_DRAWN)
		fputs("Not drawn: this page has enough of them.", out);
	fputs("</p>\n", out);
	if (r == RES_OK && *drawn < FRAMES_DRAWN) {
		*drawn += report_html_ladder(out, v, kase, &frames);
		put_frames_in_full(out, v, kase, &frames);
	}
	report_frames_free(&frames);
}

static bool put_case(FILE *out, const struct report_view *v, const json_t *kase, size_t number,
		     size_t *drawn)
{
	const char *id = report_get_text(kase, "id"), *word;
	char *command = report_command(v, id);
	bool ok = command != NULL;

	word = report_outcome_word(report_outcome(kase));
	fprintf(out, "<article class=\"case %s\" id=\"case-%zu\">\n<h3><code>", word, number);
	put(out, id);
	fprintf(out, "</code> <span class=\"v %s\">%s</span></h3>\n<p>", word, word);
	put(out, report_case_text(id));
	fputs("</p>\n", out);
	put_demands(out, kase);
	put_findings(out, kase);
	put_evidence(out, v, kase, drawn);
	fputs("<p>Again: <code>", out);
	put(out, command);
	fputs("</code></p>\n</article>\n", out);
	free(command);
	return ok;
}

bool report_html_failures(FILE *out, const struct report_view *v)
{
	const json_t *cases = json_object_get(v->report, "cases");
	size_t n = 0, drawn = 0, i;
	bool ok = true;
	json_t *kase;

	fputs("<section id=\"failures\">\n<h2>Findings, case by case</h2>\n", out);
	for (int o = 0; o < REPORT_OUTCOME_COUNT; o++)
		json_array_foreach(cases, i, kase)
		{
			if ((int)report_outcome(kase) != o ||
			    json_array_size(json_object_get(kase, "failures")) == 0)
				continue;
			ok = put_case(out, v, kase, i, &drawn) && ok;
			n++;
		}
	if (n == 0)
		fputs("<p>None.</p>\n", out);
	fputs("</section>\n", out);
	return ok;
}
