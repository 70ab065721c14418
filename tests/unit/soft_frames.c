/* The bundled device as frames show it: address resolution by hand-made frames, and two devices
 * talking to each other over a perfect wire. */
#include "tests/unit/soft_bench.h"

#include "tests/unit_main.h"

void suite_soft_frames(void);

enum { MAC_BYTES = 6, ARP_FRAME = 42 };
#define MS     1000000u
#define SECOND 1000000000u

/* Device 192.0.2.2 is 02:..:02, its peer 192.0.2.1 is 02:..:01; layout by RFC 826. */
static const char question[] = "ffffffffffff 020000000001 0806 0001 0800 06 04 0001"
			       "020000000001 c0000201 000000000000 c0000202";
static const char answer[] = "020000000001 020000000002 0806 0001 0800 06 04 0002"
			     "020000000002 c0000202 020000000001 c0000201";
static const char own_question[] = "ffffffffffff 020000000002 0806 0001 0800 06 04 0001"
				   "020000000002 c0000202 000000000000 c0000201";
static const char peer_answer[] = "020000000002 020000000001 0806 0001 0800 06 04 0002"
				  "020000000001 c0000201 020000000002 c0000202";

static void give(struct device *d, const char *text, uint64_t now_ns)
{
	uint8_t frame[200];
	size_t len = bench_bytes(text, frame, sizeof(frame));

	conformance_device.input(d, 0, frame, len, now_ns);
}

static size_t take(struct device *d, uint64_t now_ns, uint8_t frame[WIRE_FRAME_MAX])
{
	unsigned port = 9;
	size_t len = conformance_device.output(d, now_ns, &port, frame, WIRE_FRAME_MAX);

	CU_ASSERT(len == 0 || port == 0);
	return len;
}

static void sends(struct device *d, uint64_t now_ns, const char *text)
{
	uint8_t frame[WIRE_FRAME_MAX], expected[200];
	size_t len = bench_bytes(text, expected, sizeof(expected));

	CU_ASSERT_EQUAL(take(d, now_ns, frame), len);
	CU_ASSERT_EQUAL(memcmp(frame, expected, len), 0);
}

static void sends_nothing(struct device *d, uint64_t now_ns)
{
	uint8_t frame[WIRE_FRAME_MAX];

	CU_ASSERT_EQUAL(take(d, now_ns, frame), 0);
}

static void connect_to(struct device *d, const char *ip, const char *params, uint64_t now_ns)
{
	char line[400];
	json_t *r = bench_call(d, "connection.open", params, now_ns);

	snprintf(line, sizeof(line),
		 "{\"connection\":%d,\"peer\":{\"conn_id\":34,\"initial_psn\":[1000,2000],"
		 "\"planes\":[{\"ip\":\"%s\"}]}}",
		 (int)bench_number(r, "connection"), ip);
	bench_do(d, "connection.connect", line, now_ns);
	json_decref(r);
}

static void answers_arp(void)
{
	struct device *d = bench_device(BENCH_A);

	sends_nothing(d, 0);
	give(d, question, 0);
	sends(d, 0, answer);
	sends_nothing(d, 0);
	/* for another address, and cut short */
	give(d,
	     "ffffffffffff 020000000001 0806 0001 0800 06 04 0001 020000000001 c0000201"
	     "000000000000 c0000203",
	     0);
	give(d, "ffffffffffff 020000000001 0806 0001 0800 06 04 0001 020000000001 c0000201", 0);
	give(d, "ffffffffffff 0200", 0);
	sends_nothing(d, 0);
	conformance_device.destroy(d);
}

static void frames_of_unknown_ports_are_not_taken(void)
{
	struct device *d = bench_device(BENCH_A);
	uint8_t frame[200];
	size_t len = bench_bytes(question, frame, sizeof(frame));

	conformance_device.input(d, 1, frame, len, 0);
	conformance_device.input(d, UINT32_MAX, frame, len, 0);
	sends_nothing(d, 0);
	conformance_device.destroy(d);
}

static void asks_when_connected_and_again(void)
{
	struct device *d = bench_device(BENCH_A);

	connect_to(d, "192.0.2.1", "{\"params\":{\"paths\":2}}", 5 * MS);
	CU_ASSERT(conformance_device.deadline(d) <= 5 * MS);
	sends(d, 5 * MS, own_question);
	sends_nothing(d, 5 * MS);
	CU_ASSERT_EQUAL(conformance_device.deadline(d), 105 * MS);
	sends_nothing(d, 104 * MS);
	sends(d, 105 * MS, own_question);
	give(d, peer_answer, 106 * MS);
	sends_nothing(d, 106 * MS);
	sends_nothing(d, 205 * MS);
	CU_ASSERT(conformance_device.deadline(d) > 205 * MS);
	conformance_device.destroy(d);
}

