/* Layout check and layout files: what is refused, and that the message names the field.  Files are
 * made by editing what layout_main prints, in a temporary folder. */
#define _GNU_SOURCE
#include "conformance/layout.h"

#include "conformance/commands.h"

#include <CUnit/CUnit.h>
#include <fcntl.h>
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

void suite_wire_layout(void);

static void expect_bad(const struct wire_layout *l, enum wire_field_id f)
{
	enum wire_field_id where = WIRE_FIELDS;

	CU_ASSERT_EQUAL(wire_layout_check(l, &where), RES_E_RANGE);
	CU_ASSERT_EQUAL(where, f);
	CU_ASSERT_EQUAL(wire_layout_check(l, NULL), RES_E_RANGE);
}

static void test_check_fields(void)
{
	struct wire_layout l = wire_layout_default;
	enum wire_field_id where = base_psn;

	CU_ASSERT_EQUAL(wire_layout_check(&l, &where), RES_OK);
	CU_ASSERT_EQUAL(where, WIRE_FIELDS);
	l.bit[base_psn] = 71; /* into the reserved bits before it */
	expect_bad(&l, base_psn);
	l = wire_layout_default;
	l.bit[base_psn] = 73; /* out of the header */
	expect_bad(&l, base_psn);
	l = wire_layout_default;
	l.width[path_id] = 0;
	expect_bad(&l, path_id);
	l = wire_layout_default;
	l.width[path_rsvd16] = 0; /* no reserved bits: fine */
	CU_ASSERT_EQUAL(wire_layout_check(&l, NULL), RES_OK);
	l.header_bytes[wire_hdr_closeh] = 40;
	l.width[closeh_reason] = 33; /* wider than its member */
	l.bit[closeh_rsvd8] = 40;
	expect_bad(&l, closeh_reason);
	l = wire_layout_default;
	l.header_bytes[wire_hdr_ackh] = 65;
	l.bit[ackh_sack] = 257;
	expect_bad(&l, ackh_sack);
	l = wire_layout_default;
	l.width[udp_sport] = 15; /* before BASE nothing moves */
	expect_bad(&l, udp_sport);
}

static void test_check_order(void)
{
	struct wire_layout l = wire_layout_default;

	l.opcode[PKT_ACK] = l.opcode[PKT_PROBE];
	expect_bad(&l, base_opcode);
	l = wire_layout_default;
	l.order[wire_hdr_path] = wire_hdr_reroute;
	l.order[wire_hdr_reroute] = wire_hdr_path;
	expect_bad(&l, WIRE_FIELDS);
	l = wire_layout_default;
	l.order[wire_hdr_imm] = wire_hdr_recv; /* twice */
	expect_bad(&l, WIRE_FIELDS);
	l = wire_layout_default;
	l.order[wire_hdr_imm] = 200;
	expect_bad(&l, WIRE_FIELDS);
	l = wire_layout_default;
	l.header_bytes[wire_hdr_crc] = 8;
	expect_bad(&l, WIRE_FIELDS);
	l = wire_layout_default;
	l.header_bytes[wire_hdr_msg] = 16 + 65; /* the frame would outgrow WIRE_FRAME_MAX */
	expect_bad(&l, WIRE_FIELDS);
}

static char folder[] = "/tmp/wire_layout_XXXXXX", file[sizeof(folder) + 8];

static int set_up(void)
{
	if (mkdtemp(folder) == NULL)
		return 1;
	snprintf(file, sizeof(file), "%s/l", folder);
	return 0;
}

static int clean_up(void)
{
	unlink(file);
	return rmdir(folder);
}

/* What `conformance layout` prints, as text to be freed. */
static char *printed(void)
{
	char name[] = "layout", *argv[] = { name, NULL }, *text = calloc(1, 1 << 16);
	int keep, fd = open(file, O_RDWR | O_CREAT | O_TRUNC, 0600);

	CU_ASSERT_FATAL(fd >= 0 && text != NULL);
	fflush(stdout);
	keep = dup(STDOUT_FILENO);
	dup2(fd, STDOUT_FILENO);
	optind = 0;
	CU_ASSERT_EQUAL(layout_main(1, argv), 0);
	fflush(stdout);
	dup2(keep, STDOUT_FILENO);
	close(keep);
	CU_ASSERT(pread(fd, text, (1 << 16) - 1, 0) > 1000);
	close(fd);
	return text;
}

/* Replaces the first `from` in the printed layout, writes that to the file and loads it. */
static enum result load_edited(const char *from, const char *to, struct wire_layout *l, char *error,
			       size_t cap)
{
	char *text = printed(), *at = strstr(text, from);
	FILE *f = fopen(file, "wb");

	CU_ASSERT_FATAL(f != NULL && at != NULL);
	fprintf(f, "%.*s%s%s", (int)(at - text), text, to, at + strlen(from));
	fclose(f);
	free(text);
	return conformance_layout_load(file, l, error, cap);
}

