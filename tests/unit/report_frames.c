/* Reading captures back: a file typed by hand from the pcapng draft, and everything that can be
 * wrong with its lengths. */
#define _POSIX_C_SOURCE 200809L /* mkdtemp, symlink */
#include "reports/frames.h"
#include "tests/unit_main.h"

#include <CUnit/CUnit.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

void suite_report_frames(void);

/* Section header, one Ethernet interface with ns stamps, two packets of 5 and 0 bytes. */
static const uint8_t file[] = {
	0x0a,
	0x0d,
	0x0d,
	0x0a,
	28,
	0,
	0,
	0,
	0x4d,
	0x3c,
	0x2b,
	0x1a,
	1,
	0,
	0,
	0,
	0xff,
	0xff,
	0xff,
	0xff,
	0xff,
	0xff,
	0xff,
	0xff,
	28,
	0,
	0,
	0,
	/* interface: link 1, snap 0, if_tsresol 9 */
	1,
	0,
	0,
	0,
	32,
	0,
	0,
	0,
	1,
	0,
	0,
	0,
	0,
	0,
	0,
	0,
	9,
	0,
	1,
	0,
	9,
	0,
	0,
	0,
	0,
	0,
	0,
	0,
	32,
	0,
	0,
	0,
	/* packet: port 0, stamp 2^32 + 5, 5 bytes, comment "hi", flags outbound */
	6,
	0,
	0,
	0,
	60,
	0,
	0,
	0,
	0,
	0,
	0,
	0,
	1,
	0,
	0,
	0,
	5,
	0,
	0,
	0,
	5,
	0,
	0,
	0,
	5,
	0,
	0,
	0,
	'a',
	'b',
	'c',
	'd',
	'e',
	0,
	0,
	0,
	1,
	0,
	2,
	0,
	'h',
	'i',
	0,
	0,
	2,
	0,
	4,
	0,
	2,
	0,
	0,
	0,
	0,
	0,
	0,
	0,
	60,
	0,
	0,
	0,
	/* packet without options */
	6,
	0,
	0,
	0,
	32,
	0,
	0,
	0,
	0,
	0,
	0,
	0,
	2,
	0,
	0,
	0,
	0,
	0,
	0,
	0,
	0,
	0,
	0,
	0,
	0,
	0,
	0,
	0,
	32,
	0,
	0,
	0,
};
enum { SECTION = 0, INTERFACE = 28, PACKET = 60, LAST = 120 };

static void test_parse(void)
{
	struct report_frames f;

	CU_ASSERT_EQUAL_FATAL(report_frames_parse(file, sizeof(file), &f), RES_OK);
	CU_ASSERT_EQUAL_FATAL(f.count, 2);
	CU_ASSERT_EQUAL(f.frames[0].stamp_ns, 4294967301u);
	CU_ASSERT_EQUAL(f.frames[0].port, 0);
	CU_ASSERT_TRUE(f.frames[0].is_sent);
	CU_ASSERT_EQUAL_FATAL(f.frames[0].len, 5);
	CU_ASSERT_EQUAL(memcmp(f.frames[0].data, "abcde", 5), 0);
	CU_ASSERT_EQUAL_FATAL(f.frames[0].comment_len, 2);
	CU_ASSERT_EQUAL(memcmp(f.frames[0].comment, "hi", 2), 0);
	CU_ASSERT_FALSE(f.frames[1].is_sent);
	CU_ASSERT_EQUAL(f.frames[1].len, 0);
	CU_ASSERT_PTR_NULL(f.frames[1].comment);
	report_frames_free(&f);
}

/* From memory of just that length, so that a sanitizer sees a step beyond it. */
static enum result parse_copy(const uint8_t *bytes, size_t len, size_t *count)
{
	uint8_t *copy = malloc(len > 0 ? len : 1);
	struct report_frames f;
	enum result r;

	CU_ASSERT_PTR_NOT_NULL_FATAL(copy);
	memcpy(copy, bytes, len);
	r = report_frames_parse(copy, len, &f);
	*count = f.count;
	report_frames_free(&f);
	free(copy);
	return r;
}

/* Every beginning is refused but those that end with a block. */
static void test_cut(void)
{
	size_t count;

	for (size_t len = 0; len < sizeof(file); len++) {
		bool is_whole = len == INTERFACE || len == PACKET || len == LAST;
		enum result r = parse_copy(file, len, &count);

		CU_ASSERT_EQUAL(r, is_whole ? RES_OK : RES_E_SYNTAX);
		CU_ASSERT_EQUAL(count, len == LAST ? 1 : 0);
	}
}

