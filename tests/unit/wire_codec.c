/* What the codec refuses and says about it, what it computes, and sealing after edits.  Frames are
 * edited by hand from one good one; nothing expected here comes from the codec. */
#include "reference/wire/wire.h"

#include <CUnit/CUnit.h>
#include <stdlib.h>
#include <string.h>

void suite_wire_codec(void);

enum { PORT = 4791, CAP = 256, IP = 14, UDP = 34, BASE = 42 };

/* A WRITE of 5 bytes over IPv4: UDP checksum absent, pad 3.  Offsets: PATH 54, MSG 62, REMOTE 78,
 * payload 90, pad 95, CRC 98, end 102. */
static size_t good_write(uint8_t *frame)
{
	struct wire_packet p = { .headers = 1u << wire_hdr_ipv4 };
	size_t len = 0;

	p.base_opcode = 0xE2;
	p.base_version = 1;
	p.ipv4_ttl = 64;
	p.ipv4_df = 1;
	p.ipv4_protocol = 17;
	p.udp_dport = PORT;
	p.msg_last = 1;
	p.msg_length = 5;
	p.payload = (const uint8_t *)"hello";
	p.payload_len = 5;
	CU_ASSERT_EQUAL(wire_encode(&wire_layout_default, &p, frame, CAP, &len), RES_OK);
	CU_ASSERT_EQUAL(len, 102);
	return len;
}

/* Decodes by both codecs, which must agree, and checks the blame. */
static void expect(const uint8_t *frame, size_t len, enum result r, enum wire_field_id field,
		   size_t offset, struct wire_packet *p)
{
	struct wire_layout walked = wire_layout_default;
	struct wire_error err;

	walked.is_default = false;
	CU_ASSERT_EQUAL(wire_decode(&walked, PORT, frame, len, p, &err), r);
	CU_ASSERT_EQUAL(wire_decode(&wire_layout_default, PORT, frame, len, p, NULL), r);
	CU_ASSERT_EQUAL(wire_decode(&wire_layout_default, PORT, frame, len, p, &err), r);
	CU_ASSERT_EQUAL(err.field, field);
	if (r != RES_OK)
		CU_ASSERT_EQUAL(err.offset, offset);
}

/* One byte of a good frame set, then sealed; the result and whom it blames. */
struct edit {
	size_t at;
	uint8_t value;
	unsigned seal;
	enum result result;
	enum wire_field_id field;
	size_t offset;
};

static void test_edits(void)
{
	enum { IPV4 = WIRE_SEAL_IP, CRC = WIRE_SEAL_CRC };
	static const struct edit edits[] = {
		{ 12, 0x88, 0, RES_E_FOREIGN, eth_type, 14 },
		{ IP, 0x55, IPV4 | CRC, RES_E_FOREIGN, ipv4_version, 14 },
		{ IP, 0x44, 0, RES_E_FOREIGN, ipv4_ihl, 14 },
		{ IP + 9, 6, IPV4 | CRC, RES_E_FOREIGN, ipv4_protocol, 23 },
		{ IP + 6, 0x20, IPV4 | CRC, RES_E_FOREIGN, ipv4_mf, 20 },       /* ENC-6 */
		{ IP + 7, 0x01, IPV4 | CRC, RES_E_FOREIGN, ipv4_fragment, 20 }, /* ENC-6 */
		{ IP + 8, 63, 0, RES_E_FOREIGN, ipv4_checksum, 24 },
		{ IP + 8, 1, IPV4, RES_OK, WIRE_FIELDS, 0 }, /* CRC-3 */
		{ IP + 1, 0xFF, IPV4, RES_OK, WIRE_FIELDS, 0 },
		{ IP + 3, 92, IPV4 | CRC, RES_E_LENGTH, ipv4_length, 16 },
		{ IP + 3, 84, IPV4 | CRC, RES_E_LENGTH, udp_length, 38 },
		{ IP + 3, 20, IPV4 | CRC, RES_E_LENGTH, ipv4_length, 16 },
		{ UDP + 3, 0xB8, CRC, RES_E_FOREIGN, udp_dport, 36 },
		{ UDP + 5, 60, CRC, RES_E_LENGTH, udp_length, 38 },
		{ UDP + 7, 1, 0, RES_E_FOREIGN, udp_checksum, 40 },
		{ BASE, 0x64, CRC, RES_E_OPCODE, base_opcode, 42 },
		{ BASE, 0x64, 0, RES_E_CRC, crc_value, 98 },
		{ BASE + 1, 0x21, CRC, RES_OK, WIRE_FIELDS, 0 },    /* pad 2: payload of 6 */
		{ BASE, 0xE4, CRC, RES_E_LENGTH, base_pad, 98 },    /* READ_REQ has no payload */
		{ BASE, 0xF0, CRC, RES_E_LENGTH, WIRE_FIELDS, 98 }, /* ACK is longer */
		{ BASE + 4, 0xFF, 0, RES_OK, WIRE_FIELDS, 0 },      /* outside the CRC */
		{ 90, 'H', 0, RES_E_CRC, crc_value, 98 },
	};
	uint8_t frame[CAP];
	struct wire_packet p;

	for (size_t i = 0; i < sizeof(edits) / sizeof(edits[0]); i++) {
		size_t len = good_write(frame);

		frame[edits[i].at] = edits[i].value;
		if (edits[i].seal != 0)
			CU_ASSERT_EQUAL(wire_seal(frame, len, edits[i].seal), RES_OK);
		expect(frame, len, edits[i].result, edits[i].field, edits[i].offset, &p);
	}
}

