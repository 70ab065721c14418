/* Options of `conformance run`: one table for parsing and for the help text. */
#include "conformance/run.h"

#include "conformance/commands.h"

#include <errno.h>
#include <getopt.h>
#include <inttypes.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum option_kind { TEXT, NUMBER, FLAG };

static const struct option_row {
	const char *name;
	enum option_kind kind;
	size_t member; /* in struct run_options: const char *, uint64_t or bool */
	uint64_t min, max;
	const char *argument, *help;
} rows[] = {
#define MEMBER(name) offsetof(struct run_options, name)
	{ "wire", TEXT, MEMBER(wire), 0, 0, "W",
	  "sim (virtual time, in this process), veth (own network namespaces, the default),\n"
	  "or if:NAME[,NAME] (real ports, one per plane)" },
	{ "dut", TEXT, MEMBER(dut), 0, 0, "D",
	  "soft (the bundled device, the default), or an adapter that speaks CONTROL.md:\n"
	  "exec:COMMAND, tcp:HOST:PORT, unix:PATH" },
	{ "ics", TEXT, MEMBER(ics), 0, 0, "FILE",
	  "what the device supports (JSON); without it, what it says in hello" },
	{ "ixit", TEXT, MEMBER(ixit), 0, 0, "FILE",
	  "what the device declares for the test: times, depths, rates (JSON)" },
	{ "layout", TEXT, MEMBER(layout), 0, 0, "FILE",
	  "another wire layout, in the form `conformance layout` prints" },
	{ "level", TEXT, MEMBER(level), 0, 0, "L",
	  "should (everything, the default) or must (leaves out SHOULD clauses)" },
	{ "out", TEXT, MEMBER(out), 0, 0, "DIR",
	  "where the reports go; made if needed (default conformance-run)" },
	{ "seed", NUMBER, MEMBER(seed), 0, INT64_MAX, "N",
	  "the run is a function of it, on the wire sim exactly (default 1)" },
	{ "planes", NUMBER, MEMBER(planes), 1, 16, "N",
	  "planes, one port each (default 1; with if: as many as names)" },
	{ "ip", NUMBER, MEMBER(family), 4, 6, "4|6", "IP version (default 4)" },
	{ "vlan", NUMBER, MEMBER(vlan), 1, 4094, "N",
	  "tag all frames with this VLAN (default none)" },
	{ "image", TEXT, MEMBER(image), 0, 0, "FILE",
	  "another build of the bundled device (default device.so beside the program)" },
	{ "stop-on-fail", FLAG, MEMBER(stop_on_fail), 0, 0, NULL,
	  "end after the first failed case" },
	{ "quiet", FLAG, MEMBER(quiet), 0, 0, NULL,
	  "show only cases that did not pass, and the end" },
	{ "json", FLAG, MEMBER(json), 0, 0, NULL,
	  "print the report on standard output, progress on standard error" },
	{ "help", FLAG, MEMBER(help), 0, 0, NULL, "this text" },
#undef MEMBER
};
enum { ROWS = sizeof(rows) / sizeof(rows[0]) };

void run_options_help(FILE *f)
{
	fputs("usage: conformance run [OPTION...] [SELECTOR...]\n\n"
	      "Runs cases against a device, writes report.json with the evidence and says which\n"
	      "clauses of the profile it meets.  A selector is a case (sack/bit_positions), one "
	      "value\n"
	      "of its sweep (sack/bit_positions#137), a family (sack/), a clause (SACK-2), a role\n"
	      "(receiver), a level (must) or a kind (negative); several add up, none means "
	      "all.\n\n",
	      f);
	for (size_t i = 0; i < ROWS; i++) {
		const char *line = rows[i].help, *end;
		int used = fprintf(f, "  --%s %s", rows[i].name,
				   rows[i].argument ? rows[i].argument : "");

		for (; (end = strchr(line, '\n')) != NULL; line = end + 1, used = 0)
			fprintf(f, "%*s%.*s\n", 18 - used, "", (int)(end - line), line);
		fprintf(f, "%*s%s\n", 18 - used, "", line);
	}
	fputs("\nExit status: 0 conformant, 1 a MUST is broken, 2 wrong usage or nothing "
	      "selected,\n"
	      "3 bench trouble, error, inconclusive or nothing judged, 4 interrupted or "
	      "incomplete.\n"
	      "\nconformance run --wire sim                 the bundled device, no network needed\n"
	      "conformance run sack/ --dut 'exec:./adapter eth1' --wire if:eth0\n",
	      f);
}

