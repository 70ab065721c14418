/* The tables of report.html: clauses, cases, what was not judged and why. */
#include "reports/html.h"

#include "reports/model.h"
#include "reports/report.h"

#include <stdlib.h>
#include <string.h>

enum { CASES_SHOWN = 3 };

static void put(FILE *out, const char *text)
{
	report_put(out, REPORT_XML, text);
}

static void put_cell(FILE *out, const char *text)
{
	fputs("<td>", out);
	put(out, text);
	fputs("</td>", out);
}

static void put_data(FILE *out, const char *name, const char *text)
{
	fprintf(out, " data-%s=\"", name);
	put(out, text);
	fputc('"', out);
}

/* ---- clauses ---- */

/* The clause's cases: how many, and those that break it, as links to their findings. */
static void put_clause_cases(FILE *out, const json_t *report, const json_t *row)
{
	const char *clause = report_get_text(row, "id");
	size_t i, n = 0;
	json_t *kase;

	fprintf(out, "<td class=\"w\">%zu", json_array_size(json_object_get(row, "cases")));
	json_array_foreach(json_object_get(report, "cases"), i, kase)
	{
		if (report_outcome(kase) == OUTCOME_INCONCLUSIVE || !report_breaks(kase, clause))
			continue;
		if (n++ >= CASES_SHOWN)
			continue;
		fprintf(out, "%s<a href=\"#case-%zu\">", n > 1 ? ", " : "; broken in ", i);
		put(out, report_get_text(kase, "id"));
		fputs("</a>", out);
	}
	if (n > CASES_SHOWN)
		fprintf(out, " and %zu more", n - CASES_SHOWN);
	fputs("</td>", out);
}

static void put_clause(FILE *out, const json_t *report, const json_t *row)
{
	static const char *const keys[] = { "verdict", "level", "role" };
	const char *id = report_get_text(row, "id");

	fputs("<tr", out);
	for (size_t i = 0; i < sizeof(keys) / sizeof(keys[0]); i++)
		put_data(out, keys[i], report_get_text(row, keys[i]));
	fputs("><td class=\"k m\">", out);
	put(out, id);
	fputs("</td>", out);
	report_html_verdict(out, report_get_text(row, "verdict"));
	fputs("<td class=\"k\">", out);
	put(out, report_get_text(row, "level"));
	fputs("</td>", out);
	put_cell(out, report_get_text(row, "role"));
	put_cell(out, report_clause_text(id));
	put_clause_cases(out, report, row);
	fputs("</tr>\n", out);
}

static void put_clause_table(FILE *out, bool has_filter)
{
	fprintf(out,
		"<table%s>\n<thead><tr><th>clause</th><th>verdict</th><th>level</th><th>binds</th>"
		"<th>demands</th><th>cases</th></tr></thead>\n<tbody>\n",
		has_filter ? " data-filter=\"verdict level role\"" : "");
}

static size_t put_broken(FILE *out, const json_t *report, bool should, size_t before)
{
	size_t i, n = before;
	json_t *row;

	json_array_foreach(json_object_get(report, "clauses"), i, row)
	{
		if (strcmp(report_get_text(row, "verdict"), "fail") != 0 ||
		    report_is_should_name(report_get_text(row, "id")) != should)
			continue;
		if (n++ == 0)
			put_clause_table(out, false);
		put_clause(out, report, row);
	}
	return n;
}

void report_html_broken(FILE *out, const struct report_view *v)
{
	size_t n;

	fputs("<section id=\"broken\">\n<h2>Broken clauses</h2>\n", out);
	n = put_broken(out, v->report, false, 0);
	n = put_broken(out, v->report, true, n);
	fputs(n > 0 ? "</tbody>\n</table>\n</section>\n" : "<p>None.</p>\n</section>\n", out);
}

void report_html_clauses(FILE *out, const struct report_view *v)
{
	size_t i;
	json_t *row;

	fputs("<section id=\"clauses\">\n<h2>All clauses</h2>\n", out);
	put_clause_table(out, true);
	json_array_foreach(json_object_get(v->report, "clauses"), i, row)
		put_clause(out, v->report, row);
	fputs("</tbody>\n</table>\n</section>\n", out);
}

/* ---- cases ---- */

static void put_case(FILE *out, const json_t *kase, size_t number)
{
	const char *outcome = report_outcome_word(report_outcome(kase));
	bool has_findings = json_array_size(json_object_get(kase, "failures")) > 0;

	fputs("<tr", out);
	put_data(out, "verdict", outcome);
	put_data(out, "level", report_get_text(kase, "level"));
	put_data(out, "role", report_get_text(kase, "role"));
	put_data(out, "kind", report_get_text(kase, "kind"));
	fputs("><td class=\"m w\">", out);
	if (has_findings)
		fprintf(out, "<a href=\"#case-%zu\">", number);
	put(out, report_get_text(kase, "id"));
	fputs(has_findings ? "</a></td>" : "</td>", out);
	report_html_verdict(out, outcome);
	fputs("<td class=\"k\">", out);
	put(out, report_text_of(json_array_get(json_object_get(kase, "clauses"), 0)));
	fputs("</td>", out);
	put_cell(out, report_get_text(kase, "level"));
	put_cell(out, report_get_text(kase, "role"));
	put_cell(out, report_get_text(kase, "kind"));
	fprintf(out, "<td class=\"n\">%llu</td><td class=\"n\">%llu</td><td>",
		(unsigned long long)report_get_number(json_object_get(kase, "evidence"), "frames"),
		(unsigned long long)report_get_number(kase, "attempts"));
	put(out, report_get_text(kase, "reason"));
	fputs("</td></tr>\n", out);
}

