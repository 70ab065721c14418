/* ocptv.jsonl: Open Compute's Test & Validation output, version 2.0.  One run is one TestRun, one
 * case one step.  Closed objects of that form hold nothing of ours: what has no place there
 * stands in the step's extension.  Optional members are left out, never null; diagnosis, error
 * and file always have their message or description, which viewers ask for. */
#define _POSIX_C_SOURCE 200809L /* open_memstream */
#include "reports/views.h"

#include "reports/model.h"
#include "reports/phrases.h"
#include "reports/report.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

struct ocptv {
	FILE *out;
	const struct report_view *v;
	uint64_t at_ns; /* since the run began */
	json_int_t number;
	size_t step;
	bool is_bad; /* a line is missing for want of memory */
};

/* Takes content.  One line with the next number. */
static void put_line(struct ocptv *o, const char *kind, json_t *content)
{
	char stamp[REPORT_STAMP];
	json_t *line;

	report_stamp(o->v->report, o->at_ns, stamp);
	line = json_pack("{s:o, s:I, s:s}", kind, content, "sequenceNumber", o->number, "timestamp",
			 stamp);
	o->is_bad = o->is_bad || !line ||
		    json_dumpf(line, o->out, JSON_COMPACT | JSON_ENSURE_ASCII) != 0;
	fputc('\n', o->out);
	o->number++;
	json_decref(line);
}

/* Takes content. */
static void put_step(struct ocptv *o, const char *kind, json_t *content)
{
	char id[24];

	snprintf(id, sizeof(id), "%zu", o->step);
	put_line(o, "testStepArtifact", json_pack("{s:s, s:o}", "testStepId", id, kind, content));
}

static json_t *copy(const json_t *object, const char *key)
{
	json_t *member = json_object_get(object, key);

	return member ? json_deep_copy(member) : json_null();
}

/* Digests and such: members that are null are left out. */
static json_t *without_null(json_t *object)
{
	const char *key;
	json_t *value;
	void *next;

	json_object_foreach_safe(object, next, key, value)
	{
		if (json_is_null(value))
			json_object_del(object, key);
	}
	return object;
}

/* ---- the run ---- */

static json_t *device(const json_t *dut)
{
	const char *name = report_get_text(dut, "name"), *version = report_get_text(dut, "version");
	json_t *info = json_pack("{s:s}", "dutInfoId", "dut0");

	if (*name)
		json_object_set_new(info, "name", json_string(name));
	if (*name && *version)
		json_object_set_new(info, "softwareInfos",
				    json_pack("[{s:s, s:s, s:s}]", "softwareInfoId", "sw0", "name",
					      name, "version", version));
	return info;
}

static void put_run_start(struct ocptv *o)
{
	const json_t *report = o->v->report;
	const json_t *run = json_object_get(report, "run"),
		     *suite = json_object_get(report, "suite");
	char *command = report_command(o->v, NULL);
	json_t *start = json_pack(
		"{s:s, s:s, s:s, s:o, s:o, s:o}", "name", REPORT_SUITE, "version",
		report_get_text(suite, "version"), "commandLine", command ? command : "",
		"parameters", json_object(), "dutInfo", device(json_object_get(report, "dut")),
		"metadata",
		without_null(json_pack(
			"{s:o, s:o, s:o, s:o, s:o}", "spec_revision", copy(suite, "spec_revision"),
			"catalogue_sha256", copy(suite, "catalogue_sha256"), "ics_sha256",
			copy(run, "ics_sha256"), "ixit_sha256", copy(run, "ixit_sha256"),
			"layout_sha256", copy(run, "layout_sha256"))));
	json_t *parameters = json_object_get(start, "parameters");

	json_object_update_missing(parameters, (json_t *)(uintptr_t)run);
	put_line(o, "testRunArtifact", json_pack("{s:o}", "testRunStart", start));
	free(command);
}

static void put_run_end(struct ocptv *o)
{
	const char *status = "ERROR", *result = "NOT_APPLICABLE";
	const char *verdict = report_get_text(json_object_get(o->v->report, "summary"), "verdict");
	struct report_headline h;

	report_headline(o->v->report, &h);
	if (h.is_fail || h.is_pass) {
		status = "COMPLETE";
		result = h.is_fail ? "FAIL" : "PASS";
	} else if (!strcmp(verdict, "none")) {
		status = "SKIP";
	}
	put_line(o, "testRunArtifact",
		 json_pack("{s:{s:s, s:s}}", "testRunEnd", "status", status, "result", result));
}

/* ---- a case ---- */

static void put_extension(struct ocptv *o, const json_t *kase)
{
	static const char *const keys[] = { "id",      "clauses", "role",     "kind",  "level",
					    "verdict", "reason",  "attempts", "notes", "setup" };
	json_t *content = json_object();

	for (size_t i = 0; i < sizeof(keys) / sizeof(keys[0]); i++)
		json_object_set_new(content, keys[i], copy(kase, keys[i]));
	put_step(o, "extension",
		 json_pack("{s:s, s:o}", "name", "conformance.case", "content", content));
}

static void put_log(struct ocptv *o, const char *severity, const char *message)
{
	put_step(o, "log", json_pack("{s:s, s:s}", "severity", severity, "message", message));
}

