/* From verdicts of cases to verdicts of clauses.  Adds no judgement of its own. */
#include "reports/clause_rows.h"

#include "reports/clean.h"
#include "reports/report.h"

/* As for a whole run a broken rule outweighs the tester's own trouble; a clause one of whose
 * cases did not run is not called passed. */
static const unsigned char weight[VERDICT_COUNT] = {
	[VERDICT_NOT_APPLICABLE] = 1, [VERDICT_PASS] = 2,  [VERDICT_NOT_RUN] = 3,
	[VERDICT_INCONCLUSIVE] = 4,   [VERDICT_ERROR] = 5, [VERDICT_FAIL] = 6,
};

static bool is_named(const struct case_result *r, enum clause_id c)
{
	for (size_t i = 0; i < r->failure_count; i++)
		if (r->failures[i].clause == c)
			return true;
	return false;
}

static bool is_claimed(const struct case_result *r, enum clause_id c)
{
	const struct case_def *d = r->entry->def;

	if (d->clause == c)
		return true;
	for (size_t i = 0; i < sizeof(d->also) / sizeof(d->also[0]); i++)
		if (d->also[i] == c)
			return true;
	return false;
}

/* What one case says about one clause; NONE: nothing.  Failures listed by an inconclusive case
 * are its doubt, not a finding; a case that passed may still list a SHOULD. */
static enum verdict verdict_for(const struct case_result *r, enum clause_id c)
{
	enum verdict v = report_case_verdict(r);

	if ((v == VERDICT_FAIL || v == VERDICT_ERROR || v == VERDICT_PASS) && is_named(r, c))
		return VERDICT_FAIL;
	if (!is_claimed(r, c))
		return VERDICT_NONE;
	return v == VERDICT_FAIL ? VERDICT_PASS : v;
}

static json_t *row(const struct case_result *results, size_t count, enum clause_id c)
{
	enum verdict worst = VERDICT_NONE;
	json_t *cases = json_array();

	for (size_t i = 0; i < count; i++) {
		enum verdict v = verdict_for(&results[i], c);

		if (v == VERDICT_NONE)
			continue;
		if (weight[v] > weight[worst])
			worst = v;
		if (json_array_append_new(cases, report_json_text(results[i].id)) != 0) {
			json_decref(cases);
			return NULL;
		}
	}
	return json_pack("{s:s, s:s, s:s, s:s, s:s, s:o}", "id", clauses[c].id, "level",
			 clause_level_text(clauses[c].level), "role", clauses[c].role, "source",
			 clauses[c].source, "verdict",
			 worst == VERDICT_NONE ? "not_tested" : verdict_word(worst), "cases",
			 cases);
}

json_t *report_clause_rows(const struct case_result *results, size_t count)
{
	json_t *rows = json_array();

	for (int c = CLAUSE_NONE + 1; c < CLAUSES; c++) {
		if (clauses[c].withdrawn)
			continue;
		if (json_array_append_new(rows, row(results, count, (enum clause_id)c)) != 0) {
			json_decref(rows);
			return NULL;
		}
	}
	return rows;
}
