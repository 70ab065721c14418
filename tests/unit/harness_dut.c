/* What a device says of itself, right and wrong member by member, and which cases that rules
 * out. */
#include "harness/run/dut.h"

#include <CUnit/CUnit.h>
#include <stdio.h>
#include <string.h>

void suite_harness_dut(void);

#define PLANES "'protocol': 1, 'planes': [{'ip': ['192.0.2.2', '2001:db8::2'], 'vlan': 7}]"

#define P1     "{'ip': ['192.0.2.2']}"
#define P4     P1 "," P1 "," P1 "," P1

static enum result result;
static char error[200];

/* Reads a hello typed with ' for "; files too, NULL for none. */
static struct dut *read_with(const char *hello, const char *ics, const char *ixit, unsigned family)
{
	static struct dut d;
	char text[1000];
	const char *const texts[3] = { hello, ics, ixit };
	json_t *o[3] = { NULL, NULL, NULL };

	for (size_t i = 0; i < 3; i++) {
		if (!texts[i])
			continue;
		snprintf(text, sizeof(text), "%s", texts[i]);
		for (char *c = text; *c; c++)
			if (*c == '\'')
				*c = '"';
		o[i] = json_loads(text, JSON_DECODE_ANY, NULL);
		CU_ASSERT_PTR_NOT_NULL_FATAL(o[i]);
	}
	error[0] = 0;
	result = dut_read(o[0], o[1], o[2], family, &d, error, sizeof(error));
	for (size_t i = 0; i < 3; i++)
		json_decref(o[i]);
	return &d;
}

static void test_good(void)
{
	struct dut *d = read_with(
		"{'name': 'nic', 'version': '1.2', 'single_process': true,"
		" 'ics': {'paths': 8, 'streams': 32, 'msg_window': 128, 'msg_state': 4096,"
		" 'recv_depth': 70, 'send_depth': 80, 'ops': ['READ', 'WRITE'],"
		" 'mtu': [256, 4096], 'ipv6': false, 'vlan': false,"
		" 'ranges': {'rto_min': [500, 64000000], 'ack_delay': [1, 2000]}},"
		" 'ixit': {'ack_reaction': 33, 'ack_every': 4}, " PLANES "}",
		NULL, NULL, 4);

	CU_ASSERT_EQUAL_FATAL(result, RES_OK);
	CU_ASSERT_STRING_EQUAL(d->name, "nic");
	CU_ASSERT_STRING_EQUAL(d->version, "1.2");
	CU_ASSERT(d->is_single_process);
	CU_ASSERT_EQUAL(d->max_paths, 8);
	CU_ASSERT_EQUAL(d->max_streams, 32);
	CU_ASSERT_EQUAL(d->max_msg_window, 128);
	CU_ASSERT_EQUAL(d->max_msg_state, 4096);
	CU_ASSERT_EQUAL(d->max_recv_depth, 70);
	CU_ASSERT_EQUAL(d->max_send_depth, 80);
	CU_ASSERT_EQUAL(d->min_rto, 500);
	CU_ASSERT_EQUAL(d->max_ack_delay, 2000);
	CU_ASSERT_EQUAL(d->ops, REF_OP_READ | REF_OP_WRITE);
	CU_ASSERT_EQUAL(d->mtus, 1u << 0 | 1u << 4);
	CU_ASSERT(d->has_ipv4 && !d->has_ipv6 && !d->has_vlan);
	CU_ASSERT_EQUAL(d->declared.ack_reaction, 33);
	CU_ASSERT_EQUAL(d->declared.ack_every, 4);
	CU_ASSERT_EQUAL(d->declared.ack_delay, 20); /* the profile's default */
	CU_ASSERT_EQUAL(d->plane_count, 1);
	CU_ASSERT_FALSE(d->planes[0].is_v6);
	CU_ASSERT(!memcmp(d->planes[0].ip, "\xC0\x00\x02\x02", 4));
	CU_ASSERT_EQUAL(d->planes[0].vlan, 7);
	dut_release(d);
	CU_ASSERT_PTR_NULL(d->hello);
}

static void test_family(void)
{
	static const uint8_t ip[16] = { 0x20, 0x01, 0x0d, 0xb8, [15] = 2 };
	struct dut *d = read_with("{" PLANES "}", NULL, NULL, 6);

	CU_ASSERT_EQUAL_FATAL(result, RES_OK);
	CU_ASSERT(d->planes[0].is_v6);
	CU_ASSERT(!memcmp(d->planes[0].ip, ip, 16));
	dut_release(d);
}

/* A file's member counts, not hello's; what the file leaves out stays hello's. */
static void test_files(void)
{
	struct dut *d = read_with("{'ics': {'paths': 8, 'streams': 32}, 'ixit': {'ack_every': 4},"
				  " " PLANES "}",
				  "{'paths': 2}", "{'ack_every': 9}", 4);

	CU_ASSERT_EQUAL_FATAL(result, RES_OK);
	CU_ASSERT_EQUAL(d->max_paths, 2);
	CU_ASSERT_EQUAL(d->max_streams, 32);
	CU_ASSERT_EQUAL(d->declared.ack_every, 9);
	dut_release(d);
}