/* The validator only where it says what the judge said: the texts differ. */
static void put_measurement(struct ocptv *o, const json_t *f)
{
	const char *expected = report_get_text(f, "expected"), *seen = report_get_text(f, "seen");
	json_t *m = json_pack("{s:s, s:s}", "name", report_get_text(f, "field"), "value", seen);

	if (strcmp(expected, seen) != 0)
		json_object_set_new(m, "validators",
				    json_pack("[{s:s, s:s, s:s, s:{s:s}}]", "name",
					      report_get_text(f, "judge"), "type", "EQUAL", "value",
					      expected, "metadata", "clause",
					      report_get_text(f, "clause")));
	put_step(o, "measurement", m);
}

/* "conformance-fail-sack-2": few different ones, so that they can be counted. */
static void put_diagnosis(struct ocptv *o, const char *what, const char *clause, const char *type,
			  const char *message)
{
	char verdict[80];

	snprintf(verdict, sizeof(verdict), "conformance-%s%s%.32s", what, *clause ? "-" : "",
		 clause);
	for (char *p = verdict; *p; p++)
		*p = (char)tolower((unsigned char)*p);
	put_step(
		o, "diagnosis",
		json_pack("{s:s, s:s, s:s}", "verdict", verdict, "type", type, "message", message));
}

static char *failure_text(const json_t *f)
{
	char *text = NULL;
	size_t len;
	FILE *m = open_memstream(&text, &len);

	if (!m)
		return NULL;
	report_put_failure(m, REPORT_PLAIN, f);
	if (fclose(m) == 0)
		return text;
	free(text);
	return NULL;
}

/* What a judge found: seen and expected, then the sentence.  Where a lost frame would explain it
 * (inconclusive) it is told and counts for nothing. */
static void put_finding(struct ocptv *o, const json_t *f, enum report_outcome outcome)
{
	const char *clause = report_get_text(f, "clause");
	char *text = failure_text(f);
	const char *message = text ? text : clause;

	if (outcome == OUTCOME_INCONCLUSIVE) {
		put_log(o, "INFO", message);
	} else {
		put_measurement(o, f);
		if (report_is_should_name(clause))
			put_log(o, "WARNING", message);
		else
			put_diagnosis(o, "fail", clause, "FAIL", message);
	}
	free(text);
}

/* A SHOULD not met fails no device, so the step passes, under a verdict of its own. */
static void put_verdict(struct ocptv *o, const json_t *kase, enum report_outcome outcome)
{
	const char *reason = report_get_text(kase, "reason");
	const char *id = report_get_text(kase, "id");

	switch (outcome) {
	case OUTCOME_PASS:
		put_diagnosis(o, "pass", "", "PASS", id);
		break;
	case OUTCOME_SHOULD:
		put_diagnosis(o, "pass-should-not-met", "", "PASS", id);
		break;
	case OUTCOME_INCONCLUSIVE:
		put_diagnosis(o, "inconclusive", "", "UNKNOWN", reason);
		break;
	case OUTCOME_ERROR:
		put_step(
			o, "error",
			json_pack("{s:s, s:s}", "symptom", "conformance-error", "message", reason));
		break;
	case OUTCOME_NOT_APPLICABLE:
	case OUTCOME_NOT_RUN:
		put_log(o, "INFO", reason);
		break;
	default: /* a fail has said it finding by finding */
		break;
	}
}

/* The capture stands beside this file, so the URI is relative to it. */
static void put_capture(struct ocptv *o, const json_t *kase)
{
	const json_t *evidence = json_object_get(kase, "evidence");
	const char *file = report_get_text(evidence, "file");

	if (*file)
		put_step(o, "file",
			 json_pack("{s:s, s:s, s:s, s:s, s:b, s:{s:s}}", "displayName",
				   report_get_text(kase, "id"), "description",
				   "frames of this case, beside this file", "uri", file,
				   "contentType", "application/x-pcapng", "isSnapshot", 0,
				   "metadata", "sha256", report_get_text(evidence, "sha256")));
}

static const char *end_status(enum report_outcome outcome)
{
	if (outcome == OUTCOME_NOT_APPLICABLE || outcome == OUTCOME_NOT_RUN)
		return "SKIP";
	return outcome == OUTCOME_ERROR ? "ERROR" : "COMPLETE";
}

static void put_case(struct ocptv *o, const json_t *kase)
{
	enum report_outcome outcome = report_outcome(kase);
	uint64_t start = report_get_number(kase, "start_ns");
	size_t i;
	json_t *f;

	if (start > o->at_ns)
		o->at_ns = start;
	put_step(o, "testStepStart", json_pack("{s:s}", "name", report_get_text(kase, "id")));
	put_extension(o, kase);
	if (start + report_get_number(kase, "duration_ns") > o->at_ns)
		o->at_ns = start + report_get_number(kase, "duration_ns");
	json_array_foreach(json_object_get(kase, "failures"), i, f) put_finding(o, f, outcome);
	put_verdict(o, kase, outcome);
	put_capture(o, kase);
	put_step(o, "testStepEnd", json_pack("{s:s}", "status", end_status(outcome)));
	o->step++;
}

bool report_ocptv(FILE *out, const struct report_view *v)
{
	struct ocptv o = { .out = out, .v = v };
	size_t i;
	json_t *kase;

	put_line(&o, "schemaVersion", json_pack("{s:i, s:i}", "major", 2, "minor", 0));
	put_run_start(&o);
	json_array_foreach(json_object_get(v->report, "cases"), i, kase) put_case(&o, kase);
	put_run_end(&o);
	return !o.is_bad;
}
