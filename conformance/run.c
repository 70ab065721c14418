/* `conformance run`: from the command line to a session, and from its results to the reports and
 * the exit status.  Judges nothing; what a case comes to is the session's. */
#define _GNU_SOURCE
#include "conformance/run.h"

#include "conformance/commands.h"
#include "conformance/layout.h"
#include "conformance/text.h"
#include "reports/journal.h"
#include "reports/pcapng.h"
#include "reports/report.h"
#include "reports/terminal.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Set by a signal, read by the session: a handler has no other way to be heard. */
static volatile int interrupted;

struct run {
	struct run_options options;
	struct run_input ics_file, ixit_file, layout_file;
	json_t *ics, *ixit;
	struct wire_layout layout;
	struct case_choice *choices;
	struct case_result *results;
	size_t count;
	struct session *session;
	struct run_environment environment;
	bool is_virtual;
	char program[4096];
	char reason[256]; /* why the run ended early */
	char error[RUN_ERROR_MAX];
};

static void on_signal(int signal)
{
	(void)signal;
	interrupted = 1;
}

/* A handler that does nothing, not SIG_IGN, which a device adapter would inherit. */
static void on_broken_pipe(int signal)
{
	(void)signal;
}

/* The first signal ends the run in order, a second one at once.  Writes go on (SA_RESTART), waits
 * do not: ppoll is never restarted. */
static void catch_signals(void)
{
	struct sigaction end = { .sa_handler = on_signal,
				 .sa_flags = (int)(SA_RESETHAND | SA_RESTART) };
	struct sigaction pipe = { .sa_handler = on_broken_pipe, .sa_flags = SA_RESTART };

	(void)sigaction(SIGINT, &end, NULL);
	(void)sigaction(SIGTERM, &end, NULL);
	(void)sigaction(SIGPIPE, &pipe, NULL);
}

static int complain(const struct run *run, int status)
{
	fprintf(stderr, "conformance run: %s\n", run->error);
	return status;
}

/* ---- before the session ---- */

static void drop_should(struct run *run)
{
	size_t kept = 0;

	for (size_t i = 0; i < run->count; i++)
		if (!report_is_should(run->choices[i].entry->def->clause))
			run->choices[kept++] = run->choices[i];
	run->count = kept;
}

static enum result choose(struct run *run)
{
	const struct run_options *o = &run->options;
	const char *bad = NULL;
	char hint[100];
	enum result r =
		harness_choose(o->selectors, o->selector_count, &run->choices, &run->count, &bad);

	if (r == RES_E_UNKNOWN) {
		text_hint(bad, "`conformance list` shows what there is", hint, sizeof(hint));
		snprintf(run->error, sizeof(run->error), "`%.100s` selects no case; %s", bad, hint);
		return r;
	}
	if (r != RES_OK) {
		snprintf(run->error, sizeof(run->error), "cannot select cases: %s", result_text(r));
		return r;
	}
	if (!strcmp(o->level, "must"))
		drop_should(run);
	if (run->count == 0) {
		snprintf(run->error, sizeof(run->error),
			 "--level %s leaves no case of those selected", o->level);
		return RES_E_UNKNOWN;
	}
	run->results = calloc(run->count, sizeof(*run->results));
	if (!run->results) {
		snprintf(run->error, sizeof(run->error), "out of memory");
		return RES_E_MEMORY;
	}
	return RES_OK;
}

static enum result read_inputs(struct run *run)
{
	const struct run_options *o = &run->options;
	char *e = run->error;
	size_t cap = sizeof(run->error);
	enum result r = RES_OK;

	run->layout = wire_layout_default;
	if (o->ics) {
		r = run_input_read(o->ics, &run->ics_file, e, cap);
		if (r == RES_OK)
			r = run_ics_parse(&run->ics_file, o->ics, &run->ics, e, cap);
	}
	if (r == RES_OK && o->ixit) {
		r = run_input_read(o->ixit, &run->ixit_file, e, cap);
		if (r == RES_OK)
			r = run_ixit_parse(&run->ixit_file, o->ixit, &run->ixit, e, cap);
	}
	if (r == RES_OK && o->layout) {
		r = run_input_read(o->layout, &run->layout_file, e, cap);
		if (r == RES_OK)
			r = conformance_layout_load(o->layout, &run->layout, e, cap);
	}
	return r;
}

/* ---- the session ---- */

static enum result open_session(struct run *run)
{
	const struct run_options *o = &run->options;
	struct session_config c = {
		.wire = o->wire,
		.dut = o->dut,
		.image = o->image,
		.program = run->program,
		.ics = run->ics,
		.ixit = run->ixit,
		.layout = &run->layout,
		.seed = o->seed,
		.planes = (unsigned)o->planes,
		.family = (unsigned)o->family,
		.vlan = (uint16_t)o->vlan,
		.stop_on_fail = o->stop_on_fail,
		.interrupted = &interrupted,
	};
	ssize_t n = readlink("/proc/self/exe", run->program, sizeof(run->program) - 1);

