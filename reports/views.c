/* Writes the views into a run directory.  Reads nothing but the report, environment.json and,
 * through the HTML writer, captures. */
#define _POSIX_C_SOURCE 200809L /* open_memstream */
#include "reports/views.h"

#include "reports/model.h"
#include "reports/report.h"

#include <stdlib.h>
#include <string.h>

enum { PATH_CAP = 4096 };

static const struct view_row {
	const char *name;
	bool (*write)(FILE *out, const struct report_view *v);
} views[] = {
#define X(name_, writer) { name_, writer },
	REPORT_VIEWS(X)
#undef X
};

static enum result write_one(const struct view_row *row, const struct report_view *v)
{
	char path[PATH_CAP], *text = NULL;
	size_t len;
	enum result r = RES_E_MEMORY;
	int n = snprintf(path, sizeof(path), "%s/%s", v->dir, row->name);
	FILE *f = open_memstream(&text, &len);
	bool ok;

	if (!f)
		return RES_E_MEMORY;
	ok = row->write(f, v) && !ferror(f);
	ok = fclose(f) == 0 && ok;
	if (ok)
		r = n > 0 && (size_t)n < sizeof(path) ? report_write(text, path) : RES_E_SPACE;
	free(text);
	return r;
}

static json_t *read_command(const char *dir)
{
	char path[PATH_CAP];
	int n = snprintf(path, sizeof(path), "%s/environment.json", dir);
	json_t *environment = NULL, *command;

	if (n > 0 && (size_t)n < sizeof(path))
		environment = json_load_file(path, 0, NULL);
	command = json_incref(json_object_get(environment, "command"));
	json_decref(environment);
	return command;
}

enum result report_views_write(const json_t *report, const char *dir,
			       const struct wire_layout *layout, const char **failed)
{
	struct report_view v = {
		.report = report, .dir = dir, .layout = layout, .command = read_command(dir)
	};
	enum result r = RES_OK;

	for (size_t i = 0; r == RES_OK && i < sizeof(views) / sizeof(views[0]); i++) {
		r = write_one(&views[i], &v);
		if (r != RES_OK && failed)
			*failed = views[i].name;
	}
	json_decref(v.command);
	return r;
}

enum result report_read(const char *path, json_t **out)
{
	FILE *f = fopen(path, "r");
	json_t *report;

	if (!f)
		return RES_E_IO;
	report = json_loadf(f, JSON_REJECT_DUPLICATES, NULL);
	fclose(f);
	if (report_get_number(report, "schema_version") == REPORT_SCHEMA_VERSION &&
	    !strcmp(report_get_text(json_object_get(report, "suite"), "name"), REPORT_SUITE)) {
		*out = report;
		return RES_OK;
	}
	json_decref(report);
	return RES_E_SYNTAX;
}