/* Both ends of a range are in it. */
static void test_ends(void)
{
	struct dut *d = read_with("{'ics': {'paths': 0, 'streams': 65536},"
				  " 'ixit': {'ack_delay': 1, 'ack_every': 64}, " PLANES "}",
				  NULL, NULL, 4);

	CU_ASSERT_EQUAL_FATAL(result, RES_OK);
	CU_ASSERT_EQUAL(d->max_paths, 0);
	CU_ASSERT_EQUAL(d->max_streams, 65536);
	CU_ASSERT_EQUAL(d->declared.ack_delay, 1);
	CU_ASSERT_EQUAL(d->declared.ack_every, 64);
	dut_release(d);
	d = read_with("{'protocol': 1, 'planes': [" P4 "," P4 "," P4 "," P4 "]}", NULL, NULL, 4);
	CU_ASSERT_EQUAL_FATAL(result, RES_OK);
	CU_ASSERT_EQUAL(d->plane_count, 16);
	dut_release(d);
}

/* An unprintable name reaches no terminal. */
static void test_name(void)
{
	struct dut *d =
		read_with("{'name': 'a \\u001b[2J~', 'version': 3, " PLANES "}", NULL, NULL, 4);

	CU_ASSERT_EQUAL_FATAL(result, RES_OK);
	CU_ASSERT_STRING_EQUAL(d->name, "a ?[2J~");
	CU_ASSERT_STRING_EQUAL(d->version, "");
	dut_release(d);
}

/* Refused, and the line for a person names the member. */
static void refused(const char *hello, const char *member)
{
	(void)read_with(hello, NULL, NULL, 4);
	CU_ASSERT_EQUAL(result, RES_E_SYNTAX);
	if (!strstr(error, member))
		printf("\n  \"%s\" does not name %s\n", error, member);
	CU_ASSERT_PTR_NOT_NULL(strstr(error, member));
}

static void test_bad_ics(void)
{
	static const char *const numbers[] = { "paths",     "streams",    "msg_window",
					       "msg_state", "recv_depth", "send_depth" };
	static const char *const values[] = { "-1", "1.5", "'8'", "true", "null", "4294967296" };
	static const char *const bools[] = { "ipv4", "ipv6", "vlan" };
	char text[200];

	for (size_t i = 0; i < sizeof(numbers) / sizeof(numbers[0]); i++)
		for (size_t v = 0; v < sizeof(values) / sizeof(values[0]); v++) {
			snprintf(text, sizeof(text), "{'ics': {'%s': %s}, " PLANES "}", numbers[i],
				 values[v]);
			refused(text, numbers[i]);
		}
	for (size_t i = 0; i < 3; i++) {
		snprintf(text, sizeof(text), "{'ics': {'%s': 1}, " PLANES "}", bools[i]);
		refused(text, bools[i]);
	}
	refused("{'ics': {'paths': 257}, " PLANES "}", "paths");
	refused("{'ics': {'streams': 65537}, " PLANES "}", "streams");
	refused("{'ics': {'msg_window': 65536}, " PLANES "}", "msg_window");
	refused("{'ics': {'ranges': {'rto_min': [-1, 5]}}, " PLANES "}", "rto_min");
	refused("{'ics': {'ranges': {'ack_delay': [1, '5']}}, " PLANES "}", "ack_delay");
}

static void test_bad_lists(void)
{
	refused("{'ics': {'ops': ['READ', 'FROB']}, " PLANES "}", "ops");
	refused("{'ics': {'ops': [1]}, " PLANES "}", "ops");
	refused("{'ics': {'ops': 'READ'}, " PLANES "}", "ops");
	refused("{'ics': {'mtu': [256, 1500]}, " PLANES "}", "mtu");
	refused("{'ics': {'mtu': ['256']}, " PLANES "}", "mtu");
	refused("{'ics': {'mtu': 256}, " PLANES "}", "mtu");
	refused("{'ics': {'ranges': [1]}, " PLANES "}", "ranges");
	refused("{'ics': {'ranges': {'rto_min': 5}}, " PLANES "}", "rto_min");
	refused("{'ics': 5, " PLANES "}", "ics");
	refused("{'planes': [" P4 "]}", "protocol");
	refused("{'protocol': 2, 'planes': [" P4 "]}", "protocol");
	refused("{'ixit': [], " PLANES "}", "ixit");
	refused("{'ics': {'ranges': {'rto_min': [5]}}, " PLANES "}", "rto_min");
	(void)read_with("{" PLANES "}", "[]", NULL, 4);
	CU_ASSERT_EQUAL(result, RES_E_SYNTAX);
	CU_ASSERT_STRING_EQUAL(error, "the ICS file must be an object");
	(void)read_with("{" PLANES "}", NULL, "'x'", 4);
	CU_ASSERT_EQUAL(result, RES_E_SYNTAX);
	CU_ASSERT_STRING_EQUAL(error, "the IXIT file must be an object");
}

