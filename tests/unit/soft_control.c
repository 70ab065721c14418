/* The control protocol of the bundled device: form of requests, parameters, memory, set-up.
 * Expected values come from conformance/CONTROL.md. */
#include "tests/unit/soft_bench.h"

#include "tests/unit_main.h"

void suite_soft_control(void);

static void bad_options_are_told(void)
{
	static const char *const rows[] = {
		"",
		"[]",
		"{}",
		"{\"planes\":[]}",
		"{\"planes\":[{}]}",
		"{\"planes\":[{\"mac\":\"02:00:00:00:00:0g\",\"ip\":[\"192.0.2.2\"]}]}",
		"{\"planes\":[{\"mac\":\"03:00:00:00:00:01\",\"ip\":[\"192.0.2.2\"]}]}",
		"{\"planes\":[{\"mac\":\"02:00:00:00:00:01\",\"ip\":[]}]}",
		"{\"planes\":[{\"mac\":\"02:00:00:00:00:01\",\"ip\":[\"192.0.2\"]}]}",
		"{\"planes\":[{\"mac\":\"02:00:00:00:00:01\",\"ip\":[\"192.0.2.1\",\"192.0.2.2\"]}]"
		"}",
		"{\"planes\":[{\"mac\":\"02:00:00:00:00:01\",\"ip\":[\"192.0.2.1\"],\"vlan\":4095}]"
		"}",
		"{\"planes\":[{\"mac\":\"02:00:00:00:00:01\",\"ip\":[\"192.0.2.1\"],\"x\":1}]}",
		"{\"planes\":[{\"mac\":\"02:00:00:00:00:01\",\"ip\":[\"192.0.2.1\"]},"
		"{\"mac\":\"02:00:00:00:00:03\",\"ip\":[\"2001:db8::1\"]}]}",
		"{\"planes\":[{\"mac\":\"02:00:00:00:00:01\",\"ip\":[\"192.0.2.1\"]}],\"x\":1}",
		"{\"planes\":[{\"mac\":\"02:00:00:00:00:01\",\"ip\":[\"192.0.2.1\"]}],\"seed\":-1}",
		"{\"planes\":[{\"mac\":\"02:00:00:00:00:01\",\"ip\":[\"192.0.2.1\"]}],"
		"\"params\":{\"ack_every\":65}}",
		"{\"planes\":[{\"mac\":\"02:00:00:00:00:01\",\"ip\":[\"192.0.2.1\"]}],"
		"\"params\":{\"nothing\":1}}",
		"{\"planes\":[{\"mac\":\"02:00:00:00:00:01\",\"ip\":[\"192.0.2.1\"]}],"
		"\"limits\":{\"connections\":0}}",
		"{\"planes\":[{\"mac\":\"02:00:00:00:00:01\",\"ip\":[\"192.0.2.1\"]}],"
		"\"limits\":{\"paths\":300}}",
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		char error[200] = "";

		CU_ASSERT_PTR_NULL(conformance_device.create(rows[i], error, sizeof(error)));
		CU_ASSERT(error[0] != '\0');
	}
}

static void requests_of_wrong_form(void)
{
	static const struct {
		const char *line;
		int code;
	} rows[] = {
		{ "", -32700 },
		{ "{", -32700 },
		{ "{\"a\":1,\"a\":2}", -32700 },
		{ "{} {}", -32700 },
		{ "\xff", -32700 },
		{ "[]", -32600 },
		{ "5", -32600 },
		{ "{}", -32600 },
		{ "[{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"hello\"}]", -32600 },
		{ "{\"jsonrpc\":\"2.0\",\"method\":\"hello\"}", -32600 },
		{ "{\"jsonrpc\":\"2.0\",\"id\":1.5,\"method\":\"hello\"}", -32600 },
		{ "{\"jsonrpc\":\"1.0\",\"id\":1,\"method\":\"hello\"}", -32600 },
		{ "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":5}", -32600 },
		{ "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"hello\",\"params\":[]}", -32600 },
		{ "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"hello\",\"x\":1}", -32600 },
		{ "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"goodbye\"}", -32601 },
		{ "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"hello\",\"params\":{\"x\":1}}",
		  -32602 },
	};
	struct device *d = bench_device(BENCH_A);

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		json_t *answer = bench_line(d, rows[i].line, 0);

		CU_ASSERT_EQUAL(bench_number(json_object_get(answer, "error"), "code"),
				rows[i].code);
		CU_ASSERT_STRING_EQUAL(bench_string(answer, "jsonrpc"), "2.0");
		CU_ASSERT_PTR_NULL(json_object_get(answer, "result"));
		json_decref(answer);
	}
	conformance_device.destroy(d);
}

