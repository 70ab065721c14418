/* Which cases a word on the command line means.  Reads the case and clause tables only. */
#include "harness/run/select.h"

#include <ctype.h>
#include <string.h>

const char *case_role_text(enum case_role role)
{
	return role == SENDER ? "sender" : "receiver";
}

const char *case_kind_text(enum case_kind kind)
{
	return kind == CASE_NEGATIVE ? "negative" : "positive";
}

bool case_tests(const struct case_def *def, enum clause_id clause)
{
	bool is_found = def->clause == clause;

	for (size_t i = 0; i < sizeof(def->also) / sizeof(def->also[0]); i++)
		is_found = is_found || (def->also[i] != CLAUSE_NONE && def->also[i] == clause);
	return is_found && clause != CLAUSE_NONE;
}

/* The same but for case, where "_" stands for " ". */
static bool is_word(const char *selector, const char *word)
{
	for (; *selector && *word; selector++, word++)
		if (toupper((unsigned char)*selector) != toupper((unsigned char)*word) &&
		    !(*selector == '_' && *word == ' '))
			return false;
	return *selector == *word;
}

bool select_matches(const struct case_entry *e, const char *selector)
{
	size_t length = strcspn(selector, "#");
	enum clause_id clause = clause_by_name(selector);

	if (clause != CLAUSE_NONE)
		return case_tests(e->def, clause);
	if (is_word(selector, clause_level_text(clauses[e->def->clause].level)) ||
	    is_word(selector, case_role_text(e->def->role)) ||
	    is_word(selector, case_kind_text(e->def->kind)))
		return true;
	if (!length || strncmp(e->id, selector, length))
		return false;
	/* Whole words only, and with a sweep value the whole id. */
	return !e->id[length] ||
	       (!selector[length] && (e->id[length] == '/' || selector[length - 1] == '/'));
}

bool select_any(const struct case_entry *e, int count, char *const *selectors)
{
	for (int i = 0; i < count; i++)
		if (select_matches(e, selectors[i]))
			return true;
	return count == 0;
}

const char *select_unknown(int count, char *const *selectors)
{
	for (int i = 0; i < count; i++) {
		bool is_found = false;

		for (size_t c = 0; c < all_cases_count; c++)
			is_found = is_found || select_matches(&all_cases[c], selectors[i]);
		if (!is_found)
			return selectors[i];
	}
	return NULL;
}
