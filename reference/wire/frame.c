/* Ethernet, 802.1Q, IPv4 or IPv6 and UDP around a packet: taken and checked on receipt, sealed
 * after edits.  Knows nothing of the headers from BASE on, which any layout may arrange. */
#include "reference/wire/wire.h"

#include "reference/wire/checksum.h"
#include "reference/wire/codec.h"

enum { TYPE_VLAN = 0x8100, TYPE_IPV4 = 0x0800, TYPE_IPV6 = 0x86DD, PROTOCOL_UDP = 17 };

/* Ethernet and at most one tag.  Returns the EtherType of the datagram at *at, 0 if too short. */
static unsigned open_ethernet(const uint8_t *frame, size_t len, struct wire_packet *out, size_t *at)
{
	*at = 0;
	if (len < wire_size_eth)
		return 0;
	wire_take_eth(frame, out);
	*at = wire_size_eth;
	if (out->eth_type != TYPE_VLAN)
		return out->eth_type;
	if (len - *at < wire_size_vlan)
		return 0;
	wire_take_vlan(frame + *at, out);
	*at += wire_size_vlan;
	return out->vlan_type;
}

/* ip..len holds bytes yet untrusted.  Sets at->udp if a UDP header can be looked for, at->end to
 * where the datagram says that it ends. */
static enum result open_ipv4(const uint8_t *frame, size_t len, struct wire_packet *out,
			     struct wire_frame *at, struct wire_error *err)
{
	const size_t ip = at->ip, fixed = wire_size_ipv4;
	size_t header;
	enum result r = RES_OK;

	if (len - ip < fixed)
		return wire_blame(r, RES_E_FOREIGN, err, ipv4_version, len);
	wire_take_ipv4(frame + ip, out);
	if (out->ipv4_version != 4)
		return wire_blame(r, RES_E_FOREIGN, err, ipv4_version, ip);
	header = (size_t)out->ipv4_ihl * 4;
	if (header < fixed || len - ip < header)
		return wire_blame(r, RES_E_FOREIGN, err, ipv4_ihl, ip);
	if (out->ipv4_protocol != PROTOCOL_UDP)
		return wire_blame(r, RES_E_FOREIGN, err, ipv4_protocol, ip + 9);
	if (out->ipv4_fragment != 0)
		return wire_blame(r, RES_E_FOREIGN, err, ipv4_fragment, ip + 6);
	at->udp = ip + header;
	at->end = ip + out->ipv4_length;
	if (out->ipv4_mf != 0)
		r = wire_blame(r, RES_E_FOREIGN, err, ipv4_mf, ip + 6);
	if (header != fixed)
		r = wire_blame(r, RES_E_FOREIGN, err, ipv4_ihl, ip);
	if (wire_checksum_end(wire_checksum_add(0, frame + ip, at->udp - ip)) != 0)
		r = wire_blame(r, RES_E_FOREIGN, err, ipv4_checksum, ip + 10);
	return r;
}

static enum result open_ipv6(const uint8_t *frame, size_t len, struct wire_packet *out,
			     struct wire_frame *at, struct wire_error *err)
{
	if (len - at->ip < wire_size_ipv6)
		return wire_blame(RES_OK, RES_E_FOREIGN, err, ipv6_version, len);
	wire_take_ipv6(frame + at->ip, out);
	if (out->ipv6_version != 6)
		return wire_blame(RES_OK, RES_E_FOREIGN, err, ipv6_version, at->ip);
	if (out->ipv6_next != PROTOCOL_UDP)
		return wire_blame(RES_OK, RES_E_FOREIGN, err, ipv6_next, at->ip + 6);
	at->udp = at->ip + wire_size_ipv6;
	at->end = at->udp + out->ipv6_length;
	return RES_OK;
}

/* ENC-1, ENC-15.  Lengths first: a checksum over bytes that are not there cannot be judged. */
static enum result open_udp(uint16_t udp_port, const uint8_t *frame, size_t len,
			    struct wire_packet *out, struct wire_frame *at, struct wire_error *err)
{
	bool is_v4 = (out->headers & 1u << wire_hdr_ipv4) != 0;

