/* Packets of SEND steps: fields the step leaves open come from the connection typed in the bench,
 * named ones are as named.  Expected values are typed. */
#include "tests/unit/harness_bench.h"

void suite_harness_craft(void);

/* Well-formed, and with these numbers. */
static const struct wire_packet *good(const struct trace_packet *t)
{
	CU_ASSERT_EQUAL(t->decoded, RES_OK);
	CU_ASSERT(t->is_sent && t->is_ours && t->is_crafted);
	return &t->p;
}

static void test_frame(void)
{
	static const struct step write = SEND(WRITE, PATH(1));
	struct hb *b = hb_new(false);
	const struct trace_packet *t = hb_step(b, &write);
	const struct wire_packet *p = good(t);

	CU_ASSERT_EQUAL(t->port, 1);
	CU_ASSERT(!memcmp(p->eth_dst, "\x02\0\0\0\1\2", 6));
	CU_ASSERT(!memcmp(p->eth_src, "\x02\0\0\0\1\1", 6));
	CU_ASSERT(!memcmp(p->ipv4_src, "\x0a\0\1\1", 4));
	CU_ASSERT(!memcmp(p->ipv4_dst, "\x0a\0\1\2", 4));
	CU_ASSERT_FALSE(p->headers & 1u << wire_hdr_vlan);
	CU_ASSERT_EQUAL(p->ipv4_ecn, 2);
	CU_ASSERT_EQUAL(p->ipv4_df, 1);
	CU_ASSERT_EQUAL(p->ipv4_id, 0);
	CU_ASSERT_EQUAL(p->ipv4_ttl, 64);
	CU_ASSERT_EQUAL(p->udp_sport, 50001);
	CU_ASSERT_EQUAL(p->udp_dport, 4791);
	CU_ASSERT_EQUAL(p->base_opcode, 0xE2);
	CU_ASSERT_EQUAL(p->base_version, 1);
	CU_ASSERT_EQUAL(p->base_partition, 0x1234);
	CU_ASSERT_EQUAL(p->base_dst_conn, 0x222222);
	CU_ASSERT_EQUAL(p->base_psn, 0xFFFFEF);
	CU_ASSERT_EQUAL(p->base_rtx, 0);
	CU_ASSERT_EQUAL(p->base_ack_req, 0);
	CU_ASSERT_EQUAL(p->path_id, 1);
	CU_ASSERT_EQUAL(p->path_rerouted, 0);
	CU_ASSERT_EQUAL(p->msg_stream, 0);
	CU_ASSERT_EQUAL(p->msg_msn, 0xFFFFFFFF);
	CU_ASSERT_EQUAL(p->msg_attempt, 0);
	CU_ASSERT_EQUAL(p->msg_offset, 0);
	CU_ASSERT_EQUAL(p->msg_last, 1);
	CU_ASSERT_EQUAL(p->msg_length, p->payload_len);
	CU_ASSERT(p->payload_len > 0 && p->payload_len <= 256);
	CU_ASSERT_EQUAL(p->remote_rkey, 0x7700);
	CU_ASSERT(p->remote_address >= 0x20000 && p->remote_address < 0x30000);
	hb_free(b);
}

/* PSN per path and MSN per stream go on by themselves, over their wraps. */
static void test_numbers(void)
{
	static const struct step steps[] = {
		SEND(WRITE, PATH(0)),
		SEND(WRITE, PATH(0)),
		SEND(WRITE, PATH(1)),
		SEND(WRITE, STREAM(3)),
		SEND(NOP),
		SEND(WRITE),
	};
	static const uint32_t psn[] = { 0xFFFFFF, 0, 0xFFFFEF, 1, 2, 3 };
	static const uint32_t msn[] = { 0xFFFFFFFF, 0, 1, 0xFFFFFFFF, 0, 2 };
	uint32_t last_stamp = 0;
	struct hb *b = hb_new(false);

	for (size_t i = 0; i < 6; i++) {
		const struct wire_packet *p = good(hb_step(b, &steps[i]));

		CU_ASSERT_EQUAL(p->base_psn, psn[i]);
		if (wire_has_msg(p->kind))
			CU_ASSERT_EQUAL(p->msg_msn, msn[i]);
		CU_ASSERT_NOT_EQUAL(p->path_timestamp, last_stamp); /* an echo tells which */
		last_stamp = p->path_timestamp;
	}
	hb_free(b);
}

