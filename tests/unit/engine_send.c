/* Sending: PSNs, spraying, and the repair of loss (PSN, RTX, PATH-1, PATH-4). */
#include "tests/unit/engine_solo.h"

static struct solo t;
static uint8_t bytes[65536];

static void setup(uint32_t paths)
{
	solo_defaults(&t);
	t.params.paths = paths;
	t.params.rto_init = 1000;
	t.params.rto_min = 1000;
	t.params.path_fail_rtos = 7;
	solo_open(&t);
	fill_pattern(bytes, sizeof(bytes), 5);
}

/* Posts a WRITE of so many full packets; what is sent at once is in out. */
static void post(unsigned packets)
{
	struct ref_work w = { .kind = REF_WRITE,
			      .stream = 1,
			      .id = 42,
			      .local = bytes,
			      .length = packets * 256,
			      .address = 0x4000,
			      .rkey = 0x77 };
	t.out_count = 0;
	CU_ASSERT_EQUAL(ref_work_post(t.s.e, t.s.conn, &w, t.now_ns), RES_OK);
	solo_pump(&t);
}

static void ack(unsigned path, int32_t cum, const unsigned *bits, unsigned count, uint32_t echo)
{
	struct wire_packet k = solo_ack(&t, path, wire_psn_add(SOLO_PSN, cum), echo);
	for (unsigned i = 0; i < count; i++)
		wire_sack_set(k.ackh_sack, bits[i]);
	solo_feed(&t, &k);
}

/* Frame i of out is a packet of path 0 with this PSN (from SOLO_PSN) and rtx. */
static void is_packet(unsigned i, enum wire_kind kind, int32_t psn, unsigned rtx)
{
	const struct wire_packet *k = solo_at(&t, i);
	CU_ASSERT_EQUAL(k->kind, kind);
	CU_ASSERT_EQUAL(k->base_psn, wire_psn_add(SOLO_PSN, psn));
	CU_ASSERT_EQUAL(k->base_rtx, rtx);
}

static void test_packets(void)
{
	setup(1);
	post(20);
	CU_ASSERT_EQUAL_FATAL(t.out_count, 20);
	for (unsigned i = 0; i < 20; i++) {
		const struct wire_packet *k = &t.out[i].k;
		is_packet(i, PKT_WRITE, (int32_t)i, 0);  /* PSN-1, across the wrap */
		CU_ASSERT_EQUAL(k->msg_offset, i * 256); /* HDR-5, HDR-8 */
		CU_ASSERT_EQUAL(k->msg_length, 20 * 256);
		CU_ASSERT_EQUAL(k->remote_address, 0x4000 + i * 256);
		CU_ASSERT_EQUAL(k->remote_rkey, 0x77);
		CU_ASSERT_EQUAL(k->msg_last, i == 19); /* HDR-7 */
		CU_ASSERT_EQUAL(k->msg_msn, 0xFFFFFFFE);
		CU_ASSERT_EQUAL(k->payload_len, 256);
		CU_ASSERT_EQUAL(memcmp(k->payload, bytes + i * 256, SOLO_PAYLOAD), 0);
		CU_ASSERT_EQUAL(k->ipv4_ecn, 2); /* ENC-4 */
		CU_ASSERT_EQUAL(k->ipv4_df, 1);  /* ENC-5 */
		CU_ASSERT_EQUAL(k->ipv4_id, 0);  /* ENC-13 */
		CU_ASSERT_EQUAL(k->base_ack_req, i == 19);
	}
	solo_free(&t);
}

static void test_spray(void)
{
	unsigned per_path[4] = { 0 };
	setup(4);
	post(100);
	CU_ASSERT_EQUAL_FATAL(t.out_count, 100);
	for (unsigned i = 0; i < 100; i++) {
		per_path[t.out[i].k.path_id]++;
		CU_ASSERT_EQUAL(t.out[i].plane, t.out[i].k.path_id % PIPE_PLANES); /* PLANE-1 */
		CU_ASSERT_EQUAL(t.out[i].k.udp_sport, 50000 + t.out[i].k.path_id);
		if (i > 0) /* PATH-1, spray_run 1 */
			CU_ASSERT_NOT_EQUAL(t.out[i].k.path_id, t.out[i - 1].k.path_id);
	}
	for (unsigned i = 0; i < 4; i++)
		CU_ASSERT_EQUAL(per_path[i], 25);
	solo_free(&t);
}

