/* The wire: headers, packet kinds and their codec, all from headers.def.  Pure functions over
 * bytes: no clock, no socket, no allocation, no printing.  Frames are whole Ethernet frames
 * without FCS.  Source: profile, sections 2 and 3. */
#ifndef REFERENCE_WIRE_WIRE_H
#define REFERENCE_WIRE_WIRE_H

#include "clauses.h" /* generated from conformance/spec/PROFILE.md into build/gen */
#include "reference/result.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { WIRE_FRAME_MAX = 8192 + 112 + 18 + 64 }; /* largest mtu, IP to CRC, tagged Ethernet, slack */

/* Header ids: wire_hdr_base, wire_hdr_path, ... in wire order. */
enum wire_header_id {
#define HEADER(h, bytes, clause, doc) wire_hdr_##h,
#include "reference/wire/headers.def"
	WIRE_HEADERS
};

/* Field ids: base_psn, ackh_cum_psn, base_rsvd32, ... in wire order. */
enum wire_field_id {
#define FIELD(h, f, bit, width, base, policy, clause, doc) h##_##f,
#define BYTES(h, f, bit, width, policy, clause, doc)       h##_##f,
#define RSVD(h, bit, width, clause)                        h##_rsvd##bit,
#include "reference/wire/headers.def"
	WIRE_FIELDS
};

/* Packet kinds: PKT_SEND, PKT_ACK, ...; the opcode byte is a value of the layout, not the id. */
enum wire_kind {
#define KIND(kind, opcode, flags, headers, clause, doc) PKT_##kind,
#include "reference/wire/headers.def"
	WIRE_KINDS,
	PKT_UNKNOWN = WIRE_KINDS
};

enum wire_status {
#define STATUS(name, value, clause, doc) STATUS_##name = (value),
#include "reference/wire/headers.def"
	STATUS_COUNT
};

enum wire_close_reason {
#define CLOSE_REASON(name, value, clause, doc) CLOSE_##name = (value),
#include "reference/wire/headers.def"
	CLOSE_REASON_COUNT
};

enum wire_base { WIRE_DEC, WIRE_HEX, WIRE_BYTES };
enum wire_policy { WIRE_EXACT, WIRE_BOUNDED, WIRE_RELATION, WIRE_FREE, WIRE_RESERVED };
enum wire_kind_flag { WIRE_SEQ = 1, WIRE_PAY = 2, WIRE_MSGK = 4, WIRE_RESP = 8 };

/* Member type by width: up to 32 bits uint32_t, above uint64_t (a loaded layout may be wider). */
#define WIRE_MEMBER(width, name) \
	__typeof__(__builtin_choose_expr((width) <= 32, (uint32_t)0, (uint64_t)0)) name

/* One packet, decoded.  Plain data.  Members are named like their field ids and hold host
 * numbers; BYTES members hold the bytes as sent.  Only members of headers in `headers` count. */
struct wire_packet {
	uint32_t headers;    /* 1u << wire_hdr_x for each header present, in wire order */
	enum wire_kind kind; /* decode: from the opcode; encode ignores it (base_opcode counts) */
#define FIELD(h, f, bit, width, base, policy, clause, doc) WIRE_MEMBER(width, h##_##f);
#define BYTES(h, f, bit, width, policy, clause, doc)       uint8_t h##_##f[(width) / 8];
#define RSVD(h, bit, width, clause)                        uint32_t h##_rsvd##bit;
#include "reference/wire/headers.def"
	const uint8_t
		*payload; /* decode: into the frame, valid as long as it; encode: the caller's */
	uint32_t payload_len; /* bytes, pad not counted */
};

/* A row of the field table. */
struct wire_field {
	const char *name; /* "base.psn" */
	const char *doc;
	enum clause_id clause;
	enum wire_header_id header;
	enum wire_base base;
	enum wire_policy policy;
	uint16_t bit;    /* from the first bit of the header */
	uint16_t width;  /* bits */
	uint16_t member; /* offset of the member in struct wire_packet, bytes */
};
struct wire_header {
	const char *name, *doc;
	enum clause_id clause;
	uint16_t bytes;
};
struct wire_kind_info {
	const char *name, *doc;
	enum clause_id clause;
	uint32_t headers; /* after PATH: 1u << wire_hdr_x */
	uint8_t opcode;   /* of the default layout */
	uint8_t flags;    /* enum wire_kind_flag */
};
struct wire_value { /* a status or a close reason */
	const char *name, *doc;
	enum clause_id clause;
	uint8_t value;
};
extern const struct wire_field wire_fields[WIRE_FIELDS];
extern const struct wire_header wire_headers[WIRE_HEADERS];
extern const struct wire_kind_info wire_kinds[WIRE_KINDS];
extern const struct wire_value wire_statuses[STATUS_COUNT];
extern const struct wire_value wire_close_reasons[CLOSE_REASON_COUNT];

/* Where the fields stand and which opcodes mean what.  The default one has its own straight-line
 * codec; a loaded one (conformance layout / --layout) is walked.  Plain data, const once made. */
struct wire_layout {
	bool is_default;
	uint16_t bit[WIRE_FIELDS];
	uint16_t width[WIRE_FIELDS];
	uint16_t header_bytes[WIRE_HEADERS];
	uint8_t order[WIRE_HEADERS]; /* wire_hdr_x in the order they stand */
	uint8_t opcode[WIRE_KINDS];
};
extern const struct wire_layout wire_layout_default;

/* E_RANGE when fields overlap, leave their header or two kinds share an opcode; *where (may be
 * NULL) then is the field id at fault, or WIRE_FIELDS. */
enum result wire_layout_check(const struct wire_layout *l, enum wire_field_id *where) MUST_USE;

