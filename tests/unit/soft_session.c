/* Two bundled devices talk to each other over a perfect wire: work, completions, memory, ends. */
#include "tests/unit/soft_pair.h"

#include "tests/unit_main.h"

void suite_soft_session(void);

static void read_is(struct device *d, const char *params, const char *expected)
{
	json_t *r = bench_call(d, "region.read", params, 0);

	CU_ASSERT_STRING_EQUAL(bench_string(r, "data"), expected);
	json_decref(r);
}

static void a_write_arrives(void)
{
	struct pair p;

	pair_start(&p);
	bench_do(p.d[1], "region.fill", "{\"region\":2,\"seed\":1,\"offset\":0,\"length\":8192}",
		 0);
	bench_do(p.d[1], "work.post",
		 "{\"connection\":1,\"stream\":3,\"id\":9,\"kind\":\"WRITE\",\"region\":2,"
		 "\"offset\":0,\"length\":5000,\"address\":\"0x10008\",\"rkey\":77}",
		 0);
	completions_are(&p, 1, "[]");
	run(&p, 100 * MS);
	completions_are(&p, 0, "[]");
	completions_are(&p, 1,
			"[{\"connection\":1,\"kind\":\"work\",\"status\":\"SUCCESS\",\"id\":9,"
			"\"stream\":3,\"msn\":0,\"length\":5000,\"solicited\":false}]");
	completions_are(&p, 1, "[]");
	read_is(p.d[0], "{\"region\":2,\"offset\":0,\"length\":16}",
		"00000000000000003bce4820821faed8");
	read_is(p.d[0], "{\"region\":2,\"offset\":5008,\"length\":4}", "00000000");
	pair_end(&p);
}

static void a_send_consumes_a_receive(void)
{
	struct pair p;

	pair_start(&p);
	bench_do(p.d[1], "region.write", "{\"region\":2,\"offset\":8,\"data\":\"68656c6c6f\"}", 0);
	bench_do(p.d[0], "receive.post",
		 "{\"connection\":1,\"stream\":0,\"id\":7,\"region\":2,\"offset\":100,"
		 "\"length\":64}",
		 0);
	bench_do(p.d[1], "work.post",
		 "{\"connection\":1,\"stream\":0,\"id\":8,\"kind\":\"SEND\",\"region\":2,"
		 "\"offset\":8,\"length\":5,\"immediate\":43981,\"solicited\":true}",
		 0);
	run(&p, 100 * MS);
	completions_are(&p, 0,
			"[{\"connection\":1,\"kind\":\"receive\",\"status\":\"SUCCESS\",\"id\":7,"
			"\"stream\":0,\"msn\":0,\"length\":5,\"solicited\":true,"
			"\"immediate\":43981}]");
	read_is(p.d[0], "{\"region\":2,\"offset\":99,\"length\":7}", "0068656c6c6f00");
	pair_end(&p);
}

static bool can(struct device *d, const char *op)
{
	json_t *r = bench_call(d, "hello", "{}", 0), *value;
	bool is_found = false;
	size_t i;

	json_array_foreach(json_object_get(json_object_get(r, "ics"), "ops"), i, value) is_found |=
		strcmp(json_string_value(value), op) == 0;
	json_decref(r);
	return is_found;
}

/* Posting what the ICS denies is refused. */
static void reads_and_atomics_are_refused(struct device *d)
{
	static const char *const posts[] = {
		"{\"connection\":1,\"stream\":0,\"id\":1,\"kind\":\"READ\",\"region\":2,\"length\":"
		"3,"
		"\"address\":\"0x100c8\",\"rkey\":77}",
		"{\"connection\":1,\"stream\":0,\"id\":2,\"kind\":\"FADD\",\"region\":2,"
		"\"address\":\"0x10010\",\"rkey\":77,\"swap_or_add\":\"0x5\"}",
	};
	char parameter[64];

	CU_ASSERT_FALSE(can(d, "ATOMIC"));
	for (size_t i = 0; i < 2; i++) {
		CU_ASSERT_EQUAL(bench_code(d, "work.post", posts[i], parameter), -32001);
		CU_ASSERT_STRING_EQUAL(parameter, "kind");
	}
}

/* READ of 3 bytes; FADD of 5 to 7; CSWAP of 12 for 255. */
static void post_reads_and_atomics(struct device *d)
{
	bench_do(d, "work.post",
		 "{\"connection\":1,\"stream\":0,\"id\":1,\"kind\":\"READ\",\"region\":2,"
		 "\"offset\":40,\"length\":3,\"address\":\"0x100c8\",\"rkey\":77}",
		 0);
	bench_do(d, "work.post",
		 "{\"connection\":1,\"stream\":0,\"id\":2,\"kind\":\"FADD\",\"region\":2,"
		 "\"offset\":48,\"address\":\"0x10010\",\"rkey\":77,\"swap_or_add\":\"0x5\"}",
		 0);
	bench_do(d, "work.post",
		 "{\"connection\":1,\"stream\":0,\"id\":3,\"kind\":\"CSWAP\",\"region\":2,"
		 "\"offset\":56,\"address\":\"0x10010\",\"rkey\":77,\"compare\":\"0xc\","
		 "\"swap_or_add\":\"0xff\"}",
		 0);
}