static void test_load_printed(void)
{
	struct wire_layout l;
	char error[200];

	CU_ASSERT_EQUAL(load_edited("{", "{", &l, error, sizeof(error)), RES_OK);
	CU_ASSERT_FALSE(l.is_default);
	CU_ASSERT_EQUAL(memcmp(l.bit, wire_layout_default.bit, sizeof(l.bit)), 0);
	CU_ASSERT_EQUAL(memcmp(l.width, wire_layout_default.width, sizeof(l.width)), 0);
	CU_ASSERT_EQUAL(memcmp(l.order, wire_layout_default.order, sizeof(l.order)), 0);
	CU_ASSERT_EQUAL(memcmp(l.opcode, wire_layout_default.opcode, sizeof(l.opcode)), 0);
	CU_ASSERT_EQUAL(
		memcmp(l.header_bytes, wire_layout_default.header_bytes, sizeof(l.header_bytes)),
		0);
}

static void test_load_changed(void)
{
	struct wire_layout l;
	char error[200];

	CU_ASSERT_EQUAL(load_edited("\"0xe9\"", "\"0x17\"", &l, error, sizeof(error)), RES_OK);
	CU_ASSERT_EQUAL(wire_kind_of(&l, 0x17), PKT_NOP);
	CU_ASSERT_EQUAL(wire_kind_of(&l, 0xE9), PKT_UNKNOWN);
	CU_ASSERT_EQUAL(load_edited("\"reason\", \"bit\": 0", "\"reason\", \"bit\": 24", &l, error,
				    sizeof(error)),
			RES_E_RANGE); /* onto the reserved bits */
	CU_ASSERT_PTR_NOT_NULL(strstr(error, "closeh.rsvd8"));
}

static void test_load_refuses(void)
{
	static const struct {
		const char *from, *to;
		enum result result;
		const char *names;
	} bad[] = {
		{ "\"psn\", \"bit\": 72", "\"psn\", \"bit\": 71", RES_E_RANGE, "base.psn" },
		{ "\"psn\", \"bit\": 72", "\"psn\", \"bit\": 73", RES_E_RANGE, "base.psn" },
		{ "\"psn\", \"bit\": 72", "\"psn\", \"bit\": -1", RES_E_RANGE, "base.psn" },
		{ "\"psn\", \"bit\": 72", "\"psn\", \"bit\": 65608", RES_E_RANGE, "base.psn" },
		{ "\"psn\"", "\"pns\"", RES_E_UNKNOWN, "base.pns" },
		{ "\"psn\"", "\"ack_req\"", RES_E_SYNTAX, "base.ack_req" },
		{ "\"psn\", \"bit\"", "\"psn\", \"bitt\"", RES_E_SYNTAX, "bit" },
		{ "\"base\"", "\"bass\"", RES_E_UNKNOWN, "bass" },
		{ "\"base\"", "\"crc\"", RES_E_UNKNOWN, "crc" },
		{ "\"path\"", "\"base\"", RES_E_SYNTAX, "header base" },
		{ "\"0xe9\"", "\"0xe0\"", RES_E_RANGE, "opcodes.NOP" },
		{ "\"0xe9\"", "\"0x1e9\"", RES_E_RANGE, "opcodes.NOP" },
		{ "\"0xe9\"", "\"0xe9 \"", RES_E_RANGE, "opcodes.NOP" },
		{ "\"0xe9\"", "233", RES_E_RANGE, "opcodes.NOP" },
		{ "\"NOP\"", "\"NOPE\"", RES_E_UNKNOWN, "opcodes.NOPE" },
		{ "\"NOP\": \"0xe9\",", "", RES_E_UNKNOWN, "opcodes" },
		{ "\"headers\"", "\"header\"", RES_E_SYNTAX, "header" },
		{ "\"bytes\": 16", "\"bytes\": 100", RES_E_RANGE, "headers" },
		{ "\"opcode\", \"bit\": 0, \"width\": 8", "\"opcode\", \"bit\": 0, \"width\": 7",
		  RES_E_RANGE, "base.opcode" },
		{ "{", "[", RES_E_SYNTAX, "line" },
	};

	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
		struct wire_layout l;
		char error[400] = "", cut[8] = "";

		CU_ASSERT_EQUAL(load_edited(bad[i].from, bad[i].to, &l, error, sizeof(error)),
				bad[i].result);
		CU_ASSERT_PTR_NOT_NULL(strstr(error, bad[i].names));
		CU_ASSERT_PTR_NULL(strchr(error, '\n'));
		CU_ASSERT_NOT_EQUAL(conformance_layout_load(file, &l, cut, sizeof(cut)), RES_OK);
		CU_ASSERT_EQUAL(strlen(cut), sizeof(cut) - 1);
	}
}

static void test_load_missing_file(void)
{
	struct wire_layout l;
	char error[200];

	CU_ASSERT_EQUAL(conformance_layout_load(folder, &l, error, sizeof(error)), RES_E_SYNTAX);
	CU_ASSERT_EQUAL(conformance_layout_load("/nonexistent/l", &l, error, sizeof(error)),
			RES_E_IO);
	CU_ASSERT_PTR_NOT_NULL(strstr(error, "/nonexistent/l"));
}

void suite_wire_layout(void)
{
	CU_pSuite s = CU_add_suite("wire_layout", set_up, clean_up);

	CU_ADD_TEST(s, test_check_fields);
	CU_ADD_TEST(s, test_check_order);
	CU_ADD_TEST(s, test_load_printed);
	CU_ADD_TEST(s, test_load_changed);
	CU_ADD_TEST(s, test_load_refuses);
	CU_ADD_TEST(s, test_load_missing_file);
}
