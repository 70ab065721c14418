/* Loads a wire layout from JSON.  The file is untrusted: every name, number and overlap is checked
 * before a codec may use it.  Prints nothing. */
#include "conformance/layout.h"

#include <errno.h>
#include <jansson.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct loader {
	struct wire_layout *layout;
	bool has_field[WIRE_FIELDS];
	bool has_header[WIRE_HEADERS];
	unsigned count; /* headers placed in layout->order so far */
	const char *path;
	char *error;
	size_t cap;
};

__attribute__((format(printf, 3, 4))) static enum result fail(struct loader *ld, enum result r,
							      const char *format, ...)
{
	va_list args;
	int n = snprintf(ld->error, ld->cap, "%s: ", ld->path);

	va_start(args, format);
	if (n >= 0 && (size_t)n < ld->cap)
		vsnprintf(ld->error + n, ld->cap - (size_t)n, format, args);
	va_end(args);
	return r;
}

/* The headers a file speaks of: from BASE to the last before the payload. */
static bool is_movable(unsigned h)
{
	return h >= wire_hdr_base && h != wire_hdr_crc;
}

static enum result load_field(struct loader *ld, unsigned h, json_t *item)
{
	const char *name, *doc, *clause; /* the last two are for people */
	json_int_t bit, width;
	json_error_t error;
	char full[64];
	enum wire_field_id f;

	if (json_unpack_ex(item, &error, JSON_STRICT, "{s:s, s:I, s:I, s?s, s?s}", "name", &name,
			   "bit", &bit, "width", &width, "doc", &doc, "clause", &clause))
		return fail(ld, RES_E_SYNTAX,
			    "a field of header %s: %s; write {\"name\": ..., \"bit\": ..., "
			    "\"width\": ...}",
			    wire_headers[h].name, error.text);
	snprintf(full, sizeof(full), "%s.%s", wire_headers[h].name, name);
	f = wire_field_by_name(full);
	if (f == WIRE_FIELDS)
		return fail(ld, RES_E_UNKNOWN,
			    "%s: no such field; `conformance layout` prints those there are", full);
	if (ld->has_field[f])
		return fail(ld, RES_E_SYNTAX, "%s: given twice; remove one", full);
	if (bit < 0 || bit > UINT16_MAX || width < 0 || width > UINT16_MAX)
		return fail(ld, RES_E_RANGE, "%s: bit and width must be between 0 and 65535", full);
	ld->has_field[f] = true;
	ld->layout->bit[f] = (uint16_t)bit;
	ld->layout->width[f] = (uint16_t)width;
	return RES_OK;
}

static unsigned movable_by_name(const char *name)
{
	unsigned h = wire_hdr_base;

	while (h < WIRE_HEADERS && (!is_movable(h) || strcmp(wire_headers[h].name, name) != 0))
		h++;
	return h;
}

static enum result load_fields(struct loader *ld, unsigned h, json_t *fields)
{
	json_t *field;
	size_t i;

	if (!json_is_array(fields))
		return fail(ld, RES_E_SYNTAX, "header %s: fields is no array; make it a list",
			    wire_headers[h].name);
	json_array_foreach(fields, i, field)
	{
		enum result r = load_field(ld, h, field);

		if (r != RES_OK)
			return r;
	}
	return RES_OK;
}

static enum result load_header(struct loader *ld, json_t *item)
{
	const char *name;
	json_int_t bytes;
	json_t *fields;
	json_error_t error;
	unsigned h;

	if (json_unpack_ex(item, &error, JSON_STRICT, "{s:s, s:I, s:o}", "name", &name, "bytes",
			   &bytes, "fields", &fields))
		return fail(ld, RES_E_SYNTAX,
			    "an entry of headers: %s; write {\"name\": ..., \"bytes\": ..., "
			    "\"fields\": [...]}",
			    error.text);
	h = movable_by_name(name);
	if (h == WIRE_HEADERS)
		return fail(ld, RES_E_UNKNOWN,
			    "%s: no such header; `conformance layout` prints those there are",
			    name);
	if (ld->has_header[h])
		return fail(ld, RES_E_SYNTAX, "header %s: given twice; remove one", name);
	if (bytes < 0 || bytes > UINT8_MAX)
		return fail(ld, RES_E_RANGE, "header %s: bytes must be between 0 and 255", name);
	ld->has_header[h] = true;
	ld->layout->order[ld->count++] = (uint8_t)h;
	ld->layout->header_bytes[h] = (uint16_t)bytes;
	return load_fields(ld, h, fields);
}

/* Reserved fields may be left out: they then take no bits. */
static enum result find_missing(struct loader *ld)
{
	for (unsigned h = 0; h < WIRE_HEADERS; h++)
		if (is_movable(h) && !ld->has_header[h])
			return fail(ld, RES_E_UNKNOWN, "header %s is missing; add it",
				    wire_headers[h].name);
	for (unsigned f = 0; f < WIRE_FIELDS; f++) {
		if (ld->has_field[f] || !is_movable(wire_fields[f].header))
			continue;
		if (wire_fields[f].policy != WIRE_RESERVED)
			return fail(ld, RES_E_UNKNOWN, "field %s is missing; add it to header %s",
				    wire_fields[f].name, wire_headers[wire_fields[f].header].name);
		ld->layout->bit[f] = 0;
		ld->layout->width[f] = 0;
	}
	return RES_OK;
}

static enum result load_headers(struct loader *ld, json_t *headers)
{
	json_t *header;
	size_t i;

