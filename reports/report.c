/* Builds report.json from the results.  Decides nothing about a case: it counts, and it says
 * which clause each failure breaks.  Knows no clock and no host. */
#include "reports/report.h"

#include "reports/catalogue.h"
#include "reports/clause_rows.h"
#include "reports/clean.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool report_is_should(enum clause_id clause)
{
	enum clause_level l = clauses[clause].level;

	return l == CLAUSE_SHOULD || l == CLAUSE_SHOULD_NOT;
}

static bool broke_a_must(const struct case_result *r)
{
	for (size_t i = 0; i < r->failure_count; i++)
		if (!r->failures[i].is_should)
			return true;
	return false;
}

enum verdict report_case_verdict(const struct case_result *r)
{
	if (r->verdict == VERDICT_NONE)
		return VERDICT_NOT_RUN;
	if (r->verdict == VERDICT_PASS && broke_a_must(r))
		return VERDICT_FAIL;
	return r->verdict;
}

static bool broke_only_should(const struct case_result *r)
{
	return report_case_verdict(r) == VERDICT_FAIL && r->failure_count > 0 && !broke_a_must(r);
}

void report_count(const struct case_result *results, size_t count, struct run_counts *out)
{
	*out = (struct run_counts){ 0 };
	for (size_t i = 0; i < count; i++) {
		if (broke_only_should(&results[i]))
			out->should_failures++;
		else
			out->by_verdict[report_case_verdict(&results[i])]++;
	}
}

/* Sets a new value; a NULL one (no memory) is remembered in *ok. */
static void put(bool *ok, json_t *object, const char *key, json_t *value)
{
	if (json_object_set_new(object, key, value) != 0)
		*ok = false;
}

static void append(bool *ok, json_t *array, json_t *value)
{
	if (json_array_append_new(array, value) != 0)
		*ok = false;
}

static json_t *text_or_null(const char *text)
{
	return text ? report_json_text(text) : json_null();
}

static json_t *number_or_null(int64_t value, bool is_there)
{
	return is_there ? json_integer(value) : json_null();
}

static json_t *suite_json(bool *ok, const struct report_run *run)
{
	char digest[REPORT_SHA256_HEX];
	json_t *o = json_object();

	report_catalogue_digest(all_cases, all_cases_count, digest);
	put(ok, o, "name", json_string(REPORT_SUITE));
	put(ok, o, "version", report_json_text(run->version));
	put(ok, o, "spec_revision", report_json_text(run->spec_revision));
	put(ok, o, "catalogue_sha256", json_string(digest));
	return o;
}

static json_t *run_json(bool *ok, const struct report_run *run)
{
	json_t *o = json_object(), *selectors = json_array();

	for (size_t i = 0; i < run->selector_count; i++)
		append(ok, selectors, report_json_text(run->selectors[i]));
	put(ok, o, "seed", json_integer((json_int_t)run->seed));
	put(ok, o, "wire", report_json_text(run->wire));
	put(ok, o, "selectors", selectors);
	put(ok, o, "level", report_json_text(run->level));
	put(ok, o, "planes", json_integer(run->planes));
	put(ok, o, "ip", json_integer(run->family));
	put(ok, o, "vlan", json_integer(run->vlan));
	put(ok, o, "started", text_or_null(run->started));
	put(ok, o, "complete", json_boolean(!run->is_incomplete));
	put(ok, o, "reason", report_json_text(run->reason));
	put(ok, o, "ics_sha256", text_or_null(run->ics_sha256));
	put(ok, o, "ixit_sha256", text_or_null(run->ixit_sha256));
	put(ok, o, "layout_sha256", text_or_null(run->layout_sha256));
	return o;
}

static json_t *summary_json(bool *ok, const struct case_result *results, size_t count)
{
	static const enum verdict shown[] = { VERDICT_PASS,         VERDICT_FAIL,
					      VERDICT_INCONCLUSIVE, VERDICT_NOT_APPLICABLE,
					      VERDICT_ERROR,        VERDICT_NOT_RUN };
	json_t *o = json_object(), *counts = json_object();
	struct run_counts c;

	report_count(results, count, &c);
	for (size_t i = 0; i < sizeof(shown) / sizeof(shown[0]); i++)
		put(ok, counts, verdict_word(shown[i]), json_integer(c.by_verdict[shown[i]]));
	put(ok, o, "verdict", json_string(verdict_word(run_verdict(&c))));
	put(ok, o, "counts", counts);
	put(ok, o, "should_failures", json_integer(c.should_failures));
	return o;
}

static json_t *failure_json(bool *ok, const struct failure *f)
{
	json_t *o = json_object();

	put(ok, o, "step", number_or_null(f->step, f->step >= 0));
	put(ok, o, "file", report_json_text(f->file));
	put(ok, o, "line", number_or_null(f->line, f->line > 0));
	put(ok, o, "judge", report_json_text(f->judge));
	put(ok, o, "field", report_json_text(f->field));
	put(ok, o, "expected", report_json_text(f->expected));
	put(ok, o, "seen", report_json_text(f->seen));
	put(ok, o, "clause", json_string(clauses[f->clause].id));
	put(ok, o, "frame", number_or_null(f->frame, f->frame > 0));
	return o;
}