static void test_window(void)
{
	setup(1);
	post(40);
	CU_ASSERT_EQUAL(t.out_count, 32); /* CC-4: cwnd_init */
	t.now_ns = 10 * US;
	ack(0, 9, NULL, 0, 0);
	/* Ten acknowledged; the echo is unknown, so the window does not grow. */
	CU_ASSERT_EQUAL(t.out_count, 8);
	is_packet(0, PKT_WRITE, 32, 0);
	solo_free(&t);
}

static void test_psn_limit(void)
{
	struct ref_path_tx tx;
	setup(1);
	solo_free(&t);
	solo_defaults(&t);
	t.params.paths = 1;
	t.params.cwnd_init = 256;
	solo_open(&t);
	post(255);
	CU_ASSERT_EQUAL(t.out_count, 255);
	{
		unsigned all[255];
		for (unsigned i = 1; i < 255; i++)
			all[i - 1] = i;
		ack(0, -1, all, 254, t.out[254].k.path_timestamp); /* all but the first */
	}
	CU_ASSERT_EQUAL(t.out_count, 1);
	is_packet(0, PKT_WRITE, 0, 1);
	post(10);
	CU_ASSERT_EQUAL(t.out_count, 1); /* PSN-2: cum + 256 and no further */
	is_packet(0, PKT_WRITE, 255, 0);
	CU_ASSERT_EQUAL(ref_query_path_tx(t.s.e, t.s.conn, 0, &tx), RES_OK);
	CU_ASSERT_EQUAL(tx.next_psn, wire_psn_add(SOLO_PSN, 256));
	CU_ASSERT_EQUAL(tx.in_flight, 2);
	solo_free(&t);
}

static void test_gap_repair(void)
{
	const unsigned later[] = { 2, 3 }, more[] = { 2, 3, 4 };
	setup(1);
	post(10);
	uint32_t stamp = t.out[3].k.path_timestamp;
	t.now_ns = 10 * US;
	ack(0, 0, later, 2, stamp); /* 0, 3, 4 have arrived: 1 and 2 are lost (RTX-1) */
	CU_ASSERT_EQUAL_FATAL(t.out_count, 2);
	is_packet(0, PKT_WRITE, 1, 1); /* RTX-3 */
	is_packet(1, PKT_WRITE, 2, 1);
	CU_ASSERT_EQUAL(t.out[0].k.msg_offset, 256);
	CU_ASSERT_EQUAL(t.out[0].k.remote_address, 0x4100);
	CU_ASSERT_EQUAL(memcmp(t.out[0].payload, bytes + 256, SOLO_PAYLOAD), 0);
	ack(0, 0, later, 2, stamp); /* RTX-4: again, and overlapping */
	CU_ASSERT_EQUAL(t.out_count, 0);
	ack(0, 0, more, 3, stamp);
	CU_ASSERT_EQUAL(t.out_count, 0);
	ack(0, 9, NULL, 0, 0);
	solo_until(&t, 900 * US);
	CU_ASSERT_EQUAL(t.out_count, 0); /* RTX-2: nothing more */
	solo_free(&t);
}

static void test_nothing_later(void)
{
	const unsigned first[] = { 1 };
	setup(1);
	post(3);
	t.now_ns = 10 * US;
	ack(0, -1, first, 1, 0); /* 1 has arrived: 0 is lost, of 2 nothing is known */
	CU_ASSERT_EQUAL_FATAL(t.out_count, 1);
	is_packet(0, PKT_WRITE, 0, 1);
	solo_free(&t);
}

static void test_lost_retransmission(void)
{
	const unsigned later[] = { 1, 2 };
	uint32_t last;
	setup(1);
	post(3);
	t.now_ns = 10 * US;
	ack(0, -1, later, 2, 0);
	CU_ASSERT_EQUAL(t.out_count, 1); /* the repair of 0, sent now and lost again */
	post(1);
	CU_ASSERT_EQUAL_FATAL(t.out_count, 1);
	is_packet(0, PKT_WRITE, 3, 0);
	last = t.out[0].k.path_timestamp;
	t.now_ns = 20 * US;
	{
		const unsigned all[] = { 1, 2, 3 };
		ack(0, -1, all, 3, last); /* RTX-13: 3 was sent after that repair */
	}
	CU_ASSERT_EQUAL_FATAL(t.out_count, 1);
	is_packet(0, PKT_WRITE, 0, 1);
	solo_free(&t);
}

