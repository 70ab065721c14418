/* `conformance list`: the cases, all or those selected.  Runs nothing. */
#include "conformance/commands.h"
#include "conformance/text.h"
#include "harness/run/select.h"

#include <getopt.h>
#include <jansson.h>
#include <string.h>

static void print_usage(FILE *f)
{
	fputs("usage: conformance list [--json] [SELECTOR...]\n\n"
	      "A selector is a case (sack/bit_positions), a family (sack/), a clause (SACK-2),\n"
	      "a level (must, must_not, should, should_not, may), the device's role (sender,\n"
	      "receiver) or a kind (positive, negative).  Several add up: a case is listed if any\n"
	      "of them names it.\n\n"
	      "  --json    one object {\"cases\": [...]} for programs\n",
	      f);
}

static json_t *clause_names(const struct case_def *def)
{
	json_t *names = json_array();

	json_array_append_new(names, json_string(clauses[def->clause].id));
	for (size_t i = 0; i < sizeof(def->also) / sizeof(def->also[0]); i++)
		if (def->also[i] != CLAUSE_NONE)
			json_array_append_new(names, json_string(clauses[def->also[i]].id));
	return names;
}

static json_t *case_json(const struct case_entry *e)
{
	const struct clause *c = &clauses[e->def->clause];

	return json_pack("{s:s, s:o, s:s, s:s, s:s, s:s, s:s?, s:s}", "id", e->id, "clauses",
			 clause_names(e->def), "level", clause_level_text(c->level), "role",
			 case_role_text(e->def->role), "kind", case_kind_text(e->def->kind), "text",
			 e->def->text, "axis", e->def->axis.name, "file", e->path);
}

static int print_json(int count, char **selectors)
{
	json_t *cases = json_array();
	json_t *root = json_pack("{s:o}", "cases", cases);
	int status;

	for (size_t i = 0; i < all_cases_count; i++)
		if (select_any(&all_cases[i], count, selectors))
			json_array_append_new(cases, case_json(&all_cases[i]));
	status = json_dumpf(root, stdout, JSON_INDENT(1));
	putchar('\n');
	json_decref(root);
	return status ? EXIT_BENCH : 0;
}

static void print_case(const struct case_entry *e, int id_width)
{
	const struct clause *c = &clauses[e->def->clause];
	int column = printf("%-*s  %-8s %-10s %-8s %c  ", id_width, e->id, c->id,
			    clause_level_text(c->level), case_role_text(e->def->role),
			    e->def->kind == CASE_NEGATIVE ? '-' : '+');

	text_wrap(stdout, (size_t)column, (size_t)column, e->def->text);
}

static void print_table(int count, char **selectors)
{
	size_t width = 0, printed = 0;

	for (size_t i = 0; i < all_cases_count; i++)
		if (select_any(&all_cases[i], count, selectors) && strlen(all_cases[i].id) > width)
			width = strlen(all_cases[i].id);
	for (size_t i = 0; i < all_cases_count; i++)
		if (select_any(&all_cases[i], count, selectors)) {
			print_case(&all_cases[i], (int)width);
			printed++;
		}
	printf("%zu of %zu cases.  `conformance explain ID` says more.\n", printed,
	       all_cases_count);
}

int list_main(int argc, char **argv)
{
	static const struct option options[] = { { "json", no_argument, NULL, 'j' },
						 { "help", no_argument, NULL, 'h' },
						 { NULL, 0, NULL, 0 } };
	bool is_json = false;
	const char *unknown;
	char hint[100];
	int option;

	while ((option = getopt_long(argc, argv, "h", options, NULL)) != -1) {
		if (option != 'j') {
			print_usage(option == 'h' ? stdout : stderr);
			return option == 'h' ? 0 : EXIT_USAGE;
		}
		is_json = true;
	}
	unknown = select_unknown(argc - optind, argv + optind);
	if (unknown) {
		text_hint(unknown, "`conformance list --help` says what may select", hint,
			  sizeof(hint));
		fprintf(stderr, "conformance list: `%s` selects no case; %s\n", unknown, hint);
		return EXIT_USAGE;
	}
	if (is_json)
		return print_json(argc - optind, argv + optind);
	print_table(argc - optind, argv + optind);
	return 0;
}