void report_html_cases(FILE *out, const struct report_view *v)
{
	size_t i;
	json_t *kase;

	fputs("<section id=\"cases\">\n<h2>All cases</h2>\n"
	      "<p>Role is the device's. A negative case sends what a correct peer never "
	      "would.</p>\n"
	      "<table data-filter=\"verdict level role kind\">\n<thead><tr><th>case</th><th>verdict"
	      "</th><th>clause</th><th>level</th><th>role</th><th>kind</th><th class=\"n\">frames"
	      "</th><th class=\"n\">attempts</th><th>reason</th></tr></thead>\n<tbody>\n",
	      out);
	json_array_foreach(json_object_get(v->report, "cases"), i, kase) put_case(out, kase, i);
	fputs("</tbody>\n</table>\n</section>\n", out);
}

/* ---- what was not judged ---- */

static void put_note_rows(FILE *out, const json_t *report)
{
	size_t i, k;
	json_t *kase, *note;

	json_array_foreach(json_object_get(report, "cases"), i, kase)
		json_array_foreach(json_object_get(kase, "notes"), k, note)
	{
		fputs("<tr><td class=\"v\">note</td><td class=\"m w\">", out);
		put(out, report_get_text(kase, "id"));
		fputs("</td>", out);
		put_cell(out, report_text_of(note));
		fputs("</tr>\n", out);
	}
}

/* Errors, inconclusive, not run, not applicable, each case with its reason; then notes. */
void report_html_reasons(FILE *out, const struct report_view *v)
{
	static const enum report_outcome shown[] = { OUTCOME_ERROR, OUTCOME_INCONCLUSIVE,
						     OUTCOME_NOT_RUN, OUTCOME_NOT_APPLICABLE };
	const json_t *cases = json_object_get(v->report, "cases");
	size_t i;
	json_t *kase;

	fputs("<section id=\"reasons\">\n<h2>Not judged, and why</h2>\n"
	      "<p>Not applicable is decided before the run, from what the device declares and what "
	      "the run offers; never from how a case went.</p>\n"
	      "<table>\n<thead><tr><th>verdict</th><th>case</th><th>reason</th></tr></thead>\n"
	      "<tbody>\n",
	      out);
	for (size_t s = 0; s < sizeof(shown) / sizeof(shown[0]); s++)
		json_array_foreach(cases, i, kase)
		{
			if (report_outcome(kase) != shown[s])
				continue;
			fputs("<tr>", out);
			report_html_verdict(out, report_outcome_word(shown[s]));
			fputs("<td class=\"m w\">", out);
			put(out, report_get_text(kase, "id"));
			fputs("</td>", out);
			put_cell(out, report_get_text(kase, "reason"));
			fputs("</tr>\n", out);
		}
	put_note_rows(out, v->report);
	fputs("</tbody>\n</table>\n</section>\n", out);
}

static bool has_case(enum clause_id clause)
{
	for (size_t i = 0; i < all_cases_count; i++) {
		const struct case_def *d = all_cases[i].def;

		if (d->clause == clause)
			return true;
		for (size_t k = 0; k < sizeof(d->also) / sizeof(d->also[0]); k++)
			if (clause != CLAUSE_NONE && d->also[k] == clause)
				return true;
	}
	return false;
}

static const char *why_untested(const char *id)
{
	enum clause_id clause = clause_by_name(id);

	if (clause == CLAUSE_NONE)
		return "not a clause of this program";
	if (has_case(clause))
		return "no case of it was selected";
	return clauses[clause].level == CLAUSE_MAY ? "allows, demands nothing" : "has no case";
}

void report_html_untested(FILE *out, const struct report_view *v)
{
	size_t i;
	json_t *row;

	fputs("<section id=\"untested\">\n<h2>Clauses this run did not test</h2>\n"
	      "<table>\n<thead><tr><th>clause</th><th>level</th><th>why</th><th>demands</th></tr>"
	      "</thead>\n<tbody>\n",
	      out);
	json_array_foreach(json_object_get(v->report, "clauses"), i, row)
	{
		const char *id = report_get_text(row, "id");

		if (strcmp(report_get_text(row, "verdict"), "not_tested") != 0)
			continue;
		fputs("<tr><td class=\"k m\">", out);
		put(out, id);
		fputs("</td><td class=\"k\">", out);
		put(out, report_get_text(row, "level"));
		fputs("</td>", out);
		put_cell(out, why_untested(id));
		put_cell(out, report_clause_text(id));
		fputs("</tr>\n", out);
	}
	fputs("</tbody>\n</table>\n</section>\n", out);
}

/* Whatever the report holds of it, value by value. */
void report_html_fingerprint(FILE *out, const struct report_view *v)
{
	json_t *fingerprint = json_object_get(v->report, "fingerprint"), *value;
	const char *key;

	if (json_object_size(fingerprint) == 0)
		return;
	fputs("<section id=\"fingerprint\">\n<h2>Fingerprint</h2>\n<p>How the device does what the "
	      "profile leaves open. Nothing here is right or wrong.</p>\n<table>\n<tbody>\n",
	      out);
	json_object_foreach(fingerprint, key, value)
	{
		char *text = json_dumps(value, JSON_ENCODE_ANY | JSON_COMPACT);

		fputs("<tr><th class=\"key\">", out);
		put(out, key);
		fputs("</th><td><code>", out);
		put(out, json_is_string(value) ? json_string_value(value) : text);
		fputs("</code></td></tr>\n", out);
		free(text);
	}
	fputs("</tbody>\n</table>\n</section>\n", out);
}
