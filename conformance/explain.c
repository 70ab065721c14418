/* `conformance explain ID...`: a clause, a case or a parameter in full.  Only walks tables. */
#include "conformance/commands.h"
#include "conformance/map.h"
#include "conformance/text.h"
#include "harness/run/select.h"
#include "harness/run/session.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { INDENT = 12 };

static void print_usage(FILE *f)
{
	fputs("usage: conformance explain ID...\n\n"
	      "  a clause      SACK-2            what it demands, of whom, and which cases test "
	      "it\n"
	      "  a case        sack/two_gaps     what it does, for which clauses, with which "
	      "needs\n"
	      "  a parameter   ack_delay         its meaning, default and range\n",
	      f);
}

/* One labelled paragraph: the label only on the first of a group. */
static void print_item(const char **label, const char *name, const char *text)
{
	size_t column = (size_t)printf("%-*s%s", INDENT, *label, name);

	*label = "";
	column += (size_t)printf(*text ? "  " : "");
	text_wrap(stdout, column, INDENT + 4, text);
}

/* ---- parameters ---- */

static bool is_word_char(char c)
{
	return isalnum((unsigned char)c) || c == '_';
}

/* Whether name stands in text as a whole word; MTU is written mtu, too. */
static bool has_word(const char *text, const char *name, size_t length)
{
	for (const char *p = text; *p; p++)
		if ((p == text || !is_word_char(p[-1])) && !strncasecmp(p, name, length) &&
		    !is_word_char(p[length]))
			return true;
	return false;
}

/* Whether one of the names in a row ("rto_init / rto_min") stands in the text. */
static bool row_is_named(const struct parameter_row *row, const char *text)
{
	const char *name = row->name;

	while (*name) {
		size_t length = strcspn(name, " ,/[");

		if (length && has_word(text, name, length))
			return true;
		name += length;
		name += *name == '[' ? strcspn(name, " ,/") : strspn(name, " ,/");
	}
	return false;
}

static void print_parameter(const char **label, const struct parameter_row *row)
{
	size_t column = (size_t)printf("%-*s%s  ", INDENT, *label, row->name);
	char facts[400];

	*label = "";
	snprintf(facts, sizeof(facts), "%s%sdefault %s%s%s: %s",
		 strcmp(row->unit, "-") ? row->unit : "", strcmp(row->unit, "-") ? ", " : "",
		 strcmp(row->standard, "-") ? row->standard : "none", *row->range ? ", range " : "",
		 row->range, row->meaning);
	text_wrap(stdout, column, INDENT + 4, facts);
}

/* Prints the rows whose names stand in text; tells how many. */
static size_t print_parameters(const char *label, const char *text)
{
	size_t count = 0;

	for (size_t i = 0; i < parameter_rows_count; i++)
		if (row_is_named(&parameter_rows[i], text)) {
			print_parameter(&label, &parameter_rows[i]);
			count++;
		}
	return count;
}

/* ---- clauses ---- */

static void print_title(const char *id)
{
	printf("%s%s%s", text_bold(stdout), id, text_plain(stdout));
}

static void explain_clause(enum clause_id id)
{
	const struct clause *c = &clauses[id];
	const char *label = "Cases";

	print_title(c->id);
	printf("  %s  %s  [%s]\n    ", clause_level_text(c->level), c->role, c->source);
	text_wrap(stdout, 4, 4, c->text);
	print_parameters("Parameters", c->text);
	for (size_t i = 0; i < all_cases_count; i++)
		if (case_tests(all_cases[i].def, id))
			print_item(&label, all_cases[i].id, all_cases[i].def->text);
	if (*map_reason(id))
		print_item(&label, map_reason(id), "");
	label = "Mutants";
	for (const struct mutant_row *r = mutant_rows; r->id; r++)
		if (r->clause == id)
			print_item(&label, r->id, r->file);
	label = "Engine";
	for (const struct function_row *r = function_rows; r->clause; r++)
		if (clause_by_name(r->clause) == id)
			print_item(&label, r->function, r->file);
}

/* ---- cases ---- */

static const struct case_entry *find_case(const char *id)
{
	size_t length = strcspn(id, "#");

	for (size_t i = 0; i < all_cases_count; i++)
		if (strlen(all_cases[i].id) == length && !strncmp(all_cases[i].id, id, length))
			return &all_cases[i];
	return NULL;
}