static void test_echo_proves(void)
{
	uint32_t again;
	setup(1);
	post(3);
	solo_until(&t, 1000 * US); /* RTX-5: rto_init before a sample */
	CU_ASSERT_EQUAL_FATAL(t.out_count, 4);
	is_packet(3, PKT_WRITE, 0, 1);
	again = t.out[3].k.path_timestamp;
	t.now_ns += 10 * US;
	ack(0, 0, NULL, 0, again); /* the repair has arrived, 1 and 2 were sent before it */
	CU_ASSERT_EQUAL_FATAL(t.out_count, 2);
	is_packet(0, PKT_WRITE, 1, 1);
	is_packet(1, PKT_WRITE, 2, 1);
	solo_free(&t);
}

static void test_timer(void)
{
	static const uint64_t at_us[] = { 1000, 3000, 7000, 15000 }; /* doubling */
	setup(1);
	post(2);
	t.now_ns = 400 * US;
	post(1);
	t.out_count = 0;
	solo_until(&t, 16 * MS);
	CU_ASSERT_EQUAL_FATAL(t.out_count, 4);
	for (unsigned i = 0; i < 4; i++) {
		is_packet(i, PKT_WRITE, 0, 1); /* the oldest one alone (RTX-2) */
		CU_ASSERT_EQUAL(t.out[i].at_ns, at_us[i] * US);
	}
	solo_free(&t);
}

static void test_timer_not_restarted(void)
{
	setup(1);
	post(3);
	t.now_ns = 500 * US;
	ack(0, 0, NULL, 0, t.out[0].k.path_timestamp); /* a sample of 500 us; 1 was sent at 0 */
	t.out_count = 0;
	/* srtt 500, rttvar 250: rto 1500 us from the transmission at 0. */
	solo_until(&t, 1500 * US - 1);
	CU_ASSERT_EQUAL(t.out_count, 0);
	solo_until(&t, 1500 * US);
	CU_ASSERT_EQUAL_FATAL(t.out_count, 1);
	is_packet(0, PKT_WRITE, 1, 1);
	solo_free(&t);
}

static void test_reneging(void)
{
	const unsigned two[] = { 1, 2 }, one[] = { 2 };
	setup(1);
	post(4);
	t.now_ns = 10 * US;
	ack(0, -1, two, 2, 0);
	CU_ASSERT_EQUAL(t.out_count, 1);
	ack(0, -1, one, 1, 0); /* SACK-5 */
	CU_ASSERT_EQUAL(t.out_count, 0);
	ack(0, 0, NULL, 0, 0);
	solo_until(&t, 1000 * US);
	CU_ASSERT_EQUAL_FATAL(t.out_count, 1);
	is_packet(0, PKT_WRITE, 3, 1); /* the only one left */
	solo_free(&t);
}

static void test_impossible_acks(void)
{
	const unsigned one[] = { 1 };
	struct ref_path_tx tx;
	struct wire_packet k;
	setup(1);
	post(2);
	ack(0, 2, NULL, 0, 0); /* SACK-4: 2 was never sent */
	ack(0, 0, one, 1, 0);  /* nor was it here */
	k = solo_ack(&t, 0, wire_psn_add(SOLO_PSN, 1), 0);
	k.ackh_stream = 1;
	k.ackh_cmsn = 0; /* last msn sent + 2 */
	solo_feed(&t, &k);
	CU_ASSERT_EQUAL(ref_query_path_tx(t.s.e, t.s.conn, 0, &tx), RES_OK);
	CU_ASSERT_EQUAL(tx.in_flight, 2);
	k.ackh_cmsn = 0xFFFFFFFF;
	solo_feed(&t, &k);
	CU_ASSERT_EQUAL(ref_query_path_tx(t.s.e, t.s.conn, 0, &tx), RES_OK);
	CU_ASSERT_EQUAL(tx.in_flight, 0);
	CU_ASSERT_EQUAL_FATAL(t.s.done_count, 1);
	CU_ASSERT_EQUAL(t.s.done[0].status, REF_SUCCESS);
	solo_free(&t);
}

