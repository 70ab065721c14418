/* The monitor on Ethernet, IP, UDP, CRC, planes and source ports: each rule broken once by a
 * hand-typed packet, and the legal neighbours of what is forbidden. */
#include "tests/unit/monitor_bench.h"

#include "tests/unit_main.h"

void suite_monitor_outer(void);

enum { IP = 14, UDP = 34 };

static struct wire_packet first(unsigned path)
{
	return bench_write(path, DEVICE_PSN, 0xFFFFFFFF + path, 0, 8);
}

/* The first WRITE of path 0, encoded and ready for an edit. */
static void prepare(struct bench *b)
{
	struct wire_packet p = first(0);

	bench_open(b, false);
	bench_address(&p, false);
	bench_encode(b, &p);
}

static void test_crc(void)
{
	struct bench b;

	prepare(&b);
	b.wire[b.len - 5] ^= 1;
	bench_frame(&b, 0, false);
	bench_found(&b, CRC_1, "crc.value");
}

static void test_another_host(void)
{
	struct bench b;
	struct wire_packet p = first(0);

	bench_open(&b, false);
	bench_address(&p, false);
	p.ipv4_src[3] = 9;
	bench_encode(&b, &p);
	b.wire[b.len - 5] ^= 1;
	bench_frame(&b, 0, false); /* its CRC is not the device's business */
	bench_clean(&b);
}

static void test_lengths(void)
{
	struct bench b;

	prepare(&b);
	b.len += 4; /* bytes behind the checksum, inside the datagram */
	CU_ASSERT_EQUAL(wire_seal(b.wire, b.len, WIRE_SEAL_LENGTHS | WIRE_SEAL_IP), RES_OK);
	b.wire[UDP + 5] = (uint8_t)(b.wire[UDP + 5] - 4);
	bench_frame(&b, 0, false);
	bench_found(&b, ENC_9, "udp.length");

	prepare(&b);
	b.wire[43] |= 0x30; /* 3 pad bytes of none: the opcode allows no rest that is not 4 x n */
	b.wire[IP + 3] = (uint8_t)(b.wire[IP + 3] - 2);
	b.wire[UDP + 5] = (uint8_t)(b.wire[UDP + 5] - 2);
	b.len -= 2;
	CU_ASSERT_EQUAL(wire_seal(b.wire, b.len, WIRE_SEAL_IP | WIRE_SEAL_CRC), RES_OK);
	bench_frame(&b, 0, false);
	bench_found(&b, ENC_9, "base.pad");
}

static void test_port_of_destination(void)
{
	struct bench b;

	prepare(&b);
	b.wire[UDP + 3] ^= 1;
	CU_ASSERT_EQUAL(wire_seal(b.wire, b.len, WIRE_SEAL_CRC), RES_OK);
	bench_frame(&b, 0, false);
	bench_found(&b, ENC_1, "udp.dport");

	prepare(&b); /* any other UDP traffic is not the transport's */
	b.wire[UDP + 3] ^= 1;
	bench_frame(&b, 0, false);
	bench_clean(&b);
}

static void test_header_checksum(void)
{
	struct bench b;

	prepare(&b);
	b.wire[IP + 10] ^= 1;
	bench_frame(&b, 0, false);
	bench_found(&b, ENC_1, "ipv4.checksum");
}

static void test_fragments_and_df(void)
{
	struct bench b;
	struct wire_packet p = first(0);

	prepare(&b);
	b.wire[IP + 6] = 0x20; /* MF */
	CU_ASSERT_EQUAL(wire_seal(b.wire, b.len, WIRE_SEAL_IP | WIRE_SEAL_CRC), RES_OK);
	bench_frame(&b, 0, false);
	bench_found(&b, ENC_5, "ipv4.mf");

	bench_open(&b, false);
	p.ipv4_df = 0;
	bench_device(&b, p);
	bench_found(&b, ENC_5, "ipv4.df");
}

