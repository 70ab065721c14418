/* Reads what the user hands in: ICS and IXIT.  Bounded and strict, because a misspelt member that
 * is silently ignored would certify the wrong device. */
#include "conformance/run.h"

#include "reports/clean.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { INPUT_MAX = 1 << 20 };

static enum result read_all(FILE *f, const char *path, struct run_input *out, char *error,
			    size_t error_cap)
{
	out->bytes = malloc(INPUT_MAX + 2);
	if (!out->bytes) {
		snprintf(error, error_cap, "%s: out of memory", path);
		return RES_E_MEMORY;
	}
	out->len = fread(out->bytes, 1, INPUT_MAX + 1, f);
	if (ferror(f)) {
		snprintf(error, error_cap, "cannot read %s: %s", path, strerror(errno));
		return RES_E_IO;
	}
	if (out->len > INPUT_MAX) {
		snprintf(error, error_cap, "%s is longer than 1 MiB: is it the right file?", path);
		return RES_E_LENGTH;
	}
	out->bytes[out->len] = '\0';
	return RES_OK;
}

enum result run_input_read(const char *path, struct run_input *out, char *error, size_t error_cap)
{
	struct report_sha256 s;
	FILE *f = fopen(path, "rb");
	enum result r;

	*out = (struct run_input){ 0 };
	if (!f) {
		snprintf(error, error_cap, "cannot read %s: %s", path, strerror(errno));
		return RES_E_IO;
	}
	r = read_all(f, path, out, error, error_cap);
	(void)fclose(f);
	if (r != RES_OK) {
		run_input_free(out);
		return r;
	}
	report_sha256_init(&s);
	report_sha256_add(&s, out->bytes, out->len);
	report_sha256_hex(&s, out->sha256);
	return RES_OK;
}

void run_input_free(struct run_input *in)
{
	free(in->bytes);
	*in = (struct run_input){ 0 };
}

static enum result parse_object(const struct run_input *in, const char *path, json_t **out,
				char *error, size_t error_cap)
{
	char text[REPORT_TEXT_MAX];
	json_error_t e;
	json_t *o = json_loadb(in->bytes, in->len, JSON_REJECT_DUPLICATES, &e);

	if (!o) {
		report_clean(e.text, text, sizeof(text));
		snprintf(error, error_cap, "%s:%d:%d: %s", path, e.line, e.column, text);
		return RES_E_SYNTAX;
	}
	if (!json_is_object(o)) {
		json_decref(o);
		snprintf(error, error_cap, "%s: a JSON object {\"name\": value, ...} is wanted",
			 path);
		return RES_E_SYNTAX;
	}
	*out = o;
	return RES_OK;
}

/* Members of an ICS, as in hello (conformance/CONTROL.md). */
static const char *const ics_names[] = {
	"connections",   "regions",    "cq_depth",   "paths", "streams",  "msg_window",
	"msg_state",     "send_depth", "recv_depth", "ops",   "mtu",      "planes",
	"region_length", "ipv4",       "ipv6",       "vlan",  "requests", "ranges",
};
enum { ICS_NAMES = sizeof(ics_names) / sizeof(ics_names[0]) };

/* The k-th name a file may hold, NULL behind the last. */
static const char *ics_name(size_t k)
{
	return k < ICS_NAMES ? ics_names[k] : NULL;
}

static const char *ixit_name(size_t k)
{
	for (size_t i = 0; i < ref_params_count; i++)
		if (ref_params_table[i].scope == REF_DECLARED && k-- == 0)
			return ref_params_table[i].name;
	return NULL;
}

static enum result check_names(json_t *o, const char *path, const char *(*name)(size_t),
			       char *error, size_t error_cap)
{
	char clean[64];
	const char *key, *known;
	json_t *value;
	size_t used;

	json_object_foreach(o, key, value)
	{
		size_t k = 0;

		while ((known = name(k)) != NULL && strcmp(known, key) != 0)
			k++;
		if (known)
			continue;
		report_clean(key, clean, sizeof(clean));
		used = (size_t)snprintf(error, error_cap, "%s: unknown member `%s`; there are",
					path, clean);
		for (k = 0; (known = name(k)) != NULL && used < error_cap; k++)
			used += (size_t)snprintf(error + used, error_cap - used, "%s %s",
						 k ? "," : "", known);
		return RES_E_SYNTAX;
	}
	return RES_OK;
}

static enum result parse_named(const struct run_input *in, const char *path,
			       const char *(*name)(size_t), json_t **out, char *error,
			       size_t error_cap)
{
	enum result r = parse_object(in, path, out, error, error_cap);

	if (r != RES_OK)
		return r;
	r = check_names(*out, path, name, error, error_cap);
	if (r != RES_OK) {
		json_decref(*out);
		*out = NULL;
	}
	return r;
}

enum result run_ics_parse(const struct run_input *in, const char *path, json_t **out, char *error,
			  size_t error_cap)
{
	return parse_named(in, path, ics_name, out, error, error_cap);
}

enum result run_ixit_parse(const struct run_input *in, const char *path, json_t **out, char *error,
			   size_t error_cap)
{
	return parse_named(in, path, ixit_name, out, error, error_cap);
}
