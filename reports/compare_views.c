/* A comparison as text and as HTML.  Adds nothing to it. */
#include "reports/compare.h"

#include "reports/escape.h"
#include "reports/html.h"
#include "reports/model.h"

#include <stdlib.h>
#include <string.h>

static const struct group {
	const char *key, *title;
} groups[] = {
	{ "worse", "Worse" },
	{ "better", "Better" },
	{ "changed", "Changed" },
	{ "appeared", "Only in the second" },
	{ "vanished", "Only in the first" },
};
enum { GROUPS = sizeof(groups) / sizeof(groups[0]), KINDS = 2 };
static const char *const kinds[KINDS] = { "clauses", "cases" };

static size_t count(const json_t *comparison, const char *kind, const char *group)
{
	return json_array_size(json_object_get(json_object_get(comparison, kind), group));
}

static void put_sentence(FILE *out, const json_t *c)
{
	if (json_is_true(json_object_get(c, "equal"))) {
		fputs("Equal: the same verdicts, findings and fingerprint.", out);
		return;
	}
	for (int k = KINDS - 1; k >= 0; k--) {
		fprintf(out, "%s%s: ", k == KINDS - 1 ? "" : "; ", kinds[k]);
		for (int g = 0; g < GROUPS; g++)
			fprintf(out, "%s%zu %s", g ? ", " : "", count(c, kinds[k], groups[g].key),
				groups[g].key);
	}
	fprintf(out, "; fingerprint: %zu changed.",
		json_array_size(json_object_get(c, "fingerprint")));
}

/* A value of any kind; a string without its quotes. */
static void put_value(FILE *out, enum report_form form, const json_t *value)
{
	char *text;

	if (json_is_string(value)) {
		report_put(out, form, json_string_value(value));
		return;
	}
	text = json_dumps(value, JSON_ENCODE_ANY | JSON_COMPACT);
	report_put(out, form, text && !json_is_null(value) ? text : "none");
	free(text);
}

static void put_findings(FILE *out, enum report_form form, const json_t *entry, const char *key)
{
	size_t i;
	json_t *f;

	json_array_foreach(json_object_get(entry, key), i, f)
	{
		fputs(i > 0 ? ", " : "", out);
		report_put(out, form, report_text_of(f));
	}
}

/* ---- text ---- */

static void print_members(FILE *out, const char *title, const json_t *list)
{
	size_t i;
	json_t *m;

	if (json_array_size(list) > 0)
		fprintf(out, "%s\n", title);
	json_array_foreach(list, i, m)
	{
		fputs("  ", out);
		report_put(out, REPORT_PLAIN, report_get_text(m, "key"));
		fputs(": ", out);
		put_value(out, REPORT_PLAIN, json_object_get(m, "a"));
		fputs(" -> ", out);
		put_value(out, REPORT_PLAIN, json_object_get(m, "b"));
		fputc('\n', out);
	}
}

static void print_entry(FILE *out, const json_t *e)
{
	const char *findings =
		json_array_size(json_object_get(e, "findings_b")) > 0 ? "findings_b" : "findings_a";

	fputs("  ", out);
	report_put(out, REPORT_PLAIN, report_get_text(e, "id"));
	fputs("  ", out);
	put_value(out, REPORT_PLAIN, json_object_get(e, "a"));
	fputs(" -> ", out);
	put_value(out, REPORT_PLAIN, json_object_get(e, "b"));
	if (json_array_size(json_object_get(e, findings)) > 0)
		fputs(strcmp(findings, "findings_b") != 0 ? "  (was: " : "  (", out);
	put_findings(out, REPORT_PLAIN, e, findings);
	fputs(json_array_size(json_object_get(e, findings)) > 0 ? ")\n" : "\n", out);
}