static void reads_and_atomics_return_values(void)
{
	struct pair p;

	pair_start(&p);
	if (!can(p.d[1], "READ")) {
		reads_and_atomics_are_refused(p.d[1]);
		pair_end(&p);
		return;
	}
	/* 7 in the host's order */
	bench_do(p.d[0], "region.write",
		 __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
			 ? "{\"region\":2,\"offset\":16,\"data\":\"0700000000000000\"}"
			 : "{\"region\":2,\"offset\":16,\"data\":\"0000000000000007\"}",
		 0);
	bench_do(p.d[0], "region.write", "{\"region\":2,\"offset\":200,\"data\":\"c0ffee\"}", 0);
	post_reads_and_atomics(p.d[1]);
	run(&p, 100 * MS);
	completions_are(&p, 1,
			"[{\"connection\":1,\"kind\":\"work\",\"status\":\"SUCCESS\",\"id\":1,"
			"\"stream\":0,\"msn\":0,\"length\":3,\"solicited\":false},"
			"{\"connection\":1,\"kind\":\"work\",\"status\":\"SUCCESS\",\"id\":2,"
			"\"stream\":0,\"msn\":1,\"length\":8,\"solicited\":false},"
			"{\"connection\":1,\"kind\":\"work\",\"status\":\"SUCCESS\",\"id\":3,"
			"\"stream\":0,\"msn\":2,\"length\":8,\"solicited\":false}]");
	read_is(p.d[1], "{\"region\":2,\"offset\":40,\"length\":3}", "c0ffee");
	if (__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__) {
		read_is(p.d[1], "{\"region\":2,\"offset\":48,\"length\":16}",
			"07000000000000000c00000000000000");
		read_is(p.d[0], "{\"region\":2,\"offset\":16,\"length\":8}", "ff00000000000000");
	}
	pair_end(&p);
}

static void an_error_is_named(void)
{
	struct pair p;

	pair_start(&p);
	bench_do(p.d[1], "work.post",
		 "{\"connection\":1,\"stream\":0,\"id\":8,\"kind\":\"WRITE\",\"region\":2,"
		 "\"offset\":0,\"length\":4,\"address\":\"0x10000\",\"rkey\":78}",
		 0);
	run(&p, 100 * MS);
	completions_are(&p, 1,
			"[{\"connection\":1,\"kind\":\"work\",\"status\":\"ACCESS\",\"id\":8,"
			"\"stream\":0,\"msn\":0,\"length\":4,\"solicited\":false}]");
	pair_end(&p);
}

static const struct {
	const char *method, *params;
	int code;
	const char *parameter;
} bad_posts[] = {
	{ "work.post",
	  "{\"connection\":1,\"stream\":0,\"id\":1,\"kind\":\"SEND\",\"region\":2,"
	  "\"offset\":8190,\"length\":3}",
	  -32006, "offset" },
	{ "work.post",
	  "{\"connection\":1,\"stream\":0,\"id\":1,\"kind\":\"SEND\",\"region\":5,"
	  "\"length\":3}",
	  -32004, "region" },
	{ "work.post", "{\"connection\":1,\"stream\":0,\"id\":1,\"kind\":\"SEND\",\"length\":3}",
	  -32602, "region" },
	{ "work.post",
	  "{\"connection\":1,\"stream\":0,\"id\":1,\"kind\":\"SEND\",\"length\":0,"
	  "\"address\":\"0x0\",\"rkey\":0}",
	  -32602, "" },
	{ "work.post", "{\"connection\":1,\"stream\":0,\"id\":1,\"kind\":\"WRITE\",\"length\":0}",
	  -32602, "address" },
	{ "work.post", "{\"connection\":1,\"stream\":0,\"id\":1,\"kind\":\"PUSH\",\"length\":0}",
	  -32602, "kind" },
	{ "work.post", "{\"connection\":1,\"stream\":16,\"id\":1,\"kind\":\"SEND\",\"length\":0}",
	  -32002, "" },
	{ "receive.post",
	  "{\"connection\":1,\"stream\":0,\"id\":1,\"region\":2,\"offset\":8192,"
	  "\"length\":1}",
	  -32006, "offset" },
	{ "connection.connect",
	  "{\"connection\":1,\"peer\":{\"conn_id\":1,\"initial_psn\":[1,2],"
	  "\"planes\":[{\"ip\":\"192.0.2.1\"}]}}",
	  -32005, "connection" },
	{ "path.fail", "{\"connection\":1,\"path\":2}", -32002, "path" },
};

static void work_needs_memory_and_a_connection(void)
{
	struct pair p;
	char parameter[64];

	pair_start(&p);
	for (size_t i = 0; i < sizeof(bad_posts) / sizeof(bad_posts[0]); i++) {
		int code = bench_code(p.d[0], bad_posts[i].method, bad_posts[i].params, parameter);

		if (code != bad_posts[i].code || strcmp(parameter, bad_posts[i].parameter) != 0)
			fprintf(stderr, "%s: %d %s\n", bad_posts[i].params, code, parameter);
		CU_ASSERT_EQUAL(code, bad_posts[i].code);
		CU_ASSERT_STRING_EQUAL(parameter, bad_posts[i].parameter);
	}
	bench_do(p.d[0], "connection.open", "{}", 0);
	CU_ASSERT_EQUAL(bench_code(p.d[0], "receive.post",
				   "{\"connection\":3,\"stream\":0,\"id\":1,\"length\":0}",
				   parameter),
			-32005);
	pair_end(&p);
}

void suite_soft_session(void)
{
	CU_pSuite s = CU_add_suite("soft_session", NULL, NULL);

	CU_ADD_TEST(s, a_write_arrives);
	CU_ADD_TEST(s, a_send_consumes_a_receive);
	CU_ADD_TEST(s, reads_and_atomics_return_values);
	CU_ADD_TEST(s, an_error_is_named);
	CU_ADD_TEST(s, work_needs_memory_and_a_connection);
}