static void refuses(size_t at, uint8_t value)
{
	uint8_t bad[sizeof(file)];
	size_t count;

	memcpy(bad, file, sizeof(file));
	bad[at] = value;
	CU_ASSERT_EQUAL(parse_copy(bad, sizeof(bad), &count), RES_E_SYNTAX);
}

static void test_lies(void)
{
	refuses(SECTION, 0x0b);       /* no section header first */
	refuses(SECTION + 8, 0x1a);   /* another byte order */
	refuses(SECTION + 4, 24);     /* lengths at both ends differ */
	refuses(SECTION + 4, 0);      /* no progress */
	refuses(INTERFACE + 4, 33);   /* no multiple of four */
	refuses(INTERFACE + 8, 113);  /* not Ethernet */
	refuses(INTERFACE + 20, 6);   /* microseconds */
	refuses(INTERFACE + 18, 200); /* an option longer than its block */
	refuses(PACKET + 8, 1);       /* a port that is not there */
	refuses(PACKET + 20, 45);     /* more data than the block */
	refuses(PACKET + 23, 0xff);   /* much more */
	refuses(PACKET + 7, 0xff);    /* a block longer than the file */
}

/* Whatever one byte becomes, nothing is read beyond the file. */
static void test_any_byte(void)
{
	uint8_t bad[sizeof(file)];
	size_t count, refused = 0;

	for (size_t at = 0; at < sizeof(file); at++)
		for (unsigned v = 0; v < 256; v += 5) {
			memcpy(bad, file, sizeof(file));
			bad[at] = (uint8_t)v;
			refused += parse_copy(bad, sizeof(bad), &count) != RES_OK;
			CU_ASSERT_TRUE(count <= 2);
		}
	CU_ASSERT_TRUE(refused > 1000);
}

static void check_read(const char *dir, const char *name, enum result expected)
{
	struct report_frames f;

	CU_ASSERT_EQUAL(report_frames_read(dir, name, &f), expected);
	CU_ASSERT_EQUAL(f.count, expected == RES_OK ? 2 : 0);
	/* sha256sum of the bytes above. */
	CU_ASSERT_STRING_EQUAL(
		f.sha256,
		expected == RES_OK
			? "43aad6bb542030586b0c450b789015c439694422ca81c9fcc8a299464ff47442"
			: "");
	report_frames_free(&f);
}

/* Only captures of the run directory itself are opened. */
static void test_names(void)
{
	char dir[] = "/tmp/report_frames_XXXXXX", path[128], link[128];
	FILE *f;

	CU_ASSERT_PTR_NOT_NULL_FATAL(mkdtemp(dir));
	snprintf(path, sizeof(path), "%s/capture", dir);
	CU_ASSERT_EQUAL_FATAL(mkdir(path, 0777), 0);
	snprintf(path, sizeof(path), "%s/capture/a.b-1.pcapng", dir);
	snprintf(link, sizeof(link), "%s/capture/link.pcapng", dir);
	f = fopen(path, "wb");
	CU_ASSERT_PTR_NOT_NULL_FATAL(f);
	CU_ASSERT_EQUAL(fwrite(file, 1, sizeof(file), f), sizeof(file));
	fclose(f);
	CU_ASSERT_EQUAL_FATAL(symlink(path, link), 0);
	check_read(dir, "capture/a.b-1.pcapng", RES_OK);
	check_read(dir, "capture/none.pcapng", RES_E_IO);
	check_read(dir, "capture/link.pcapng", RES_E_IO);
	check_read(dir, "capture/../capture/a.b-1.pcapng", RES_E_UNKNOWN);
	check_read(dir, "/etc/passwd", RES_E_UNKNOWN);
	check_read(dir, "capture/a.b-1.pcap", RES_E_UNKNOWN);
	check_read(dir, "capture/.pcapng", RES_E_UNKNOWN);
	check_read(dir, "", RES_E_UNKNOWN);
	unlink(link);
	unlink(path);
	snprintf(path, sizeof(path), "%s/capture", dir);
	rmdir(path);
	rmdir(dir);
}

void suite_report_frames(void)
{
	CU_pSuite s = CU_add_suite("report_frames", NULL, NULL);

	CU_ADD_TEST(s, test_parse);
	CU_ADD_TEST(s, test_cut);
	CU_ADD_TEST(s, test_lies);
	CU_ADD_TEST(s, test_any_byte);
	CU_ADD_TEST(s, test_names);
}