static void print_need(const char *name, uint64_t value)
{
	if (value)
		printf(" %s=%llu", name, (unsigned long long)value);
}

/* Only what the case asks for beyond the runner's own choice. */
static void print_needs(const struct case_need *n)
{
	static const char *const acks[] = { "", " acks=coalesced", " acks=every" };

	printf("%-*s%s%s", INDENT, "Needs", n->rto == RTO_SHORT ? "rto=short" : "rto=never",
	       acks[n->acks]);
	print_need("paths", n->paths);
	print_need("streams", n->streams);
	print_need("mtu", n->mtu);
	print_need("msg_window", n->msg_window);
	print_need("region", n->region);
	print_need("recvs", n->recvs);
	print_need("recv_bytes", n->recv_bytes);
	print_need("retry_limit", n->retry_limit);
	print_need("ack_delay", n->ack_us);
	print_need("ops_off", n->ops_off);
	if (n->has_psn)
		printf(" initial_psn=0x%06x", (unsigned)n->psn);
	if (n->has_msn)
		printf(" initial_msn=0x%08x", (unsigned)n->msn);
	putchar('\n');
}

static void print_axis(const struct case_axis *a)
{
	if (!a->name)
		return;
	printf("%-*s%s", INDENT, "Swept", a->name);
	if (a->list) {
		for (const int64_t *v = a->list; *v != LIST_END; v++)
			printf(" %lld", (long long)*v);
		putchar('\n');
		return;
	}
	printf(" %lld..%lld", (long long)a->from, (long long)a->to);
	if (a->step > 1)
		printf(" by %lld", (long long)a->step);
	putchar('\n');
}

static void explain_case(const struct case_entry *e, const char *id)
{
	const struct case_def *def = e->def;
	const char *label = "Clause";

	print_title(e->id);
	printf("  %s: the device is the %s  [%s]\n    ", case_kind_text(def->kind),
	       case_role_text(def->role), e->path);
	text_wrap(stdout, 4, 4, def->text);
	print_item(&label, clauses[def->clause].id, clauses[def->clause].text);
	label = "Further";
	for (size_t i = 0; i < sizeof(def->also) / sizeof(def->also[0]); i++)
		if (def->also[i] != CLAUSE_NONE)
			print_item(&label, clauses[def->also[i]].id, clauses[def->also[i]].text);
	print_needs(&def->need);
	print_axis(&def->axis);
	printf("%-*sconformance run --wire sim", INDENT, "To run");
	if (def->need.planes > 1)
		printf(" --planes %u", (unsigned)def->need.planes);
	if (def->need.family == 6)
		printf(" --ip 6");
	printf(" %s\n", id);
}

/* Whether the sweep has the value behind the "#"; true for an id without one. */
static bool has_value(const char *id)
{
	struct case_choice *choices = NULL;
	const char *bad = NULL;
	size_t count = 0;
	bool has = harness_choose(&id, 1, &choices, &count, &bad) == RES_OK;

	free(choices);
	return has;
}

static bool explain(const char *id)
{
	enum clause_id clause = clause_by_name(id);
	const struct case_entry *e = find_case(id);

	if (clause != CLAUSE_NONE)
		explain_clause(clause);
	else if (e && has_value(id))
		explain_case(e, id);
	else
		return print_parameters("Parameter", id) > 0;
	return true;
}

static void refuse(const char *id)
{
	char hint[100];

	text_hint(id, "`conformance list` shows the cases, `conformance map` the clauses", hint,
		  sizeof(hint));
	fprintf(stderr, "conformance explain: `%s` is no clause, case or parameter; %s\n", id,
		hint);
}

int explain_main(int argc, char **argv)
{
	if (argc < 2 || argv[1][0] == '-') {
		bool is_help = argc > 1 && (!strcmp(argv[1], "--help") || !strcmp(argv[1], "-h"));

		print_usage(is_help ? stdout : stderr);
		return is_help ? 0 : EXIT_USAGE;
	}
	for (int i = 1; i < argc; i++) {
		if (i > 1)
			putchar('\n');
		if (!explain(argv[i])) {
			refuse(argv[i]);
			return EXIT_USAGE;
		}
	}
	return 0;
}
