/* The monitor on what one packet says of itself: HDR-1, HDR-2, HDR-7, HDR-8 and their
 * neighbours, each broken once. */
#include "tests/unit/monitor_bench.h"

#include "tests/unit_main.h"

void suite_monitor_headers(void);

/* One packet of the device, alone, must give one finding. */
static void expect(struct wire_packet p, enum clause_id clause, const char *field)
{
	struct bench b;

	bench_open(&b, false);
	bench_device(&b, p);
	bench_found(&b, clause, field);
}

static void expect_clean(struct wire_packet p)
{
	struct bench b;

	bench_open(&b, false);
	bench_device(&b, p);
	bench_clean(&b);
}

static struct wire_packet write_of(uint32_t k, uint32_t length)
{
	return bench_write(0, DEVICE_PSN, 0xFFFFFFFF, k, length);
}

static void test_opcode(void)
{
	struct bench b;
	struct wire_packet p = write_of(0, 8);

	bench_open(&b, false);
	bench_address(&p, false);
	bench_encode(&b, &p);
	b.wire[42] = 0xEA;
	CU_ASSERT_EQUAL(wire_seal(b.wire, b.len, WIRE_SEAL_CRC), RES_OK);
	bench_frame(&b, 0, false);
	bench_found(&b, HDR_1, "base.opcode");
}

static void test_agreed_values(void)
{
	struct wire_packet p = write_of(0, 8);
	struct bench b;

	p.base_version = 2;
	expect(p, HDR_1, "base.version");
	p = write_of(0, 8);
	p.base_partition = 0xFFFE;
	expect(p, HDR_1, "base.partition");

	bench_open(&b, false);
	p = write_of(0, 8);
	bench_address(&p, false);
	p.base_dst_conn = DEVICE_CONN;
	bench_encode(&b, &p);
	bench_frame(&b, 0, false);
	bench_found(&b, HDR_1, "base.dst_conn");

	bench_open(&b, false); /* somebody else's connection */
	p.base_dst_conn = 0x333333;
	p.base_version = 2;
	bench_encode(&b, &p);
	bench_frame(&b, 0, false);
	bench_clean(&b);
}

static void test_reserved(void)
{
	struct wire_packet p = write_of(0, 8);

	p.base_rsvd32 = 1;
	expect(p, HDR_2, "base.rsvd32");
	p = write_of(0, 8);
	p.base_rsvd65 = 64;
	expect(p, HDR_2, "base.rsvd65");
	p = write_of(0, 8);
	p.path_rsvd9 = 1;
	expect(p, HDR_2, "path.rsvd9");
	p = write_of(0, 8);
	p.path_rsvd16 = 1;
	expect(p, HDR_2, "path.rsvd16");
	p = write_of(0, 8);
	p.msg_rsvd17 = 1;
	expect(p, HDR_2, "msg.rsvd17");
	p = bench_ack(0, 0, TESTER_PSN - 1);
	p.ackh_rsvd0 = 1;
	expect(p, HDR_2, "ackh.rsvd0");
	p = bench_ack(0, 0, TESTER_PSN - 1);
	p.ackh_rsvd96 = 1;
	expect(p, HDR_2, "ackh.rsvd96");
	p = bench_packet(0xF2, 0, DEVICE_PSN);
	p.closeh_rsvd8 = 1;
	expect(p, HDR_2, "closeh.rsvd8");
}

static void test_pad(void)
{
	struct bench b;
	struct wire_packet p = write_of(0, 5);

	bench_open(&b, false);
	bench_address(&p, false);
	bench_encode(&b, &p);
	b.wire[b.len - 5] = 1; /* the last of three pad bytes */
	CU_ASSERT_EQUAL(wire_seal(b.wire, b.len, WIRE_SEAL_CRC), RES_OK);
	bench_frame(&b, 0, false);
	bench_found(&b, HDR_2, "pad");
	expect_clean(p);
}

static void test_unused(void)
{
	struct wire_packet p = bench_ack(0, 0, TESTER_PSN - 1);

	p.base_rtx = 1;
	expect(p, HDR_1, "base.rtx");
	p = bench_packet(0xF1, 0, 0);
	p.msg_stream = 1;
	p.base_rtx = 1; /* the probe before it had no answer */
	expect_clean(p);
	p.msg_msn = 3;
	expect(p, HDR_1, "msg.msn");
	p = bench_packet(0xF1, 0, 0);
	p.msg_last = 1;
	expect(p, HDR_1, "msg.last");
}