/* A named PSN or MSN moves nothing on. */
static void test_named_numbers(void)
{
	static const struct step steps[] = {
		SEND(WRITE, PSN(5), MSN(7)),
		SEND(WRITE, IS(base_psn, 9), IS(msg_msn, 4)),
		SEND(WRITE, PSN(-1), MSN(-1)),
		SEND(WRITE),
	};
	static const uint32_t psn[] = { 4, 9, 0xFFFFFE, 0xFFFFFF };
	static const uint32_t msn[] = { 6, 4, 0xFFFFFFFE, 0xFFFFFFFF };
	struct hb *b = hb_new(false);

	for (size_t i = 0; i < 4; i++) {
		const struct wire_packet *p = good(hb_step(b, &steps[i]));

		CU_ASSERT_EQUAL(p->base_psn, psn[i]);
		CU_ASSERT_EQUAL(p->msg_msn, msn[i]);
	}
	hb_free(b);
}

static void test_parts(void)
{
	static const struct step steps[] = {
		SEND(WRITE, PART(0, 3), IS(msg_length, 522), AT(64)),
		SEND(WRITE, PART(1, 3), IS(msg_length, 522), PATH(1), AT(320)),
		SEND(WRITE, PART(2, 3), PAYLOAD(10), AT(576)),
		SEND(WRITE, PAYLOAD(0)),
	};
	static const uint32_t offset[] = { 0, 256, 512, 0 }, length[] = { 256, 256, 10, 0 };
	static const uint64_t address[] = { 0x20040, 0x20140, 0x20240 };
	struct hb *b = hb_new(false);

	for (size_t i = 0; i < 4; i++) {
		const struct wire_packet *p = good(hb_step(b, &steps[i]));

		CU_ASSERT_EQUAL(p->msg_msn, i < 3 ? 0xFFFFFFFF : 0);
		CU_ASSERT_EQUAL(p->msg_offset, offset[i]);
		CU_ASSERT_EQUAL(p->payload_len, length[i]);
		CU_ASSERT_EQUAL(p->msg_length, i < 3 ? 522 : 0);
		CU_ASSERT_EQUAL(p->msg_last, i >= 2);
		if (i < 3)
			CU_ASSERT_EQUAL(p->remote_address, address[i]);
	}
	hb_free(b);
}

/* Unnamed addresses of one message go on with its offset: HDR-5. */
static void test_part_addresses(void)
{
	static const struct step steps[] = { SEND(WRITE, PART(0, 2)), SEND(WRITE, PART(1, 2)) };
	struct hb *b = hb_new(false);
	const struct wire_packet *p = good(hb_step(b, &steps[0])), *q;

	CU_ASSERT_EQUAL(p->msg_length, 512); /* both full unless it says otherwise */
	q = good(hb_step(b, &steps[1]));
	CU_ASSERT_EQUAL(q->msg_length, 512);
	CU_ASSERT_EQUAL(q->payload_len, 256);
	CU_ASSERT_EQUAL(q->remote_address, p->remote_address + 256);
	hb_free(b);
}

/* recv_index counts SEND and WRITE_IMM of the stream, not WRITE: SEND-1. */
static void test_recv_index(void)
{
	static const struct step steps[] = {
		SEND(SEND),
		SEND(WRITE),
		SEND(WRITE_IMM, IS(imm_immediate, 0xABCD)),
		SEND(SEND, STREAM(1)),
		SEND(SEND, PART(0, 2)),
		SEND(SEND_IMM, PART(1, 2)),
		SEND(SEND),
		SEND(SEND, IS(recv_index, 77)),
	};
	static const uint32_t want[] = { 0, 0, 1, 0, 2, 2, 3, 77 };
	struct hb *b = hb_new(false);

	for (size_t i = 0; i < 8; i++) {
		const struct wire_packet *p = good(hb_step(b, &steps[i]));

		if (p->headers & 1u << wire_hdr_recv)
			CU_ASSERT_EQUAL(p->recv_index, want[i]);
		if (i == 2)
			CU_ASSERT_EQUAL(p->imm_immediate, 0xABCD);
	}
	hb_free(b);
}

