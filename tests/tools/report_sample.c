/* Writes a run directory from made-up results through the real sinks, for scripts that look at
 * the files from outside: report_sample DIR.  One case of every verdict; frames are the profile's
 * own vectors (sections 2) behind Ethernet headers.  Prints what a person would see. */
#include "reports/journal.h"
#include "reports/pcapng.h"
#include "reports/report.h"
#include "reports/terminal.h"
#include "reports/views.h"

#include <stdlib.h>
#include <string.h>

static const char ethernet_ipv4[] = "0200000000020200000000010800";
static const char ethernet_ipv6[] = "02000000000202000000000186dd";
static const char write_ipv4[] =
	"4502005800004000401126910a0000010a000002c00012b70044cb5be231ffff00000011800000050200000001"
	"02"
	"03040003800000000007000000000000000500007f00123456780000beef616263646500000027e06cae";
static const char send_ipv6[] = "6020000000401140fd000000000000000000000000000001fd0000000000000000"
				"00000000000002c00112b70040"
				"d7b1e001ffff0000001100000201018000000a0b0c0d0000010000038000000000"
				"08000000000000000800000002"
				"414243444546474855de794a";
static const char ack_ipv4[] = "4502007400004000401126750a0000010a000002c00012b70060cd4af001ffff000"
			       "0002200000009020000000000"
			       "00000000000501020304000186a0000000030003000000000008000000000000000"
			       "0020100000000000000000000"
			       "0000000000000000000000000000000000000080d0bffb00";

static const struct case_def sack_def = {
	.clause = SACK_2, .also = { PSN_4 }, .text = "made up", .role = RECEIVER
};
static const struct case_def port_def = { .clause = ENC_3, .text = "made up", .role = SENDER };
static const struct case_entry sack = { "cases/sack/made.c", "sack/made", &sack_def };
static const struct case_entry port = { "cases/enc/made.c", "enc/made", &port_def };

static const struct failure failures[] = {
	{ .clause = SACK_2,
	  .file = "cases/sack/made.c",
	  .line = 17,
	  .step = 3,
	  .judge = "expectation",
	  .field = "ackh.cum_psn",
	  .expected = "5",
	  .seen = "4",
	  .frame = 3 },
	{ .clause = ENC_3,
	  .file = "cases/enc/made.c",
	  .step = -1,
	  .judge = "monitor",
	  .field = "udp.source_port",
	  .expected = "49152-65535",
	  .seen = "\xff\033[2J",
	  .is_should = true },
};
static const char *const notes[] = { "timing not judged: bound 10 us" };

static size_t unhex(const char *hex, uint8_t *out)
{
	size_t n = 0;
	unsigned byte;

	for (; hex[0] && sscanf(hex, "%2x", &byte) == 1; hex += 2)
		out[n++] = (uint8_t)byte;
	return n;
}

static void give_frame(const struct run_sink *sinks, uint32_t number, const char *link,
		       const char *packet, const char *comment)
{
	uint8_t bytes[512];
	size_t len = unhex(link, bytes);
	struct link_event ev = { .stamp_ns = 1000000007ull * number,
				 .port = (uint16_t)(number % 2),
				 .is_sent = number != 3,
				 .data = bytes };

	len += unhex(packet, bytes + len);
	ev.len = (uint32_t)len;
	for (size_t i = 0; i < 3; i++)
		if (sinks[i].frame)
			sinks[i].frame(sinks[i].arg, &ev, number, comment);
}

static void play(const struct run_sink *sinks, struct case_result *r)
{
	json_t *members = json_pack("{s:i}", "us", 5);

	for (size_t i = 0; i < 3 && r->attempts > 0; i++)
		sinks[i].case_begin(sinks[i].arg, r->id, r->entry, r->attempts);
	if (r->attempts > 0) {
		sinks[1].event(sinks[1].arg, "pause", members);
		give_frame(sinks, 1, ethernet_ipv4, write_ipv4, "step 0: WRITE");
		give_frame(sinks, 2, ethernet_ipv6, send_ipv6, NULL);
		give_frame(sinks, 3, ethernet_ipv4, ack_ipv4, "step 3: cum_psn is 4, expected 5");
		r->frames = 3;
	}
	for (size_t i = 0; i < 3; i++)
		sinks[i].case_end(sinks[i].arg, r);
	json_decref(members);
}

/* One case of every verdict, two that fail: one a MUST, one a SHOULD. */
static size_t make_results(struct case_result *r)
{
	static const enum verdict verdicts[] = { VERDICT_PASS,   VERDICT_FAIL,
						 VERDICT_FAIL,   VERDICT_INCONCLUSIVE,
						 VERDICT_ERROR,  VERDICT_NOT_APPLICABLE,
						 VERDICT_NOT_RUN };
	enum { N = sizeof(verdicts) / sizeof(verdicts[0]) };

	for (int i = 0; i < N; i++) {
		r[i] = (struct case_result){ .entry = i == 2 ? &port : &sack,
					     .verdict = verdicts[i],
					     .attempts = i < 5,
					     .start_ns = 5000000000u + 1000000u * (unsigned)i,
					     .end_ns = 5000250000u + 1000000u * (unsigned)i };
		snprintf(r[i].id, sizeof(r[i].id), i == 2 ? "enc/made#%d" : "sack/made#%d", i);
		if (i > 2)
			snprintf(r[i].reason, sizeof(r[i].reason), "made up %d", i);
	}
	r[0].notes = notes;
	r[0].note_count = 1;
	r[1].failures = &failures[0];
	r[2].failures = &failures[1];
	r[1].failure_count = r[2].failure_count = 1;
	return N;
}

static int write_all(const char *dir, struct case_result *results, size_t count)
{
	const struct report_run run = { .version = "1",
					.spec_revision = "0.3",
					.seed = 7,
					.wire = "sim",
					.level = "should",
					.planes = 2,
					.family = 4,
					.is_incomplete = true,
					.reason = "made up" };
	char path[512];
	json_t *report = NULL;
	char *text = NULL;
	int status = 1;

	snprintf(path, sizeof(path), "%s/%s", dir, REPORT_FILE);
	if (report_build(&run, results, count, &report) == RES_OK)
		text = report_text(report);
	if (text && report_write(text, path) == RES_OK &&
	    report_views_write(report, dir, &wire_layout_default, NULL) == RES_OK) {
		report_terminal_summary(stdout, false, report, "DIR");
		status = 0;
	}
	free(text);
	json_decref(report);
	return status;
}

int main(int argc, char **argv)
{
	struct report_captures captures = { .ports = 2, .names = { "port0", "port1" } };
	struct report_terminal terminal = { .out = stdout, .is_virtual = true };
	struct report_journal journal = { 0 };
	struct run_sink sinks[3];
	struct case_result results[8];
	size_t count = make_results(results);
	char path[512];

	if (argc != 2)
		return 2;
	snprintf(path, sizeof(path), "%s/journal.jsonl", argv[1]);
	captures.dir = argv[1];
	journal.file = fopen(path, "w");
	if (!journal.file)
		return 2;
	terminal.total = count;
	sinks[0] = report_captures_sink(&captures);
	sinks[1] = report_journal_sink(&journal);
	sinks[2] = report_terminal_sink(&terminal);
	for (size_t i = 0; i < count; i++)
		play(sinks, &results[i]);
	if (fclose(journal.file) != 0 || journal.is_bad || captures.is_bad)
		return 1;
	return write_all(argv[1], results, count);
}