/* A tester can still name what it saw. */
static void test_names_broken_packets(void)
{
	uint8_t frame[CAP];
	size_t len = good_write(frame);
	struct wire_packet p;

	frame[98] ^= 1;
	expect(frame, len, RES_E_CRC, crc_value, 98, &p);
	CU_ASSERT_EQUAL(p.kind, PKT_WRITE);
	CU_ASSERT_EQUAL(p.msg_length, 5);
	CU_ASSERT(wire_has(&p, remote_rkey));
	CU_ASSERT_EQUAL(p.payload_len, 5);
	CU_ASSERT_EQUAL(memcmp(p.payload, "hello", 5), 0);

	len = good_write(frame);
	frame[BASE] = 0xE8; /* ATOMIC_RESP has RESULT where REMOTE stood, then 12 bytes too many */
	CU_ASSERT_EQUAL(wire_seal(frame, len, WIRE_SEAL_CRC), RES_OK);
	expect(frame, len, RES_E_LENGTH, base_pad, 98, &p);
	CU_ASSERT_EQUAL(p.kind, PKT_ATOMIC_RESP);
	CU_ASSERT(wire_has(&p, result_original));
}

/* Every cut of a good frame is refused and read within its bounds (sanitizers watch). */
static void test_cuts(void)
{
	uint8_t frame[CAP];
	size_t len = good_write(frame);
	struct wire_packet p;

	for (size_t cut = 0; cut < len; cut++) {
		uint8_t *exact = malloc(cut == 0 ? 1 : cut);

		CU_ASSERT_FATAL(exact != NULL);
		memcpy(exact, frame, cut);
		CU_ASSERT_EQUAL(wire_decode(&wire_layout_default, PORT, exact, cut, &p, NULL),
				cut < 42 ? RES_E_FOREIGN : RES_E_LENGTH);
		free(exact);
	}
}

/* A packet trimmed with lengths and CRC made right: one word at a time until BASE + PATH + CRC. */
static void test_trimmed(void)
{
	uint8_t frame[CAP];
	struct wire_packet p;

	good_write(frame);
	for (size_t len = 98; len >= 50; len -= 4) {
		CU_ASSERT_EQUAL(
			wire_seal(frame, len, WIRE_SEAL_LENGTHS | WIRE_SEAL_IP | WIRE_SEAL_CRC),
			RES_OK);
		if (len == 98)
			frame[BASE + 1] = 0x01; /* pad 0: a right packet of 4 bytes */
		CU_ASSERT_EQUAL(wire_seal(frame, len, WIRE_SEAL_CRC), RES_OK);
		CU_ASSERT_EQUAL(wire_decode(&wire_layout_default, PORT, frame, len, &p, NULL),
				len >= 94 ? RES_OK : RES_E_LENGTH);
	}
}