	run->program[n > 0 ? n : 0] = '\0';
	return harness_session_open(&c, &run->session, run->error, sizeof(run->error));
}

static void say_what_runs(FILE *out, const struct run *run)
{
	const json_t *bench = harness_session_bench(run->session);
	const json_t *jitter = json_object_get(json_object_get(bench, "before"), "jitter_ns");
	const char *name = NULL;

	(void)json_unpack((json_t *)(uintptr_t)harness_session_dut(run->session), "{s:s}", "name",
			  &name);
	fprintf(out, "%zu case(s), device %s, wire %s, seed %llu", run->count, name ? name : "?",
		run->options.wire, (unsigned long long)run->options.seed);
	if (!run->is_virtual && json_is_integer(jitter))
		fprintf(out, ", jitter %lld us", (long long)json_integer_value(jitter) / 1000);
	fputc('\n', out);
}

static enum result prepare_directory(struct run *run, FILE **journal)
{
	const char *dir = run->options.out;
	char *e = run->error;
	size_t cap = sizeof(run->error);
	enum result r = run_directory_prepare(dir, e, cap);

	if (r == RES_OK)
		r = run_directory_copy(dir, "ics.json", &run->ics_file, e, cap);
	if (r == RES_OK)
		r = run_directory_copy(dir, "ixit.json", &run->ixit_file, e, cap);
	if (r == RES_OK)
		r = run_directory_copy(dir, "layout.json", &run->layout_file, e, cap);
	if (r == RES_OK)
		r = run_environment_write(dir, &run->environment, e, cap);
	if (r != RES_OK)
		return r;
	*journal = run_directory_open(dir, "journal.jsonl", e, cap);
	return *journal ? RES_OK : RES_E_IO;
}

/* Runs the cases with all sinks.  The captures come first: the others show what they filled in. */
static enum result run_cases(struct run *run, FILE *journal_file, FILE *text)
{
	struct report_captures captures = { .dir = run->options.out };
	struct report_journal journal = { .file = journal_file, .is_synced = !run->is_virtual };
	struct report_terminal terminal = {
		.out = text,
		.is_screen = report_is_screen(text),
		.has_colour = report_has_colour(text),
		.is_quiet = run->options.quiet,
		.is_virtual = run->is_virtual,
		.total = run->count,
	};
	struct run_sink sinks[3];
	enum result r;

	report_captures_name_ports(&captures, run->options.wire, (unsigned)run->options.planes);
	sinks[0] = report_captures_sink(&captures);
	sinks[1] = report_journal_sink(&journal);
	sinks[2] = report_terminal_sink(&terminal);
	r = harness_session_run(run->session, run->choices, run->count, sinks, 3, run->results,
				run->reason, sizeof(run->reason));
	if (captures.is_bad || journal.is_bad) {
		snprintf(run->reason, sizeof(run->reason),
			 "captures or journal could not be written to %.100s", run->options.out);
		return RES_E_IO;
	}
	return r;
}

/* ---- after the session ---- */

static enum result make_report(struct run *run, bool is_incomplete, json_t **out)
{
	const struct run_options *o = &run->options;
	const struct report_run r = {
		.version = RUN_VERSION,
		.spec_revision = RUN_SPEC_REVISION,
		.seed = o->seed,
		.wire = o->wire,
		.level = o->level,
		.selectors = o->selectors,
		.selector_count = o->selector_count,
		.planes = (unsigned)o->planes,
		.family = (unsigned)o->family,
		.vlan = (uint16_t)o->vlan,
		.started = run->is_virtual ? NULL : run->environment.start,
		.is_incomplete = is_incomplete,
		.reason = run->reason,
		.ics_sha256 = run->ics_file.bytes ? run->ics_file.sha256 : NULL,
		.ixit_sha256 = run->ixit_file.bytes ? run->ixit_file.sha256 : NULL,
		.layout_sha256 = run->layout_file.bytes ? run->layout_file.sha256 : NULL,
		.dut = harness_session_dut(run->session),
	};

	return report_build(&r, run->results, run->count, out);
}

static enum result write_report(struct run *run, const json_t *report, FILE *text)
{
	char path[4096];
	char *body = report_text(report);
	enum result r = RES_E_MEMORY;
	int n = snprintf(path, sizeof(path), "%s/" REPORT_FILE, run->options.out);

	if (body && n > 0 && (size_t)n < sizeof(path))
		r = report_write(body, path);
	if (r != RES_OK)
		snprintf(run->error, sizeof(run->error), "cannot write %.300s: %s", path,
			 result_text(r));
	if (body && run->options.json && (fputs(body, stdout) == EOF || fflush(stdout) != 0)) {
		snprintf(run->error, sizeof(run->error), "cannot write to standard output");
		r = RES_E_IO;
	}
	if (r == RES_OK)
		r = run_directory_views(run->options.out, report, &run->layout, run->error,
					sizeof(run->error));
	report_terminal_summary(text, report_has_colour(text), report, run->options.out);
	free(body);
	return r;
}