static void test_options(void)
{
	struct bench b;

	prepare(&b);
	memmove(b.wire + UDP + 4, b.wire + UDP, b.len - UDP);
	memset(b.wire + UDP, 1, 4); /* four option NOPs */
	b.len += 4;
	b.wire[IP] = 0x46;
	b.wire[IP + 3] = (uint8_t)(b.wire[IP + 3] + 4);
	CU_ASSERT_EQUAL(wire_seal(b.wire, b.len, WIRE_SEAL_IP | WIRE_SEAL_CRC), RES_OK);
	bench_frame(&b, 0, false);
	bench_found(&b, ENC_5, "ipv4.ihl");
}

static void test_ecn_and_id(void)
{
	struct bench b;
	struct wire_packet p = first(0);

	bench_open(&b, false);
	p.ipv4_ecn = 0;
	bench_device(&b, p);
	bench_found(&b, ENC_4, "ipv4.ecn");

	bench_open(&b, false);
	p.ipv4_ecn = 3; /* marked on its way */
	bench_device(&b, p);
	bench_clean(&b);

	bench_open(&b, false);
	p.ipv4_ecn = 2;
	p.ipv4_id = 7;
	bench_device(&b, p);
	bench_found(&b, ENC_13, "ipv4.id");
}

static void give_control_frame(struct bench *b, uint8_t code, uint8_t last_of_mac)
{
	static const uint8_t head[] = { 0x01, 0x80, 0xC2, 0, 0, 1, 2, 0, 0, 0, 0 };

	memset(b->wire, 0, 60);
	memcpy(b->wire, head, sizeof(head));
	b->wire[11] = last_of_mac;
	b->wire[12] = 0x88;
	b->wire[13] = 0x08;
	b->wire[14] = code;
	b->wire[15] = 1;
	b->len = 60;
	bench_frame(b, 0, false);
}

static void test_pause(void)
{
	struct bench b;

	bench_open(&b, false);
	give_control_frame(&b, 0, 2);
	bench_found(&b, ENC_7, "eth.type");

	bench_open(&b, false);
	give_control_frame(&b, 1, 2); /* 0x0101: PFC */
	bench_found(&b, ENC_7, "eth.type");

	bench_open(&b, false);
	give_control_frame(&b, 1, 9); /* a switch's own */
	give_control_frame(&b, 2, 2); /* another control code */
	bench_clean(&b);
}

/* Where set-up has not told the device's MAC address, its packets do. */
static void test_pause_by_learnt_address(void)
{
	struct bench b;

	bench_open(&b, false);
	bench_close(&b);
	memset(b.c.local.planes[0].mac, 0, 6);
	b.m = monitor_new(&b.c, 4, bench_report, &b);
	CU_ASSERT_PTR_NOT_NULL_FATAL(b.m);
	give_control_frame(&b, 0, 2); /* whose? */
	CU_ASSERT_EQUAL(b.found, 0);
	bench_device(&b, first(0));
	give_control_frame(&b, 0, 2);
	bench_found(&b, ENC_7, "eth.type");
}

static void test_plane(void)
{
	struct bench b;
	struct wire_packet p = first(1);

	bench_open(&b, false);
	bench_address(&p, false);
	bench_encode(&b, &p);
	bench_frame(&b, 0, false);
	bench_found(&b, PLANE_1, "port");

	bench_open(&b, false);
	p.ipv4_src[2] = 0; /* plane 0's address on plane 1 */
	bench_encode(&b, &p);
	bench_frame(&b, 1, false);
	bench_found(&b, PLANE_1, "ipv4.src");

	bench_open(&b, false);
	p = first(1);
	bench_address(&p, false);
	p.ipv4_dst[2] = 0; /* to plane 0's address */
	bench_encode(&b, &p);
	bench_frame(&b, 1, false);
	bench_found(&b, PLANE_1, "ipv4.dst");

	bench_open(&b, false);
	p = bench_ack(1, 0, TESTER_PSN - 1);
	bench_address(&p, false);
	bench_encode(&b, &p);
	bench_frame(&b, 0, false);
	bench_found(&b, ACK_1, "port");
}

static void test_shared_port(void)
{
	struct bench b;
	struct wire_packet p = first(0), q = first(1), r;

	bench_open(&b, false);
	q.udp_sport = p.udp_sport;
	r = bench_write(0, DEVICE_PSN + 1, 1, 0, 8);
	bench_device(&b, p);
	bench_device(&b, q);
	CU_ASSERT_EQUAL(b.found, 0); /* path 0 may have given it up */
	bench_device(&b, r);
	bench_found(&b, ENC_2, "udp.sport");

	bench_open(&b, false);
	r.udp_sport = 50100;
	bench_device(&b, p);
	bench_device(&b, r); /* given up */
	bench_device(&b, q);
	bench_clean(&b);
}