	if (!json_is_array(headers))
		return fail(ld, RES_E_SYNTAX,
			    "headers is no array; list them in wire order, base first");
	ld->count = wire_hdr_base;
	json_array_foreach(headers, i, header)
	{
		enum result r = load_header(ld, header);

		if (r != RES_OK)
			return r;
	}
	return find_missing(ld);
}

static enum result load_opcode(struct loader *ld, const char *name, json_t *value)
{
	enum wire_kind k = wire_kind_by_name(name);
	const char *text = json_string_value(value);
	char *end;
	unsigned long n;

	if (k == PKT_UNKNOWN)
		return fail(ld, RES_E_UNKNOWN,
			    "opcodes.%s: no such packet kind; `conformance layout` prints those "
			    "there are",
			    name);
	errno = 0;
	n = text != NULL ? strtoul(text, &end, 16) : ULONG_MAX;
	if (n > UINT8_MAX || strncmp(text, "0x", 2) != 0 || *end != '\0')
		return fail(ld, RES_E_RANGE,
			    "opcodes.%s: write a string between \"0x00\" and \"0xff\"", name);
	ld->layout->opcode[k] = (uint8_t)n;
	return RES_OK;
}

static enum result load_opcodes(struct loader *ld, json_t *opcodes)
{
	const char *name;
	json_t *value;

	json_object_foreach(opcodes, name, value)
	{
		enum result r = load_opcode(ld, name, value);

		if (r != RES_OK)
			return r;
	}
	if (json_object_size(opcodes) != WIRE_KINDS)
		return fail(ld, RES_E_UNKNOWN,
			    "opcodes must name all %d packet kinds; `conformance layout` does",
			    WIRE_KINDS);
	for (unsigned k = 0; k < WIRE_KINDS; k++)
		for (unsigned j = 0; j < k; j++)
			if (ld->layout->opcode[j] == ld->layout->opcode[k])
				return fail(ld, RES_E_RANGE,
					    "opcodes.%s and opcodes.%s are both 0x%02x; give each "
					    "its own",
					    wire_kinds[j].name, wire_kinds[k].name,
					    (unsigned)ld->layout->opcode[k]);
	return RES_OK;
}

static enum result explain_headers(struct loader *ld)
{
	return fail(ld, RES_E_RANGE,
		    "headers: base must come first and path before reroute, and the headers of a "
		    "packet may grow by 64 bytes at most; change order or bytes");
}

/* Says in words what wire_layout_check found at f. */
static enum result explain_field(struct loader *ld, enum wire_field_id f)
{
	const struct wire_layout *l = ld->layout;
	const struct wire_field *row = &wire_fields[f];

	if (l->bit[f] + l->width[f] > l->header_bytes[row->header] * 8)
		return fail(ld, RES_E_RANGE,
			    "%s: bits %d to %d leave the %d bytes of its header; move it or "
			    "enlarge the header",
			    row->name, l->bit[f], l->bit[f] + l->width[f] - 1,
			    l->header_bytes[row->header]);
	if (row->base == WIRE_BYTES && (l->width[f] != row->width || l->bit[f] % 8 != 0))
		return fail(ld, RES_E_RANGE, "%s: must start at a byte and be %d bits wide",
			    row->name, row->width);
	for (unsigned g = 0; g < f; g++)
		if (wire_fields[g].header == row->header && l->bit[f] < l->bit[g] + l->width[g] &&
		    l->bit[g] < l->bit[f] + l->width[f])
			return fail(ld, RES_E_RANGE, "%s: overlaps %s; move one of them", row->name,
				    wire_fields[g].name);
	return fail(ld, RES_E_RANGE, "%s: the width %d is out of range; give it %s%d bits",
		    row->name, l->width[f], f == base_opcode ? "8 to " : "1 to ",
		    row->width <= 32 ? 32 : 64);
}

static enum result load(struct loader *ld, json_t *root)
{
	json_t *headers, *opcodes;
	json_error_t error;
	const char *name;
	enum wire_field_id where;
	enum result r;

	if (json_unpack_ex(root, &error, JSON_STRICT, "{s?s, s:o, s:o}", "name", &name, "headers",
			   &headers, "opcodes", &opcodes))
		return fail(ld, RES_E_SYNTAX,
			    "%s; a layout is {\"name\": ..., \"headers\": [...], \"opcodes\": "
			    "{...}}",
			    error.text);
	r = load_headers(ld, headers);
	if (r == RES_OK)
		r = load_opcodes(ld, opcodes);
	if (r == RES_OK && wire_layout_check(ld->layout, &where) != RES_OK)
		r = where == WIRE_FIELDS ? explain_headers(ld) : explain_field(ld, where);
	return r;
}

enum result conformance_layout_load(const char *path, struct wire_layout *out, char *error,
				    size_t cap)
{
	struct loader ld = { .layout = out, .path = path, .error = error, .cap = cap };
	json_error_t problem;
	FILE *f = fopen(path, "rb");
	json_t *root;
	enum result r;

	if (f == NULL)
		return fail(&ld, RES_E_IO, "%s; give a file written by `conformance layout`",
			    strerror(errno));
	root = json_loadf(f, JSON_REJECT_DUPLICATES, &problem);
	fclose(f);
	if (root == NULL)
		return fail(&ld, RES_E_SYNTAX, "line %d: %s; correct the JSON there", problem.line,
			    problem.text);
	*out = wire_layout_default;
	out->is_default = false;
	r = load(&ld, root);
	json_decref(root);
	return r;
}
