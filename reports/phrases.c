/* What several views say in the same words.  Reads the report, writes to the stream it is given. */
#define _GNU_SOURCE /* open_memstream, strptime, timegm */
#include "reports/phrases.h"

#include "reports/model.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

void report_put_failure(FILE *out, enum report_form form, const json_t *f)
{
	uint64_t line = report_get_number(f, "line"), frame = report_get_number(f, "frame");

	report_put(out, form, report_get_text(f, "file"));
	if (line > 0)
		fprintf(out, ":%llu: ", (unsigned long long)line);
	else
		report_put(out, form, ": ");
	report_put_finding(out, form, f);
	fputs(" (", out);
	report_put(out, form, report_get_text(f, "clause"));
	fputs(report_is_should_name(report_get_text(f, "clause")) ? ", SHOULD)" : ")", out);
	if (frame > 0)
		fprintf(out, " frame %llu", (unsigned long long)frame);
}

void report_put_finding(FILE *out, enum report_form form, const json_t *f)
{
	report_put(out, form, report_get_text(f, "field"));
	fputs(" is ", out);
	report_put(out, form, report_get_text(f, "seen"));
	fputs(", expected ", out);
	report_put(out, form, report_get_text(f, "expected"));
}

void report_stamp(const json_t *report, uint64_t after_ns, char out[REPORT_STAMP])
{
	const char *started = report_get_text(json_object_get(report, "run"), "started");
	struct tm tm = { .tm_year = 100, .tm_mday = 1 };
	char seconds[32];
	time_t at;

	if (*started && !strptime(started, "%Y-%m-%dT%H:%M:%SZ", &tm))
		tm = (struct tm){ .tm_year = 100, .tm_mday = 1 };
	at = timegm(&tm) + (time_t)(after_ns / 1000000000);
	out[0] = '\0';
	if (gmtime_r(&at, &tm) && strftime(seconds, sizeof(seconds), "%Y-%m-%dT%H:%M:%S", &tm) > 0)
		snprintf(out, REPORT_STAMP, "%s.%06uZ", seconds,
			 (unsigned)(after_ns / 1000 % 1000000));
}

/* ---- the command ---- */

static void put_argument(FILE *out, const char *text)
{
	static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
				    "-_=+./:,@%";

	if (*text && strspn(text, plain) == strlen(text)) {
		fprintf(out, " %s", text);
		return;
	}
	fputs(" '", out);
	for (; *text; text++)
		if (*text == '\'')
			fputs("'\\''", out);
		else
			fputc(*text, out);
	fputc('\'', out);
}

/* Options that say where and how to print: they change nothing of what is run.  getopt takes
 * beginnings of names as well; --o, --j and --q begin no other option. */
static bool is_about_output(const char *argument)
{
	return !strncmp(argument, "--o", 3) || !strncmp(argument, "--j", 3) ||
	       !strncmp(argument, "--q", 3) || !strncmp(argument, "--st", 4);
}

/* The options as given.  Selectors are the last arguments: getopt has moved them there. */
static void put_given(FILE *out, const json_t *command, size_t selectors)
{
	size_t count = json_array_size(command);

	for (size_t i = 1; i + selectors < count; i++) {
		const char *argument = report_text_of(json_array_get(command, i));

		if (!strcmp(argument, "--"))
			continue;
		if (!is_about_output(argument))
			put_argument(out, argument);
		else if (!strncmp(argument, "--o", 3) && !strchr(argument, '='))
			i++;
	}
}

/* Where nobody kept the command: what the report itself tells. */
static void put_known(FILE *out, const json_t *run)
{
	static const char *const options[] = { "seed", "planes", "ip", "vlan" };
	const char *wire = report_get_text(run, "wire");

	fputs(" --wire", out);
	put_argument(out, wire);
	for (size_t i = 0; i < sizeof(options) / sizeof(options[0]); i++)
		if (report_get_number(run, options[i]) > 0)
			fprintf(out, " --%s %llu", options[i],
				(unsigned long long)report_get_number(run, options[i]));
}

char *report_command(const struct report_view *v, const char *id)
{
	const json_t *run = json_object_get(v->report, "run");
	const json_t *selectors = json_object_get(run, "selectors");
	char *text = NULL;
	size_t len, i;
	json_t *selector;
	FILE *out = open_memstream(&text, &len);

	if (!out)
		return NULL;
	fputs("conformance run", out);
	if (json_array_size(v->command) > 0)
		put_given(out, v->command, json_array_size(selectors));
	else
		put_known(out, run);
	if (id)
		put_argument(out, id);
	else
		json_array_foreach(selectors, i, selector)
			put_argument(out, report_text_of(selector));
	if (fclose(out) == 0)
		return text;
	free(text);
	return NULL;
}
