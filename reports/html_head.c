/* The top of report.html: the verdict with its limits, counts, and what was tested with what. */
#include "reports/html.h"

#include "reports/model.h"
#include "reports/report.h"

#include <stdlib.h>
#include <string.h>

static void put(FILE *out, const char *text)
{
	report_put(out, REPORT_XML, text);
}

void report_html_verdict(FILE *out, const char *word)
{
	fputs("<td class=\"v ", out);
	put(out, word);
	fputs("\">", out);
	put(out, word);
	fputs("</td>", out);
}

/* What the verdict does not say. */
static void put_limits(FILE *out, const json_t *report, const struct report_headline *h)
{
	const json_t *run = json_object_get(report, "run");
	bool is_virtual = !strcmp(report_get_text(run, "wire"), "sim");

	fprintf(out,
		"<p class=\"limits\">%zu of %zu clauses were judged; of the other %zu this report "
		"says nothing. It holds for this device, this configuration and the cases listed",
		h->judged, h->clauses, h->clauses - h->judged);
	fputs(is_virtual ? ", in virtual time: nothing is said about hardware or real time.</p>\n"
			 : ", on this wire.</p>\n",
	      out);
	if (h->should > 0)
		fprintf(out,
			"<p>%zu SHOULD clause%s not met, which does not fail the device.</p>\n",
			h->should, h->should == 1 ? " is" : "s are");
	if (!report_is_of_this_catalogue(report))
		fputs("<p class=\"warning\">This page was made by a program with other clauses or "
		      "cases than the run's: texts of clauses and cases may differ from what "
		      "was tested.</p>\n",
		      out);
}

static void put_banner(FILE *out, const json_t *report)
{
	const char *reason = report_get_text(json_object_get(report, "run"), "reason");
	struct report_headline h;

	report_headline(report, &h);
	fprintf(out, "<header class=\"banner %s\">\n<h1>%s</h1>\n",
		h.is_fail   ? "fail"
		: h.is_pass ? "pass"
			    : "doubt",
		h.sentence);
	if (h.broken > 0)
		fprintf(out, "<p><strong>%zu MUST clause%s broken.</strong></p>\n", h.broken,
			h.broken == 1 ? " is" : "s are");
	if (*reason) {
		fputs("<p>Not complete: ", out);
		put(out, reason);
		fputs("</p>\n", out);
	}
	put_limits(out, report, &h);
	fputs("</header>\n", out);
}

/* Cases by outcome and level; the last column is the sum. */
static void put_counts(FILE *out, const json_t *report)
{
	static const char *const levels[] = { "MUST", "MUST NOT", "SHOULD", "SHOULD NOT", "MAY" };
	enum { LEVELS = sizeof(levels) / sizeof(levels[0]) };
	size_t n[REPORT_OUTCOME_COUNT][LEVELS + 1] = { { 0 } }, i;
	json_t *kase;

	json_array_foreach(json_object_get(report, "cases"), i, kase)
	{
		enum report_outcome o = report_outcome(kase);

		n[o][LEVELS]++;
		for (size_t l = 0; l < LEVELS; l++)
			n[o][l] += !strcmp(report_get_text(kase, "level"), levels[l]);
	}
	fputs("<section id=\"counts\">\n<h2>Cases by verdict and level</h2>\n<table "
	      "class=\"narrow\">\n<thead><tr><th>verdict</th>",
	      out);
	for (size_t l = 0; l < LEVELS; l++)
		fprintf(out, "<th class=\"n\">%s</th>", levels[l]);
	fputs("<th class=\"n\">all</th><th>meaning</th></tr></thead>\n<tbody>\n", out);
	for (int o = 0; o < REPORT_OUTCOME_COUNT; o++) {
		if (n[o][LEVELS] == 0)
			continue;
		fputs("<tr>", out);
		report_html_verdict(out, report_outcome_word((enum report_outcome)o));
		for (size_t l = 0; l <= LEVELS; l++)
			fprintf(out, "<td class=\"n\">%zu</td>", n[o][l]);
		fprintf(out, "<td>%s</td></tr>\n", report_outcome_meaning((enum report_outcome)o));
	}
	fputs("</tbody>\n</table>\n</section>\n", out);
}