static void test_requests(void)
{
	static const struct step read = SEND(READ_REQ, IS(msg_length, 300), AT(16));
	static const struct step add =
		SEND(ATOMIC_FADD, IS(msg_length, 8), AT(8), IS(operand_swap_or_add, 5));
	static const struct step wrong = SEND(WRITE, WRONG_RKEY, IS(msg_last, 0), AT(-4));
	struct hb *b = hb_new(false);
	const struct wire_packet *p = good(hb_step(b, &read));

	CU_ASSERT_EQUAL(p->msg_length, 300);
	CU_ASSERT_EQUAL(p->msg_offset, 0);
	CU_ASSERT_EQUAL(p->msg_last, 1);
	CU_ASSERT_EQUAL(p->payload_len, 0);
	CU_ASSERT_EQUAL(p->remote_address, 0x20010);
	p = good(hb_step(b, &add));
	CU_ASSERT_EQUAL(p->msg_length, 8);
	CU_ASSERT_EQUAL(p->msg_last, 1);
	CU_ASSERT_EQUAL(p->msg_msn, 0);
	CU_ASSERT_EQUAL(p->operand_swap_or_add, 5);
	p = good(hb_step(b, &wrong));
	CU_ASSERT_EQUAL(p->remote_rkey, 0x7755);
	CU_ASSERT_EQUAL(p->msg_last, 0);
	CU_ASSERT_EQUAL(p->remote_address, 0x1FFFC);
	hb_free(b);
}

/* at file scope, where SACKED may stand */
static const struct step full_ack =
	SEND(ACK, CUM(3), CMSN(2), STATUS(RNR), STATUS_MSN(1), ABOUT(3), SACKED(1, 255));

/* ACK, PROBE and CLOSE take no PSN (ACK-7); their psn field is a number of its own. */
static void test_unsequenced(void)
{
	static const struct step steps[] = {
		SEND(PROBE, STREAM(2)), SEND(PROBE),        SEND(PROBE, PATH(1)),
		SEND(CLOSE, PATH(1)),   SEND(ACK, PATH(1)), SEND(WRITE),
	};
	struct hb *b = hb_new(false);
	const struct wire_packet *p = good(hb_step(b, &steps[0]));

	CU_ASSERT_EQUAL(p->base_psn, 0);
	CU_ASSERT_EQUAL(p->msg_stream, 2);
	CU_ASSERT_EQUAL(p->msg_msn, 0);
	CU_ASSERT_EQUAL(p->msg_last, 0); /* only stream is used: HDR-1 */
	CU_ASSERT_EQUAL(good(hb_step(b, &steps[1]))->base_psn, 1);
	CU_ASSERT_EQUAL(good(hb_step(b, &steps[2]))->base_psn, 0);
	CU_ASSERT_EQUAL(good(hb_step(b, &steps[3]))->base_psn, 0xFFFFEF);
	p = good(hb_step(b, &full_ack));
	CU_ASSERT_EQUAL(p->ackh_cum_psn, 1); /* of what the device sends: 0xFFFFFE + 3 */
	CU_ASSERT_EQUAL(p->ackh_cmsn, 1);
	CU_ASSERT_EQUAL(p->ackh_status, 1);
	CU_ASSERT_EQUAL(p->ackh_status_msn, 0);
	CU_ASSERT_EQUAL(p->ackh_stream, 3);
	CU_ASSERT_EQUAL(p->ackh_sack[0], 2);
	CU_ASSERT_EQUAL(p->ackh_sack[31], 0x80);
	CU_ASSERT_NOT_EQUAL(p->ackh_rate_hint, 0); /* ACK-4 */
	CU_ASSERT_EQUAL(p->ipv4_ecn, 0);
	p = good(hb_step(b, &steps[4]));
	CU_ASSERT_EQUAL(p->ackh_cum_psn, 0xFFFFED); /* nothing yet: initial_psn - 1 */
	CU_ASSERT_EQUAL(p->ackh_cmsn, 0xFFFFFFFF);
	CU_ASSERT_EQUAL(good(hb_step(b, &steps[5]))->base_psn, 0xFFFFFF);
	hb_free(b);
}

