/* The monitor on messages: what their packets agree on, numbers, attempts, responses.  initial_msn
 * is the last before the wrap, so messages are numbered 0xFFFFFFFF, 0, 1 ... */
#include "tests/unit/monitor_bench.h"

#include "tests/unit_main.h"

void suite_monitor_message(void);

static const uint32_t m0 = 0xFFFFFFFF;

static struct wire_packet send_of(uint32_t psn, uint32_t msn, uint32_t k, uint32_t length)
{
	struct wire_packet p = bench_packet(0xE0, 0, psn);

	bench_message(&p, 0, msn, k, length);
	p.recv_index = 6;
	return p;
}

/* Two packets of one message, the second with an edit, must give one finding. */
static void expect_second(struct wire_packet one, struct wire_packet two, enum clause_id clause,
			  const char *field)
{
	struct bench b;

	bench_open(&b, false);
	bench_device(&b, one);
	CU_ASSERT_EQUAL(b.found, 0);
	bench_device(&b, two);
	bench_found(&b, clause, field);
}

static void test_write_agrees(void)
{
	struct wire_packet one = bench_write(0, DEVICE_PSN, m0, 0, 600);
	struct wire_packet two = bench_write(0, DEVICE_PSN + 1, m0, 1, 600), p = two;

	p.msg_length = 601;
	expect_second(one, p, HDR_5, "msg.length");
	p = two;
	p.remote_address += 4;
	expect_second(one, p, HDR_5, "remote.address");
	p = two;
	p.remote_rkey = 5;
	expect_second(one, p, HDR_5, "remote.rkey");
}

static void test_send_agrees(void)
{
	struct wire_packet one = send_of(DEVICE_PSN, m0, 0, 600);
	struct wire_packet two = send_of(DEVICE_PSN + 1, m0, 1, 600), p = two;

	p.msg_length = 601;
	expect_second(one, p, HDR_6, "msg.length");
	p = two;
	p.recv_index = 7;
	expect_second(one, p, HDR_6, "recv.index");
}

static void test_one_message_per_number(void)
{
	struct wire_packet one = bench_write(0, DEVICE_PSN, m0, 0, 600);

	expect_second(one, send_of(DEVICE_PSN + 1, m0, 1, 600), STRM_1, "base.opcode");
}

static void test_bytes_once(void)
{
	struct bench b;
	struct wire_packet one = bench_write(0, DEVICE_PSN, m0, 0, 600), copy;

	expect_second(one, bench_write(0, DEVICE_PSN + 1, m0, 0, 600), STRM_9, "msg.offset");

	bench_open(&b, false); /* a rerouted copy is another matter */
	copy = bench_write(1, DEVICE_PSN, m0, 0, 600);
	copy.path_rerouted = 1;
	copy.reroute_orig_psn = DEVICE_PSN;
	bench_device(&b, one);
	bench_device(&b, copy);
	bench_clean(&b);
}

static void test_numbers(void)
{
	struct bench b;

	bench_open(&b, false);
	bench_device(&b, bench_write(0, DEVICE_PSN, m0 - 1, 0, 8));
	bench_found(&b, STRM_1, "msg.msn");
}

/* cmsn 0xFFFFFFFF and msg_window 4: 0xFFFFFFFF .. 2 may be in use. */
static void test_window(void)
{
	struct bench b;
	struct wire_packet ack = bench_ack(0, 0, DEVICE_PSN);

	bench_open(&b, false);
	bench_device(&b, bench_write(0, DEVICE_PSN, 2, 0, 8));
	CU_ASSERT_EQUAL(b.found, 0);
	bench_device(&b, bench_write(0, DEVICE_PSN + 1, 3, 0, 8));
	bench_found(&b, STRM_6, "msg.msn");

	bench_open(&b, false);
	ack.ackh_cmsn = 0;
	bench_device(&b, bench_write(0, DEVICE_PSN, m0, 0, 8));
	bench_tester(&b, ack);
	bench_device(&b, bench_write(0, DEVICE_PSN + 1, 3, 0, 8));
	bench_clean(&b);

	bench_open(&b, false);
	ack.ackh_stream = 1; /* says nothing of stream 0 */
	bench_tester(&b, ack);
	bench_device(&b, bench_write(0, DEVICE_PSN, 3, 0, 8));
	bench_found(&b, STRM_6, "msg.msn");
}

