/* What the device owes: ACKs in time, answers to PROBEs, reports of streams, and which stream an
 * ACK may speak of.  ack_delay 100 us, ack_reaction 10 us, ack_every 4, jitter 1 us. */
#include "tests/unit/harness_shadow_bench.h"

void suite_harness_shadow_dues(void);

/* One packet, answered so much later by an ACK without fault but, perhaps, its time. */
static struct sb *answered(uint64_t jitter_ns, struct wire_packet p, unsigned after)
{
	struct sb *x = sb_new_jitter(jitter_ns);

	sb_send(x, 1, p);
	sb_hear(x, after, sb_ack(0, 0, 0x100, 1));
	return x;
}

static struct wire_packet asking(void)
{
	struct wire_packet p = sb_write(0, 0, 0, 0);

	p.base_ack_req = 1;
	return p;
}

static void test_at_once(void)
{
	struct sb *x;

	sb_clean(answered(1000, asking(), 12)); /* 10 us and twice the jitter */
	x = answered(1000, asking(), 13);
	CU_ASSERT_STRING_EQUAL(x->expected, "within 10 us");
	CU_ASSERT_STRING_EQUAL(x->seen, "13 us");
	sb_found(x, ACK_2, "time", 2);
	sb_clean(answered(1001, asking(), 60)); /* below ten times the jitter */
}

static void test_delay(void)
{
	struct sb *x;

	sb_clean(answered(1000, sb_write(0, 0, 0, 0), 102));
	x = answered(1000, sb_write(0, 0, 0, 0), 103);
	CU_ASSERT_STRING_EQUAL(x->expected, "within 100 us");
	sb_found(x, ACK_3, "time", 2);
	sb_clean(answered(20000, sb_write(0, 0, 0, 0), 5000));
}

/* The delay runs from the first unacknowledged packet, not from the last. */
static void test_delay_of_first(void)
{
	struct sb *x = sb_new();

	sb_send(x, 1, sb_write(0, 0, 0, 0));
	sb_send(x, 60, sb_write(0, 1, 0, 1));
	sb_hear(x, 42, sb_ack(0, 1, 0x101, 2)); /* 102 us after the first */
	sb_clean(x);

	x = sb_new(); /* 103 us: late for the first */
	sb_send(x, 1, sb_write(0, 0, 0, 0));
	sb_send(x, 60, sb_write(0, 1, 0, 1));
	sb_hear(x, 43, sb_ack(0, 1, 0x101, 2));
	CU_ASSERT_EQUAL(x->found, 2); /* one for each packet that waited */
	CU_ASSERT_EQUAL(x->clause, ACK_3);
	CU_ASSERT_STRING_EQUAL(x->field, "time");
	sb_free(x);

	x = sb_new(); /* an answer at once is timed from what asks for it */
	sb_send(x, 1, sb_write(0, 0, 0, 0));
	sb_send(x, 60, sb_write(0, 0, 0, 0));
	sb_hear(x, 12, sb_ack(0, 0, 0x100, 1));
	sb_clean(x);

	x = sb_new();
	sb_send(x, 1, sb_write(0, 0, 0, 0));
	sb_hear(x, 50, sb_ack(0, 0, 0x100, 1)); /* starts anew */
	sb_send(x, 60, sb_write(0, 1, 0, 1));
	sb_hear(x, 100, sb_ack(0, 1, 0x101, 2));
	sb_clean(x);
}

/* An ACK of the first packet alone: the delay of the second runs from the second. */
static void test_delay_anew(void)
{
	struct sb *x = sb_new();

	sb_send(x, 1, sb_write(0, 0, 0, 0));
	sb_send(x, 50, sb_write(0, 1, 0, 1));
	sb_hear(x, 10, sb_ack(0, 0, 0x100, 2));
	sb_hear(x, 92, sb_ack(0, 1, 0x101, 2));
	sb_clean(x);

	x = sb_new();
	sb_send(x, 1, sb_write(0, 0, 0, 0));
	sb_send(x, 50, sb_write(0, 1, 0, 1));
	sb_hear(x, 10, sb_ack(0, 0, 0x100, 2));
	sb_found(x, ACK_3, "time", sb_hear(x, 93, sb_ack(0, 1, 0x101, 2)));
}