/* (orig_path, orig_psn) counts from the original path's first PSN. */
static void test_reroute(void)
{
	static const struct step s = SEND(WRITE, IS(path_rerouted, 1), IS(reroute_orig_path, 1),
					  REL(reroute_orig_psn, REL_PSN, 2));
	struct hb *b = hb_new(false);
	const struct wire_packet *p = good(hb_step(b, &s));

	CU_ASSERT(p->headers & 1u << wire_hdr_reroute);
	CU_ASSERT_EQUAL(p->path_id, 0);
	CU_ASSERT_EQUAL(p->base_psn, 0xFFFFFF);
	CU_ASSERT_EQUAL(p->reroute_orig_path, 1);
	CU_ASSERT_EQUAL(p->reroute_orig_psn, 0xFFFFF1);
	hb_free(b);
}

static void test_where(void)
{
	static const struct step sport = SEND(WRITE, IS(W_SPORT, 40000));
	static const struct step port = SEND(WRITE, IS(W_PORT, 1));
	static const struct step source = SEND(WRITE, IS(W_SOURCE, 1));
	static const struct step priority = SEND(WRITE, IS(W_VLAN, 0));
	static const struct step tagged = SEND(WRITE, IS(W_VLAN, 77));
	struct hb *b = hb_new(false);
	const struct trace_packet *t;

	CU_ASSERT_EQUAL(good(hb_step(b, &sport))->udp_sport, 40000);
	t = hb_step(b, &port);
	CU_ASSERT_EQUAL(t->port, 1);
	CU_ASSERT_EQUAL(good(t)->path_id, 0);
	CU_ASSERT(memcmp(good(hb_step(b, &source))->ipv4_src, "\x0a\0\0\1", 4));
	t = hb_step(b, &priority);
	CU_ASSERT(good(t)->headers & 1u << wire_hdr_vlan);
	CU_ASSERT_EQUAL(t->p.vlan_vid, 0);
	CU_ASSERT_EQUAL(good(hb_step(b, &tagged))->vlan_vid, 77);
	b->h.device.local.planes[0].vlan = 9; /* the port's own VLAN */
	CU_ASSERT_EQUAL(good(hb_step(b, &sport))->vlan_vid, 9);
	hb_free(b);
}

static void test_v6(void)
{
	static const struct step s =
		SEND(WRITE, IS(ipv4_ecn, 3), IS(ipv4_dscp, 5), IS(ipv4_ttl, 1));
	static const struct step plain = SEND(WRITE);
	static const struct step tagged = SEND(WRITE, IS(W_VLAN, 7));
	struct hb *b = hb_new(true);
	const struct wire_packet *p = good(hb_step(b, &plain));

	CU_ASSERT_FALSE(p->headers & 1u << wire_hdr_ipv4);
	CU_ASSERT_EQUAL(p->ipv6_ecn, 2);
	CU_ASSERT_EQUAL(p->ipv6_dscp, 0);
	CU_ASSERT_EQUAL(p->ipv6_hops, 64);
	CU_ASSERT_EQUAL(p->ipv6_src[15], 1);
	CU_ASSERT_EQUAL(p->ipv6_dst[15], 2);
	p = good(hb_step(b, &s));
	CU_ASSERT_EQUAL(p->ipv6_ecn, 3);
	CU_ASSERT_EQUAL(p->ipv6_dscp, 5);
	CU_ASSERT_EQUAL(p->ipv6_hops, 1);
	CU_ASSERT(good(hb_step(b, &tagged))->headers & 1u << wire_hdr_vlan);
	hb_free(b);
}