/* The response to a READ says that its messages are complete (STRM-5). */
static void test_window_by_response(void)
{
	struct bench b;
	struct wire_packet request = bench_packet(0xE4, 0, DEVICE_PSN), answer;

	bench_open(&b, false);
	bench_message(&request, 0, m0, 0, 8);
	request.payload_len = 0;
	answer = bench_packet(0xE5, 0, TESTER_PSN);
	bench_message(&answer, 0, m0, 0, 8);
	bench_device(&b, request);
	bench_tester(&b, answer);
	bench_device(&b, bench_write(0, DEVICE_PSN + 1, 3, 0, 8));
	bench_clean(&b);
}

static void test_attempts(void)
{
	struct bench b;
	struct wire_packet one = send_of(DEVICE_PSN, m0, 0, 8);
	struct wire_packet two = send_of(DEVICE_PSN + 1, m0, 0, 8);

	bench_open(&b, false);
	two.msg_attempt = 1;
	bench_device(&b, one);
	bench_device(&b, two); /* the same bytes, in a new attempt */
	bench_clean(&b);

	two.msg_attempt = 2;
	expect_second(one, two, RNR_2, "msg.attempt");

	bench_open(&b, false);
	one.msg_attempt = 1;
	bench_device(&b, one);
	bench_found(&b, RNR_2, "msg.attempt");

	bench_open(&b, false); /* each message from 0 */
	two = send_of(DEVICE_PSN + 1, 0, 0, 8);
	two.msg_attempt = 1;
	bench_device(&b, send_of(DEVICE_PSN, m0, 0, 8));
	bench_device(&b, two);
	bench_found(&b, RNR_2, "msg.attempt");

	bench_open(&b, false); /* READ is never tried again */
	one = bench_packet(0xE4, 0, DEVICE_PSN);
	bench_message(&one, 0, m0, 0, 8);
	one.payload_len = 0;
	bench_device(&b, one);
	one.base_psn = (DEVICE_PSN + 1) & 0xFFFFFF;
	one.msg_attempt = 1;
	bench_device(&b, one);
	bench_found(&b, RNR_2, "msg.attempt");
}

static void open_asked(struct bench *b, unsigned opcode, uint32_t length)
{
	struct wire_packet p = bench_packet(opcode, 0, TESTER_PSN);

	bench_open(b, false);
	bench_message(&p, 0, m0, 0, length);
	p.payload_len = 0;
	p.msg_last = 1;
	bench_tester(b, p);
}

static void test_responses(void)
{
	struct bench b;
	struct wire_packet p = bench_packet(0xE5, 0, DEVICE_PSN);

	bench_message(&p, 0, m0, 0, 8);
	open_asked(&b, 0xE4, 8);
	bench_device(&b, p);
	bench_clean(&b);

	open_asked(&b, 0xE4, 12);
	bench_device(&b, p);
	bench_found(&b, READ_3, "msg.length");

	open_asked(&b, 0xE6, 8);
	bench_device(&b, p);
	bench_found(&b, READ_3, "base.opcode");
}

void suite_monitor_message(void)
{
	CU_pSuite s = CU_add_suite("monitor_message", NULL, NULL);

	CU_ADD_TEST(s, test_write_agrees);
	CU_ADD_TEST(s, test_send_agrees);
	CU_ADD_TEST(s, test_one_message_per_number);
	CU_ADD_TEST(s, test_bytes_once);
	CU_ADD_TEST(s, test_numbers);
	CU_ADD_TEST(s, test_window);
	CU_ADD_TEST(s, test_window_by_response);
	CU_ADD_TEST(s, test_attempts);
	CU_ADD_TEST(s, test_responses);
}
