/* The sinks on made-up events: names, lines and bytes typed by hand.  Whole files are read by
 * tshark and a schema in tests/scripts/report_outputs.py. */
#define _POSIX_C_SOURCE 200809L /* open_memstream, mkdtemp */
#include "reports/clean.h"
#include "reports/journal.h"
#include "reports/pcapng.h"
#include "reports/terminal.h"

#include "tests/unit_main.h"

#include <CUnit/CUnit.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

void suite_report_sinks(void);

static const struct case_def def = { .clause = SACK_1, .text = "made up", .role = RECEIVER };
static const struct case_entry entry = { "cases/sack/x.c", "sack/x", &def };

static const struct failure failures[] = {
	{ .clause = SACK_1,
	  .file = "cases/sack/x.c",
	  .line = 17,
	  .step = 3,
	  .judge = "expectation",
	  .field = "ackh.cum_psn",
	  .expected = "5",
	  .seen = "4",
	  .frame = 12 },
	{ .clause = ENC_3,
	  .file = "cases/sack/x.c",
	  .step = -1,
	  .judge = "monitor",
	  .field = "udp.source_port",
	  .expected = "49152-65535",
	  .seen = "\033[2J", /* would clear the screen */
	  .is_should = true },
};

static struct case_result failed(void)
{
	return (struct case_result){ .id = "sack/x#-3",
				     .entry = &entry,
				     .verdict = VERDICT_FAIL,
				     .failures = failures,
				     .failure_count = 2,
				     .attempts = 1,
				     .frames = 14,
				     .start_ns = 1000000,
				     .end_ns = 3999999 };
}

static struct case_result passed(void)
{
	static const char *const notes[] = { "timing not judged: bound 10 us" };

	return (struct case_result){ .id = "sack/x#4",
				     .entry = &entry,
				     .verdict = VERDICT_PASS,
				     .notes = notes,
				     .note_count = 1,
				     .attempts = 2,
				     .frames = 3 };
}

static void test_clean(void)
{
	char out[6];

	report_clean("ab\033\n\x80xyz", out, sizeof(out));
	CU_ASSERT_STRING_EQUAL(out, "ab???");
	report_clean(NULL, out, sizeof(out));
	CU_ASSERT_STRING_EQUAL(out, "");
	report_clean("abcde", out, 1);
	CU_ASSERT_STRING_EQUAL(out, "");
}

/* What the terminal sink prints for a failed and a passed case. */
static char *terminal_lines(struct report_terminal t)
{
	struct case_result f = failed(), p = passed();
	char *text = NULL;
	size_t len;
	struct run_sink s;

	t.out = open_memstream(&text, &len);
	CU_ASSERT_PTR_NOT_NULL_FATAL(t.out);
	t.total = 2;
	s = report_terminal_sink(&t);
	s.case_begin(s.arg, f.id, &entry, 1);
	s.case_end(s.arg, &f);
	s.case_begin(s.arg, p.id, &entry, 2);
	s.case_end(s.arg, &p);
	fclose(t.out);
	return text;
}

static void check_terminal(struct report_terminal t, const char *expected)
{
	char *text = terminal_lines(t);

	CU_ASSERT_STRING_EQUAL(text, expected);
	free(text);
}

#define FAILURE_LINES                                                                     \
	"cases/sack/x.c:17: ackh.cum_psn is 4, expected 5 (SACK-1) frame 12\n"            \
	"cases/sack/x.c: monitor: udp.source_port is ?[2J, expected 49152-65535 (ENC-3, " \
	"SHOULD)\n"
#define NOTE_LINE "  note: timing not judged: bound 10 us\n"

static void test_terminal(void)
{
	check_terminal((struct report_terminal){ .is_virtual = true },
		       "fail           sack/x#-3  14 frames\n" FAILURE_LINES
		       "pass           sack/x#4  3 frames  2 attempts\n" NOTE_LINE);
	check_terminal((struct report_terminal){ .is_quiet = true },
		       "fail           sack/x#-3  14 frames  2 ms\n" FAILURE_LINES);
	check_terminal((struct report_terminal){ .is_virtual = true, .is_screen = true },
		       "\r\033[K[1/2] sack/x#-3\r\033[K"
		       "[1/2] fail           sack/x#-3  14 frames\n" FAILURE_LINES
		       "\r\033[K[2/2] sack/x#4 (attempt 2)\r\033[K"
		       "[2/2] pass           sack/x#4  3 frames  2 attempts\n" NOTE_LINE);
	check_terminal((struct report_terminal){ .is_quiet = true,
						 .is_virtual = true,
						 .has_colour = true },
		       "\033[1;31mfail          \033[0m sack/x#-3  14 frames\n" FAILURE_LINES);
}

