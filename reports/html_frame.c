/* One frame in full: every field, then every byte; the field a finding names is marked in both. */
#include "reports/html.h"

#include "reports/model.h"

#include <string.h>

enum { BYTES_SHOWN = 512, PER_LINE = 16 };

/* The bytes of a field in the frame: [from, to). */
static void locate(const struct report_view *v, const struct wire_packet *p,
		   enum wire_field_id field, size_t *from, size_t *to)
{
	size_t at;

	*from = *to = 0;
	if (field == WIRE_FIELDS || !wire_has(p, field) ||
	    wire_header_offset(v->layout, p, wire_fields[field].header, &at) != RES_OK)
		return;
	*from = at + v->layout->bit[field] / 8;
	*to = at + (v->layout->bit[field] + v->layout->width[field] + 7u) / 8;
}

static void put_fields(FILE *out, const struct wire_packet *p, enum wire_field_id marked)
{
	char text[WIRE_TEXT_MAX];

	fputs("<table "
	      "class=\"narrow\">\n<thead><tr><th>field</th><th>value</th><th>meaning</th></tr>"
	      "</thead>\n<tbody>\n",
	      out);
	for (int i = 0; i < WIRE_FIELDS; i++) {
		enum wire_field_id f = (enum wire_field_id)i;

		if (!wire_has(p, f) ||
		    (wire_fields[f].policy == WIRE_RESERVED && wire_get(p, f) == 0))
			continue;
		wire_format(p, f, text, sizeof(text));
		fprintf(out, "<tr%s><td class=\"m k\">%s</td><td class=\"m w\">",
			f == marked ? " class=\"hit\"" : "", wire_fields[f].name);
		report_put(out, REPORT_XML, text);
		fputs("</td><td>", out);
		report_put(out, REPORT_XML, wire_fields[f].doc);
		fputs("</td></tr>\n", out);
	}
	fputs("</tbody>\n</table>\n", out);
}

static void put_line(FILE *out, const struct report_frame *f, size_t at, size_t from, size_t to)
{
	size_t end = at + PER_LINE < f->len ? at + PER_LINE : f->len;

	fprintf(out, "%04zx ", at);
	for (size_t i = at; i < end; i++) {
		bool begins = i >= from && i < to && (i == at || i == from);
		bool ends = i >= from && i < to && (i + 1 == end || i + 1 == to);

		fprintf(out, " %s%02x%s", begins ? "<mark>" : "", f->data[i],
			ends ? "</mark>" : "");
	}
	fputc('\n', out);
}

static void put_bytes(FILE *out, const struct report_frame *f, size_t from, size_t to)
{
	size_t end = f->len < BYTES_SHOWN ? f->len : BYTES_SHOWN;

	fputs("<pre>", out);
	for (size_t at = 0; at < end; at += PER_LINE)
		put_line(out, f, at, from, to);
	if (end < f->len)
		fprintf(out, "%zu bytes more\n", f->len - end);
	fputs("</pre>\n", out);
}

void report_html_frame(FILE *out, const struct report_view *v, const json_t *kase,
		       const struct report_frames *frames, uint64_t number, const char *field)
{
	const struct report_frame *f = &frames->frames[number - 1];
	enum wire_field_id marked = wire_field_by_name(field);
	struct wire_packet p;
	enum result r = report_html_decode(v, kase, f, &p);
	size_t from, to;

	locate(v, &p, marked, &from, &to);
	fprintf(out, "<details><summary>Frame %llu in full, %s, %u bytes</summary>\n",
		(unsigned long long)number,
		f->is_sent ? "sent by the tester" : "sent by the device", (unsigned)f->len);
	if (r != RES_OK)
		fprintf(out, "<p>Not a well-formed packet: %s.</p>\n", result_text(r));
	put_fields(out, &p, marked);
	put_bytes(out, f, from, to);
	fputs("</details>\n", out);
}
