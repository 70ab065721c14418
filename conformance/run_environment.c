/* environment.json: the one file of a run that says when, where and by whose hand it came to be.
 * Nothing in it is evidence. */
#define _GNU_SOURCE
#include "conformance/run.h"

#include "reports/clean.h"
#include "reports/report.h"

#include <stdlib.h>
#include <sys/utsname.h>
#include <time.h>

void run_environment_now(char out[32])
{
	time_t now = time(NULL);
	struct tm tm;

	out[0] = '\0';
	if (gmtime_r(&now, &tm))
		(void)strftime(out, 32, "%Y-%m-%dT%H:%M:%SZ", &tm);
}

static json_t *command_json(const struct run_environment *e)
{
	json_t *a = json_array();

	for (int i = 0; i < e->argc; i++)
		json_array_append_new(a, report_json_text(e->argv[i]));
	return a;
}

static json_t *environment_json(const struct run_environment *e)
{
	json_t *bench = e->bench ? json_deep_copy(e->bench) : json_object();
	struct utsname u = { 0 };
	char end[32] = "";

	(void)uname(&u);
	if (e->is_over)
		run_environment_now(end);
	return json_pack("{s:s, s:s, s:o?, s:s, s:o?, s:o, s:s, s:{s:s, s:s, s:s, s:s}, s:o}",
			 "program", "conformance", "version", RUN_VERSION, "command",
			 command_json(e), "start", e->start, "end",
			 e->is_over ? json_string(end) : NULL, "exit_status",
			 e->is_over ? json_integer(e->exit_status) : json_null(), "host",
			 u.nodename, "kernel", "system", u.sysname, "release", u.release, "version",
			 u.version, "machine", u.machine, "bench", bench);
}

enum result run_environment_write(const char *path, const struct run_environment *e, char *error,
				  size_t error_cap)
{
	json_t *o = environment_json(e);
	char *text = o ? report_text(o) : NULL;
	char file[4096];
	enum result r = RES_E_MEMORY;
	int n = snprintf(file, sizeof(file), "%s/environment.json", path);

	if (text && n > 0 && (size_t)n < sizeof(file))
		r = report_write(text, file);
	if (r != RES_OK)
		snprintf(error, error_cap, "cannot write %s/environment.json: %s", path,
			 result_text(r));
	free(text);
	json_decref(o);
	return r;
}