/* The ack_every-th packet in a row is answered like one that asks. */
static void test_every(void)
{
	struct sb *x = sb_new();

	for (int k = 0; k < 4; k++)
		sb_send(x, 1, sb_write(0, k, 0, k));
	sb_hear(x, 12, sb_ack(0, 3, 0x103, 4));
	sb_clean(x);

	x = sb_new();
	for (int k = 0; k < 4; k++)
		sb_send(x, 1, sb_write(0, k, 0, k));
	sb_found(x, ACK_3, "time", sb_hear(x, 13, sb_ack(0, 3, 0x103, 4)));

	x = sb_new(); /* an ACK of none of them changes nothing */
	for (int k = 0; k < 4; k++)
		sb_send(x, 1, sb_write(0, k, 0, k));
	sb_hear(x, 1, sb_ack(0, -1, 0, 4));
	sb_found(x, ACK_3, "time", sb_hear(x, 12, sb_ack(0, 3, 0x103, 4)));

	x = sb_new(); /* three are not four */
	for (int k = 0; k < 3; k++)
		sb_send(x, 1, sb_write(0, k, 0, k));
	sb_hear(x, 50, sb_ack(0, 2, 0x102, 3));
	sb_clean(x);
}

/* After PSN 0 has been acknowledged: p, then a right ACK too late for an answer at once. */
static void event(struct wire_packet p, struct wire_packet a, bool is_at_once)
{
	struct sb *x = answered(1000, sb_write(0, 0, 0, 0), 5);
	uint32_t frame;

	sb_send(x, 1, p);
	frame = sb_hear(x, 50, a);
	if (is_at_once)
		sb_found(x, ACK_2, "time", frame);
	else
		sb_clean(x);
}

static void test_events(void)
{
	struct wire_packet a = sb_ack(0, 0, 0x102, 1), p;

	event(sb_write(0, 1, 0, 1), sb_ack(0, 1, 0x101, 2), false);
	event(sb_write(0, 0, 0, 0), sb_ack(0, 0, 0x100, 1), true); /* duplicate */
	a.ackh_sack[0] = 2;
	event(sb_write(0, 2, 0, 2), a, true);                              /* opens a gap */
	event(sb_write(0, 257, 0, 1), sb_ack(0, 0, 0x100 + 257, 1), true); /* out of window */
	p = sb_write(0, 1, 0, 1);
	p.ipv4_ecn = 3;
	a = sb_ack(0, 1, 0x101, 2);
	a.ackh_ce_count = 1;
	event(p, a, true); /* first mark */
}

/* Beyond the original path's window is out of window here: PATH-7, ACK-2. */
static void test_rerouted_out(void)
{
	struct wire_packet p = sb_write(0, 1, 0, 1);

	p.path_rerouted = 1;
	p.reroute_orig_path = 1;
	p.reroute_orig_psn = sb_psn(1, 256);
	event(p, sb_ack(0, 0, 0x101, 1), true);
}

static void test_gap_filled(void)
{
	struct sb *x = sb_new();
	struct wire_packet a = sb_ack(0, -1, 0x102, 0);

	sb_send(x, 1, sb_write(0, 2, 0, 2));
	a.ackh_sack[0] = 1 << 2;
	sb_hear(x, 5, a);
	sb_send(x, 1, sb_write(0, 3, 0, 3)); /* beside the gap: no event */
	a.ackh_sack[0] = 3 << 2;
	a.ackh_ts_echo = 0x103;
	sb_hear(x, 50, a);
	CU_ASSERT_EQUAL(x->found, 0);
	sb_send(x, 1, sb_write(0, 0, 0, 0)); /* fills part of it */
	a = sb_ack(0, 0, 0x100, 1);
	a.ackh_sack[0] = 3 << 1;
	sb_found(x, ACK_2, "time", sb_hear(x, 50, a));
}

/* Only the first mark since the last ACK asks for one at once. */
static void test_second_mark(void)
{
	struct sb *x = sb_new();
	struct wire_packet p = sb_write(0, 0, 0, 0), a = sb_ack(0, 0, 0x100, 1);

	p.ipv4_ecn = 3;
	sb_send(x, 1, p);
	a.ackh_ce_count = 1;
	p = sb_write(0, 1, 0, 1);
	p.ipv4_ecn = 3;
	sb_send(x, 1, p);
	sb_hear(x, 5, a); /* of the first: the second is not yet told */
	a = sb_ack(0, 1, 0x101, 2);
	a.ackh_ce_count = 2;
	sb_hear(x, 50, a);
	sb_clean(x);
}