/* Cases that were never reached are the summary's to count. */
static void test_terminal_not_run(void)
{
	struct case_result r = { .id = "sack/x#5", .entry = &entry, .verdict = VERDICT_NOT_RUN };
	struct report_terminal t = { 0 };
	char *text = NULL;
	size_t len;
	struct run_sink s;

	t.out = open_memstream(&text, &len);
	CU_ASSERT_PTR_NOT_NULL_FATAL(t.out);
	s = report_terminal_sink(&t);
	s.case_end(s.arg, &r);
	fclose(t.out);
	CU_ASSERT_STRING_EQUAL(text, "");
	CU_ASSERT_EQUAL(t.done, 1);
	free(text);
}

static void test_no_colour_off_screen(void)
{
	FILE *f = tmpfile();

	CU_ASSERT_PTR_NOT_NULL_FATAL(f);
	CU_ASSERT_FALSE(report_is_screen(f));
	CU_ASSERT_FALSE(report_has_colour(f));
	fclose(f);
}

static void test_journal(void)
{
	struct case_result f = failed();
	struct report_journal j = { 0 };
	json_t *members = json_pack("{s:i, s:s}", "us", 5, "event", "not this");
	struct run_sink s = report_journal_sink(&j);
	char *text = NULL;
	size_t len;

	j.file = open_memstream(&text, &len);
	CU_ASSERT_PTR_NOT_NULL_FATAL(j.file);
	s.case_begin(s.arg, f.id, &entry, 1);
	s.event(s.arg, "call", members);
	s.case_end(s.arg, &f);
	fclose(j.file);
	CU_ASSERT_STRING_EQUAL(text,
			       "{\"event\":\"case_begin\",\"id\":\"sack/x#-3\",\"attempt\":1}\n"
			       "{\"event\":\"call\",\"us\":5}\n"
			       "{\"event\":\"case_end\",\"id\":\"sack/x#-3\",\"verdict\":\"fail\","
			       "\"reason\":\"\",\"attempts\":1,\"frames\":14,\"failures\":2,"
			       "\"capture\":\"\"}\n");
	CU_ASSERT_FALSE(j.is_bad);
	free(text);
	json_decref(members);
}

/* A journal on a full disk says so. */
static void test_journal_full(void)
{
	struct case_result f = failed();
	struct report_journal j = { .file = fopen("/dev/full", "w") };
	struct run_sink s = report_journal_sink(&j);

	CU_ASSERT_PTR_NOT_NULL_FATAL(j.file);
	s.case_end(s.arg, &f);
	CU_ASSERT_TRUE(j.is_bad);
	fclose(j.file);
}

static void test_capture_name(void)
{
	char name[32];

	CU_ASSERT_EQUAL(report_capture_name("sack/x#137", name, sizeof(name)), RES_OK);
	CU_ASSERT_STRING_EQUAL(name, "capture/sack.x-137.pcapng");
	CU_ASSERT_EQUAL(report_capture_name("a/b_c#-1", name, sizeof(name)), RES_OK);
	CU_ASSERT_STRING_EQUAL(name, "capture/a.b_c--1.pcapng");
	CU_ASSERT_EQUAL(report_capture_name("../../etc/x", name, sizeof(name)), RES_OK);
	CU_ASSERT_STRING_EQUAL(name, "capture/--.--.etc.x.pcapng");
	CU_ASSERT_EQUAL(report_capture_name("sack/sixteen_1234", name, sizeof(name)), RES_E_SPACE);
}

static void test_port_names(void)
{
	struct report_captures c = { 0 };

	report_captures_name_ports(&c, "if:eth0,enp3s0f1", 2);
	CU_ASSERT_EQUAL(c.ports, 2);
	CU_ASSERT_STRING_EQUAL(c.names[0], "eth0");
	CU_ASSERT_STRING_EQUAL(c.names[1], "enp3s0f1");
	report_captures_name_ports(&c, "if:eth0", 2); /* fewer names than ports: none is made up */
	CU_ASSERT_STRING_EQUAL(c.names[1], "");
	report_captures_name_ports(&c, "veth", 17);
	CU_ASSERT_EQUAL(c.ports, 16);
	CU_ASSERT_STRING_EQUAL(c.names[15], "port15");
}