static enum result parse_number(const struct option_row *row, const char *text, uint64_t *out,
				char *error, size_t error_cap)
{
	char *end;
	unsigned long long v;

	errno = 0;
	v = strtoull(text, &end, 0);
	if (text[0] >= '0' && text[0] <= '9' && *end == '\0' && errno == 0 && v >= row->min &&
	    v <= row->max) {
		*out = v;
		return RES_OK;
	}
	snprintf(error, error_cap, "--%s wants a number from %" PRIu64 " to %" PRIu64 ", not `%s`",
		 row->name, row->min, row->max, text);
	return RES_E_SYNTAX;
}

static enum result store(const struct option_row *row, struct run_options *o, char *error,
			 size_t error_cap)
{
	char *member = (char *)o + row->member;

	if (row->kind == NUMBER)
		return parse_number(row, optarg, (uint64_t *)(void *)member, error, error_cap);
	if (row->kind == FLAG)
		*(bool *)member = true;
	else
		*(const char **)(void *)member = optarg;
	return RES_OK;
}

static enum result refuse(char *error, size_t error_cap, const char *option, const char *value,
			  const char *wanted)
{
	snprintf(error, error_cap, "--%s wants %s, not `%s`", option, wanted, value);
	return RES_E_SYNTAX;
}

static bool begins(const char *text, const char *with)
{
	size_t n = strlen(with);

	return strncmp(text, with, n) == 0 && text[n] != '\0';
}

static enum result check(const struct run_options *o, char *error, size_t error_cap)
{
	if (strcmp(o->wire, "sim") != 0 && strcmp(o->wire, "veth") != 0 && !begins(o->wire, "if:"))
		return refuse(error, error_cap, "wire", o->wire, "sim, veth or if:NAME[,NAME]");
	if (strcmp(o->dut, "soft") != 0 && !begins(o->dut, "exec:") && !begins(o->dut, "tcp:") &&
	    !begins(o->dut, "unix:"))
		return refuse(error, error_cap, "dut", o->dut,
			      "soft, exec:COMMAND, tcp:HOST:PORT or unix:PATH");
	if (strcmp(o->level, "must") != 0 && strcmp(o->level, "should") != 0)
		return refuse(error, error_cap, "level", o->level, "must or should");
	if (o->family == 5)
		return refuse(error, error_cap, "ip", "5", "4 or 6");
	if (o->image && access(o->image, R_OK) != 0)
		return refuse(error, error_cap, "image", o->image, "a device.so that can be read");
	return RES_OK;
}

/* Real ports say by themselves how many planes there are. */
static enum result count_planes(struct run_options *o, char *error, size_t error_cap)
{
	uint64_t names = 1;

	if (begins(o->wire, "if:")) {
		for (const char *p = o->wire; *p; p++)
			names += *p == ',';
		if (o->planes != 0 && o->planes != names) {
			snprintf(error, error_cap,
				 "--planes %" PRIu64 " but --wire %s names %" PRIu64
				 " ports: leave --planes out",
				 o->planes, o->wire, names);
			return RES_E_SYNTAX;
		}
		o->planes = names;
	}
	if (o->planes == 0)
		o->planes = 1;
	return RES_OK;
}

static enum result unknown(int found, const char *word, char *error, size_t error_cap)
{
	snprintf(error, error_cap, "%s `%s`; `conformance run --help` lists the options",
		 found == ':' ? "a value is missing behind" : "there is no option", word);
	return RES_E_SYNTAX;
}

static enum result parse_all(int argc, char **argv, struct run_options *o, char *error,
			     size_t error_cap)
{
	struct option table[ROWS + 1] = { { 0 } };
	enum result r = RES_OK;
	int found;

	for (int i = 0; i < ROWS; i++)
		table[i] = (struct option){ .name = rows[i].name,
					    .has_arg = rows[i].kind == FLAG ? no_argument
									    : required_argument,
					    .val = i + 1 };
	optind = 0; /* glibc: start over */
	while (r == RES_OK && (found = getopt_long(argc, argv, ":h", table, NULL)) != -1) {
		if (found == 'h')
			o->help = true;
		else if (found >= 1 && found <= ROWS)
			r = store(&rows[found - 1], o, error, error_cap);
		else
			r = unknown(found, argv[optind - 1], error, error_cap);
	}
	return r;
}

enum result run_options_parse(int argc, char **argv, struct run_options *out, char *error,
			      size_t error_cap)
{
	enum result r;

	*out = (struct run_options){ .wire = "veth",
				     .dut = "soft",
				     .level = "should",
				     .out = "conformance-run",
				     .seed = 1,
				     .family = 4 };
	r = parse_all(argc, argv, out, error, error_cap);
	if (r != RES_OK || out->help)
		return r;
	out->selectors = (const char *const *)argv + optind;
	out->selector_count = (size_t)(argc - optind);
	r = check(out, error, error_cap);
	return r == RES_OK ? count_planes(out, error, error_cap) : r;
}
