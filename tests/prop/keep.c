/* Lists of what is on, as text and in a scenario. */
#include "tests/prop/keep.h"

#include <stdlib.h>
#include <string.h>

void keep_all(struct keep *k)
{
	memset(k, true, sizeof(*k));
}

void keep_apply(const struct keep *k, struct scenario *s)
{
	for (unsigned i = 0; i < s->op_count; i++)
		s->ops[i].is_off |= !k->ops[i];
	for (unsigned i = 0; i < s->event_count; i++)
		s->events[i].is_off |= !k->events[i];
	for (unsigned f = 0; f < FAULTS; f++)
		if (!k->faults[f])
			scenario_without(s, (enum prop_fault)f);
}

bool keep_parse_numbers(const char *text, bool *on, unsigned count)
{
	memset(on, false, count * sizeof(*on));
	if (strcmp(text, "-") == 0)
		return true;
	for (;;) {
		char *end;
		unsigned long first = strtoul(text, &end, 10), last = first;
		if (end == text)
			return false;
		if (*end == '-') {
			text = end + 1;
			last = strtoul(text, &end, 10);
		}
		if (end == text || last >= count || first > last)
			return false;
		for (; first <= last; first++)
			on[first] = true;
		if (*end == '\0')
			return true;
		if (*end != ',')
			return false;
		text = end + 1;
	}
}

bool keep_parse_faults(const char *text, bool *on)
{
	memset(on, false, FAULTS * sizeof(*on));
	while (strcmp(text, "-") != 0) {
		size_t len = strcspn(text, ",");
		unsigned f = 0;
		while (f < FAULTS && (strncmp(prop_fault_names[f], text, len) != 0 ||
				      prop_fault_names[f][len] != '\0'))
			f++;
		if (f == FAULTS)
			return false;
		on[f] = true;
		if (text[len] == '\0')
			return true;
		text += len + 1;
	}
	return true;
}

static void print_numbers(const char *option, const bool *on, unsigned count, FILE *to)
{
	const char *between = "";
	bool is_all = true;

	for (unsigned i = 0; i < count; i++)
		is_all &= on[i];
	if (is_all)
		return;
	fprintf(to, " %s ", option);
	for (unsigned i = 0; i < count; i++) {
		unsigned first = i;
		if (!on[i])
			continue;
		while (i + 1 < count && on[i + 1])
			i++;
		fprintf(to, "%s%u", between, first);
		if (i > first)
			fprintf(to, "-%u", i);
		between = ",";
	}
	if (*between == '\0')
		fputc('-', to);
}

void keep_print(const struct keep *k, const struct scenario *s, FILE *to)
{
	const char *between = "";

	print_numbers("--keep-ops", k->ops, s->op_count, to);
	print_numbers("--keep-events", k->events, s->event_count, to);
	fputs(" --keep-faults ", to);
	for (unsigned f = 0; f < FAULTS; f++)
		if (k->faults[f] && scenario_has(s, (enum prop_fault)f)) {
			fprintf(to, "%s%s", between, prop_fault_names[f]);
			between = ",";
		}
	if (*between == '\0')
		fputc('-', to);
	fputc('\n', to);
}