static void does_not_ask_for_whom_it_knows(void)
{
	struct device *d = bench_device(BENCH_A);

	give(d, question, 0);
	sends(d, 0, answer);
	connect_to(d, "192.0.2.1", "{\"params\":{\"paths\":2}}", 0);
	sends_nothing(d, 0);
	conformance_device.destroy(d);
}

static void frames_wait_for_the_peer(void)
{
	struct device *d = bench_device(BENCH_A);
	uint8_t frame[WIRE_FRAME_MAX];
	static const uint8_t ethernet[] = { 2, 0, 0, 0, 0, 1, 2, 0, 0, 0, 0, 2, 8, 0 };

	connect_to(d, "192.0.2.1", "{\"params\":{\"paths\":2}}", 0);
	bench_do(d, "work.post",
		 "{\"connection\":1,\"stream\":0,\"id\":1,\"kind\":\"WRITE\",\"length\":0,"
		 "\"address\":\"0x0\",\"rkey\":0}",
		 0);
	sends(d, 0, own_question);
	sends_nothing(d, 0);
	give(d, peer_answer, 2 * MS);
	CU_ASSERT(take(d, 2 * MS, frame) > sizeof(ethernet));
	CU_ASSERT_EQUAL(memcmp(frame, ethernet, sizeof(ethernet)), 0);
	sends_nothing(d, 2 * MS);
	conformance_device.destroy(d);
}

/* Nobody answers: it stops to ask, and what waited is dropped. */
static void gives_up_in_the_end(void)
{
	struct device *d = bench_device(BENCH_A);
	uint64_t now = 0;
	size_t questions = 0;
	uint8_t frame[WIRE_FRAME_MAX];

	connect_to(d, "192.0.2.1", "{\"params\":{\"paths\":2}}", 0);
	for (now = 0; now < 20ull * SECOND; now += 50 * MS)
		while (take(d, now, frame) > 0)
			questions++;
	CU_ASSERT_EQUAL(questions, 30);
	conformance_device.destroy(d);
}

/* RFC 4861: solicitation for 2001:db8::2 and its advertisement; checksums by scapy. */
static void answers_neighbor_discovery(void)
{
	struct device *d = bench_device(
		"{\"planes\":[{\"mac\":\"02:00:00:00:00:02\",\"ip\":[\"2001:db8::2\"]}]}");

	give(d,
	     "3333ff00000202000000000186dd6000000000203aff20010db8000000000000"
	     "000000000001ff0200000000000000000001ff00000287001c27000000002001"
	     "0db80000000000000000000000020101020000000001",
	     0);
	sends(d, 0,
	      "02000000000102000000000286dd6000000000203aff20010db8000000000000"
	      "00000000000220010db800000000000000000000000188008a71600000002001"
	      "0db80000000000000000000000020201020000000002");
	sends_nothing(d, 0);
	conformance_device.destroy(d);
}

/* ---- two devices ---- */

struct pair {
	struct device *d[2]; /* 0: target (BENCH_A), 1: initiator (BENCH_B) */
	uint64_t now;
	size_t frames;
};

/* Lets everything happen for so long. */
static void run(struct pair *p, uint64_t ns)
{
	uint64_t end = p->now + ns;

	while (p->now < end) {
		uint64_t next = end;
		bool is_any = false;

		for (unsigned i = 0; i < 2; i++) {
			uint8_t frame[WIRE_FRAME_MAX];
			unsigned port;
			size_t len = conformance_device.output(p->d[i], p->now, &port, frame,
							       sizeof(frame));

			if (len > 0) {
				conformance_device.input(p->d[1 - i], port, frame, len, p->now);
				p->frames++;
				is_any = true;
			}
		}
		for (unsigned i = 0; i < 2 && !is_any; i++) {
			uint64_t due = conformance_device.deadline(p->d[i]);

			if (due < next)
				next = due > p->now ? due : p->now + 1;
		}
		p->now = is_any ? p->now + 1 : next;
	}
}

static const char open_params[] =
	"{\"params\":{\"paths\":2,\"mtu\":1024,\"rto_min\":1000000,\"rto_init\":1000000}}";

