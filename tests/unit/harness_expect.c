/* Wants of EXPECT and CHECK against packets of the device typed by hand, and what EXPECT and QUIET
 * say when they are not met. */
#include "tests/unit/harness_shadow_bench.h"

void suite_harness_expect(void);

/* What the device sends, 1 us after the last frame. */
static const struct trace_packet *come(struct hb *b, struct wire_packet p)
{
	uint8_t frame[2048];
	struct link_event ev = { .stamp_ns = b->link.now_ns += 1000 };

	ev.port = (uint16_t)p.path_id;
	ev.len = (uint32_t)sb_encode(b, &p, false, frame, sizeof(frame));
	ev.data = frame;
	return trace_add(&b->h, &ev);
}

/* Which want of the step the packet does not meet, STEP_WANTS if it meets all. */
static size_t unmet(const struct step *s, struct wire_packet p)
{
	struct hb *b = hb_new(false);
	const struct want *first = NULL;
	bool is_met;

	b->choice.axis = 5;
	is_met = harness_meets(&b->h, s, come(b, p), &first);
	CU_ASSERT_EQUAL(is_met, first == NULL);
	hb_free(b);
	return first ? (size_t)(first - s->want) : STEP_WANTS;
}

static const struct step about_ack =
	EXPECT(ACK, PATH(1), CUM(2), CMSN(3), STATUS(RNR), STATUS_MSN(1), ABOUT(2),
	       ANY(ackh_ts_echo), NOT(ackh_rate_hint, 0), AT_LEAST(ackh_ce_count, 7),
	       SACKED(1, 9, 255), WITHIN(ACK_REACTION), CLAUSE(ACK_2));

static struct wire_packet right_ack(void)
{
	struct wire_packet p = { .base_opcode = 0xF0, .path_id = 1 };

	p.ackh_cum_psn = 0xFFFFF1; /* the tester's first on path 1 is 0xFFFFEF */
	p.ackh_cmsn = 2;           /* 0xFFFFFFFF + 3 */
	p.ackh_status = 1;
	p.ackh_status_msn = 0;
	p.ackh_stream = 2;
	p.ackh_rate_hint = 1;
	p.ackh_ce_count = 7;
	p.ackh_sack[0] = 2;
	p.ackh_sack[1] = 2;
	p.ackh_sack[31] = 0x80;
	return p;
}

static void test_ack(void)
{
	struct wire_packet p = right_ack();

	CU_ASSERT_EQUAL(unmet(&about_ack, p), STEP_WANTS);
	p.ackh_ce_count = 6;
	CU_ASSERT_EQUAL(unmet(&about_ack, p), 8);
	p.ackh_rate_hint = 0;
	CU_ASSERT_EQUAL(unmet(&about_ack, p), 7);
	p.ackh_stream = 0;
	CU_ASSERT_EQUAL(unmet(&about_ack, p), 5);
	p.ackh_status_msn = 1;
	CU_ASSERT_EQUAL(unmet(&about_ack, p), 4);
	p.ackh_status = 0;
	CU_ASSERT_EQUAL(unmet(&about_ack, p), 3);
	p.ackh_cmsn = 3;
	CU_ASSERT_EQUAL(unmet(&about_ack, p), 2);
	p.ackh_cum_psn = 0xFFFFF0;
	CU_ASSERT_EQUAL(unmet(&about_ack, p), 1);
	p.path_id = 0;
	CU_ASSERT_EQUAL(unmet(&about_ack, p), 0);
}

/* Exactly the bits named: one more or one less is another SACK. */
static void test_sack(void)
{
	static const struct step none = EXPECT(ACK, IS(path_id, 1));
	struct wire_packet p = right_ack();

	p.ackh_sack[20] = 1;
	CU_ASSERT_EQUAL(unmet(&about_ack, p), 9);
	p = right_ack();
	p.ackh_sack[1] = 0;
	CU_ASSERT_EQUAL(unmet(&about_ack, p), 9);
	CU_ASSERT_EQUAL(unmet(&none, p), STEP_WANTS);
}

static const struct step no_sack = EXPECT(ACK, NO_SACK);
static const struct step axis_sack = EXPECT(ACK, SACKED(AXIS(0)), CUM(AXIS(-6)));

static void test_no_sack(void)
{
	struct wire_packet p = right_ack();

	CU_ASSERT_EQUAL(unmet(&no_sack, p), 0);
	memset(p.ackh_sack, 0, 32);
	CU_ASSERT_EQUAL(unmet(&no_sack, p), STEP_WANTS);
	CU_ASSERT_EQUAL(unmet(&axis_sack, p), 0);
	p.ackh_sack[0] = 1 << 5;
	p.ackh_cum_psn = 0xFFFFEE;
	CU_ASSERT_EQUAL(unmet(&axis_sack, p), STEP_WANTS);
}