static const struct {
	const char *method, *params;
	int code;
	const char *parameter;
} refused[] = {
	{ "region.register", "{}", -32602, "rights" },
	{ "region.register", "{\"length\":1,\"rights\":[\"fly\"]}", -32602, "rights" },
	{ "region.register", "{\"length\":1,\"rights\":[5]}", -32602, "rights" },
	{ "region.register", "{\"length\":\"1\",\"rights\":[]}", -32602, "length" },
	{ "region.register", "{\"length\":-1,\"rights\":[]}", -32002, "length" },
	{ "region.register", "{\"length\":9007199254740992,\"rights\":[]}", -32002, "length" },
	{ "region.register", "{\"length\":1,\"rights\":[],\"x\":1}", -32602, "" },
	{ "region.register", "{\"length\":1,\"rights\":[],\"address\":4096}", -32602, "address" },
	{ "region.register", "{\"length\":1,\"rights\":[],\"address\":\"0xG\"}", -32602,
	  "address" },
	{ "region.register", "{\"length\":1,\"rights\":[],\"address\":\"0x11111111111111111\"}",
	  -32602, "address" },
	{ "region.register", "{\"length\":9,\"rights\":[],\"address\":\"0xfffffffffffffff8\"}",
	  -32002, "address" },
	{ "region.register", "{\"length\":1,\"rights\":[],\"rkey\":4294967296}", -32002, "rkey" },
	{ "region.read", "{\"region\":9,\"offset\":0,\"length\":1}", -32004, "region" },
	{ "region.read", "{\"region\":1,\"offset\":60,\"length\":5}", -32006, "offset" },
	{ "region.read", "{\"region\":1,\"offset\":65,\"length\":0}", -32006, "offset" },
	{ "region.read", "{\"region\":1,\"offset\":0,\"length\":262145}", -32002, "length" },
	{ "region.write", "{\"region\":1,\"offset\":0,\"data\":\"0\"}", -32602, "data" },
	{ "region.write", "{\"region\":1,\"offset\":0,\"data\":\"0G\"}", -32602, "data" },
	{ "region.write", "{\"region\":1,\"offset\":63,\"data\":\"0000\"}", -32006, "offset" },
	{ "region.fill", "{\"region\":1,\"seed\":1,\"offset\":0,\"length\":65}", -32006, "offset" },
	{ "region.digest", "{\"region\":1,\"ranges\":[[0]]}", -32602, "ranges" },
	{ "region.digest", "{\"region\":1,\"ranges\":[[0,65]]}", -32006, "offset" },
	{ "region.digest", "{\"region\":1,\"ranges\":5}", -32602, "ranges" },
	{ "connection.open", "{\"params\":{\"x\":1}}", -32602, "params" },
	{ "connection.open", "{\"params\":{\"paths\":0}}", -32002, "paths" },
	{ "connection.open", "{\"params\":{\"paths\":257}}", -32002, "paths" },
	{ "connection.open", "{\"params\":{\"mtu\":1000}}", -32002, "mtu" },
	{ "connection.open", "{\"params\":{\"mtu\":\"1024\"}}", -32602, "mtu" },
	{ "connection.open", "{\"params\":{\"read_depth\":65}}", -32002, "read_depth" },
	{ "connection.open", "{\"params\":{\"ack_delay\":501}}", -32002, "ack_delay" },
	{ "connection.open", "{\"params\":{\"streams\":1024,\"msg_window\":65}}", -32002,
	  "msg_state" },
	{ "connection.open", "{\"family\":6}", -32001, "family" },
	{ "connection.open", "{\"family\":5}", -32002, "family" },
	{ "connection.open", "{\"plane_count\":0}", -32002, "plane_count" },
	{ "connection.open", "{\"plane_count\":2}", -32002, "plane_count" },
	{ "connection.open", "{\"path_plane\":[0,0,0]}", -32002, "path_plane" },
	{ "connection.open", "{\"path_plane\":[0,0,0,1]}", -32002, "path_plane" },
	{ "connection.open", "{\"initial_psn\":[1,2,3,16777216]}", -32002, "initial_psn" },
	{ "connection.open", "{\"initial_psn\":5}", -32602, "initial_psn" },
	{ "connection.open", "{\"conn_id\":16777216}", -32002, "conn_id" },
	{ "connection.connect", "{\"connection\":9,\"peer\":{}}", -32004, "connection" },
	{ "connection.close", "{\"connection\":1}", -32004, "connection" },
	{ "work.post", "{\"connection\":9}", -32004, "connection" },
	{ "completion.poll", "{\"max\":1025}", -32002, "max" },
	{ "path.query", "{\"connection\":9}", -32004, "connection" },
	{ "reset", "{\"seed\":\"1\"}", -32602, "seed" },
};