static void test_old_port(void)
{
	const unsigned later[] = { 3 }, both[] = { 2, 3 };
	uint32_t port;
	setup(1);
	post(2); /* at 0 */
	t.now_ns = 100 * US;
	CU_ASSERT_EQUAL(ref_path_repath(t.s.e, t.s.conn, 0, t.now_ns), RES_OK);
	post(2);
	CU_ASSERT_EQUAL_FATAL(t.out_count, 2);
	port = t.out[0].k.udp_sport;
	CU_ASSERT_NOT_EQUAL(port, 50000); /* PATH-3 */
	is_packet(0, PKT_WRITE, 2, 0);
	t.now_ns = 200 * US;
	ack(0, -1, later, 1, 0); /* PSN 2 is lost, 0 and 1 are not judged by it (PATH-4) */
	CU_ASSERT_EQUAL_FATAL(t.out_count, 1);
	is_packet(0, PKT_WRITE, 2, 1);
	CU_ASSERT_EQUAL(t.out[0].k.udp_sport, port);
	ack(0, -1, both, 2, 0);
	CU_ASSERT_EQUAL(t.out_count, 0);
	solo_until(&t, 1000 * US); /* one RTO after the last of them was sent: both */
	CU_ASSERT_EQUAL_FATAL(t.out_count, 2);
	CU_ASSERT_EQUAL(t.out[0].k.base_rtx, 1);
	CU_ASSERT_EQUAL(t.out[0].k.base_psn + t.out[1].k.base_psn, 2 * SOLO_PSN + 1);
	solo_free(&t);
}

/* RTX-12: a message in error leaves NOPs behind. */
static void test_nop(void)
{
	struct wire_packet k;
	setup(1);
	post(3);
	k = solo_ack(&t, 0, wire_psn_add(SOLO_PSN, -1), 0);
	k.ackh_stream = 1;
	k.ackh_status = STATUS_ACCESS;
	k.ackh_status_msn = 0xFFFFFFFE;
	wire_sack_set(k.ackh_sack, 2);
	solo_feed(&t, &k);
	CU_ASSERT_EQUAL_FATAL(t.s.done_count, 1); /* ERR-2 */
	CU_ASSERT_EQUAL(t.s.done[0].status, REF_ACCESS);
	CU_ASSERT_EQUAL_FATAL(t.out_count, 2);
	is_packet(0, PKT_NOP, 0, 1);
	is_packet(1, PKT_NOP, 1, 1);
	CU_ASSERT_EQUAL(t.out[0].k.payload_len, 0);
	solo_free(&t);
}

/* RTX-6: packets sent later on other paths arrive first. */
static void test_reordering_across_paths(void)
{
	setup(4);
	post(8);
	for (unsigned p = 4; p-- > 0;) {
		t.now_ns += 10 * US;
		ack(p, 1, NULL, 0, 0);
		CU_ASSERT_EQUAL(t.out_count, 0);
	}
	solo_free(&t);
}

void suite_engine_send(void);
void suite_engine_send(void)
{
	CU_pSuite s = CU_add_suite("engine_send", NULL, NULL);
	CU_ADD_TEST(s, test_packets);
	CU_ADD_TEST(s, test_spray);
	CU_ADD_TEST(s, test_window);
	CU_ADD_TEST(s, test_psn_limit);
	CU_ADD_TEST(s, test_gap_repair);
	CU_ADD_TEST(s, test_nothing_later);
	CU_ADD_TEST(s, test_lost_retransmission);
	CU_ADD_TEST(s, test_echo_proves);
	CU_ADD_TEST(s, test_timer);
	CU_ADD_TEST(s, test_timer_not_restarted);
	CU_ADD_TEST(s, test_reneging);
	CU_ADD_TEST(s, test_impossible_acks);
	CU_ADD_TEST(s, test_old_port);
	CU_ADD_TEST(s, test_nop);
	CU_ADD_TEST(s, test_reordering_across_paths);
}