static json_t *evidence_json(bool *ok, const struct case_result *r)
{
	bool has = r->capture[0] != '\0';
	json_t *o = json_object();

	put(ok, o, "file", text_or_null(has ? r->capture : NULL));
	put(ok, o, "sha256", text_or_null(has ? r->capture_sha256 : NULL));
	put(ok, o, "frames", json_integer(r->frames));
	return o;
}

static json_t *case_clauses_json(bool *ok, const struct case_def *d)
{
	json_t *a = json_array();

	append(ok, a, json_string(clauses[d->clause].id));
	for (size_t i = 0; i < sizeof(d->also) / sizeof(d->also[0]); i++)
		if (d->also[i] != CLAUSE_NONE)
			append(ok, a, json_string(clauses[d->also[i]].id));
	return a;
}

/* When the first case began: times in a report count from there. */
static uint64_t origin_ns(const struct case_result *results, size_t count)
{
	uint64_t first = UINT64_MAX;

	for (size_t i = 0; i < count; i++)
		if (results[i].attempts > 0 && results[i].start_ns < first)
			first = results[i].start_ns;
	return first;
}

static void put_times(bool *ok, json_t *o, const struct case_result *r, uint64_t origin)
{
	bool has = r->attempts > 0 && r->end_ns >= r->start_ns;

	put(ok, o, "start_ns", number_or_null((int64_t)(r->start_ns - origin), has));
	put(ok, o, "duration_ns", number_or_null((int64_t)(r->end_ns - r->start_ns), has));
}

static json_t *case_json(bool *ok, const struct case_result *r, uint64_t origin)
{
	const struct case_def *d = r->entry->def;
	json_t *o = json_object(), *notes = json_array(), *failures = json_array();

	for (size_t i = 0; i < r->note_count; i++)
		append(ok, notes, report_json_text(r->notes[i]));
	for (size_t i = 0; i < r->failure_count; i++)
		append(ok, failures, failure_json(ok, &r->failures[i]));
	put(ok, o, "id", report_json_text(r->id));
	put(ok, o, "clauses", case_clauses_json(ok, d));
	put(ok, o, "role", json_string(d->role == RECEIVER ? "receiver" : "sender"));
	put(ok, o, "kind", json_string(d->kind == CASE_POSITIVE ? "positive" : "negative"));
	put(ok, o, "level", json_string(clause_level_text(clauses[d->clause].level)));
	put(ok, o, "verdict", json_string(verdict_word(report_case_verdict(r))));
	put(ok, o, "reason", report_json_text(r->reason));
	put(ok, o, "attempts", json_integer(r->attempts));
	put_times(ok, o, r, origin);
	put(ok, o, "notes", notes);
	put(ok, o, "setup", r->setup ? json_deep_copy(r->setup) : json_object());
	put(ok, o, "failures", failures);
	put(ok, o, "evidence", evidence_json(ok, r));
	return o;
}

enum result report_build(const struct report_run *run, const struct case_result *results,
			 size_t count, json_t **out)
{
	json_t *o = json_object(), *cases = json_array();
	uint64_t origin = origin_ns(results, count);
	bool ok = true;

	for (size_t i = 0; i < count; i++)
		append(&ok, cases, case_json(&ok, &results[i], origin));
	put(&ok, o, "schema_version", json_integer(REPORT_SCHEMA_VERSION));
	put(&ok, o, "suite", suite_json(&ok, run));
	put(&ok, o, "run", run_json(&ok, run));
	put(&ok, o, "dut", run->dut ? json_deep_copy(run->dut) : json_object());
	put(&ok, o, "summary", summary_json(&ok, results, count));
	put(&ok, o, "clauses", report_clause_rows(results, count));
	put(&ok, o, "cases", cases);
	put(&ok, o, "fingerprint", json_object());
	if (!ok) {
		json_decref(o);
		return RES_E_MEMORY;
	}
	*out = o;
	return RES_OK;
}

char *report_text(const json_t *report)
{
	char *body = json_dumps(report, JSON_INDENT(2)), *text;
	size_t len;

	if (!body)
		return NULL;
	len = strlen(body);
	text = realloc(body, len + 2);
	if (!text) {
		free(body);
		return NULL;
	}
	memcpy(text + len, "\n", 2);
	return text;
}

enum result report_write(const char *text, const char *path)
{
	char temporary[4096];
	int n = snprintf(temporary, sizeof(temporary), "%s.tmp", path);
	FILE *f;
	bool ok;

	if (n < 0 || (size_t)n >= sizeof(temporary))
		return RES_E_SPACE;
	f = fopen(temporary, "w");
	if (!f)
		return RES_E_IO;
	ok = fputs(text, f) >= 0;
	ok = fclose(f) == 0 && ok;
	if (ok && rename(temporary, path) == 0)
		return RES_OK;
	(void)remove(temporary);
	return RES_E_IO;
}
