/* Whether one frame lost on the way explains what the shadow finds, and under which clause its
 * findings reach the case. */
#include "tests/unit/harness_shadow_bench.h"

void suite_harness_judge(void);

/* A case whose trace begins with a frame that is none of the connection's. */
static struct hb *start(void)
{
	static const uint8_t arp[60] = { [12] = 0x08, [13] = 0x06 };
	struct hb *b = hb_new(false);
	struct link_event ev = { .stamp_ns = 1, .is_sent = true, .data = arp, .len = 60 };

	b->h.jitter_ns = 1000;
	b->h.device.params.ack_delay = SB_ACK_DELAY;
	b->h.device.params.ack_reaction = SB_REACTION;
	b->h.device.params.ack_every = SB_EVERY;
	b->h.target.bytes = 65536;
	b->h.target_region = (struct ref_region){
		.rights = REF_REMOTE_WRITE, .address = HB_REGION, .length = 65536, .rkey = HB_RKEY
	};
	trace_add(&b->h, &ev);
	b->h.first_frame = 2;
	return b;
}

static void add(struct hb *b, struct wire_packet p, bool is_sent)
{
	uint8_t frame[2048];
	struct link_event ev = { .stamp_ns = b->link.now_ns += 2000, .is_sent = is_sent };

	ev.port = (uint16_t)p.path_id;
	ev.len = (uint32_t)sb_encode(b, &p, is_sent, frame, sizeof(frame));
	ev.data = frame;
	trace_add(&b->h, &ev);
}

static void test_nothing_to_explain(void)
{
	struct hb *b = start();

	for (int k = 0; k < 3; k++)
		add(b, sb_write(0, k, 0, k), true);
	add(b, sb_ack(0, 2, 0x102, 3), false);
	CU_ASSERT_EQUAL(harness_lost_frame(&b->h), 0);
	hb_free(b);
}

/* The lost-th of five packets never reached the device, which answers each other one rightly. */
static struct hb *losing(int lost)
{
	struct hb *b = start();

	for (int k = 0; k < 5; k++) {
		struct wire_packet a = sb_ack(0, k < lost ? k : lost - 1, 0x100 + (uint32_t)k,
					      k < lost ? k + 1 : lost);

		add(b, sb_write(0, k, 0, k), true);
		if (k == lost)
			continue;
		for (int i = lost + 1; i <= k; i++)
			wire_sack_set(a.ackh_sack, (unsigned)(i - lost));
		add(b, a, false);
	}
	return b;
}

static void test_each_frame(void)
{
	for (int lost = 0; lost < 5; lost++) {
		struct hb *b = losing(lost);

		CU_ASSERT_EQUAL(harness_lost_frame(&b->h), (uint32_t)lost + 1);
		hb_free(b);
	}
}

/* Two lost, or a wrong answer that no loss explains: the device's fault. */
static void test_not_explained(void)
{
	struct hb *b = losing(1);
	struct wire_packet a = sb_ack(0, 0, 0x106, 1);

	add(b, sb_write(0, 5, 0, 5), true);
	add(b, sb_write(0, 6, 0, 6), true);
	a.ackh_sack[0] = 7 << 1 | 1 << 5; /* without PSN 1 and PSN 5 */
	add(b, a, false);
	CU_ASSERT_EQUAL(harness_lost_frame(&b->h), 0);
	hb_free(b);

	b = start();
	add(b, sb_write(0, 0, 0, 0), true);
	a = sb_ack(0, 0, 0x100, 1);
	a.ackh_ce_count = 1;
	add(b, a, false);
	CU_ASSERT_EQUAL(harness_lost_frame(&b->h), 0);
	hb_free(b);
}

/* What the device never answered at all: the PROBE was lost. */
static void test_unanswered(void)
{
	struct hb *b = start();

	add(b, sb_write(0, 0, 0, 0), true);
	add(b, sb_ack(0, 0, 0x100, 1), false);
	add(b, sb_probe(1, 0, 0x77), true);
	CU_ASSERT_EQUAL(harness_lost_frame(&b->h), 2);
	hb_free(b);
}

/* Receives are posted again at their place between the frames. */
static void test_receives(void)
{
	struct hb *b = start();
	struct wire_packet p = sb_write(0, 0, 0, 0), a = sb_ack(0, 0, 0x100, 0);

	p.base_opcode = 0xE0;
	add(b, p, true); /* no receive: RNR */
	a.ackh_status = STATUS_RNR;
	a.ackh_status_msn = sb_msn(0);
	add(b, a, false);
	b->h.receives.bytes = 512;
	b->h.ops[b->h.op_count++] = (struct mirror_op){
		.kind = MIRROR_RECV, .at = b->h.trace.count, .length = 512, .now_ns = b->link.now_ns
	};
	p = sb_write(0, 1, 0, 0);
	p.base_opcode = 0xE0;
	p.msg_attempt = 1;
	add(b, p, true);
	add(b, sb_ack(0, 1, 0x101, 1), false);
	CU_ASSERT_EQUAL(harness_lost_frame(&b->h), 0);
	add(b, sb_write(0, 2, 0, 1), true); /* lost */
	CU_ASSERT_EQUAL(harness_lost_frame(&b->h), 3);
	hb_free(b);
}

static enum clause_id attributed(enum case_kind kind, enum case_role role, enum clause_id found)
{
	struct hb *b = start();
	struct shadow_finding f = {
		.clause = found, .frame = 9, .field = "ackh.cum_psn", .expected = "1", .seen = "2"
	};
	enum clause_id clause;

	b->def.clause = HDR_3;
	b->def.kind = kind;
	b->def.role = role;
	harness_on_shadow(&b->h, &f);
	CU_ASSERT_EQUAL_FATAL(b->result.failure_count, 1);
	CU_ASSERT_STRING_EQUAL(b->result.failures[0].judge, "shadow");
	CU_ASSERT_EQUAL(b->result.failures[0].frame, 9);
	CU_ASSERT_EQUAL(b->result.verdict, VERDICT_FAIL);
	clause = b->result.failures[0].clause;
	b->result.verdict = VERDICT_NONE;
	hb_free(b);
	return clause;
}

/* State moved by a wrong stimulus breaks the case's own rule; a debt stays what it is. */
static void test_attribution(void)
{
	static const enum clause_id debts[] = { ACK_2, ACK_3, ACK_6, PROBE_1 };

	CU_ASSERT_EQUAL(attributed(CASE_NEGATIVE, RECEIVER, SACK_1), HDR_3);
	CU_ASSERT_EQUAL(attributed(CASE_NEGATIVE, RECEIVER, STRM_2), HDR_3);
	CU_ASSERT_EQUAL(attributed(CASE_POSITIVE, RECEIVER, SACK_1), SACK_1);
	CU_ASSERT_EQUAL(attributed(CASE_NEGATIVE, SENDER, SACK_1), SACK_1);
	for (size_t i = 0; i < sizeof(debts) / sizeof(debts[0]); i++)
		CU_ASSERT_EQUAL(attributed(CASE_NEGATIVE, RECEIVER, debts[i]), debts[i]);
}

void suite_harness_judge(void)
{
	CU_pSuite s = CU_add_suite("harness_judge", NULL, NULL);

	CU_ADD_TEST(s, test_nothing_to_explain);
	CU_ADD_TEST(s, test_each_frame);
	CU_ADD_TEST(s, test_not_explained);
	CU_ADD_TEST(s, test_unanswered);
	CU_ADD_TEST(s, test_receives);
	CU_ADD_TEST(s, test_attribution);
}