static void test_unsteady_port(void)
{
	struct bench b;

	bench_open(&b, false);
	for (uint32_t i = 0; i < 34; i++) {
		struct wire_packet p = bench_ack(0, i, TESTER_PSN - 1);

		p.udp_sport = 50000 + i;
		CU_ASSERT_EQUAL(b.found, 0);
		bench_device(&b, p);
	}
	bench_found(&b, ENC_2, "udp.sport");

	bench_open(&b, false); /* as often, one change per RTO */
	b.step_ns = 1000000;
	for (uint32_t i = 0; i < 100; i++) {
		struct wire_packet p = bench_ack(0, i, TESTER_PSN - 1);

		p.udp_sport = 50000 + i;
		bench_device(&b, p);
	}
	bench_clean(&b);
}

/* PATH-11: after duplicates, and after a PROBE that calls for it, the port may change. */
static void test_excused_port(void)
{
	struct wire_packet reason[2] = { bench_write(0, TESTER_PSN, 0, 0, 8),
					 bench_packet(0xF1, 0, 0) };

	for (unsigned k = 0; k < 4; k++) {
		struct bench b;
		struct wire_packet why = reason[k / 2];

		why.base_rtx = k % 2; /* without it there is no reason */
		bench_open(&b, false);
		bench_tester(&b, why);
		for (uint32_t i = 0; i < 34; i++) {
			struct wire_packet p = bench_ack(0, i, TESTER_PSN - 1);

			p.udp_sport = 50000 + i;
			bench_device(&b, p);
		}
		if (why.base_rtx)
			bench_clean(&b);
		else
			bench_found(&b, ENC_2, "udp.sport");
	}
}

static void test_port_range(void)
{
	struct bench b;
	struct wire_packet p = first(0);

	bench_open(&b, false);
	p.udp_sport = 49151;
	bench_device(&b, p);
	bench_found(&b, ENC_3, "udp.sport");

	bench_open(&b, false);
	p.udp_sport = 49152;
	bench_device(&b, p);
	bench_clean(&b);
}

static void test_flow_label(void)
{
	struct bench b;
	struct wire_packet p = first(0), q = bench_write(0, DEVICE_PSN + 1, 0, 0, 8);

	bench_open(&b, true);
	bench_v6(&p, 5);
	bench_v6(&q, 6);
	bench_device(&b, p);
	bench_device(&b, q);
	bench_found(&b, ENC_16, "ipv6.flow");

	bench_open(&b, true);
	q.udp_sport = 50100; /* a new port may have a new label */
	bench_device(&b, p);
	bench_device(&b, q);
	bench_clean(&b);
}

static void test_family(void)
{
	struct bench b;
	struct wire_packet p = first(0);

	bench_open(&b, false);
	bench_v6(&p, 0);
	bench_device(&b, p);
	bench_found(&b, ENC_1, "ip.version");
}

void suite_monitor_outer(void)
{
	CU_pSuite s = CU_add_suite("monitor_outer", NULL, NULL);

	CU_ADD_TEST(s, test_crc);
	CU_ADD_TEST(s, test_another_host);
	CU_ADD_TEST(s, test_lengths);
	CU_ADD_TEST(s, test_port_of_destination);
	CU_ADD_TEST(s, test_header_checksum);
	CU_ADD_TEST(s, test_fragments_and_df);
	CU_ADD_TEST(s, test_options);
	CU_ADD_TEST(s, test_ecn_and_id);
	CU_ADD_TEST(s, test_pause);
	CU_ADD_TEST(s, test_pause_by_learnt_address);
	CU_ADD_TEST(s, test_plane);
	CU_ADD_TEST(s, test_shared_port);
	CU_ADD_TEST(s, test_unsteady_port);
	CU_ADD_TEST(s, test_excused_port);
	CU_ADD_TEST(s, test_port_range);
	CU_ADD_TEST(s, test_flow_label);
	CU_ADD_TEST(s, test_family);
}