void report_html_head(FILE *out, const struct report_view *v)
{
	put_banner(out, v->report);
	fputs("<nav><a href=\"#counts\">Counts</a><a href=\"#identity\">Identity</a>"
	      "<a href=\"#broken\">Broken clauses</a><a href=\"#failures\">Findings</a>"
	      "<a href=\"#reasons\">Not judged</a><a href=\"#untested\">Not tested</a>"
	      "<a href=\"#clauses\">All clauses</a><a href=\"#cases\">All cases</a></nav>\n",
	      out);
	put_counts(out, v->report);
}

/* ---- identity ---- */

static void put_row(FILE *out, const char *name, const char *text, const char *if_none)
{
	fprintf(out, "<tr><th class=\"key\">%s</th><td>", name);
	if (*text) {
		fputs("<code>", out);
		put(out, text);
		fputs("</code>", out);
	} else {
		fputs(if_none, out);
	}
	fputs("</td></tr>\n", out);
}

static void put_number_row(FILE *out, const char *name, uint64_t number)
{
	fprintf(out, "<tr><th class=\"key\">%s</th><td>%llu</td></tr>\n", name,
		(unsigned long long)number);
}

static void put_device(FILE *out, const json_t *dut)
{
	char *all = json_dumps(dut, JSON_INDENT(2));

	put_row(out, "device", report_get_text(dut, "name"), "unnamed");
	put_row(out, "device version", report_get_text(dut, "version"), "not told");
	fputs("<tr><th class=\"key\">device says</th><td><details><summary>hello answer</summary>"
	      "<pre>",
	      out);
	/* Line by line: report_put shows line ends as what they are, characters. */
	for (const char *line = all; line && *line;) {
		size_t len = strcspn(line, "\n");

		report_put_n(out, REPORT_XML, line, len);
		fputc('\n', out);
		line += len + (line[len] == '\n');
	}
	fputs("</pre></details></td></tr>\n", out);
	free(all);
}

void report_html_identity(FILE *out, const struct report_view *v)
{
	const json_t *suite = json_object_get(v->report, "suite");
	const json_t *run = json_object_get(v->report, "run");
	char *command = report_command(v, NULL);

	fputs("<section id=\"identity\">\n<h2>What was tested, and how</h2>\n<table>\n", out);
	put_device(out, json_object_get(v->report, "dut"));
	put_row(out, "suite", report_get_text(suite, "version"), "");
	put_row(out, "profile revision", report_get_text(suite, "spec_revision"), "");
	put_row(out, "catalogue SHA-256", report_get_text(suite, "catalogue_sha256"), "");
	put_row(out, "ICS SHA-256", report_get_text(run, "ics_sha256"),
		"none given: what the device said counts");
	put_row(out, "IXIT SHA-256", report_get_text(run, "ixit_sha256"),
		"none given: what the device said counts");
	put_row(out, "layout SHA-256", report_get_text(run, "layout_sha256"),
		"the profile's own layout");
	put_row(out, "wire", report_get_text(run, "wire"), "");
	put_number_row(out, "seed", report_get_number(run, "seed"));
	put_number_row(out, "planes", report_get_number(run, "planes"));
	put_number_row(out, "IP version", report_get_number(run, "ip"));
	put_number_row(out, "VLAN (0: none)", report_get_number(run, "vlan"));
	put_row(out, "level", report_get_text(run, "level"), "");
	put_row(out, "started", report_get_text(run, "started"), "virtual time");
	put_row(out, "to run it again", command ? command : "", "");
	fputs("</table>\n</section>\n", out);
	free(command);
}
