/* Compares two reports.  Reads both as they are; judges no case anew. */
#include "reports/compare.h"

#include "reports/model.h"

#include <string.h>

enum change { WORSE, BETTER, CHANGED, APPEARED, VANISHED, CHANGES };

/* Distance from pass; -1: on another scale. */
static int rank(const char *word)
{
	static const struct {
		const char *word;
		int rank;
	} ranks[] = { { "pass", 0 },  { "should_failure", 1 }, { "inconclusive", 2 },
		      { "error", 2 }, { "not_run", 2 },        { "fail", 3 } };

	for (size_t i = 0; i < sizeof(ranks) / sizeof(ranks[0]); i++)
		if (!strcmp(word, ranks[i].word))
			return ranks[i].rank;
	return -1;
}

static enum change classify(const char *a, const char *b)
{
	int ra = rank(a), rb = rank(b);
	int fail = rank("fail"), doubt = rank("error");

	if (!strcmp(a, b) || (ra == fail && rb == doubt))
		return CHANGED;
	if (ra < 0 || rb < 0)
		return rb == fail ? WORSE : CHANGED;
	return rb > ra ? WORSE : rb < ra ? BETTER : CHANGED;
}

/* ---- rows ---- */

static const char *word_of(const json_t *row, bool is_case)
{
	return is_case ? report_outcome_word(report_outcome(row)) : report_get_text(row, "verdict");
}

/* What was found, as a set: keys "CLAUSE field". */
static json_t *findings(const json_t *row)
{
	json_t *set = json_object(), *f;
	char text[256];
	size_t i;

	json_array_foreach(json_object_get(row, "failures"), i, f)
	{
		snprintf(text, sizeof(text), "%.40s %.200s", report_get_text(f, "clause"),
			 report_get_text(f, "field"));
		json_object_set_new(set, text, json_true());
	}
	return set;
}

static json_t *keys(const json_t *set)
{
	json_t *list = json_array(), *value;
	const char *key;

	json_object_foreach((json_t *)(uintptr_t)set, key, value)
		json_array_append_new(list, json_string(key));
	return list;
}

/* {id, a, b, findings_a, findings_b}; a row that is not there is NULL. */
static json_t *entry(const char *id, const json_t *a, const json_t *b, bool is_case)
{
	json_t *o = json_pack("{s:s, s:s?, s:s?}", "id", id, "a", a ? word_of(a, is_case) : NULL,
			      "b", b ? word_of(b, is_case) : NULL);
	const json_t *rows[] = { a, b };
	static const char *const names[] = { "findings_a", "findings_b" };

	for (size_t i = 0; is_case && i < 2; i++) {
		json_t *set = findings(rows[i]);

		json_object_set_new(o, names[i], keys(set));
		json_decref(set);
	}
	return o;
}

static bool has_other_findings(const json_t *a, const json_t *b)
{
	json_t *fa = findings(a), *fb = findings(b);
	bool differs = !json_equal(fa, fb);

	json_decref(fa);
	json_decref(fb);
	return differs;
}

static json_t *index_by_id(const json_t *rows)
{
	json_t *index = json_object(), *row;
	size_t i;

	json_array_foreach(rows, i, row) json_object_set(index, report_get_text(row, "id"), row);
	return index;
}

static json_t *compare_rows(const json_t *a, const json_t *b, bool is_case)
{
	static const char *const names[CHANGES] = { "worse", "better", "changed", "appeared",
						    "vanished" };
	json_t *in_a = index_by_id(a), *in_b = index_by_id(b), *lists[CHANGES], *row, *other;
	json_t *o = json_object();
	const char *id;

	for (int i = 0; i < CHANGES; i++) {
		lists[i] = json_array();
		json_object_set_new(o, names[i], lists[i]);
	}
	json_object_foreach(in_a, id, row)
	{
		other = json_object_get(in_b, id);
		if (!other)
			json_array_append_new(lists[VANISHED], entry(id, row, NULL, is_case));
		else if (strcmp(word_of(row, is_case), word_of(other, is_case)) != 0 ||
			 has_other_findings(row, other))
			json_array_append_new(
				lists[classify(word_of(row, is_case), word_of(other, is_case))],
				entry(id, row, other, is_case));
	}
	json_object_foreach(in_b, id, row)
	{
		if (!json_object_get(in_a, id))
			json_array_append_new(lists[APPEARED], entry(id, NULL, row, is_case));
	}
	json_decref(in_a);
	json_decref(in_b);
	return o;
}

/* ---- context and fingerprint ---- */

static json_t *or_null(json_t *value)
{
	return value ? json_incref(value) : json_null();
}

static void compare_member(json_t *list, const char *key, json_t *a, json_t *b)
{
	if (a != b && !(a && b && json_equal(a, b)))
		json_array_append_new(list, json_pack("{s:s, s:o, s:o}", "key", key, "a",
						      or_null(a), "b", or_null(b)));
}

static json_t *compare_context(const json_t *a, const json_t *b)
{
	static const char *const members[][2] = {
		{ "dut", "name" },
		{ "dut", "version" },
		{ "suite", "version" },
		{ "suite", "spec_revision" },
		{ "suite", "catalogue_sha256" },
		{ "run", "wire" },
		{ "run", "seed" },
		{ "run", "selectors" },
		{ "run", "level" },
		{ "run", "planes" },
		{ "run", "ip" },
		{ "run", "vlan" },
		{ "run", "complete" },
		{ "run", "ics_sha256" },
		{ "run", "ixit_sha256" },
		{ "run", "layout_sha256" },
	};
	json_t *list = json_array();
	char key[64];

	for (size_t i = 0; i < sizeof(members) / sizeof(members[0]); i++) {
		const char *const *m = members[i];

		snprintf(key, sizeof(key), "%s.%s", m[0], m[1]);
		compare_member(list, key, json_object_get(json_object_get(a, m[0]), m[1]),
			       json_object_get(json_object_get(b, m[0]), m[1]));
	}
	return list;
}

static json_t *compare_objects(json_t *a, json_t *b)
{
	json_t *list = json_array(), *value;
	const char *key;

	json_object_foreach(a, key, value)
		compare_member(list, key, value, json_object_get(b, key));
	json_object_foreach(b, key, value)
	{
		if (!json_object_get(a, key))
			compare_member(list, key, NULL, value);
	}
	return list;
}

static bool is_empty(const json_t *lists)
{
	json_t *list;
	const char *key;

	json_object_foreach((json_t *)(uintptr_t)lists, key, list)
	{
		if (json_array_size(list) > 0)
			return false;
	}
	return true;
}

enum result report_compare(const json_t *a, const json_t *b, json_t **out)
{
	json_t *cases =
		compare_rows(json_object_get(a, "cases"), json_object_get(b, "cases"), true);
	json_t *rows =
		compare_rows(json_object_get(a, "clauses"), json_object_get(b, "clauses"), false);
	json_t *fingerprint = compare_objects(json_object_get(a, "fingerprint"),
					      json_object_get(b, "fingerprint"));
	bool is_equal = is_empty(cases) && is_empty(rows) && json_array_size(fingerprint) == 0;

	*out = json_pack("{s:i, s:b, s:o, s:o, s:o, s:o}", "schema_version", REPORT_COMPARE_VERSION,
			 "equal", is_equal, "context", compare_context(a, b), "cases", cases,
			 "clauses", rows, "fingerprint", fingerprint);
	return *out ? RES_OK : RES_E_MEMORY;
}