static void test_bad_ixit(void)
{
	refused("{'ixit': {'ack_delay': 0}, " PLANES "}", "ack_delay");
	refused("{'ixit': {'ack_delay': 32000001}, " PLANES "}", "ack_delay");
	refused("{'ixit': {'ack_every': 65}, " PLANES "}", "ack_every");
	refused("{'ixit': {'ack_reaction': '5'}, " PLANES "}", "ack_reaction");
	refused("{'ixit': {'link_rate': -5}, " PLANES "}", "link_rate");
}

static void test_bad_planes(void)
{
	refused("{'single_process': 1, " PLANES "}", "single_process");
	refused("[]", "hello");
	refused("5", "hello");
	refused("{}", "planes");
	refused("{'planes': []}", "planes");
	refused("{'planes': 'x'}", "planes");
	refused("{'planes': [{'ip': ['192.0.2.300']}]}", "planes[0].ip");
	refused("{'planes': [{'ip': [5]}]}", "planes[0].ip");
	refused("{'planes': [{'ip': ['2001:db8::2']}]}", "planes[0] has no IPv4 address");
	refused("{'planes': [{'ip': ['192.0.2.2']}, {}]}", "planes[1] has no IPv4 address");
	refused("{'planes': [{'ip': ['192.0.2.2'], 'vlan': 4095}]}", "vlan");
	refused("{'planes': [{'ip': ['192.0.2.2'], 'vlan': 'x'}]}", "vlan");
	refused("{'planes': [{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{}]}", "1 to 16");
	(void)read_with("{'planes': [{'ip': ['192.0.2.2']}]}", NULL, NULL, 6);
	CU_ASSERT_EQUAL(result, RES_E_SYNTAX);
	CU_ASSERT_STRING_EQUAL(error, "hello: planes[0] has no IPv6 address; try --ip 4");
}

/* Why a case cannot run on a device of 2 paths, 16 streams, 1024 states, mtu 1024, no READ. */
static const char *why(const struct case_need *need)
{
	static char text[200];
	struct case_def def = { .need = *need };
	struct dut d = { .max_paths = 4,
			 .max_streams = 16,
			 .max_msg_window = 64,
			 .max_msg_state = 1024,
			 .mtus = 1u << 2,
			 .ops = REF_OP_ATOMIC | REF_OP_SEND | REF_OP_WRITE };

	dut_rules_out(&d, &def, text, sizeof(text));
	return text;
}

static void test_rules_out(void)
{
	CU_ASSERT_STRING_EQUAL(why(&(struct case_need){ 0 }), "");
	CU_ASSERT_STRING_EQUAL(why(&(struct case_need){ .ops = REF_OP_WRITE }), "");
	CU_ASSERT_STRING_EQUAL(why(&(struct case_need){ .paths = 5 }),
			       "ICS: paths 4, the case needs 5");
	CU_ASSERT_STRING_EQUAL(why(&(struct case_need){ .streams = 17 }),
			       "ICS: streams 16, the case needs 17");
	CU_ASSERT_STRING_EQUAL(why(&(struct case_need){ .msg_window = 65 }),
			       "ICS: msg_window 64, the case needs 65");
	CU_ASSERT_STRING_EQUAL(
		why(&(struct case_need){ .streams = 16, .msg_window = 64, .paths = 1 }), "");
	CU_ASSERT_STRING_EQUAL(why(&(struct case_need){ .mtu = 2048 }),
			       "ICS: mtu 2048 is not supported");
	CU_ASSERT_STRING_EQUAL(why(&(struct case_need){ .family = 4 }), "");
	CU_ASSERT_STRING_EQUAL(why(&(struct case_need){ .family = 6 }),
			       "the case is about IPv6; run it with --ip 6");
	CU_ASSERT_STRING_EQUAL(why(&(struct case_need){ .ops = REF_OP_READ }),
			       "ICS: an operation the case needs is not supported");
}

void suite_harness_dut(void)
{
	CU_pSuite s = CU_add_suite("harness_dut", NULL, NULL);

	CU_ADD_TEST(s, test_good);
	CU_ADD_TEST(s, test_family);
	CU_ADD_TEST(s, test_files);
	CU_ADD_TEST(s, test_ends);
	CU_ADD_TEST(s, test_name);
	CU_ADD_TEST(s, test_bad_ics);
	CU_ADD_TEST(s, test_bad_lists);
	CU_ADD_TEST(s, test_bad_ixit);
	CU_ADD_TEST(s, test_bad_planes);
	CU_ADD_TEST(s, test_rules_out);
}