/* Pad and payload must make whole words; bytes after the CRC are no datagram (ENC-10). */
static void test_lengths(void)
{
	enum { ALL = WIRE_SEAL_LENGTHS | WIRE_SEAL_IP | WIRE_SEAL_CRC };
	uint8_t frame[CAP];
	struct wire_packet p;
	size_t len = good_write(frame);

	memset(frame + len, 0xEE, 8);
	expect(frame, len + 8, RES_OK, WIRE_FIELDS, 0, &p); /* a trailer behind the datagram */
	CU_ASSERT_EQUAL(p.payload_len, 5);
	CU_ASSERT_EQUAL(wire_seal(frame, len + 1, ALL), RES_OK);
	expect(frame, len + 1, RES_E_LENGTH, base_pad, 99, &p);
	good_write(frame);
	CU_ASSERT_EQUAL(wire_seal(frame, len + 4, WIRE_SEAL_LENGTHS | WIRE_SEAL_IP), RES_OK);
	expect(frame, len + 4, RES_E_CRC, crc_value, 102, &p);
	good_write(frame); /* no payload, yet pad 3 */
	CU_ASSERT_EQUAL(wire_seal(frame, 94, ALL), RES_OK);
	expect(frame, 94, RES_E_LENGTH, base_pad, 90, &p);
}

/* IPv4 options are discarded (ENC-14 leaves the choice), with everything else in order. */
static void test_options(void)
{
	uint8_t frame[CAP];
	size_t len = good_write(frame) + 4;
	struct wire_packet p;

	memmove(frame + UDP + 4, frame + UDP, len - 4 - UDP);
	memset(frame + UDP, 1, 4); /* no operation, four times */
	frame[IP] = 0x46;
	CU_ASSERT_EQUAL(wire_seal(frame, len, WIRE_SEAL_LENGTHS | WIRE_SEAL_IP | WIRE_SEAL_CRC),
			RES_OK);
	expect(frame, len, RES_E_FOREIGN, ipv4_ihl, IP, &p);
	CU_ASSERT_EQUAL(p.kind, PKT_WRITE);
}

static void test_udp_checksum(void)
{
	uint8_t frame[CAP];
	size_t len = good_write(frame);
	struct wire_packet p;

	CU_ASSERT_EQUAL(wire_seal(frame, len, WIRE_SEAL_UDP), RES_OK);
	CU_ASSERT(frame[UDP + 6] != 0 || frame[UDP + 7] != 0);
	expect(frame, len, RES_OK, WIRE_FIELDS, 0, &p);
	frame[UDP + 7] ^= 1;
	expect(frame, len, RES_E_FOREIGN, udp_checksum, 40, &p);
}

/* RFC 768: a checksum that comes out as 0 is sent as all ones, because 0 means none.  Adding the
 * checksum of a frame to one of its words makes it come out so. */
static void test_udp_checksum_zero(void)
{
	uint8_t frame[CAP];
	size_t len = good_write(frame);
	struct wire_packet p;
	unsigned word;

	CU_ASSERT_EQUAL(wire_seal(frame, len, WIRE_SEAL_UDP), RES_OK);
	word = (unsigned)(frame[90] << 8 | frame[91]) +
	       (unsigned)(frame[UDP + 6] << 8 | frame[UDP + 7]);
	word = (word & 0xFFFF) + (word >> 16);
	frame[90] = (uint8_t)(word >> 8);
	frame[91] = (uint8_t)word;
	CU_ASSERT_EQUAL(wire_seal(frame, len, WIRE_SEAL_UDP), RES_OK);
	CU_ASSERT(frame[UDP + 6] == 0xFF && frame[UDP + 7] == 0xFF);
	expect(frame, len, RES_E_CRC, crc_value, 98, &p); /* behind the checksum, thus right */
}