static void pair_start(struct pair *p)
{
	static const char *const ips[] = { "192.0.2.2", "192.0.2.1" };
	json_t *opened[2];

	p->d[0] = bench_device(BENCH_A);
	p->d[1] = bench_device(BENCH_B);
	p->now = 0;
	p->frames = 0;
	for (unsigned i = 0; i < 2; i++)
		opened[i] = bench_call(p->d[i], "connection.open", open_params, 0);
	for (unsigned i = 0; i < 2; i++) {
		const json_t *peer = opened[1 - i];
		json_t *params =
			json_pack("{s:O, s:{s:O, s:O, s:[{s:s}]}}", "connection",
				  json_object_get(opened[i], "connection"), "peer", "conn_id",
				  json_object_get(peer, "conn_id"), "initial_psn",
				  json_object_get(peer, "initial_psn"), "planes", "ip", ips[1 - i]);
		char *text = json_dumps(params, 0);

		bench_do(p->d[i], "connection.connect", text, 0);
		free(text);
		json_decref(params);
	}
	json_decref(opened[0]);
	json_decref(opened[1]);
	for (unsigned i = 0; i < 2; i++)
		bench_do(p->d[i], "region.register",
			 "{\"length\":8192,\"rights\":[\"remote_write\",\"remote_read\","
			 "\"remote_atomic\"],\"address\":\"0x10000\",\"rkey\":77}",
			 0);
}

static void pair_end(struct pair *p)
{
	conformance_device.destroy(p->d[0]);
	conformance_device.destroy(p->d[1]);
}

static void read_is(struct device *d, const char *params, const char *expected)
{
	json_t *r = bench_call(d, "region.read", params, 0);

	CU_ASSERT_STRING_EQUAL(bench_string(r, "data"), expected);
	json_decref(r);
}