static void test_missing(void)
{
	struct sb *x = sb_new();
	uint32_t frame = sb_send(x, 1, sb_write(0, 0, 0, 0));

	CU_ASSERT_EQUAL(shadow_owes_until(x->s), x->now_ns + 110 * 1000); /* ACK-6 */
	sb_hear(x, 5, sb_ack(1, -1, 0, 1)); /* tells of the stream, not of the path */
	CU_ASSERT_EQUAL(shadow_owes_until(x->s), x->now_ns + 95 * 1000);
	sb_found(x, ACK_3, "packet", frame);

	x = sb_new();
	sb_send(x, 1, asking());
	sb_hear(x, 5, sb_ack(1, -1, 0, 1));
	sb_found(x, ACK_2, "packet", 1);

	x = sb_new(); /* answered, but then one more */
	sb_send(x, 1, sb_write(0, 0, 0, 0));
	sb_hear(x, 5, sb_ack(0, 0, 0x100, 1));
	CU_ASSERT_EQUAL(shadow_owes_until(x->s), REF_NEVER);
	frame = sb_send(x, 1, sb_write(0, 0, 0, 0));
	sb_found(x, ACK_2, "packet", frame);

	x = sb_new(); /* nobody asked to judge this path */
	shadow_ignore_path(x->s, 0);
	sb_send(x, 1, sb_write(0, 0, 0, 0));
	sb_hear(x, 5, sb_ack(1, -1, 0, 1));
	sb_clean(x);
}

/* The path's half has the event, the stream's has not: ACK-6. */
static void test_stream_not_told(void)
{
	struct sb *x = sb_new();
	uint32_t frame = sb_send(x, 1, sb_write(0, 0, 0, 0));

	sb_hear(x, 5, sb_ack(0, 0, 0x100, 0));
	sb_found(x, ACK_6, "packet", frame);

	x = sb_new(); /* told too late: ack_delay + ack_reaction, one stream's turn, 2 us */
	sb_send(x, 1, sb_write(0, 0, 0, 0));
	sb_hear(x, 5, sb_ack(0, 0, 0x100, 0));
	sb_found(x, ACK_6, "time", sb_hear(x, 130, sb_ack(0, 0, 0x100, 1)));
}

/* The allowance for several streams does not grow with what was told long ago. */
static void test_stream_late_after_many(void)
{
	struct sb *x = sb_new();

	for (int k = 0; k < 40; k++) {
		sb_send(x, 1, sb_write(0, k, 0, k));
		sb_hear(x, 5, sb_ack(0, k, 0x100 + (uint32_t)k, k + 1));
	}
	sb_send(x, 1, sb_write(0, 40, 0, 40));
	sb_hear(x, 5, sb_ack(0, 40, 0x100 + 40, 40));
	sb_found(x, ACK_6, "time", sb_hear(x, 130, sb_ack(0, 40, 0x100 + 40, 41)));
}

/* Three streams changed at once: one ACK each, ack_reaction apart. */
static void test_streams_in_turn(void)
{
	struct sb *x = sb_new();
	struct wire_packet a = sb_ack(0, 2, 0x102, 1);

	for (unsigned k = 0; k < 3; k++)
		sb_send(x, 0, sb_write(0, (int)k, k, 0));
	sb_hear(x, 100, a);
	a.ackh_stream = 1;
	sb_hear(x, 10, a);
	a.ackh_stream = 2;
	sb_hear(x, 10, a);
	sb_clean(x);
}

static struct wire_packet about(struct wire_packet a, uint32_t stream, int cmsn)
{
	a.ackh_stream = stream;
	a.ackh_cmsn = sb_msn(cmsn);
	return a;
}

static void test_named_stream(void)
{
	struct sb *x = sb_new();

	sb_send(x, 1, sb_write(0, 0, 2, 0));
	sb_hear(x, 1, about(sb_ack(1, -1, 0, 0), 2, 1));    /* news, whatever the path */
	sb_hear(x, 1, about(sb_ack(0, 0, 0x100, 0), 2, 1)); /* of the last packet */
	sb_found(x, ACK_6, "ackh.stream", sb_hear(x, 1, about(sb_ack(1, -1, 0, 0), 2, 1)));

	x = sb_new(); /* a stream never heard of */
	sb_send(x, 1, sb_write(0, 0, 2, 0));
	sb_hear(x, 1, about(sb_ack(0, 0, 0x100, 0), 2, 1));
	sb_found(x, ACK_6, "ackh.stream", sb_hear(x, 1, about(sb_ack(0, 0, 0x100, 0), 3, 0)));

	x = sb_new(); /* 0 is no stream to fall back on once a packet of another came */
	sb_send(x, 1, sb_write(0, 0, 2, 0));
	sb_hear(x, 1, about(sb_ack(0, 0, 0x100, 0), 2, 1));
	sb_found(x, ACK_6, "ackh.stream", sb_hear(x, 1, sb_ack(0, 0, 0x100, 0)));
}

