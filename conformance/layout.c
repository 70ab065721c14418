/* `conformance layout`: prints the wire layout as JSON (which --layout loads back) or as tables for
 * people, and checks layout files.  All numbers come from the tables of reference/wire. */
#include "conformance/layout.h"

#include "clauses.h"
#include "conformance/commands.h"

#include <getopt.h>
#include <jansson.h>
#include <stdio.h>
#include <string.h>

static void print_usage(FILE *f)
{
	fputs("usage: conformance layout [--json | --markdown | --check FILE]\n\n"
	      "Prints the wire layout metaroce-open-1.  Save it, change offsets, widths, header\n"
	      "order, sizes or opcodes, and give it to `conformance run --layout FILE`.\n\n"
	      "  --json        as JSON (the default)\n"
	      "  --markdown    as tables of all fields and packets\n"
	      "  --check FILE  whether FILE is a layout that can be used\n",
	      f);
}

static const char *short_name(const struct wire_field *row)
{
	return strchr(row->name, '.') + 1;
}

/* One object on one line, so that a person can edit the file as a table. */
static void print_field_json(unsigned f, const char *after)
{
	const struct wire_field *row = &wire_fields[f];
	json_t *o = json_pack("{s:s, s:i, s:i, s:s, s:s}", "name", short_name(row), "bit",
			      (int)row->bit, "width", (int)row->width, "clause",
			      clauses[row->clause].id, "doc", row->doc);

	fputs("   ", stdout);
	json_dumpf(o, stdout, 0);
	puts(after);
	json_decref(o);
}

static void print_header_json(unsigned h, const char *after)
{
	unsigned last = WIRE_FIELDS;

	printf("  {\"name\": \"%s\", \"bytes\": %u, \"fields\": [\n", wire_headers[h].name,
	       wire_headers[h].bytes);
	while (wire_fields[last - 1].header != h)
		last--;
	for (unsigned f = 0; f < last; f++)
		if (wire_fields[f].header == h)
			print_field_json(f, f + 1 == last ? "" : ",");
	printf("  ]}%s\n", after);
}

static void print_json(void)
{
	puts("{\n \"name\": \"metaroce-open-1\",\n \"headers\": [");
	for (unsigned h = wire_hdr_base; h < wire_hdr_crc; h++)
		print_header_json(h, h + 1 == wire_hdr_crc ? "" : ",");
	puts(" ],\n \"opcodes\": {");
	for (unsigned k = 0; k < WIRE_KINDS; k++)
		printf("  \"%s\": \"0x%02x\"%s\n", wire_kinds[k].name, wire_kinds[k].opcode,
		       k + 1 == WIRE_KINDS ? "" : ",");
	puts(" }\n}");
}

static void print_header_markdown(unsigned h)
{
	static const char *policies[] = { [WIRE_EXACT] = "exact",
					  [WIRE_BOUNDED] = "bounded",
					  [WIRE_RELATION] = "relation",
					  [WIRE_FREE] = "free",
					  [WIRE_RESERVED] = "reserved" };

	printf("\n### %s: %s, %u bytes (%s)\n\n", wire_headers[h].name, wire_headers[h].doc,
	       wire_headers[h].bytes, clauses[wire_headers[h].clause].id);
	puts("| bit | width | field | compared | clause | meaning |\n|---|---|---|---|---|---|");
	for (unsigned f = 0; f < WIRE_FIELDS; f++) {
		const struct wire_field *row = &wire_fields[f];

		if (row->header == h)
			printf("| %u | %u | %s | %s | %s | %s |\n", row->bit, row->width, row->name,
			       policies[row->policy], clauses[row->clause].id, row->doc);
	}
}

static void print_kind_markdown(const struct wire_kind_info *k)
{
	printf("| %s | 0x%02X | base path", k->name, k->opcode);
	if ((k->flags & (WIRE_MSGK | WIRE_RESP)) != 0)
		fputs(" (reroute)", stdout);
	for (unsigned h = 0; h < WIRE_HEADERS; h++)
		if ((k->headers >> h & 1) != 0)
			printf(" %s", wire_headers[h].name);
	printf("%s crc | %s | %s | %s |\n", (k->flags & WIRE_PAY) != 0 ? " payload pad" : "",
	       (k->flags & WIRE_SEQ) != 0 ? "yes" : "no", clauses[k->clause].id, k->doc);
}

static void print_values_markdown(const char *title, const struct wire_value *v, unsigned count)
{
	printf("\n## %s\n\n| value | name | clause | meaning |\n|---|---|---|---|\n", title);
	for (unsigned i = 0; i < count; i++)
		printf("| %u | %s | %s | %s |\n", v[i].value, v[i].name, clauses[v[i].clause].id,
		       v[i].doc);
}

static void print_markdown(void)
{
	puts("# Wire layout metaroce-open-1\n\n"
	     "Printed by `conformance layout --markdown`.  Bits count from the first bit of the\n"
	     "header; numbers are big-endian, the CRC alone goes least significant byte first.\n\n"
	     "## Packets\n\n"
	     "| kind | opcode | headers after UDP | takes a PSN | clause | meaning |\n"
	     "|---|---|---|---|---|---|");
	for (unsigned k = 0; k < WIRE_KINDS; k++)
		print_kind_markdown(&wire_kinds[k]);
	puts("\n## Headers");
	for (unsigned h = 0; h < WIRE_HEADERS; h++)
		print_header_markdown(h);
	print_values_markdown("Status codes", wire_statuses, STATUS_COUNT);
	print_values_markdown("Close reasons", wire_close_reasons, CLOSE_REASON_COUNT);
}

static int check(const char *path)
{
	struct wire_layout l;
	char error[512];
	unsigned moved = 0, renumbered = 0;

	if (conformance_layout_load(path, &l, error, sizeof(error)) != RES_OK) {
		fprintf(stderr, "conformance layout: %s\n", error);
		return EXIT_USAGE;
	}
	for (unsigned f = 0; f < WIRE_FIELDS; f++)
		moved += l.bit[f] != wire_fields[f].bit || l.width[f] != wire_fields[f].width;
	for (unsigned k = 0; k < WIRE_KINDS; k++)
		renumbered += l.opcode[k] != wire_kinds[k].opcode;
	printf("%s: good; %u fields and %u opcodes differ from metaroce-open-1%s\n", path, moved,
	       renumbered,
	       memcmp(l.order, wire_layout_default.order, sizeof(l.order)) != 0
		       ? ", headers stand in another order"
		       : "");
	return 0;
}

int layout_main(int argc, char **argv)
{
	static const struct option options[] = { { "json", no_argument, NULL, 'j' },
						 { "markdown", no_argument, NULL, 'm' },
						 { "check", required_argument, NULL, 'c' },
						 { "help", no_argument, NULL, 'h' },
						 { NULL, 0, NULL, 0 } };
	void (*print)(void) = print_json;
	const char *path = NULL;
	int option;

	while ((option = getopt_long(argc, argv, "h", options, NULL)) != -1) {
		if (option == 'h') {
			print_usage(stdout);
			return 0;
		}
		if (option == 'c')
			path = optarg;
		else if (option == 'j' || option == 'm')
			print = option == 'm' ? print_markdown : print_json;
		else
			return print_usage(stderr), EXIT_USAGE;
	}
	if (optind < argc)
		return print_usage(stderr), EXIT_USAGE;
	if (path != NULL)
		return check(path);
	print();
	return 0;
}
