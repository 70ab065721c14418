/* The named checks of memory and of message layout, on traces and memory made by hand. */
#include "tests/unit/checks_bench.h"

#include "tests/unit_main.h"

void suite_checks_message(void);

enum { TARGET = 64, SOURCE = 16, LENGTH = 300, MEMORY = 1024 };

/* One WRITE of 300 bytes, posted; the tester's memory has it, 64 bytes of 0xA5 on both sides. */
static struct bench *posted(enum wire_kind kind)
{
	struct bench *b = bench_new();

	b->h.posted[0] = (struct posted){
		.kind = kind, .length = LENGTH, .source = SOURCE, .target = TARGET, .immediate = 7
	};
	b->h.posted_count = 1;
	b->h.source.bytes = MEMORY;
	b->h.source.expected = arena_take(b->h.arena, MEMORY);
	b->h.peer_memory = arena_take(b->h.arena, MEMORY);
	b->h.peer_memory_bytes = MEMORY;
	b->h.peer_address = 0x5000;
	memset(b->h.peer_memory, 0xA5, TARGET + LENGTH + 64);
	for (unsigned i = 0; i < LENGTH; i++)
		b->h.peer_memory[TARGET + i] = b->h.source.expected[SOURCE + i] = (uint8_t)i;
	return b;
}

static void expect_changed(size_t at)
{
	struct bench *b = posted(PKT_WRITE);

	b->h.peer_memory[at] ^= 0x10;
	check_data_arrived(&b->h, PLACE_1);
	bench_fails(b, PLACE_1, "memory", 0);
}

static void test_data(void)
{
	struct bench *b = posted(PKT_WRITE);

	b->h.peer_memory[0 + TARGET + LENGTH + 64] = 1; /* beyond the guard */
	check_data_arrived(&b->h, PLACE_1);
	bench_passes(b);
	expect_changed(TARGET);
	expect_changed(TARGET + LENGTH - 1);
	expect_changed(TARGET - 1);
	expect_changed(0);
	expect_changed(TARGET + LENGTH);
	expect_changed(TARGET + LENGTH + 63);
}

static void test_data_out_of_bounds(void)
{
	struct bench *b = posted(PKT_WRITE);

	b->h.posted[0].length = MEMORY;
	check_data_arrived(&b->h, PLACE_1);
	CU_ASSERT_EQUAL(b->result.verdict, VERDICT_ERROR);
	bench_free(b);
}

/* Packet k of the message: 256 + 44 bytes at mtu 256. */
static struct trace_packet *part(struct bench *b, uint32_t k)
{
	struct trace_packet *t = bench_sent(b, 0, k, 0);

	t->p.msg_offset = 256 * k;
	t->p.msg_length = LENGTH;
	t->p.msg_last = k == 1;
	t->p.payload_len = k ? 44 : 256;
	t->p.remote_address = 0x5000 + TARGET + 256 * k;
	return t;
}

static void test_layout(void)
{
	struct bench *b = posted(PKT_WRITE);

	part(b, 1);
	part(b, 0);
	bench_acked(b, 0, 1, 1);
	check_message_layout(&b->h, HDR_5);
	bench_passes(b);
}

static void expect_layout(struct bench *b, enum clause_id clause, const char *field, uint32_t frame)
{
	check_message_layout(&b->h, HDR_5);
	bench_fails(b, clause, field, frame);
}

static void test_layout_fields(void)
{
	struct bench *b = posted(PKT_WRITE);

	part(b, 0)->p.msg_length = 256;
	expect_layout(b, HDR_5, "msg.length", 1);
	b = posted(PKT_WRITE);
	part(b, 0)->p.msg_last = 1;
	expect_layout(b, HDR_7, "msg.last", 1);
	b = posted(PKT_WRITE);
	part(b, 0)->p.payload_len = 252;
	expect_layout(b, HDR_8, "payload length", 1);
	b = posted(PKT_WRITE);
	part(b, 1)->p.msg_offset = 252;
	expect_layout(b, HDR_8, "msg.offset", 1);
	b = posted(PKT_WRITE);
	part(b, 1)->p.remote_address += 1;
	expect_layout(b, HDR_5, "remote.address", 1);
}

static void test_layout_immediate(void)
{
	struct bench *b = posted(PKT_WRITE_IMM);
	struct trace_packet *t;

	part(b, 0);
	part(b, 1); /* without it */
	expect_layout(b, HDR_7, "base.opcode", 2);

	b = posted(PKT_WRITE_IMM);
	part(b, 0);
	t = part(b, 1);
	t->p.kind = PKT_WRITE_IMM;
	t->p.headers |= 1u << wire_hdr_imm | 1u << wire_hdr_recv;
	t->p.imm_immediate = 7;
	check_message_layout(&b->h, HDR_7);
	CU_ASSERT_EQUAL(b->result.failure_count, 0);
	t->p.imm_immediate = 8;
	expect_layout(b, HDR_7, "imm.immediate", 2);
}

static void test_layout_recv_index(void)
{
	struct bench *b = posted(PKT_SEND);
	struct trace_packet *t = part(b, 0);

	b->h.posted[1] = b->h.posted[0];
	b->h.posted[1].msn = 1;
	b->h.posted_count = 2;
	t->p.kind = PKT_SEND;
	t->p.headers = (t->p.headers & ~(1u << wire_hdr_remote)) | 1u << wire_hdr_recv;
	t->p.msg_msn = 1;
	t->p.recv_index = 1; /* one receive consumed before it */
	check_message_layout(&b->h, HDR_6);
	CU_ASSERT_EQUAL(b->result.failure_count, 0);
	t->p.recv_index = 0;
	expect_layout(b, HDR_6, "recv.index", 1);
}

static void test_layout_whole(void)
{
	struct bench *b = posted(PKT_WRITE);

	part(b, 0);
	check_message_layout(&b->h, HDR_5); /* not yet complete */
	CU_ASSERT_EQUAL(b->result.failure_count, 0);
	bench_acked(b, 0, 1, 1);
	expect_layout(b, HDR_8, "packets of the message", 1);

	b = posted(PKT_WRITE);
	part(b, 0);
	part(b, 1);
	bench_sent(b, 0, 2, 0)->p = part(b, 1)->p;
	bench_acked(b, 0, 1, 1);
	expect_layout(b, STRM_9, "packets of the message", 4);

	b = posted(PKT_WRITE);
	expect_layout(b, HDR_5, "packets of the device", 0);
}

void suite_checks_message(void)
{
	CU_pSuite s = CU_add_suite("checks_message", NULL, NULL);

	CU_ADD_TEST(s, test_data);
	CU_ADD_TEST(s, test_data_out_of_bounds);
	CU_ADD_TEST(s, test_layout);
	CU_ADD_TEST(s, test_layout_fields);
	CU_ADD_TEST(s, test_layout_immediate);
	CU_ADD_TEST(s, test_layout_recv_index);
	CU_ADD_TEST(s, test_layout_whole);
}