/* A duplicate is not accepted: its stream is not that of the last accepted packet. */
static void test_named_duplicate(void)
{
	struct sb *x = sb_new();

	sb_send(x, 1, sb_write(0, 0, 1, 0));
	sb_hear(x, 1, about(sb_ack(0, 0, 0x100, 0), 1, 1));
	sb_send(x, 1, sb_write(0, 1, 2, 0));
	sb_hear(x, 1, about(sb_ack(0, 1, 0x101, 0), 2, 1));
	sb_send(x, 1, sb_write(0, 0, 1, 0));
	sb_found(x, ACK_6, "ackh.stream", sb_hear(x, 1, about(sb_ack(0, 1, 0x100, 0), 1, 1)));
}

/* The ACK of a NOP speaks of stream 0, though a packet of stream 2 is on its way by then. */
static void test_named_before(void)
{
	struct sb *x = sb_new();
	struct wire_packet nop = { .base_opcode = 0xE9,
				   .base_psn = sb_psn(0, 0),
				   .path_timestamp = 0x100 };

	sb_send(x, 1, nop);
	sb_send(x, 1, sb_write(0, 1, 2, 0));
	sb_hear(x, 0, sb_ack(0, 0, 0x100, 0));
	sb_hear(x, 5, about(sb_ack(0, 1, 0x101, 0), 2, 1));
	sb_clean(x);
}

static void test_probe(void)
{
	struct sb *x = sb_new();
	uint32_t frame;

	sb_send(x, 1, sb_probe(1, 3, 0x77));
	sb_hear(x, 12, about(sb_ack(1, -1, 0x77, 0), 3, 0));
	sb_clean(x);

	x = sb_new();
	sb_send(x, 1, sb_probe(1, 3, 0x77));
	sb_found(x, PROBE_1, "time", sb_hear(x, 13, about(sb_ack(1, -1, 0x77, 0), 3, 0)));

	x = sb_new(); /* unanswered */
	frame = sb_send(x, 1, sb_probe(1, 3, 0x77));
	sb_found(x, PROBE_1, "packet", frame);

	x = sb_new(); /* an ACK about another stream is no answer */
	frame = sb_send(x, 1, sb_probe(1, 3, 0x77));
	sb_hear(x, 5, sb_ack(1, -1, 0x77, 0));
	sb_found(x, PROBE_1, "packet", frame);

	x = sb_new(); /* nor is one on another path */
	frame = sb_send(x, 1, sb_probe(1, 0, 0x77));
	sb_hear(x, 5, sb_ack(0, -1, 0, 0));
	sb_found(x, PROBE_1, "packet", frame);

	x = sb_new(); /* nor one that does not know it yet */
	frame = sb_send(x, 1, sb_probe(1, 0, 0x77));
	sb_hear(x, 5, sb_ack(1, -1, 0, 0));
	sb_found(x, PROBE_1, "packet", frame);
}

/* A question that is still open is no packet that waits for its ACK: ACK-3. */
static void test_probe_is_no_packet(void)
{
	struct sb *x = sb_new();

	for (unsigned k = 0; k < 4; k++)
		sb_send(x, 1, sb_probe(0, k, 0x70 + k));
	sb_send(x, 1, sb_write(0, 0, 0, 0));
	sb_hear(x, 1, about(sb_ack(0, -1, 0x73, 0), 3, 0)); /* says nothing of the packet yet */
	for (unsigned k = 1; k < 3; k++)
		sb_hear(x, 1, about(sb_ack(0, -1, 0x73, 0), k, 0));
	sb_hear(x, 1, sb_ack(0, -1, 0x73, 0));
	sb_hear(x, 95, sb_ack(0, 0, 0x100, 1));
	sb_clean(x);
}

void suite_harness_shadow_dues(void)
{
	CU_pSuite s = CU_add_suite("harness_shadow_dues", NULL, NULL);

	CU_ADD_TEST(s, test_at_once);
	CU_ADD_TEST(s, test_delay);
	CU_ADD_TEST(s, test_delay_of_first);
	CU_ADD_TEST(s, test_delay_anew);
	CU_ADD_TEST(s, test_every);
	CU_ADD_TEST(s, test_events);
	CU_ADD_TEST(s, test_rerouted_out);
	CU_ADD_TEST(s, test_gap_filled);
	CU_ADD_TEST(s, test_second_mark);
	CU_ADD_TEST(s, test_missing);
	CU_ADD_TEST(s, test_stream_not_told);
	CU_ADD_TEST(s, test_stream_late_after_many);
	CU_ADD_TEST(s, test_streams_in_turn);
	CU_ADD_TEST(s, test_named_stream);
	CU_ADD_TEST(s, test_named_duplicate);
	CU_ADD_TEST(s, test_named_before);
	CU_ADD_TEST(s, test_probe);
	CU_ADD_TEST(s, test_probe_is_no_packet);
}