/* A session that broke off leaves the results it did not reach empty. */
static void mark_not_run(struct run *run)
{
	for (size_t i = 0; i < run->count; i++) {
		struct case_result *r = &run->results[i];

		if (r->entry)
			continue;
		r->entry = run->choices[i].entry;
		r->verdict = VERDICT_NOT_RUN;
		snprintf(r->id, sizeof(r->id), "%s", run->choices[i].id);
		snprintf(r->reason, sizeof(r->reason), "%s", run->reason);
	}
}

/* A known-good case ran and did not pass. */
static bool is_not_alive(const json_t *bench, const char *when)
{
	const char *word = json_string_value(json_object_get(bench, when));

	return word && strcmp(word, verdict_word(VERDICT_PASS)) != 0;
}

/* Whether the bench still proved sound at the end and the known-good case passed first and last;
 * the record is empty where nothing was judged. */
static bool is_bench_sound(const struct run *run)
{
	const json_t *bench = run->environment.bench;

	return !json_is_false(json_object_get(json_object_get(bench, "after"), "sound")) &&
	       !is_not_alive(bench, "alive_before") && !is_not_alive(bench, "alive_after");
}

/* Reports what there is, also of a run that ended early, and gives the exit status. */
static int finish(struct run *run, enum result ran, FILE *text)
{
	struct run_counts counts;
	json_t *report = NULL;
	enum result r;
	int status;

	if (ran != RES_OK && !run->reason[0])
		snprintf(run->reason, sizeof(run->reason), "%s", result_text(ran));
	mark_not_run(run);
	report_count(run->results, run->count, &counts);
	if (interrupted && !run->reason[0])
		snprintf(run->reason, sizeof(run->reason), "interrupted");
	status = run_exit_status(&counts, counts.by_verdict[VERDICT_NOT_RUN] > 0);
	if ((ran != RES_OK || !is_bench_sound(run)) && status != EXIT_NONCONFORMANT)
		status = EXIT_BENCH;
	r = make_report(run, counts.by_verdict[VERDICT_NOT_RUN] > 0, &report);
	if (r == RES_OK)
		r = write_report(run, report, text);
	else
		snprintf(run->error, sizeof(run->error), "no report: %s", result_text(r));
	json_decref(report);
	if (r != RES_OK)
		status = complain(run, EXIT_BENCH);
	run->environment.is_over = true;
	run->environment.exit_status = status;
	if (run_environment_write(run->options.out, &run->environment, run->error,
				  sizeof(run->error)) != RES_OK)
		status = complain(run, EXIT_BENCH);
	return status;
}

static int run_session(struct run *run)
{
	FILE *text = run->options.json ? stderr : stdout, *journal = NULL;
	enum result r;

	run_environment_now(run->environment.start);
	run->environment.bench = harness_session_bench(run->session);
	if (prepare_directory(run, &journal) != RES_OK)
		return complain(run, EXIT_USAGE);
	if (!run->options.quiet)
		say_what_runs(text, run);
	r = run_cases(run, journal, text);
	if (fclose(journal) != 0 && r == RES_OK) {
		snprintf(run->reason, sizeof(run->reason), "the journal could not be written");
		r = RES_E_IO;
	}
	return finish(run, r, text);
}

static void release(struct run *run)
{
	for (size_t i = 0; run->results && i < run->count; i++)
		harness_result_release(&run->results[i]);
	if (run->session)
		harness_session_close(run->session);
	free(run->results);
	free(run->choices);
	json_decref(run->ics);
	json_decref(run->ixit);
	run_input_free(&run->ics_file);
	run_input_free(&run->ixit_file);
	run_input_free(&run->layout_file);
}

int run_main(int argc, char **argv)
{
	struct run run = { .environment = { .argc = argc, .argv = argv } };
	enum result r = run_options_parse(argc, argv, &run.options, run.error, sizeof(run.error));
	int status;

	if (r != RES_OK)
		return complain(&run, EXIT_USAGE);
	if (run.options.help) {
		run_options_help(stdout);
		return EXIT_CONFORMANT;
	}
	run.is_virtual = !strcmp(run.options.wire, "sim");
	catch_signals();
	if (choose(&run) != RES_OK || read_inputs(&run) != RES_OK ||
	    run_directory_check(run.options.out, run.error, sizeof(run.error)) != RES_OK) {
		status = complain(&run, EXIT_USAGE);
	} else {
		r = open_session(&run);
		status = r == RES_OK ? run_session(&run)
				     : complain(&run, r == RES_E_SYNTAX || r == RES_E_UNKNOWN
							      ? EXIT_USAGE
							      : EXIT_BENCH);
	}
	release(&run);
	return status;
}
