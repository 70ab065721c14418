/* `conformance compare A B`: what differs between two reports.  Only reads them. */
#include "reports/compare.h"
#include "conformance/commands.h"
#include "reports/report.h"
#include "reports/views.h"

#include <errno.h>
#include <getopt.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static void print_usage(FILE *f)
{
	fputs("usage: conformance compare [--json] [--html FILE] A B\n\n"
	      "What got better, worse, appeared, vanished or changed its fingerprint from A to B.\n"
	      "Each is a run directory or a report.json.\n\n"
	      "  --json        for programs, on standard output\n"
	      "  --html FILE   as a page as well\n\n"
	      "Exit status: 0 equal, 1 not, 2 wrong usage or no such report, 3 cannot write.\n",
	      f);
}

static enum result read_report(const char *path, json_t **out)
{
	char file[4096];
	struct stat st;
	int n = 0;
	enum result r = RES_E_IO;

	if (stat(path, &st) == 0)
		n = snprintf(file, sizeof(file), "%s%s", path,
			     S_ISDIR(st.st_mode) ? "/" REPORT_FILE : "");
	if (n > 0 && (size_t)n < sizeof(file))
		r = report_read(file, out);
	if (r != RES_OK)
		fprintf(stderr, "conformance compare: %s %s\n", path,
			r == RES_E_IO ? "is no run directory or report.json"
				      : "is no report of this suite that can be read");
	return r;
}

static bool write_html(const char *path, const json_t *comparison)
{
	FILE *f = fopen(path, "w");
	bool ok;

	if (f) {
		report_compare_html(f, comparison);
		ok = !ferror(f);
		ok = fclose(f) == 0 && ok;
		if (ok)
			return true;
	}
	fprintf(stderr, "conformance compare: cannot write %s: %s\n", path, strerror(errno));
	return false;
}

static bool print(const json_t *comparison, bool is_json)
{
	if (is_json) {
		(void)json_dumpf(comparison, stdout, JSON_INDENT(2));
		putchar('\n');
	} else {
		report_compare_text(stdout, comparison);
	}
	return fflush(stdout) == 0 && !ferror(stdout);
}

static int compare(const char *a, const char *b, bool is_json, const char *html)
{
	json_t *before = NULL, *after = NULL, *comparison = NULL;
	int status = EXIT_USAGE;

	if (read_report(a, &before) == RES_OK && read_report(b, &after) == RES_OK) {
		status = EXIT_BENCH;
		if (report_compare(before, after, &comparison) == RES_OK &&
		    (!html || write_html(html, comparison)) && print(comparison, is_json))
			status = !json_is_true(json_object_get(comparison, "equal"));
	}
	json_decref(before);
	json_decref(after);
	json_decref(comparison);
	return status;
}

int compare_main(int argc, char **argv)
{
	static const struct option options[] = { { "json", no_argument, NULL, 'j' },
						 { "html", required_argument, NULL, 'o' },
						 { "help", no_argument, NULL, 'h' },
						 { NULL, 0, NULL, 0 } };
	bool is_json = false;
	const char *html = NULL;
	int option;

	while ((option = getopt_long(argc, argv, "h", options, NULL)) != -1) {
		if (option == 'j')
			is_json = true;
		else if (option == 'o')
			html = optarg;
		else {
			print_usage(option == 'h' ? stdout : stderr);
			return option == 'h' ? 0 : EXIT_USAGE;
		}
	}
	if (argc - optind != 2) {
		print_usage(stderr);
		return EXIT_USAGE;
	}
	return compare(argv[optind], argv[optind + 1], is_json, html);
}