/* Exactly these completions are there. */
static void completions_are(struct pair *p, unsigned which, const char *expected)
{
	json_t *r = bench_call(p->d[which], "completion.poll", "{}", p->now);
	json_t *list = json_loads(expected, 0, NULL);

	CU_ASSERT_PTR_NOT_NULL_FATAL(list);
	if (!json_equal(json_object_get(r, "completions"), list))
		json_dumpf(r, stderr, 0);
	CU_ASSERT(json_equal(json_object_get(r, "completions"), list));
	json_decref(list);
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
	bench_do(p.d[1], "work.post",
		 "{\"connection\":1,\"stream\":0,\"id\":1,\"kind\":\"READ\",\"region\":2,"
		 "\"offset\":40,\"length\":3,\"address\":\"0x100c8\",\"rkey\":77}",
		 0);
	bench_do(p.d[1], "work.post",
		 "{\"connection\":1,\"stream\":0,\"id\":2,\"kind\":\"FADD\",\"region\":2,"
		 "\"offset\":48,\"address\":\"0x10010\",\"rkey\":77,\"swap_or_add\":\"0x5\"}",
		 0);
	bench_do(p.d[1], "work.post",
		 "{\"connection\":1,\"stream\":0,\"id\":3,\"kind\":\"CSWAP\",\"region\":2,"
		 "\"offset\":56,\"address\":\"0x10010\",\"rkey\":77,\"compare\":\"0xc\","
		 "\"swap_or_add\":\"0xff\"}",
		 0);
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

/* Memory stays while a receive posted into it waits, though its region is gone. */
static void a_deregistered_region_outlives_its_receives(void)
{
	struct pair p;
	json_t *r;

	pair_start(&p);
	bench_do(p.d[0], "receive.post",
		 "{\"connection\":1,\"stream\":0,\"id\":7,\"region\":2,\"offset\":0,"
		 "\"length\":4096}",
		 0);
	r = bench_call(p.d[0], "region.deregister", "{\"region\":2}", 0);
	CU_ASSERT(json_is_true(json_object_get(r, "done")));
	json_decref(r);
	bench_do(p.d[1], "work.post",
		 "{\"connection\":1,\"stream\":0,\"id\":8,\"kind\":\"SEND\",\"region\":2,"
		 "\"offset\":0,\"length\":4000}",
		 0);
	run(&p, 100 * MS);
	completions_are(&p, 0,
			"[{\"connection\":1,\"kind\":\"receive\",\"status\":\"SUCCESS\",\"id\":7,"
			"\"stream\":0,\"msn\":0,\"length\":4000,\"solicited\":false}]");
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

static void close_is_told_to_both(void)
{
	struct pair p;
	char parameter[64];

	pair_start(&p);
	run(&p, 10 * MS);
	bench_do(p.d[1], "connection.close", "{\"connection\":1}", p.now);
	run(&p, 100 * MS);
	completions_are(&p, 1, "[{\"connection\":1,\"kind\":\"closed\",\"status\":\"SUCCESS\"}]");
	completions_are(&p, 0,
			"[{\"connection\":1,\"kind\":\"closed\",\"status\":\"PEER_CLOSED\"}]");
	for (unsigned i = 0; i < 2; i++)
		CU_ASSERT_EQUAL(
			bench_code(p.d[i], "connection.close", "{\"connection\":1}", parameter),
			-32004);
	pair_end(&p);
}

static void work_needs_memory_and_a_connection(void)
{
	static const struct {
		const char *method, *params;
		int code;
		const char *parameter;
	} rows[] = {
		{ "work.post",
		  "{\"connection\":1,\"stream\":0,\"id\":1,\"kind\":\"SEND\",\"region\":2,"
		  "\"offset\":8190,\"length\":3}",
		  -32006, "offset" },
		{ "work.post",
		  "{\"connection\":1,\"stream\":0,\"id\":1,\"kind\":\"SEND\",\"region\":5,"
		  "\"length\":3}",
		  -32004, "region" },
		{ "work.post",
		  "{\"connection\":1,\"stream\":0,\"id\":1,\"kind\":\"SEND\",\"length\":3}", -32602,
		  "region" },
		{ "work.post",
		  "{\"connection\":1,\"stream\":0,\"id\":1,\"kind\":\"SEND\",\"length\":0,"
		  "\"address\":\"0x0\",\"rkey\":0}",
		  -32602, "" },
		{ "work.post",
		  "{\"connection\":1,\"stream\":0,\"id\":1,\"kind\":\"WRITE\",\"length\":0}",
		  -32602, "address" },
		{ "work.post",
		  "{\"connection\":1,\"stream\":0,\"id\":1,\"kind\":\"PUSH\",\"length\":0}", -32602,
		  "kind" },
		{ "work.post",
		  "{\"connection\":1,\"stream\":16,\"id\":1,\"kind\":\"SEND\",\"length\":0}",
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
	struct pair p;
	char parameter[64];

	pair_start(&p);
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		int code = bench_code(p.d[0], rows[i].method, rows[i].params, parameter);

		if (code != rows[i].code || strcmp(parameter, rows[i].parameter) != 0)
			fprintf(stderr, "%s: %d %s\n", rows[i].params, code, parameter);
		CU_ASSERT_EQUAL(code, rows[i].code);
		CU_ASSERT_STRING_EQUAL(parameter, rows[i].parameter);
	}
	bench_do(p.d[0], "connection.open", "{}", 0);
	CU_ASSERT_EQUAL(bench_code(p.d[0], "receive.post",
				   "{\"connection\":3,\"stream\":0,\"id\":1,\"length\":0}",
				   parameter),
			-32005);
	pair_end(&p);
}

static void reset_in_the_middle_frees_all(void)
{
	struct pair p;

	pair_start(&p);
	for (unsigned i = 0; i < 2; i++) {
		bench_do(p.d[i], "receive.post",
			 "{\"connection\":1,\"stream\":0,\"id\":7,\"region\":2,\"offset\":0,"
			 "\"length\":4096}",
			 0);
		bench_do(p.d[i], "work.post",
			 "{\"connection\":1,\"stream\":1,\"id\":8,\"kind\":\"SEND\",\"region\":2,"
			 "\"offset\":0,\"length\":4000}",
			 0);
	}
	run(&p, 10);
	bench_do(p.d[0], "reset", "{}", p.now);
	run(&p, 100 * MS);
	completions_are(&p, 0, "[]");
	pair_end(&p);
}

void suite_soft_frames(void)
{
	CU_pSuite s = CU_add_suite("soft_frames", NULL, NULL);

	CU_ADD_TEST(s, answers_arp);
	CU_ADD_TEST(s, answers_neighbor_discovery);
	CU_ADD_TEST(s, frames_of_unknown_ports_are_not_taken);
	CU_ADD_TEST(s, asks_when_connected_and_again);
	CU_ADD_TEST(s, does_not_ask_for_whom_it_knows);
	CU_ADD_TEST(s, frames_wait_for_the_peer);
	CU_ADD_TEST(s, gives_up_in_the_end);
	CU_ADD_TEST(s, a_write_arrives);
	CU_ADD_TEST(s, a_send_consumes_a_receive);
	CU_ADD_TEST(s, reads_and_atomics_return_values);
	CU_ADD_TEST(s, a_deregistered_region_outlives_its_receives);
	CU_ADD_TEST(s, an_error_is_named);
	CU_ADD_TEST(s, close_is_told_to_both);
	CU_ADD_TEST(s, work_needs_memory_and_a_connection);
	CU_ADD_TEST(s, reset_in_the_middle_frees_all);
}
