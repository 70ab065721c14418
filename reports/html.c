/* report.html: one file for people.  No network, no script needed to read it (the script only
 * filters), fit for print; its policy forbids the browser to load or run anything else. */
#include "reports/html.h"

#include "reports/model.h"
#include "reports/report.h"

#include <string.h>

/* The script's digest in base64, as a Content-Security-Policy wants it. */
static void put_script_digest(FILE *out)
{
	static const char digits[] =
		"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
	struct report_sha256 s;
	char hex[REPORT_SHA256_HEX];
	uint32_t group = 0;

	report_sha256_init(&s);
	report_sha256_add(&s, report_html_script, strlen(report_html_script));
	report_sha256_hex(&s, hex);
	/* 64 hex digits of 4 bits: three of them are two digits of base64, one is left over. */
	for (unsigned i = 0; i < 64; i++) {
		group = group << 4 | (uint32_t)(hex[i] <= '9' ? hex[i] - '0' : hex[i] - 'a' + 10);
		if (i % 3 == 2)
			fprintf(out, "%c%c", digits[group >> 6 & 63], digits[group & 63]);
	}
	fprintf(out, "%c=", digits[(group & 15) << 2]);
}

void report_html_opening(FILE *out, const char *title)
{
	fputs("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
	      "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
	      "style-src 'unsafe-inline'; img-src data:; script-src 'sha256-",
	      out);
	put_script_digest(out);
	fputs("'; base-uri 'none'; form-action 'none'\">\n"
	      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
	      "<meta name=\"color-scheme\" content=\"light dark\">\n"
	      "<link rel=\"icon\" href=\"data:,\">\n<title>",
	      out);
	report_put(out, REPORT_XML, title);
	fprintf(out, ": %s</title>\n<style>\n%s</style>\n</head>\n<body>\n", REPORT_SUITE,
		report_html_style);
}

bool report_html(FILE *out, const struct report_view *v)
{
	bool ok;

	report_html_opening(out, report_get_text(json_object_get(v->report, "dut"), "name"));
	report_html_head(out, v);
	report_html_identity(out, v);
	report_html_broken(out, v);
	ok = report_html_failures(out, v);
	report_html_reasons(out, v);
	report_html_untested(out, v);
	report_html_fingerprint(out, v);
	report_html_clauses(out, v);
	report_html_cases(out, v);
	fprintf(out, "<script>%s</script>\n</body>\n</html>\n", report_html_script);
	return ok;
}