static void test_close(void)
{
	expect_clean(bench_packet(0xF2, 0, DEVICE_PSN));
	expect(bench_packet(0xF2, 0, DEVICE_PSN + 1), LIFE_2, "base.psn");
}

static void test_path_id(void)
{
	struct bench b;
	struct wire_packet p = bench_ack(2, 0, TESTER_PSN - 1);

	expect(p, ACK_1, "path.id");
	bench_open(&b, false);
	bench_device(&b, bench_write(2, DEVICE_PSN, 0, 0, 8));
	bench_found(&b, HDR_1, "path.id");
}

static void test_requests(void)
{
	struct wire_packet p = bench_packet(0xE4, 0, DEVICE_PSN);

	bench_message(&p, 0, 0xFFFFFFFF, 0, 200);
	p.payload_len = 0;
	expect_clean(p);
	p.msg_last = 0;
	expect(p, HDR_1, "msg.last");
	p.msg_last = 1;
	p.msg_offset = 4;
	expect(p, HDR_1, "msg.offset");
	p.base_opcode = 0xE6;
	p.msg_offset = 0;
	p.msg_length = 4;
	expect(p, HDR_1, "msg.length");
}

static void test_last(void)
{
	struct wire_packet p = write_of(0, 300);

	expect_clean(p);
	p.msg_last = 1;
	expect(p, HDR_7, "msg.last");
	p = write_of(1, 300);
	p.msg_last = 0;
	expect(p, HDR_7, "msg.last");
	p = write_of(0, 0);
	expect_clean(p);
	p.msg_last = 0;
	expect(p, HDR_7, "msg.last");
	p = write_of(0, 300);
	p.base_opcode = 0xE3;
	expect(p, HDR_7, "base.opcode");
	p = write_of(0, 256);
	p.msg_offset = 256; /* an empty packet behind the last byte */
	p.payload_len = 0;
	expect(p, HDR_7, "msg.offset");
}

static void test_mtu(void)
{
	static const uint8_t bytes[300];
	struct wire_packet p = write_of(0, 300);

	p.payload_len = 252;
	expect(p, HDR_8, "payload length");
	expect_clean(write_of(1, 512)); /* the last one may be full */
	p = write_of(1, 300);
	p.msg_offset = 255;
	p.payload_len = 45;
	expect(p, HDR_8, "msg.offset");
	p = write_of(0, 260);
	p.msg_last = 1;
	p.payload = bytes;
	p.payload_len = 260;
	expect(p, HDR_8, "payload length");
}

static void test_beyond_length(void)
{
	struct wire_packet p = write_of(1, 300);

	p.msg_length = 290;
	expect(p, HDR_5, "msg.offset");
	p.base_opcode = 0xE0;
	expect(p, HDR_6, "msg.offset");
	p.base_opcode = 0xE5;
	expect(p, READ_3, "msg.offset");
}

static void test_response_attempt(void)
{
	struct wire_packet p = write_of(0, 8);

	p.base_opcode = 0xE5;
	expect_clean(p);
	p.msg_attempt = 1;
	expect(p, READ_3, "msg.attempt");
}

static void test_never_rerouted(void)
{
	struct wire_packet p = bench_ack(0, 0, TESTER_PSN - 1);

	p.path_rerouted = 1;
	expect(p, HDR_1, "path.rerouted");
	p = bench_packet(0xE9, 0, DEVICE_PSN);
	p.path_rerouted = 1;
	expect(p, HDR_1, "path.rerouted");
}

void suite_monitor_headers(void)
{
	CU_pSuite s = CU_add_suite("monitor_headers", NULL, NULL);

	CU_ADD_TEST(s, test_opcode);
	CU_ADD_TEST(s, test_agreed_values);
	CU_ADD_TEST(s, test_reserved);
	CU_ADD_TEST(s, test_pad);
	CU_ADD_TEST(s, test_unused);
	CU_ADD_TEST(s, test_close);
	CU_ADD_TEST(s, test_path_id);
	CU_ADD_TEST(s, test_requests);
	CU_ADD_TEST(s, test_last);
	CU_ADD_TEST(s, test_mtu);
	CU_ADD_TEST(s, test_beyond_length);
	CU_ADD_TEST(s, test_response_attempt);
	CU_ADD_TEST(s, test_never_rerouted);
}
