/* The packet ladder: a case's frames between tester and device, as inline SVG.  A view of the
 * capture; which frames matter is the findings' word. */
#define _POSIX_C_SOURCE 200809L /* open_memstream */
#include "reports/html.h"

#include "reports/model.h"

#include <stdlib.h>
#include <string.h>

/* Frames shown before and after one that a finding names, and in all. */
enum { FIRST = 3, BEFORE = 14, AFTER = 4, ROWS_MAX = 90, SAME_FOR = 4 };
enum { TEXT_SHOWN = 110, ROW = 20, HEAD = 26, PATH_COLOURS = 8, UDP_PORT = 4791 };
enum { X_NUMBER = 40, X_TIME = 158, X_TESTER = 178, X_DEVICE = 350, X_TEXT = 364, WIDTH = 1160 };

static uint16_t port_of(const json_t *kase)
{
	uint64_t port = report_get_number(json_object_get(kase, "setup"), "udp_port");

	return port > 0 && port <= UINT16_MAX ? (uint16_t)port : UDP_PORT;
}

enum result report_html_decode(const struct report_view *v, const json_t *kase,
			       const struct report_frame *f, struct wire_packet *out)
{
	memset(out, 0, sizeof(*out));
	return wire_decode(v->layout, port_of(kase), f->data, f->len, out, NULL);
}

static bool is_named(const json_t *kase, size_t number)
{
	size_t i;
	json_t *f;

	json_array_foreach(json_object_get(kase, "failures"), i, f)
	{
		if (report_get_number(f, "frame") == number)
			return true;
	}
	return false;
}

/* Marks the other transmissions of what the named frame carries: a finding about a repair is read
 * beside the packet that it repairs. */
static void choose_same(const struct report_view *v, const json_t *kase,
			const struct report_frames *f, size_t named, bool *shown)
{
	const struct report_frame *frame = &f->frames[named - 1];
	struct wire_packet p, other;

	if (report_html_decode(v, kase, frame, &p) != RES_OK || !wire_is_sequenced(p.kind))
		return;
	for (size_t n = 1; n <= f->count; n++)
		if (f->frames[n - 1].is_sent == frame->is_sent &&
		    report_html_decode(v, kase, &f->frames[n - 1], &other) == RES_OK &&
		    wire_is_sequenced(other.kind) && other.path_id == p.path_id &&
		    other.base_psn == p.base_psn)
			shown[n] = true;
}

static void choose_range(size_t from, size_t to, size_t count, bool *shown)
{
	for (size_t n = from; n <= to && n <= count; n++)
		shown[n] = true;
}

/* Marks in shown[1..count] what is drawn; without a named frame the last ones. */
static void choose(const struct report_view *v, const json_t *kase, const struct report_frames *f,
		   bool *shown)
{
	const json_t *failures = json_object_get(kase, "failures");
	bool is_any = false;

	choose_range(1, FIRST, f->count, shown);
	for (size_t i = 0; i < json_array_size(failures); i++) {
		uint64_t at = report_get_number(json_array_get(failures, i), "frame");

		if (at == 0 || at > f->count)
			continue;
		is_any = true;
		choose_range(at > BEFORE ? at - BEFORE : 1, at + AFTER, f->count, shown);
		if (i < SAME_FOR)
			choose_same(v, kase, f, at, shown);
	}
	if (!is_any)
		choose_range(f->count > BEFORE ? f->count - BEFORE : 1, f->count, f->count, shown);
}

static void put_text(FILE *out, int x, unsigned y, const char *class, const char *text)
{
	size_t len = strlen(text);

	fprintf(out, "<text x=\"%d\" y=\"%u\" class=\"%s\">", x, y + 4, class);
	report_put_n(out, REPORT_XML, text, len < TEXT_SHOWN ? len : TEXT_SHOWN);
	fputs(len > TEXT_SHOWN ? "...</text>" : "</text>", out);
}

/* What stands at a frame's right: the packet, or why it is none. */
static void describe(const struct report_frame *f, enum result r, const struct wire_packet *p,
		     char *text, size_t cap)
{
	size_t n;
	bool is_arp = f->len >= 14 && f->data[12] == 0x08 && f->data[13] == 0x06;

	if (r == RES_E_FOREIGN)
		snprintf(text, cap, "%s, %u bytes", is_arp ? "ARP" : "another protocol",
			 (unsigned)f->len);
	else
		wire_summary(p, text, cap);
	n = strlen(text);
	if (r != RES_OK && r != RES_E_FOREIGN)
		snprintf(text + n, cap - n, "%s%s", n ? ": " : "", result_text(r));
	n = strlen(text);
	/* The session's comment says the same of a packet unless there is more to say. */
	if (f->comment_len > 0 && (f->comment_len != n || memcmp(f->comment, text, n) != 0))
		snprintf(text + n, cap - n, " | %.*s", (int)f->comment_len,
			 (const char *)f->comment);
}

static void put_arrow(FILE *out, const struct report_frame *f, const char *colour, unsigned y)
{
	int from = f->is_sent ? X_TESTER : X_DEVICE, to = f->is_sent ? X_DEVICE : X_TESTER;
	int back = f->is_sent ? to - 9 : to + 9;

	fprintf(out,
		"<line class=\"a %s\" x1=\"%d\" y1=\"%u\" x2=\"%d\" y2=\"%u\"/>"
		"<polygon class=\"%s\" points=\"%d,%u %d,%u %d,%u\"/>",
		colour, from, y, back, y, colour, to, y, back, y - 4, back, y + 4);
}