/* What the device numbers itself counts from the device's own first PSN. */
static void test_message(void)
{
	static const struct step s =
		EXPECT(WRITE, PSN(3), MSN(0), STREAM(0), PAYLOAD(8), IS(msg_last, 1));
	static const struct step no_field = EXPECT(WRITE, ANY(ackh_cum_psn));
	static const struct step rerouted = EXPECT(WRITE, REL(reroute_orig_psn, REL_PSN, 1));
	struct wire_packet p = sb_write(0, 0, 0, 0);

	p.base_psn = 1; /* 0xFFFFFE + 3 */
	CU_ASSERT_EQUAL(unmet(&s, p), STEP_WANTS);
	p.payload_len = 7;
	CU_ASSERT_EQUAL(unmet(&s, p), 3);
	p.base_psn = 2;
	CU_ASSERT_EQUAL(unmet(&s, p), 0);
	CU_ASSERT_EQUAL(unmet(&no_field, p), 0); /* not there at all */
	p.path_rerouted = 1;
	p.reroute_orig_path = 1;
	p.reroute_orig_psn = 0xFFFFEF; /* of path 1: 0xFFFFEE + 1 */
	CU_ASSERT_EQUAL(unmet(&rerouted, p), STEP_WANTS);
}

/* Runs one step after the packets have come; its one failure, or none. */
static const struct failure *judged(struct hb *b, const struct step *s)
{
	b->def.clause = SACK_2;
	b->h.step = s;
	b->h.anchor_ns = b->link.now_ns;
	if (s->kind == STEP_QUIET)
		harness_step_quiet(&b->h, s);
	else
		harness_step_expect(&b->h, s);
	CU_ASSERT(b->result.failure_count <= 1);
	b->result.verdict = VERDICT_NONE;
	return b->result.failure_count ? &b->result.failures[0] : NULL;
}

static void test_expect(void)
{
	static const struct step s = EXPECT(ACK, CUM(1));
	struct hb *b = hb_new(false);
	const struct failure *f;

	come(b, sb_ack(0, 0, 0, 0));
	come(b, sb_ack(0, 1, 0, 0));
	come(b, sb_ack(0, 2, 0, 0));
	CU_ASSERT_PTR_NULL(judged(b, &s));
	b->h.expect_from = 2; /* the right one came before the last SEND */
	f = judged(b, &s);
	CU_ASSERT_PTR_NOT_NULL_FATAL(f);
	CU_ASSERT_EQUAL(f->clause, SACK_2);
	CU_ASSERT_STRING_EQUAL(f->field, "ackh.cum_psn");
	CU_ASSERT_STRING_EQUAL(f->expected, "0"); /* 0xFFFFFF + 1 */
	CU_ASSERT_STRING_EQUAL(f->seen, "1");
	CU_ASSERT_EQUAL(f->frame, 3);
	hb_free(b);
}

static void test_expect_nothing_came(void)
{
	static const struct step s = EXPECT(ACK, CUM(1), CLAUSE(ACK_2));
	struct hb *b = hb_new(false);
	const struct failure *f;

	come(b, sb_write(0, 0, 0, 0));
	f = judged(b, &s);
	CU_ASSERT_PTR_NOT_NULL_FATAL(f);
	CU_ASSERT_EQUAL(f->clause, ACK_2); /* the step's own */
	CU_ASSERT_STRING_EQUAL(f->field, "packet");
	CU_ASSERT_STRING_EQUAL(f->expected, "ACK");
	CU_ASSERT_STRING_EQUAL(f->seen, "none");
	hb_free(b);
}

/* An ACK so much after the frame sent last; reaction 10 us. */
static const struct failure *timed(struct hb **b, uint64_t after_ns, uint64_t jitter_ns)
{
	static const struct step s = EXPECT(ACK, CUM(1), WITHIN(ACK_REACTION));

	*b = hb_new(false);
	(*b)->h.device.params.ack_reaction = 10;
	(*b)->h.jitter_ns = jitter_ns;
	(*b)->h.last_send_ns = (*b)->link.now_ns;
	(*b)->link.now_ns += after_ns - 1000;
	come(*b, sb_ack(0, 1, 0, 0));
	return judged(*b, &s);
}

