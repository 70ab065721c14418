/* Address resolution of the bundled device, by hand-made frames of ARP and Neighbor Discovery. */
#include "tests/unit/soft_bench.h"

#include "tests/unit_main.h"

void suite_soft_resolve(void);

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

void suite_soft_resolve(void)
{
	CU_pSuite s = CU_add_suite("soft_resolve", NULL, NULL);

	CU_ADD_TEST(s, answers_arp);
	CU_ADD_TEST(s, answers_neighbor_discovery);
	CU_ADD_TEST(s, frames_of_unknown_ports_are_not_taken);
	CU_ADD_TEST(s, asks_when_connected_and_again);
	CU_ADD_TEST(s, does_not_ask_for_whom_it_knows);
	CU_ADD_TEST(s, frames_wait_for_the_peer);
	CU_ADD_TEST(s, gives_up_in_the_end);
}