/* The findings that name this frame, one line each below it. */
static unsigned put_whys(FILE *out, const json_t *kase, size_t number, unsigned y)
{
	size_t i;
	json_t *f;

	json_array_foreach(json_object_get(kase, "failures"), i, f)
	{
		char text[TEXT_SHOWN + 8];

		if (report_get_number(f, "frame") != number)
			continue;
		snprintf(text, sizeof(text), "%s: %s, %.30s", report_get_text(f, "clause"),
			 report_get_text(f, "field"), report_get_text(f, "judge"));
		fprintf(out, "<rect class=\"hit\" x=\"0\" y=\"%u\" width=\"%d\" height=\"%d\"/>",
			y - ROW / 2, WIDTH, ROW);
		put_text(out, X_TEXT, y, "why", text);
		y += ROW;
	}
	return y;
}

/* One frame at height y; returns the height of what comes next. */
static unsigned put_frame(FILE *out, const struct report_view *v, const json_t *kase,
			  const struct report_frames *frames, size_t number, unsigned y)
{
	const struct report_frame *f = &frames->frames[number - 1];
	uint64_t since = f->stamp_ns - frames->frames[0].stamp_ns;
	char text[512], time[40], colour[8] = "px", digits[24];
	struct wire_packet p;
	enum result r = report_html_decode(v, kase, f, &p);

	if (wire_has(&p, path_id))
		snprintf(colour, sizeof(colour), "p%u",
			 (unsigned)(wire_get(&p, path_id) % PATH_COLOURS));
	describe(f, r, &p, text, sizeof(text));
	snprintf(digits, sizeof(digits), "%zu", number);
	snprintf(time, sizeof(time), "%llu.%03u us", (unsigned long long)(since / 1000),
		 (unsigned)(since % 1000));
	if (is_named(kase, number))
		fprintf(out, "<rect class=\"hit\" x=\"0\" y=\"%u\" width=\"%d\" height=\"%d\"/>",
			y - ROW / 2, WIDTH, ROW);
	put_text(out, X_NUMBER, y, "end", digits);
	put_text(out, X_TIME, y, "end faint", time);
	put_arrow(out, f, colour, y);
	put_text(out, X_TEXT, y, "", text);
	fputc('\n', out);
	return put_whys(out, kase, number, y + ROW);
}

static unsigned put_gap(FILE *out, size_t from, size_t to, unsigned y)
{
	char text[80];

	snprintf(text, sizeof(text), "%zu frame%s not drawn (%zu to %zu)", to - from + 1,
		 to > from ? "s" : "", from, to);
	put_text(out, X_TEXT, y, "faint", text);
	fputc('\n', out);
	return y + ROW;
}

static size_t put_rows(FILE *out, const struct report_view *v, const json_t *kase,
		       const struct report_frames *f, const bool *shown, unsigned *y)
{
	size_t drawn = 0, gap = 0;

	for (size_t n = 1; n <= f->count; n++) {
		if (!shown[n] || drawn >= ROWS_MAX) {
			gap = gap ? gap : n;
			continue;
		}
		if (gap)
			*y = put_gap(out, gap, n - 1, *y);
		gap = 0;
		*y = put_frame(out, v, kase, f, n, *y);
		drawn++;
	}
	if (gap)
		*y = put_gap(out, gap, f->count, *y);
	return drawn;
}

/* Into memory first: the height stands before the rows. */
size_t report_html_ladder(FILE *out, const struct report_view *v, const json_t *kase,
			  const struct report_frames *f)
{
	bool *shown = calloc(f->count + 1, sizeof(*shown));
	char *rows = NULL;
	size_t len, drawn = 0;
	unsigned y = HEAD + ROW / 2;
	FILE *m = shown && f->count > 0 ? open_memstream(&rows, &len) : NULL;

	if (m) {
		choose(v, kase, f, shown);
		drawn = put_rows(m, v, kase, f, shown, &y);
	}
	if (m && fclose(m) == 0) {
		fprintf(out,
			"<figure class=\"ladder\"><svg viewBox=\"0 0 %d %u\" role=\"img\" "
			"aria-label=\"Frames between tester and device\">\n",
			WIDTH, y);
		fprintf(out,
			"<line class=\"life\" x1=\"%d\" y1=\"%d\" x2=\"%d\" y2=\"%u\"/>"
			"<line class=\"life\" x1=\"%d\" y1=\"%d\" x2=\"%d\" y2=\"%u\"/>",
			X_TESTER, HEAD - 6, X_TESTER, y, X_DEVICE, HEAD - 6, X_DEVICE, y);
		put_text(out, X_TESTER, HEAD / 2 - 4, "mid faint", "tester");
		put_text(out, X_DEVICE, HEAD / 2 - 4, "mid faint", "device");
		put_text(out, X_NUMBER, HEAD / 2 - 4, "end faint", "frame");
		fputc('\n', out);
		fputs(rows, out);
		fputs("</svg></figure>\n", out);
	}
	free(rows);
	free(shown);
	return drawn;
}