static void test_encode_refuses(void)
{
	struct wire_packet p = { .headers = 0 };
	uint8_t frame[CAP];
	size_t len;

	CU_ASSERT_EQUAL(wire_encode(&wire_layout_default, &p, frame, CAP, &len), RES_E_RANGE);
	p.headers = 1u << wire_hdr_ipv4 | 1u << wire_hdr_ipv6;
	CU_ASSERT_EQUAL(wire_encode(&wire_layout_default, &p, frame, CAP, &len), RES_E_RANGE);
	p.headers = 1u << wire_hdr_ipv4;
	p.base_opcode = 0xE9;
	CU_ASSERT_EQUAL(wire_encode(&wire_layout_default, &p, frame, CAP, &len), RES_OK);
	CU_ASSERT_EQUAL(wire_encode(&wire_layout_default, &p, frame, 65, &len), RES_E_SPACE);
	p.base_psn = 0x1000000;
	CU_ASSERT_EQUAL(wire_encode(&wire_layout_default, &p, frame, CAP, &len), RES_E_RANGE);
	p.base_psn = 0xFFFFFF;
	p.msg_stream = 0x10000; /* not in a NOP */
	CU_ASSERT_EQUAL(wire_encode(&wire_layout_default, &p, frame, CAP, &len), RES_OK);
	p.base_opcode = 0xF1;
	CU_ASSERT_EQUAL(wire_encode(&wire_layout_default, &p, frame, CAP, &len), RES_E_RANGE);
}

/* An unknown opcode takes the headers it is given, so that cases can send it. */
static void test_unknown_opcode(void)
{
	struct wire_packet p = { .headers = 1u << wire_hdr_ipv6 | 1u << wire_hdr_msg }, q;
	uint8_t frame[CAP];
	size_t len = 0;

	p.base_opcode = 0x04;
	p.ipv6_next = 17;
	p.udp_dport = PORT;
	CU_ASSERT_EQUAL(wire_encode(&wire_layout_default, &p, frame, CAP, &len), RES_OK);
	CU_ASSERT_EQUAL(len, 14 + 40 + 8 + 12 + 8 + 16 + 4);
	expect(frame, len, RES_E_OPCODE, base_opcode, 62, &q);
	CU_ASSERT_EQUAL(q.payload_len, 16);
	CU_ASSERT(wire_has(&q, path_id));
}

static void test_header_offset(void)
{
	uint8_t frame[CAP];
	struct wire_packet p;
	size_t at = 0;

	expect(frame, good_write(frame), RES_OK, WIRE_FIELDS, 0, &p);
	CU_ASSERT_EQUAL(wire_header_offset(&wire_layout_default, &p, wire_hdr_ipv4, &at), RES_OK);
	CU_ASSERT_EQUAL(at, IP);
	CU_ASSERT_EQUAL(wire_header_offset(&wire_layout_default, &p, wire_hdr_remote, &at), RES_OK);
	CU_ASSERT_EQUAL(at, 78);
	CU_ASSERT_EQUAL(wire_header_offset(&wire_layout_default, &p, wire_hdr_crc, &at), RES_OK);
	CU_ASSERT_EQUAL(at, 98);
	CU_ASSERT_EQUAL(wire_header_offset(&wire_layout_default, &p, wire_hdr_recv, &at),
			RES_E_UNKNOWN);
}

static void test_seal_refuses(void)
{
	uint8_t frame[CAP];

	good_write(frame);
	CU_ASSERT_EQUAL(wire_seal(frame, 45, WIRE_SEAL_CRC), RES_E_LENGTH);
	CU_ASSERT_EQUAL(wire_seal(frame, 13, WIRE_SEAL_IP), RES_E_LENGTH);
	CU_ASSERT_EQUAL(wire_seal(frame, 0, WIRE_SEAL_CRC), RES_E_LENGTH);
	frame[IP] = 0x4F;
	CU_ASSERT_EQUAL(wire_seal(frame, 85, WIRE_SEAL_CRC), RES_E_LENGTH);
	frame[12] = 0x12; /* neither IPv4 nor IPv6 */
	CU_ASSERT_EQUAL(wire_seal(frame, 102, WIRE_SEAL_CRC), RES_E_LENGTH);
}

void suite_wire_codec(void)
{
	CU_pSuite s = CU_add_suite("wire_codec", NULL, NULL);

	CU_ADD_TEST(s, test_edits);
	CU_ADD_TEST(s, test_names_broken_packets);
	CU_ADD_TEST(s, test_cuts);
	CU_ADD_TEST(s, test_trimmed);
	CU_ADD_TEST(s, test_lengths);
	CU_ADD_TEST(s, test_options);
	CU_ADD_TEST(s, test_udp_checksum);
	CU_ADD_TEST(s, test_udp_checksum_zero);
	CU_ADD_TEST(s, test_encode_refuses);
	CU_ADD_TEST(s, test_unknown_opcode);
	CU_ADD_TEST(s, test_header_offset);
	CU_ADD_TEST(s, test_seal_refuses);
}