static void parameters_are_checked(void)
{
	struct device *d = bench_device(BENCH_A);

	bench_do(d, "region.register", "{\"length\":64,\"rights\":[]}", 0);
	for (size_t i = 0; i < sizeof(refused) / sizeof(refused[0]); i++) {
		char parameter[64];
		int code = bench_code(d, refused[i].method, refused[i].params, parameter);

		if (code != refused[i].code || strcmp(parameter, refused[i].parameter) != 0)
			fprintf(stderr, "%s %s: %d %s\n", refused[i].method, refused[i].params,
				code, parameter);
		CU_ASSERT_EQUAL(code, refused[i].code);
		CU_ASSERT_STRING_EQUAL(parameter, refused[i].parameter);
	}
	conformance_device.destroy(d);
}

static void read_is(struct device *d, const char *params, const char *expected)
{
	json_t *r = bench_call(d, "region.read", params, 0);

	CU_ASSERT_STRING_EQUAL(bench_string(r, "data"), expected);
	json_decref(r);
}

static void digest_is(struct device *d, const char *params, const char *expected)
{
	json_t *r = bench_call(d, "region.digest", params, 0);

	CU_ASSERT_STRING_EQUAL(bench_string(r, "fnv1a64"), expected);
	json_decref(r);
}

static void memory_is_read_written_filled_and_digested(void)
{
	struct device *d = bench_device(BENCH_A);
	json_t *r = bench_call(d, "region.register",
			       "{\"length\":32,\"rights\":[\"remote_write\",\"remote_read\"],"
			       "\"address\":\"0x1003\",\"rkey\":77}",
			       0);

	CU_ASSERT_EQUAL(bench_number(r, "region"), 1);
	CU_ASSERT_EQUAL(bench_number(r, "rkey"), 77);
	CU_ASSERT_STRING_EQUAL(bench_string(r, "address"), "0x1003");
	json_decref(r);
	read_is(d, "{\"region\":1,\"offset\":0,\"length\":4}", "00000000");
	digest_is(d, "{\"region\":1,\"ranges\":[]}", "0xcbf29ce484222325");
	bench_do(d, "region.write", "{\"region\":1,\"offset\":2,\"data\":\"616263\"}", 0);
	read_is(d, "{\"region\":1,\"offset\":1,\"length\":5}", "0061626300");
	digest_is(d, "{\"region\":1,\"ranges\":[[2,3]]}", "0xe71fa2190541574b");
	digest_is(d, "{\"region\":1,\"ranges\":[[2,1],[32,0],[3,2]]}", "0xe71fa2190541574b");
	bench_do(d, "region.fill", "{\"region\":1,\"seed\":1,\"offset\":0,\"length\":9}", 0);
	read_is(d, "{\"region\":1,\"offset\":0,\"length\":8}", "3bce4820821faed8");
	bench_do(d, "region.fill", "{\"region\":1,\"seed\":9,\"offset\":0,\"length\":9}", 0);
	bench_do(d, "region.fill", "{\"region\":1,\"seed\":1,\"offset\":4,\"length\":4}", 0);
	read_is(d, "{\"region\":1,\"offset\":4,\"length\":4}", "821faed8");
	conformance_device.destroy(d);
}