/* Blocks typed from draft-ietf-opsawg-pcapng sections 4.1 to 4.3. */
static void test_pcapng_bytes(void)
{
	/* clang-format off */
	static const uint8_t expected[] = {
		/* section header: byte order, 1.0, no length, program, end */
		0x0A, 0x0D, 0x0D, 0x0A, 48, 0, 0, 0, 0x4D, 0x3C, 0x2B, 0x1A, 1, 0, 0, 0,
		0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF,
		4, 0, 11, 0, 'c', 'o', 'n', 'f', 'o', 'r', 'm', 'a', 'n', 'c', 'e', 0,
		0, 0, 0, 0, 48, 0, 0, 0,
		/* interface: Ethernet, name "p0", 10^-9 */
		1, 0, 0, 0, 40, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 2, 0, 2, 0, 'p', '0', 0, 0,
		9, 0, 1, 0, 9, 0, 0, 0, 0, 0, 0, 0, 40, 0, 0, 0,
		/* packet: interface 0, time 2^32 + 5 ns, 3 of 3 bytes, comment, outbound */
		6, 0, 0, 0, 56, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 5, 0, 0, 0, 3, 0, 0, 0,
		3, 0, 0, 0, 0xAA, 0xBB, 0xCC, 0, 1, 0, 4, 0, 'n', 'o', 't', 'e',
		2, 0, 4, 0, 2, 0, 0, 0, 0, 0, 0, 0, 56, 0, 0, 0,
	};
	/* clang-format on */
	static const uint8_t data[] = { 0xAA, 0xBB, 0xCC };
	const struct link_event ev = { ((uint64_t)1 << 32) + 5, 0, true, data, 3 };
	char names[1][REPORT_PORT_NAME_MAX] = { "p0" }, *bytes = NULL;
	struct report_pcapng w;
	size_t len;
	FILE *f = open_memstream(&bytes, &len);

	CU_ASSERT_PTR_NOT_NULL_FATAL(f);
	report_pcapng_begin(&w, f, NULL, 1, (const char(*)[REPORT_PORT_NAME_MAX])names);
	report_pcapng_frame(&w, &ev, "note");
	fclose(f);
	CU_ASSERT_FALSE(w.is_bad);
	CU_ASSERT_EQUAL_FATAL(len, sizeof(expected));
	CU_ASSERT_EQUAL(memcmp(bytes, expected, len), 0);
	free(bytes);
}

/* A frame of a port that does not exist, or a full disk, leaves no half evidence named. */
static void test_capture_bad(void)
{
	static const uint8_t data[] = { 1, 2, 3, 4 };
	const struct link_event good = { 1, 0, false, data, 4 }, bad = { 2, 1, false, data, 4 };
	char dir[] = "/tmp/report_sinks_XXXXXX", path[128];
	struct report_captures c = { .dir = dir, .ports = 1, .names = { "p0" } };
	struct case_result r = passed();
	struct run_sink s = report_captures_sink(&c);

	CU_ASSERT_PTR_NOT_NULL_FATAL(mkdtemp(dir));
	s.case_begin(s.arg, r.id, &entry, 1); /* no capture/ yet */
	s.case_end(s.arg, &r);
	CU_ASSERT_TRUE(c.is_bad);
	CU_ASSERT_STRING_EQUAL(r.capture, "");
	snprintf(path, sizeof(path), "%s/capture", dir);
	CU_ASSERT_EQUAL_FATAL(mkdir(path, 0700), 0);
	c.is_bad = false;
	s.case_begin(s.arg, r.id, &entry, 1);
	s.frame(s.arg, &good, 1, NULL);
	s.case_end(s.arg, &r);
	CU_ASSERT_FALSE(c.is_bad);
	CU_ASSERT_STRING_EQUAL(r.capture, "capture/sack.x-4.pcapng");
	CU_ASSERT_EQUAL(strlen(r.capture_sha256), 64);
	r.capture[0] = '\0';
	s.case_begin(s.arg, r.id, &entry, 2);
	s.frame(s.arg, &bad, 1, NULL);
	s.case_end(s.arg, &r);
	CU_ASSERT_TRUE(c.is_bad);
	CU_ASSERT_STRING_EQUAL(r.capture, "");
	snprintf(path, sizeof(path), "%s/capture/sack.x-4.pcapng", dir);
	CU_ASSERT_EQUAL(unlink(path), 0);
	snprintf(path, sizeof(path), "%s/capture", dir);
	CU_ASSERT_EQUAL(rmdir(path), 0);
	CU_ASSERT_EQUAL(rmdir(dir), 0);
}

void suite_report_sinks(void)
{
	CU_pSuite s = CU_add_suite("report_sinks", NULL, NULL);

	CU_ADD_TEST(s, test_clean);
	CU_ADD_TEST(s, test_terminal);
	CU_ADD_TEST(s, test_terminal_not_run);
	CU_ADD_TEST(s, test_no_colour_off_screen);
	CU_ADD_TEST(s, test_journal);
	CU_ADD_TEST(s, test_journal_full);
	CU_ADD_TEST(s, test_capture_name);
	CU_ADD_TEST(s, test_port_names);
	CU_ADD_TEST(s, test_pcapng_bytes);
	CU_ADD_TEST(s, test_capture_bad);
}
