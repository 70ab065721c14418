/* The run directory: made, cleared of an earlier run of ours, never of anything else. */
#define _POSIX_C_SOURCE 200809L
#include "conformance/run.h"

#include "reports/report.h"
#include "reports/views.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { PATH_CAP = 4096 };

/* What we write into a run directory. */
static const char *const our_files[] = {
	REPORT_FILE,     "report.json.tmp", "environment.json", "environment.json.tmp",
	"journal.jsonl", "ics.json",        "ixit.json",        "layout.json",
#define X(name, writer) name, name ".tmp",
	REPORT_VIEWS(X)
#undef X
};
enum { OUR_FILES = sizeof(our_files) / sizeof(our_files[0]) };

static enum result join(const char *dir, const char *name, char out[PATH_CAP], char *error,
			size_t error_cap)
{
	int n = snprintf(out, PATH_CAP, "%s/%s", dir, name);

	if (n > 0 && n < PATH_CAP)
		return RES_OK;
	snprintf(error, error_cap, "the path of --out is too long");
	return RES_E_SPACE;
}

static bool is_ours(const char *name)
{
	if (!strcmp(name, ".") || !strcmp(name, "..") || !strcmp(name, "capture"))
		return true;
	for (size_t i = 0; i < OUR_FILES; i++)
		if (!strcmp(name, our_files[i]))
			return true;
	return false;
}

static bool has_our_report(const char *path)
{
	char file[PATH_CAP], ignored[RUN_ERROR_MAX];
	json_t *report = NULL;
	const char *name = NULL;
	bool is;

	if (join(path, REPORT_FILE, file, ignored, sizeof(ignored)) == RES_OK)
		report = json_load_file(file, 0, NULL);
	(void)json_unpack(report, "{s:{s:s}}", "suite", "name", &name);
	is = name && !strcmp(name, REPORT_SUITE);
	json_decref(report);
	return is;
}

/* A file that is not ours, or a report.json of somebody else; "" if there is none. */
static void find_foreign(DIR *d, const char *path, char *out, size_t cap)
{
	bool has_report = false;
	struct dirent *e;

	out[0] = '\0';
	while ((e = readdir(d)) != NULL) {
		has_report = has_report || !strcmp(e->d_name, REPORT_FILE);
		if (!is_ours(e->d_name))
			snprintf(out, cap, "%.200s", e->d_name);
	}
	if (!has_report)
		return;
	snprintf(out, cap, "%s", has_our_report(path) ? "" : REPORT_FILE " of another program");
}

enum result run_directory_check(const char *path, char *error, size_t error_cap)
{
	char foreign[256];
	DIR *d = opendir(path);

	if (!d && errno == ENOENT && path[0] != '\0')
		return RES_OK;
	if (!d) {
		snprintf(error, error_cap, "--out %s cannot be used: %s", path, strerror(errno));
		return RES_E_SYNTAX;
	}
	find_foreign(d, path, foreign, sizeof(foreign));
	closedir(d);
	if (!foreign[0])
		return RES_OK;
	snprintf(error, error_cap,
		 "--out %s holds no earlier run but `%s`: name an empty or new directory", path,
		 foreign);
	return RES_E_SYNTAX;
}

/* Makes path with all that lead to it. */
static bool make_path(const char *path)
{
	char part[PATH_CAP];
	size_t len = strlen(path);

	if (len == 0 || len >= sizeof(part))
		return false;
	for (size_t i = 1; i <= len; i++) {
		if (path[i] != '/' && path[i] != '\0')
			continue;
		memcpy(part, path, i);
		part[i] = '\0';
		if (mkdir(part, 0777) != 0 && errno != EEXIST)
			return false;
	}
	return true;
}

/* Removes *.pcapng below dir. */
static void clear_captures(const char *dir)
{
	char file[PATH_CAP], ignored[RUN_ERROR_MAX];
	struct dirent *e;
	DIR *d = opendir(dir);

	while (d && (e = readdir(d)) != NULL) {
		const char *dot = strrchr(e->d_name, '.');

		if (dot && !strcmp(dot, ".pcapng") &&
		    join(dir, e->d_name, file, ignored, sizeof(ignored)) == RES_OK)
			(void)unlink(file);
	}
	if (d)
		closedir(d);
}

enum result run_directory_prepare(const char *path, char *error, size_t error_cap)
{
	char file[PATH_CAP];
	enum result r = join(path, "capture", file, error, error_cap);

	if (r != RES_OK)
		return r;
	if (!make_path(file)) {
		snprintf(error, error_cap, "cannot make %s: %s; name another place with --out",
			 file, strerror(errno));
		return RES_E_IO;
	}
	clear_captures(file);
	for (size_t i = 0; i < OUR_FILES; i++) {
		r = join(path, our_files[i], file, error, error_cap);
		if (r != RES_OK)
			return r;
		if (unlink(file) != 0 && errno != ENOENT) {
			snprintf(error, error_cap, "cannot remove %s: %s", file, strerror(errno));
			return RES_E_IO;
		}
	}
	return RES_OK;
}

FILE *run_directory_open(const char *path, const char *name, char *error, size_t error_cap)
{
	char file[PATH_CAP];
	FILE *f;

	if (join(path, name, file, error, error_cap) != RES_OK)
		return NULL;
	f = fopen(file, "wb");
	if (!f)
		snprintf(error, error_cap, "cannot write %s: %s; name another place with --out",
			 file, strerror(errno));
	return f;
}

enum result run_directory_copy(const char *path, const char *name, const struct run_input *in,
			       char *error, size_t error_cap)
{
	FILE *f;
	bool ok;

	if (!in->bytes)
		return RES_OK;
	f = run_directory_open(path, name, error, error_cap);
	if (!f)
		return RES_E_IO;
	ok = fwrite(in->bytes, 1, in->len, f) == in->len;
	ok = fclose(f) == 0 && ok;
	if (ok)
		return RES_OK;
	snprintf(error, error_cap, "cannot write %s/%s: %s", path, name, strerror(errno));
	return RES_E_IO;
}

enum result run_directory_views(const char *path, const json_t *report,
				const struct wire_layout *layout, char *error, size_t error_cap)
{
	const char *failed = "";
	enum result r = report_views_write(report, path, layout, &failed);

	if (r != RES_OK)
		snprintf(error, error_cap, "cannot write %.300s/%s: %s", path, failed,
			 result_text(r));
	return r;
}