/* Kind of an opcode in a layout, PKT_UNKNOWN if none. */
enum wire_kind wire_kind_of(const struct wire_layout *l, unsigned opcode);
/* Kind by name ("WRITE_IMM"), PKT_UNKNOWN if none; field by name ("base.psn"), WIRE_FIELDS if none.
 */
enum wire_kind wire_kind_by_name(const char *name);
enum wire_field_id wire_field_by_name(const char *name);
/* Whether a kind takes a PSN / carries a MSG header; false for PKT_UNKNOWN. */
bool wire_is_sequenced(enum wire_kind k);
bool wire_has_msg(enum wire_kind k);

/* What a decode error was about. */
struct wire_error {
	enum wire_field_id field; /* WIRE_FIELDS: none in particular */
	uint32_t offset;          /* of the trouble, bytes from the frame's start */
};

/* Decodes one Ethernet frame (untagged or 802.1Q, IPv4 or IPv6, UDP to udp_port).  Every header
 * that fits is decoded even when an error is returned, so that a tester can still name what it
 * saw (out->headers tells).  err may be NULL.  Checks, in this order: E_FOREIGN not UDP to
 * udp_port, a fragment (ENC-6), IPv4 options or IPv6 extension headers (ENC-14: discarded),
 * a wrong IPv4 header checksum or a wrong non-zero UDP checksum; E_LENGTH shorter than BASE + PATH
 * + CRC or UDP / IP lengths disagree; E_CRC; E_OPCODE; E_LENGTH lengths against header set and pad
 * (ENC-10, HDR-3).  The UDP checksum is judged only where the lengths agree.  Version, partition,
 * addresses, mtu, path numbers and rerouted where it may not be are the connection's to check. */
enum result wire_decode(const struct wire_layout *l, uint16_t udp_port, const uint8_t *frame,
			size_t len, struct wire_packet *out, struct wire_error *err) MUST_USE;

/* Encodes a whole frame: eth, vlan if present in p->headers, ipv4 or ipv6 (exactly one present),
 * udp, BASE, PATH, REROUTE if path_rerouted, the headers of base_opcode's kind (for an unknown
 * opcode those in p->headers), payload, pad, CRC.  Computed, whatever p says: eth/vlan type,
 * version, ihl, IP and UDP lengths, IPv4 checksum, base_pad, crc_value.  UDP checksum stays as
 * given (0 for none).  p is not changed.  *len = bytes written.
 * E_SPACE: cap too small; E_RANGE: a value does not fit its field, or no / both IP headers. */
enum result wire_encode(const struct wire_layout *l, const struct wire_packet *p, uint8_t *out,
			size_t cap, size_t *len) MUST_USE;

/* For packets a correct encoder would refuse: change bytes of an encoded frame, then seal what
 * shall be right again.  Offsets below count from the frame's start. */
enum wire_seal { WIRE_SEAL_CRC = 1, WIRE_SEAL_IP = 2, WIRE_SEAL_LENGTHS = 4, WIRE_SEAL_UDP = 8 };
/* Recomputes in place: LENGTHS sets IP and UDP length from len, IP the IPv4 checksum, UDP a
 * real UDP checksum, CRC the last four bytes.  E_LENGTH: too short to have them. */
enum result wire_seal(uint8_t *frame, size_t len, unsigned what) MUST_USE;
/* Byte offset of a header in an encoded frame whose packet is p; E_UNKNOWN if not in it. */
enum result wire_header_offset(const struct wire_layout *l, const struct wire_packet *p,
			       enum wire_header_id h, size_t *offset) MUST_USE;

/* Generic access by field id.  get: BYTES fields up to 64 bits as a number, longer ones 0.
 * set: E_RANGE if the value is wider than the profile's field, or the field than 64 bits. */
uint64_t wire_get(const struct wire_packet *p, enum wire_field_id f);
enum result wire_set(struct wire_packet *p, enum wire_field_id f, uint64_t value) MUST_USE;
bool wire_has(const struct wire_packet *p, enum wire_field_id f); /* is its header present */
/* Fields in which a and b differ, at most cap ids; returns how many (may exceed cap).
 * Fields of a header that only one has differ.  Payload differences count as WIRE_FIELDS. */
size_t wire_diff(const struct wire_packet *a, const struct wire_packet *b, uint16_t *ids,
		 size_t cap);
/* Text of a field's value into buf ("0x1f", "12", hex bytes; a SACK map as "bits 1, 8-12, 255", or
 * "none", with ", ..." where buf ends), always terminated.  WIRE_TEXT_MAX holds every value but a
 * SACK map of more than about 100 holes. */
enum { WIRE_TEXT_MAX = 512 };
void wire_format(const struct wire_packet *p, enum wire_field_id f, char *buf, size_t cap);
/* One line about a packet ("WRITE path 0 psn 5 stream 0 msn 7 offset 0/10"), always terminated. */
void wire_summary(const struct wire_packet *p, char *buf, size_t cap);

/* The ECN bits of whichever IP version is present; 0 if none. */
unsigned wire_ecn(const struct wire_packet *p);
/* The invariant CRC of the datagram at ip (IP header to the byte before the CRC), len bytes.
 * IPv4 options count as IP header; byte 4 of BASE is masked whatever the layout.  Source: CRC-1. */
uint32_t wire_crc(const uint8_t *ip, size_t len);

/* Serial arithmetic (PSN-8): signed distance a - b modulo 2^24, in -2^23 .. 2^23-1. */
int32_t wire_psn_diff(uint32_t a, uint32_t b);
uint32_t wire_psn_add(uint32_t a, int32_t n);
/* SACK bits (SACK-2). i in 0..255. */
bool wire_sack_get(const uint8_t sack[32], unsigned i);
void wire_sack_set(uint8_t sack[32], unsigned i);

#endif