	if (len - at->udp < wire_size_udp)
		return wire_blame(RES_OK, RES_E_FOREIGN, err, udp_sport, len);
	wire_take_udp(frame + at->udp, out);
	if (out->udp_dport != udp_port)
		return wire_blame(RES_OK, RES_E_FOREIGN, err, udp_dport, at->udp + 2);
	at->body = at->udp + wire_size_udp;
	if (at->end > len || at->end < at->body) {
		at->end = len;
		return wire_blame(RES_OK, RES_E_LENGTH, err, is_v4 ? ipv4_length : ipv6_length,
				  at->ip + (is_v4 ? 2 : 4));
	}
	if (out->udp_length != at->end - at->udp)
		return wire_blame(RES_OK, RES_E_LENGTH, err, udp_length, at->udp + 4);
	if (out->udp_checksum != 0 &&
	    wire_checksum_message(frame + at->ip, PROTOCOL_UDP, frame + at->udp,
				  at->end - at->udp) != 0)
		return wire_blame(RES_OK, RES_E_FOREIGN, err, udp_checksum, at->udp + 6);
	return RES_OK;
}

enum result wire_frame_open(uint16_t udp_port, const uint8_t *frame, size_t len,
			    struct wire_packet *out, struct wire_frame *at, struct wire_error *err)
{
	struct wire_error later = { .field = WIRE_FIELDS };
	enum result r, udp;
	unsigned type;

	*at = (struct wire_frame){ 0 };
	type = open_ethernet(frame, len, out, &at->ip);
	if (type == TYPE_IPV4)
		r = open_ipv4(frame, len, out, at, err);
	else if (type == TYPE_IPV6)
		r = open_ipv6(frame, len, out, at, err);
	else
		return wire_blame(RES_OK, RES_E_FOREIGN, err, eth_type, at->ip);
	if (at->udp == 0)
		return r;
	udp = open_udp(udp_port, frame, len, out, at, &later);
	if (r != RES_OK || udp == RES_OK)
		return r;
	*err = later;
	return udp;
}

/* Finds IP and UDP in a frame to be sealed, which may be wrong in every other way. */
static enum result find(const uint8_t *frame, size_t len, struct wire_frame *at)
{
	size_t ip_bytes = wire_size_ipv6;
	uint64_t type;

	if (len < wire_size_eth + wire_size_vlan)
		return RES_E_LENGTH;
	at->ip = wire_size_eth;
	if (wire_load(frame + at->ip - 2, 2) == TYPE_VLAN)
		at->ip += wire_size_vlan;
	type = wire_load(frame + at->ip - 2, 2);
	if ((type != TYPE_IPV4 && type != TYPE_IPV6) || len == at->ip)
		return RES_E_LENGTH;
	if (frame[at->ip] >> 4 == 4)
		ip_bytes = (frame[at->ip] & (size_t)15) * 4;
	at->udp = at->ip + ip_bytes;
	at->body = at->udp + wire_size_udp;
	at->end = len;
	return ip_bytes < wire_size_ipv4 || len < at->body + wire_size_crc ? RES_E_LENGTH : RES_OK;
}

static void put16(uint8_t *b, size_t v)
{
	b[0] = (uint8_t)(v >> 8);
	b[1] = (uint8_t)v;
}

static void seal_lengths(uint8_t *frame, const struct wire_frame *at)
{
	bool is_v4 = frame[at->ip] >> 4 == 4;

	put16(frame + at->ip + (is_v4 ? 2 : 4), at->end - (is_v4 ? at->ip : at->udp));
	put16(frame + at->udp + 4, at->end - at->udp);
}

static void seal_ipv4(uint8_t *frame, const struct wire_frame *at)
{
	put16(frame + at->ip + 10, 0);
	put16(frame + at->ip + 10,
	      wire_checksum_end(wire_checksum_add(0, frame + at->ip, at->udp - at->ip)));
}

static void seal_udp(uint8_t *frame, const struct wire_frame *at)
{
	uint16_t sum;

	put16(frame + at->udp + 6, 0);
	sum = wire_checksum_message(frame + at->ip, PROTOCOL_UDP, frame + at->udp,
				    at->end - at->udp);
	put16(frame + at->udp + 6, sum != 0 ? sum : 0xFFFF); /* 0 would say: none */
}

enum result wire_seal(uint8_t *frame, size_t len, unsigned what)
{
	struct wire_frame at;
	enum result r = find(frame, len, &at);

	if (r != RES_OK)
		return r;
	if ((what & WIRE_SEAL_LENGTHS) != 0)
		seal_lengths(frame, &at);
	if ((what & WIRE_SEAL_IP) != 0 && frame[at.ip] >> 4 == 4)
		seal_ipv4(frame, &at);
	if ((what & WIRE_SEAL_CRC) != 0) /* before the UDP checksum, which covers it */
		wire_crc_put(frame + len - wire_size_crc,
			     wire_crc(frame + at.ip, len - wire_size_crc - at.ip));
	if ((what & WIRE_SEAL_UDP) != 0)
		seal_udp(frame, &at);
	return RES_OK;
}