static void test_within(void)
{
	struct hb *b;
	const struct failure *f;

	CU_ASSERT_PTR_NULL(timed(&b, 12000, 1000));
	CU_ASSERT_EQUAL(b->result.note_count, 0);
	hb_free(b);
	f = timed(&b, 12001, 1000);
	CU_ASSERT_PTR_NOT_NULL_FATAL(f);
	CU_ASSERT_STRING_EQUAL(f->field, "time");
	CU_ASSERT_STRING_EQUAL(f->expected, "within 10 us");
	CU_ASSERT_STRING_EQUAL(f->seen, "12 us");
	CU_ASSERT_EQUAL(f->clause, SACK_2);
	hb_free(b);
	CU_ASSERT_PTR_NULL(timed(&b, 90000, 1001)); /* not judged by the clock, and said so */
	CU_ASSERT_EQUAL(b->result.note_count, 1);
	hb_free(b);
}

/* An ACK of the device that comes so much later. */
static struct hb *coming(uint64_t ns)
{
	struct hb *b = hb_new(false);
	struct wire_packet p = sb_ack(0, 1, 0, 0);
	static struct neighbor neighbor;
	uint8_t frame[2048];

	b->h.neighbor = &neighbor;
	hb_later(&b->link, ns, frame, sb_encode(b, &p, false, frame, sizeof(frame)));
	return b;
}

/* EXPECT waits, though not for ever; QUIET listens to its end. */
static void test_waits(void)
{
	static const struct step expect = EXPECT(ACK, CUM(1));
	static const struct step quiet = QUIET(50, 1u << PKT_ACK);
	struct hb *b = coming(400 * 1000);

	CU_ASSERT_PTR_NULL(judged(b, &expect));
	CU_ASSERT_EQUAL(b->link.now_ns, 1400 * 1000);
	hb_free(b);
	b = coming(UINT64_C(3600) * 1000 * 1000 * 1000);
	CU_ASSERT_PTR_NOT_NULL(judged(b, &expect));
	hb_free(b);
	b = coming(50 * 1000);
	CU_ASSERT_PTR_NOT_NULL(judged(b, &quiet));
	hb_free(b);
	b = coming(51 * 1000);
	CU_ASSERT_PTR_NULL(judged(b, &quiet));
	hb_free(b);
}

/* A tester that wakes late still judges by the stamps. */
static void test_quiet_woken_late(void)
{
	static const struct step quiet = QUIET(50, 1u << PKT_ACK);
	struct hb *b = coming(60 * 1000);

	b->h.anchor_ns = b->link.now_ns;
	harness_wait(&b->h, b->link.now_ns + 200 * 1000, NULL); /* the frame has come by now */
	b->def.clause = SACK_2;
	b->h.step = &quiet;
	harness_step_quiet(&b->h, &quiet);
	CU_ASSERT_EQUAL(b->result.failure_count, 0);
	hb_free(b);
}

/* A packet of the tester's own is none of the device's. */
static void sent_itself(struct hb *b)
{
	static const struct step s = SEND(WRITE);
	size_t from = b->h.expect_from;

	(void)hb_step(b, &s);
	b->h.expect_from = from;
}

static void test_quiet(void)
{
	static const struct step seq = QUIET(50, KINDS_SEQ);
	static const struct step ack = QUIET(50, 1u << PKT_ACK);
	struct hb *b = hb_new(false);
	const struct failure *f;

	come(b, sb_ack(0, 1, 0, 0));
	sent_itself(b);
	CU_ASSERT_PTR_NULL(judged(b, &seq));
	CU_ASSERT(b->link.now_ns >= 1000000 + 50000);
	f = judged(b, &ack);
	CU_ASSERT_PTR_NOT_NULL_FATAL(f);
	CU_ASSERT_STRING_EQUAL(f->field, "packet");
	CU_ASSERT_STRING_EQUAL(f->seen, "ACK");
	CU_ASSERT_EQUAL(f->frame, 1);
	hb_free(b);
}

void suite_harness_expect(void)
{
	CU_pSuite s = CU_add_suite("harness_expect", NULL, NULL);

	CU_ADD_TEST(s, test_ack);
	CU_ADD_TEST(s, test_sack);
	CU_ADD_TEST(s, test_no_sack);
	CU_ADD_TEST(s, test_message);
	CU_ADD_TEST(s, test_expect);
	CU_ADD_TEST(s, test_expect_nothing_came);
	CU_ADD_TEST(s, test_within);
	CU_ADD_TEST(s, test_waits);
	CU_ADD_TEST(s, test_quiet_woken_late);
	CU_ADD_TEST(s, test_quiet);
}
