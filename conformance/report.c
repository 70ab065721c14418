/* `conformance report DIR`: makes the views of a run again from its report.json, so that a report
 * of an older program, or one that came by mail, can be read as those of today.  Judges nothing
 * and changes neither report.json nor the evidence. */
#include "reports/report.h"
#include "conformance/commands.h"
#include "conformance/layout.h"
#include "conformance/run.h"
#include "reports/views.h"

#include <string.h>
#include <unistd.h>

static void print_usage(FILE *f)
{
	fputs("usage: conformance report DIR\n\n"
	      "Writes into the run directory DIR, from its report.json and captures:\n\n"
	      "  report.html   for people; one file, no network needed\n"
	      "  summary.md    for a pull request or a job's summary\n"
	      "  junit.xml     for CI servers\n"
	      "  report.tap    TAP 14\n"
	      "  ocptv.jsonl   OCP Test & Validation 2.0\n",
	      f);
}

/* The layout the run was made with, if it had one of its own. */
static enum result read_layout(const char *dir, struct wire_layout *out, char *error, size_t cap)
{
	char path[4096];
	int n = snprintf(path, sizeof(path), "%s/layout.json", dir);

	*out = wire_layout_default;
	if (n < 0 || (size_t)n >= sizeof(path)) {
		snprintf(error, cap, "the path of the directory is too long");
		return RES_E_SPACE;
	}
	if (access(path, F_OK) != 0)
		return RES_OK;
	return conformance_layout_load(path, out, error, cap);
}

static enum result read_report(const char *dir, json_t **out, char *error, size_t cap)
{
	char path[4096];
	int n = snprintf(path, sizeof(path), "%s/" REPORT_FILE, dir);
	enum result r = RES_E_SPACE;

	if (n > 0 && (size_t)n < sizeof(path))
		r = report_read(path, out);
	if (r == RES_E_SYNTAX)
		snprintf(error, cap, "%.300s is no report of this suite, version %d", path,
			 REPORT_SCHEMA_VERSION);
	else if (r != RES_OK)
		snprintf(error, cap, "%.300s cannot be read; name a run directory", path);
	return r;
}

int report_main(int argc, char **argv)
{
	char error[RUN_ERROR_MAX] = "";
	bool is_help = argc > 1 && (!strcmp(argv[1], "--help") || !strcmp(argv[1], "-h"));
	struct wire_layout layout;
	json_t *report = NULL;
	enum result r;
	int status = 0;

	if (is_help || argc != 2 || argv[1][0] == '-') {
		print_usage(is_help ? stdout : stderr);
		return is_help ? 0 : EXIT_USAGE;
	}
	r = read_report(argv[1], &report, error, sizeof(error));
	if (r == RES_OK)
		r = read_layout(argv[1], &layout, error, sizeof(error));
	if (r != RES_OK)
		status = EXIT_USAGE;
	else if (run_directory_views(argv[1], report, &layout, error, sizeof(error)) != RES_OK)
		status = EXIT_BENCH;
	if (status != 0)
		fprintf(stderr, "conformance report: %s\n", error);
#define X(name, writer) " " name
	else
		printf("Written to %s:" REPORT_VIEWS(X) "\n", argv[1]);
#undef X
	json_decref(report);
	return status;
}