static void test_axis(void)
{
	static const struct step s =
		SEND(WRITE, REL(base_psn, REL_PSN, AXIS(1)), PAYLOAD(AXIS(0)), AT(AXIS(-2)));
	struct hb *b = hb_new(false);
	const struct wire_packet *p;

	b->choice.has_axis = true;
	b->choice.axis = 9;
	p = good(hb_step(b, &s));
	CU_ASSERT_EQUAL(p->base_psn, 9); /* 0xFFFFFF + 10 */
	CU_ASSERT_EQUAL(p->payload_len, 9);
	CU_ASSERT_EQUAL(p->remote_address, 0x20007);
	hb_free(b);
}

static void test_times(void)
{
	static const struct step auto_psn = SEND(WRITE, TIMES(40));
	static const struct step same = SEND(WRITE, TIMES(2), PSN(0), MSN(0));
	struct hb *b = hb_new(false);

	harness_step_send(&b->h, &auto_psn);
	CU_ASSERT_EQUAL_FATAL(b->h.trace.count, 40);
	for (uint32_t i = 0; i < 40; i++)
		CU_ASSERT_EQUAL(b->h.trace.at[i]->p.base_psn, (0xFFFFFFu + i) & 0xFFFFFF);
	harness_step_send(&b->h, &same);
	CU_ASSERT_EQUAL_FATAL(b->h.trace.count, 42);
	CU_ASSERT_EQUAL(b->h.trace.at[40]->p.base_psn, 0xFFFFFF);
	CU_ASSERT_EQUAL(b->h.trace.at[41]->p.base_psn, 0xFFFFFF);
	CU_ASSERT_EQUAL(b->h.trace.at[40]->transmission, 1); /* the 40 had it first */
	CU_ASSERT_EQUAL(b->h.trace.at[41]->transmission, 2);
	hb_free(b);
}

/* Same packet, other bytes; and byte o of a message does not depend on its packets. */
static void test_payload(void)
{
	static const struct step one = SEND(WRITE, MSN(0), PAYLOAD(256));
	static const struct step other = SEND(WRITE, MSN(0), PAYLOAD(256), OTHER_PAYLOAD);
	static const struct step rest =
		SEND(WRITE, MSN(0), PAYLOAD(200), IS(msg_offset, 56), IS(msg_length, 256));
	struct hb *b = hb_new(false);
	const struct wire_packet *p = good(hb_step(b, &one)), *q = good(hb_step(b, &other)),
				 *r = good(hb_step(b, &rest));

	for (size_t i = 0; i < 256; i++)
		CU_ASSERT_NOT_EQUAL(p->payload[i], q->payload[i]);
	CU_ASSERT(!memcmp(p->payload + 56, r->payload, 200));
	CU_ASSERT(memcmp(p->payload, r->payload, 200));
	hb_free(b);
}

static void test_error(void)
{
	static const struct step s = SEND(WRITE, IS(msg_attempt, 256));
	struct hb *b = hb_new(false);

	harness_step_send(&b->h, &s);
	CU_ASSERT_EQUAL(b->result.verdict, VERDICT_ERROR);
	CU_ASSERT_PTR_NOT_NULL(strstr(b->result.reason, "msg.attempt"));
	b->result.verdict = VERDICT_NONE;
	hb_free(b);
}

void suite_harness_craft(void)
{
	CU_pSuite s = CU_add_suite("harness_craft", NULL, NULL);

	CU_ADD_TEST(s, test_frame);
	CU_ADD_TEST(s, test_numbers);
	CU_ADD_TEST(s, test_named_numbers);
	CU_ADD_TEST(s, test_parts);
	CU_ADD_TEST(s, test_part_addresses);
	CU_ADD_TEST(s, test_recv_index);
	CU_ADD_TEST(s, test_requests);
	CU_ADD_TEST(s, test_unsequenced);
	CU_ADD_TEST(s, test_reroute);
	CU_ADD_TEST(s, test_where);
	CU_ADD_TEST(s, test_v6);
	CU_ADD_TEST(s, test_axis);
	CU_ADD_TEST(s, test_times);
	CU_ADD_TEST(s, test_payload);
	CU_ADD_TEST(s, test_error);
}