static void handles_end_and_keys_are_one_of_a_kind(void)
{
	struct device *d = bench_device(BENCH_A);
	char parameter[64];
	json_t *r;

	bench_do(d, "region.register", "{\"length\":8,\"rights\":[],\"rkey\":77}", 0);
	CU_ASSERT_EQUAL(bench_code(d, "region.register", "{\"length\":8,\"rights\":[],\"rkey\":77}",
				   parameter),
			-32005);
	r = bench_call(d, "region.deregister", "{\"region\":1}", 0);
	CU_ASSERT(json_is_true(json_object_get(r, "done")));
	json_decref(r);
	CU_ASSERT_EQUAL(bench_code(d, "region.deregister", "{\"region\":1}", parameter), -32004);
	r = bench_call(d, "region.register", "{\"length\":8,\"rights\":[],\"rkey\":77}", 0);
	CU_ASSERT_EQUAL(bench_number(r, "region"), 2);
	json_decref(r);
	conformance_device.destroy(d);
}

static void limits_are_kept(void)
{
	struct device *d = bench_device(
		"{\"planes\":[{\"mac\":\"02:00:00:00:00:02\",\"ip\":[\"192.0.2.2\"]}],"
		"\"limits\":{\"connections\":1,\"regions\":1,\"paths\":2,\"msg_window\":8}}");
	char parameter[64];
	json_t *r;

	r = bench_call(d, "connection.open", "{\"params\":{\"read_depth\":8}}", 0);
	CU_ASSERT_EQUAL(bench_number(json_object_get(r, "params"), "paths"), 2);
	CU_ASSERT_EQUAL(bench_number(json_object_get(r, "params"), "msg_window"), 8);
	json_decref(r);
	CU_ASSERT_EQUAL(
		bench_code(d, "connection.open", "{\"params\":{\"read_depth\":8}}", parameter),
		-32003);
	bench_do(d, "region.register", "{\"length\":8,\"rights\":[]}", 0);
	CU_ASSERT_EQUAL(bench_code(d, "region.register", "{\"length\":8,\"rights\":[]}", parameter),
			-32003);
	conformance_device.destroy(d);
}

static void hello_says_what_the_options_said(void)
{
	struct device *d = bench_device(
		"{\"planes\":[{\"mac\":\"02:00:00:00:00:02\",\"ip\":[\"192.0.2.2\",\"2001:db8::2\"]"
		","
		"\"vlan\":5}],\"params\":{\"ack_reaction\":1500},\"limits\":{\"paths\":7}}");
	json_t *r = bench_call(d, "hello", "{}", 0);
	json_t *plane = json_array_get(json_object_get(r, "planes"), 0);
	json_t *expected = json_pack("{s:s, s:[s, s], s:i}", "mac", "02:00:00:00:00:02", "ip",
				     "192.0.2.2", "2001:db8::2", "vlan", 5);

	CU_ASSERT(json_equal(plane, expected));
	CU_ASSERT_EQUAL(bench_number(r, "protocol"), 1);
	CU_ASSERT_EQUAL(bench_number(json_object_get(r, "ixit"), "ack_reaction"), 1500);
	CU_ASSERT_EQUAL(bench_number(json_object_get(r, "ixit"), "ack_every"), 16);
	CU_ASSERT_EQUAL(bench_number(json_object_get(r, "ics"), "paths"), 7);
	CU_ASSERT(json_is_true(json_object_get(json_object_get(r, "ics"), "ipv6")));
	json_decref(expected);
	json_decref(r);
	conformance_device.destroy(d);
}

static void open_takes_wishes_and_says_what_is_in_force(void)
{
	struct device *d = bench_device(BENCH_A);
	json_t *r = bench_call(d, "connection.open",
			       "{\"params\":{\"paths\":3,\"ack_every\":1,\"ack_reaction\":0},"
			       "\"conn_id\":291,\"initial_psn\":[16777215,0,5],"
			       "\"source_port\":[50000,50001,60000]}",
			       0);
	json_t *psns = json_pack("[i, i, i]", 16777215, 0, 5);
	json_t *ports = json_pack("[i, i, i]", 50000, 50001, 60000);
	char parameter[64];

	CU_ASSERT_EQUAL(bench_number(r, "conn_id"), 291);
	CU_ASSERT(json_equal(json_object_get(r, "initial_psn"), psns));
	CU_ASSERT(json_equal(json_object_get(r, "source_port"), ports));
	CU_ASSERT_EQUAL(bench_number(json_object_get(r, "params"), "ack_every"), 1);
	CU_ASSERT_EQUAL(bench_number(json_object_get(r, "params"), "ack_reaction"), 10);
	CU_ASSERT_EQUAL(bench_code(d, "connection.open", "{\"conn_id\":291}", parameter), -32005);
	json_decref(ports);
	json_decref(psns);
	json_decref(r);
	conformance_device.destroy(d);
}

