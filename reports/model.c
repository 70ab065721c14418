/* Answers from the report alone; of the program's own tables only the clauses' and cases' texts
 * are used, and a clause's level. */
#include "reports/model.h"

#include "reports/catalogue.h"
#include "reports/report.h"

#include <string.h>

static const char *const words[] = {
#define X(name, word, meaning) [OUTCOME_##name] = word,
	REPORT_OUTCOMES(X)
#undef X
};
static const char *const meanings[] = {
#define X(name, word, meaning) [OUTCOME_##name] = meaning,
	REPORT_OUTCOMES(X)
#undef X
};

const char *report_text_of(const json_t *value)
{
	const char *s = json_string_value(value);

	return s ? s : "";
}

const char *report_get_text(const json_t *object, const char *key)
{
	return report_text_of(json_object_get(object, key));
}

uint64_t report_get_number(const json_t *object, const char *key)
{
	json_int_t v = json_integer_value(json_object_get(object, key));

	return v > 0 ? (uint64_t)v : 0;
}

const json_t *report_by_id(const json_t *array, const char *id)
{
	size_t i;
	json_t *member;

	json_array_foreach(array, i, member)
	{
		if (!strcmp(report_get_text(member, "id"), id))
			return member;
	}
	return NULL;
}

const char *report_outcome_word(enum report_outcome o)
{
	return words[o];
}

const char *report_outcome_meaning(enum report_outcome o)
{
	return meanings[o];
}

bool report_is_should_name(const char *clause)
{
	enum clause_id id = clause_by_name(clause);

	return id != CLAUSE_NONE && report_is_should(id);
}

static bool breaks_only_should(const json_t *kase)
{
	const json_t *failures = json_object_get(kase, "failures");
	size_t i;
	json_t *f;

	json_array_foreach(failures, i, f)
	{
		if (!report_is_should_name(report_get_text(f, "clause")))
			return false;
	}
	return json_array_size(failures) > 0;
}

enum report_outcome report_outcome(const json_t *kase)
{
	const char *verdict = report_get_text(kase, "verdict");

	for (int o = 0; o < REPORT_OUTCOME_COUNT; o++)
		if (o != OUTCOME_SHOULD && !strcmp(verdict, words[o]))
			return o == OUTCOME_FAIL && breaks_only_should(kase)
				       ? OUTCOME_SHOULD
				       : (enum report_outcome)o;
	return OUTCOME_ERROR;
}

bool report_breaks(const json_t *kase, const char *clause)
{
	size_t i;
	json_t *f;

	json_array_foreach(json_object_get(kase, "failures"), i, f)
	{
		if (!strcmp(report_get_text(f, "clause"), clause))
			return true;
	}
	return false;
}

const char *report_clause_text(const char *clause)
{
	enum clause_id id = clause_by_name(clause);

	return id == CLAUSE_NONE ? "" : clauses[id].text;
}

const char *report_case_text(const char *id)
{
	size_t len = strcspn(id, "#");

	for (size_t i = 0; i < all_cases_count; i++)
		if (strlen(all_cases[i].id) == len && !strncmp(all_cases[i].id, id, len))
			return all_cases[i].def->text;
	return "";
}

bool report_is_of_this_catalogue(const json_t *report)
{
	char digest[REPORT_SHA256_HEX];
	const json_t *suite = json_object_get(report, "suite");

	report_catalogue_digest(all_cases, all_cases_count, digest);
	return !strcmp(report_get_text(suite, "catalogue_sha256"), digest);
}

static void count_clauses(const json_t *report, struct report_headline *out)
{
	const json_t *rows = json_object_get(report, "clauses");
	size_t i;
	json_t *row;

	out->clauses = json_array_size(rows);
	json_array_foreach(rows, i, row)
	{
		const char *verdict = report_get_text(row, "verdict");
		bool is_broken = !strcmp(verdict, "fail");

		out->judged += is_broken || !strcmp(verdict, "pass");
		if (is_broken && report_is_should_name(report_get_text(row, "id")))
			out->should++;
		else
			out->broken += is_broken;
	}
}

void report_headline(const json_t *report, struct report_headline *out)
{
	const json_t *run = json_object_get(report, "run");
	const char *verdict = report_get_text(json_object_get(report, "summary"), "verdict");
	bool is_complete = json_is_true(json_object_get(run, "complete"));

	*out = (struct report_headline){ .sentence = "No verdict: not every case could be judged" };
	count_clauses(report, out);
	if (!strcmp(verdict, "fail")) {
		out->is_fail = true;
		out->sentence = "Not conformant";
	} else if (!strcmp(verdict, "none")) {
		out->sentence = "No verdict: no case could be judged";
	} else if (!is_complete) {
		out->sentence = "Incomplete: not every case was run";
	} else if (!strcmp(verdict, "pass")) {
		out->is_pass = true;
		out->sentence = "Conformant in what was tested";
	}
}

void report_outcomes(const json_t *report, size_t counts[REPORT_OUTCOME_COUNT])
{
	size_t i;
	json_t *kase;

	memset(counts, 0, REPORT_OUTCOME_COUNT * sizeof(counts[0]));
	json_array_foreach(json_object_get(report, "cases"), i, kase)
		counts[report_outcome(kase)]++;
}
