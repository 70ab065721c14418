/* The sink that keeps each case's frames in a file of its own and names it in the result.  A
 * capture that could not be written whole is not named: evidence is whole or absent. */
#include "reports/pcapng.h"

#include "reports/clean.h"

#include <ctype.h>
#include <string.h>

enum result report_capture_name(const char *id, char *out, size_t cap)
{
	static const char before[] = "capture/", after[] = ".pcapng";
	size_t len = strlen(id), at = sizeof(before) - 1;

	if (len + sizeof(before) - 1 + sizeof(after) > cap)
		return RES_E_SPACE;
	memcpy(out, before, at);
	for (size_t i = 0; i < len; i++) {
		unsigned char c = (unsigned char)id[i];

		if (c == '/')
			c = '.';
		else if (!isalnum(c) && c != '_')
			c = '-';
		out[at++] = (char)c;
	}
	memcpy(out + at, after, sizeof(after));
	return RES_OK;
}

void report_captures_name_ports(struct report_captures *c, const char *wire, unsigned ports)
{
	const char *name = strncmp(wire, "if:", 3) ? NULL : wire + 3;

	c->ports = ports < REPORT_PORTS_MAX ? ports : REPORT_PORTS_MAX;
	for (unsigned i = 0; i < c->ports; i++) {
		if (!name) {
			snprintf(c->names[i], sizeof(c->names[i]), "port%u", i);
			continue;
		}
		snprintf(c->names[i], sizeof(c->names[i]), "%.*s", (int)strcspn(name, ","), name);
		name += strcspn(name, ",");
		name += *name == ',';
	}
}

static void discard(struct report_captures *c)
{
	if (c->writer.file)
		(void)fclose(c->writer.file);
	c->writer.file = NULL;
}

static void case_begin(void *arg, const char *id, const struct case_entry *entry, unsigned attempt)
{
	struct report_captures *c = arg;
	char path[4096];
	FILE *f = NULL;
	int n;

	(void)entry;
	(void)attempt;
	discard(c);
	if (report_capture_name(id, c->name, sizeof(c->name)) == RES_OK) {
		n = snprintf(path, sizeof(path), "%s/%s", c->dir, c->name);
		if (n > 0 && (size_t)n < sizeof(path))
			f = fopen(path, "wb");
	}
	if (!f) {
		c->is_bad = true;
		return;
	}
	report_pcapng_begin(&c->writer, f, id, c->ports,
			    (const char(*)[REPORT_PORT_NAME_MAX])c->names);
}

static void frame(void *arg, const struct link_event *ev, uint32_t number, const char *comment)
{
	struct report_captures *c = arg;
	char clean[REPORT_TEXT_MAX];

	(void)number;
	if (!c->writer.file)
		return;
	if (comment)
		report_clean(comment, clean, sizeof(clean));
	report_pcapng_frame(&c->writer, ev, comment ? clean : NULL);
}

static void case_end(void *arg, struct case_result *r)
{
	struct report_captures *c = arg;
	bool ok;

	if (!c->writer.file)
		return;
	ok = fclose(c->writer.file) == 0 && !c->writer.is_bad;
	c->writer.file = NULL;
	if (!ok) {
		c->is_bad = true;
		return;
	}
	memcpy(r->capture, c->name, sizeof(r->capture));
	report_sha256_hex(&c->writer.digest, r->capture_sha256);
}

struct run_sink report_captures_sink(struct report_captures *c)
{
	c->writer.file = NULL;
	c->is_bad = false;
	return (struct run_sink){
		.arg = c, .case_begin = case_begin, .frame = frame, .case_end = case_end
	};
}