static void own_choices_are_distinct(void)
{
	struct device *d = bench_device(BENCH_A);
	json_t *a = bench_call(d, "connection.open", "{\"params\":{\"paths\":256}}", 0);
	json_t *b = bench_call(d, "connection.open", "{}", 0);
	const json_t *ports = json_object_get(a, "source_port"), *value;
	static bool is_used[65536];
	size_t i;

	CU_ASSERT_NOT_EQUAL(bench_number(a, "conn_id"), bench_number(b, "conn_id"));
	CU_ASSERT_EQUAL(json_array_size(ports), 256);
	json_array_foreach(ports, i, value)
	{
		json_int_t port = json_integer_value(value);

		CU_ASSERT_FATAL(port >= 49152 && port <= 65535);
		CU_ASSERT_FALSE(is_used[port]);
		is_used[port] = true;
	}
	json_decref(a);
	json_decref(b);
	conformance_device.destroy(d);
}

static void reset_is_a_new_beginning(void)
{
	struct device *d = bench_device(BENCH_A), *fresh = bench_device(BENCH_A);
	json_t *first, *again, *other;
	char parameter[64];

	bench_do(d, "region.register", "{\"length\":8,\"rights\":[]}", 0);
	bench_do(d, "connection.open", "{}", 0);
	bench_do(d, "reset", "{}", 0);
	CU_ASSERT_EQUAL(bench_code(d, "region.deregister", "{\"region\":1}", parameter), -32004);
	again = bench_call(d, "connection.open", "{}", 0);
	first = bench_call(fresh, "connection.open", "{}", 0);
	CU_ASSERT(json_equal(first, again));
	bench_do(d, "reset", "{\"seed\":99}", 0);
	other = bench_call(d, "connection.open", "{}", 0);
	CU_ASSERT_NOT_EQUAL(bench_number(other, "conn_id"), bench_number(first, "conn_id"));
	json_decref(first);
	json_decref(again);
	json_decref(other);
	conformance_device.destroy(d);
	conformance_device.destroy(fresh);
}

/* Every beginning of a good line, and every line with one byte changed, gets some answer. */
static void damaged_lines_get_an_answer(void)
{
	static const char good[] = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"connection.open\","
				   "\"params\":{\"params\":"
				   "{\"paths\":2},\"path_plane\":[0,0],\"initial_psn\":[1,2]}}";
	struct device *d = bench_device(BENCH_A);
	static char out[4096];
	char line[sizeof(good)];

	for (size_t i = 0; i < sizeof(good) - 1; i++) {
		CU_ASSERT(conformance_device.control(d, good, i, 0, out, sizeof(out)) > 0);
		for (unsigned c = 0; c < 256; c += 5) {
			memcpy(line, good, sizeof(good));
			line[i] = (char)c;
			CU_ASSERT(conformance_device.control(d, line, sizeof(good) - 1, 0, out,
							     sizeof(out)) > 0);
		}
	}
	conformance_device.destroy(d);
}

static void answer_that_does_not_fit_is_not_given(void)
{
	static const char line[] = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"hello\"}";
	struct device *d = bench_device(BENCH_A);
	char out[64];

	CU_ASSERT_EQUAL(conformance_device.control(d, line, strlen(line), 0, out, sizeof(out)), 0);
	conformance_device.destroy(d);
}

void suite_soft_control(void)
{
	CU_pSuite s = CU_add_suite("soft_control", NULL, NULL);

	CU_ADD_TEST(s, bad_options_are_told);
	CU_ADD_TEST(s, requests_of_wrong_form);
	CU_ADD_TEST(s, parameters_are_checked);
	CU_ADD_TEST(s, memory_is_read_written_filled_and_digested);
	CU_ADD_TEST(s, handles_end_and_keys_are_one_of_a_kind);
	CU_ADD_TEST(s, limits_are_kept);
	CU_ADD_TEST(s, hello_says_what_the_options_said);
	CU_ADD_TEST(s, open_takes_wishes_and_says_what_is_in_force);
	CU_ADD_TEST(s, own_choices_are_distinct);
	CU_ADD_TEST(s, reset_is_a_new_beginning);
	CU_ADD_TEST(s, damaged_lines_get_an_answer);
	CU_ADD_TEST(s, answer_that_does_not_fit_is_not_given);
}