void report_compare_text(FILE *out, const json_t *c)
{
	size_t i;
	json_t *e;

	print_members(out, "Not the same run:", json_object_get(c, "context"));
	for (int g = 0; g < GROUPS; g++)
		for (int k = 0; k < KINDS; k++) {
			const json_t *list =
				json_object_get(json_object_get(c, kinds[k]), groups[g].key);

			if (json_array_size(list) > 0)
				fprintf(out, "%s, %s:\n", groups[g].title, kinds[k]);
			json_array_foreach(list, i, e) print_entry(out, e);
		}
	print_members(out, "Fingerprint:", json_object_get(c, "fingerprint"));
	put_sentence(out, c);
	fputc('\n', out);
}

/* ---- HTML ---- */

static void put_members(FILE *out, const char *title, const json_t *list)
{
	size_t i;
	json_t *m;

	if (json_array_size(list) == 0)
		return;
	fprintf(out,
		"<section>\n<h2>%s</h2>\n<table>\n<thead><tr><th></th><th>first</th><th>second</th>"
		"</tr></thead>\n<tbody>\n",
		title);
	json_array_foreach(list, i, m)
	{
		fputs("<tr><td class=\"k\">", out);
		report_put(out, REPORT_XML, report_get_text(m, "key"));
		fputs("</td><td class=\"m w\">", out);
		put_value(out, REPORT_XML, json_object_get(m, "a"));
		fputs("</td><td class=\"m w\">", out);
		put_value(out, REPORT_XML, json_object_get(m, "b"));
		fputs("</td></tr>\n", out);
	}
	fputs("</tbody>\n</table>\n</section>\n", out);
}

static void put_side(FILE *out, const json_t *e, const char *key, const char *findings)
{
	const char *word = report_get_text(e, key);

	report_html_verdict(out, *word ? word : "none");
	fputs("<td class=\"m w\">", out);
	put_findings(out, REPORT_XML, e, findings);
	fputs("</td>", out);
}

static void put_entries(FILE *out, const struct group *group, const char *kind, const json_t *list)
{
	bool is_clause = !strcmp(kind, "clauses");
	size_t i;
	json_t *e;

	if (json_array_size(list) == 0)
		return;
	fprintf(out,
		"<section>\n<h2>%s, %s (%zu)</h2>\n<table>\n<thead><tr><th></th><th>first</th><th>"
		"%s</th><th>second</th><th>%s</th>%s</tr></thead>\n<tbody>\n",
		group->title, kind, json_array_size(list), is_clause ? "" : "found",
		is_clause ? "" : "found", is_clause ? "<th>demands</th>" : "");
	json_array_foreach(list, i, e)
	{
		fputs("<tr><td class=\"m w\">", out);
		report_put(out, REPORT_XML, report_get_text(e, "id"));
		fputs("</td>", out);
		put_side(out, e, "a", "findings_a");
		put_side(out, e, "b", "findings_b");
		if (is_clause) {
			fputs("<td>", out);
			report_put(out, REPORT_XML, report_clause_text(report_get_text(e, "id")));
			fputs("</td>", out);
		}
		fputs("</tr>\n", out);
	}
	fputs("</tbody>\n</table>\n</section>\n", out);
}

void report_compare_html(FILE *out, const json_t *c)
{
	bool is_equal = json_is_true(json_object_get(c, "equal"));
	bool is_worse = count(c, "cases", "worse") + count(c, "clauses", "worse") > 0;

	report_html_opening(out, "two runs compared");
	fprintf(out, "<header class=\"banner %s\">\n<h1>Two runs compared</h1>\n<p>",
		is_worse   ? "fail"
		: is_equal ? "pass"
			   : "doubt");
	put_sentence(out, c);
	fputs("</p>\n</header>\n", out);
	put_members(out, "Not the same run", json_object_get(c, "context"));
	for (int g = 0; g < GROUPS; g++)
		for (int k = 0; k < KINDS; k++)
			put_entries(out, &groups[g], kinds[k],
				    json_object_get(json_object_get(c, kinds[k]), groups[g].key));
	put_members(out, "Fingerprint", json_object_get(c, "fingerprint"));
	fputs("</body>\n</html>\n", out);
}
