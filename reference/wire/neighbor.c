/* ARP (RFC 826), Neighbor Solicitation and Advertisement (RFC 4861), tagged or not.  Takes nothing
 * on trust: a frame that is short, has a wrong checksum or claims an own address teaches nothing.
 */
#include "reference/wire/neighbor.h"

#include "reference/wire/checksum.h"

#include <arpa/inet.h>
#include <string.h>

enum {
	MAC = 6,
	TAG = 4,
	TYPE_ARP = 0x0806,
	TYPE_IPV6 = 0x86DD,
	TYPE_VLAN = 0x8100,
	ARP_BYTES = 28,
	ARP_REQUEST = 1,
	ARP_REPLY = 2,
	IPV6_BYTES = 40,
	ICMPV6 = 58,
	ND_SOLICIT = 135,
	ND_ADVERT = 136,
	ND_FIXED = 24, /* type to target */
	ND_BYTES = 32, /* with one link-layer address option */
	OPTION_SOURCE = 1,
	OPTION_TARGET = 2,
	ND_SOLICITED = 0x40,
	ND_OVERRIDE = 0x20
};

/* A message of either protocol, as far as it matters here. */
struct question {
	struct net_addr from; /* who says it; mac all zero if it does not say */
	uint8_t target[16];   /* whom it asks for; of an answer: unused */
	uint8_t eth_src[MAC]; /* where an answer goes */
	bool is_request;
};

static unsigned get16(const uint8_t *b)
{
	return (unsigned)b[0] << 8 | b[1];
}

static uint8_t *put16(uint8_t *b, unsigned v)
{
	b[0] = (uint8_t)(v >> 8);
	b[1] = (uint8_t)v;
	return b + 2;
}

static uint8_t *put(uint8_t *b, const void *from, size_t len)
{
	memcpy(b, from, len);
	return b + len;
}

static size_t ip_bytes(bool is_v6)
{
	return is_v6 ? 16 : 4;
}

static bool is_zero(const uint8_t *b, size_t len)
{
	uint8_t any = 0;

	for (size_t i = 0; i < len; i++)
		any |= b[i];
	return any == 0;
}

static bool same_ip(const struct net_addr *a, bool is_v6, const uint8_t *ip)
{
	return a->is_v6 == is_v6 && memcmp(a->ip, ip, ip_bytes(is_v6)) == 0;
}

static const struct net_addr *find_own(const struct neighbor *n, bool is_v6, const uint8_t *ip,
				       uint16_t vlan)
{
	for (size_t i = 0; i < n->own_count; i++)
		if (n->own[i].vlan == vlan && same_ip(&n->own[i], is_v6, ip))
			return &n->own[i];
	return NULL;
}

enum result neighbor_own(struct neighbor *n, const struct net_addr *addr)
{
	if (n->own_count == NEIGHBOR_MAX)
		return RES_E_SPACE;
	n->own[n->own_count++] = *addr;
	return RES_OK;
}

/* The oldest stands first. */
static void learn(struct neighbor *n, const struct net_addr *from)
{
	bool is_group = (from->mac[0] & 1) != 0;

	if (is_group || is_zero(from->mac, MAC) || is_zero(from->ip, ip_bytes(from->is_v6)) ||
	    find_own(n, from->is_v6, from->ip, from->vlan) != NULL)
		return;
	for (size_t i = 0; i < n->known_count; i++) {
		if (same_ip(&n->known[i], from->is_v6, from->ip)) {
			n->known[i] = *from;
			return;
		}
	}
	if (n->known_count == NEIGHBOR_MAX) {
		n->known_count--;
		memmove(n->known, n->known + 1, n->known_count * sizeof(n->known[0]));
	}
	n->known[n->known_count++] = *from;
}

/* Ethernet and, where vlan is not 0, a tag; returns what follows. */
static uint8_t *put_ethernet(uint8_t *b, const uint8_t *dst, const uint8_t *src, uint16_t vlan,
			     unsigned type)
{
	b = put(b, dst, MAC);
	b = put(b, src, MAC);
	if (vlan != 0)
		b = put16(put16(b, TYPE_VLAN), vlan);
	return put16(b, type);
}

/* ---- ARP ---- */

static size_t make_arp(unsigned operation, const struct net_addr *from, const uint8_t *eth_dst,
		       const uint8_t *target_mac, const uint8_t *target_ip, uint8_t *frame)
{
	static const uint8_t ethernet_ipv4[] = { 0, 1, 8, 0, MAC, 4 };
	uint8_t *b = put_ethernet(frame, eth_dst, from->mac, from->vlan, TYPE_ARP);

	b = put(b, ethernet_ipv4, sizeof(ethernet_ipv4));
	b = put16(b, operation);
	b = put(b, from->mac, MAC);
	b = put(b, from->ip, 4);
	b = put(b, target_mac, MAC);
	b = put(b, target_ip, 4);
	return (size_t)(b - frame);
}

static bool read_arp(const uint8_t *b, size_t len, struct question *q)
{
	unsigned operation;

	if (len < ARP_BYTES || get16(b) != 1 || get16(b + 2) != 0x0800 || b[4] != MAC || b[5] != 4)
		return false;
	operation = get16(b + 6);
	memcpy(q->from.mac, b + 8, MAC);
	memcpy(q->from.ip, b + 14, 4);
	memcpy(q->target, b + 24, 4);
	q->is_request = operation == ARP_REQUEST;
	return operation == ARP_REQUEST || operation == ARP_REPLY;
}

static size_t answer_arp(const struct net_addr *own, const struct question *q, uint8_t *reply)
{
	return make_arp(ARP_REPLY, own, q->eth_src, q->from.mac, q->from.ip, reply);
}

/* ---- Neighbor Discovery ---- */

/* type, flags and option of an ND message about `target` from own to ip_dst. */
static size_t make_nd(uint8_t type, uint8_t flags, const struct net_addr *own,
		      const uint8_t *eth_dst, const uint8_t *ip_dst, const uint8_t *target,
		      uint8_t *frame)
{
	const uint8_t fixed[] = { 0x60, 0, 0, 0, 0, ND_BYTES, ICMPV6, 255 };
	const uint8_t head[] = { type, 0, 0, 0, flags, 0, 0, 0 };
	const uint8_t option[] = { type == ND_SOLICIT ? OPTION_SOURCE : OPTION_TARGET, 1 };
	uint8_t *ip = put_ethernet(frame, eth_dst, own->mac, own->vlan, TYPE_IPV6);
	uint8_t *icmp = put(put(put(ip, fixed, sizeof(fixed)), own->ip, 16), ip_dst, 16);
	uint8_t *b = put(put(icmp, head, sizeof(head)), target, 16);

	b = put(put(b, option, sizeof(option)), own->mac, MAC);
	put16(icmp + 2, wire_checksum_message(ip, ICMPV6, icmp, ND_BYTES));
	return (size_t)(b - frame);
}

/* Looks for a link-layer address among the options; false when they are malformed. */
static bool read_options(const uint8_t *b, size_t len, uint8_t wanted, uint8_t mac[MAC])
{
	while (len > 0) {
		size_t size = len < 2 ? 0 : b[1] * 8u;

		if (size == 0 || size > len)
			return false;
		if (b[0] == wanted)
			memcpy(mac, b + 2, MAC);
		b += size;
		len -= size;
	}
	return true;
}

/* RFC 4861 7.1: hop limit, checksum, code, length, options, target. */
static bool read_nd(const uint8_t *ip, size_t len, struct question *q)
{
	const uint8_t *icmp = ip + IPV6_BYTES;
	size_t size;

	if (len < IPV6_BYTES + ND_FIXED || ip[0] >> 4 != 6 || ip[6] != ICMPV6 || ip[7] != 255)
		return false;
	size = get16(ip + 4);
	if (size < ND_FIXED || size > len - IPV6_BYTES ||
	    (icmp[0] != ND_SOLICIT && icmp[0] != ND_ADVERT) || icmp[1] != 0 || icmp[8] == 0xFF ||
	    wire_checksum_message(ip, ICMPV6, icmp, size) != 0)
		return false;
	q->is_request = icmp[0] == ND_SOLICIT;
	memcpy(q->target, icmp + 8, 16);
	memcpy(q->from.ip, q->is_request ? ip + 8 : q->target, 16);
	return read_options(icmp + ND_FIXED, size - ND_FIXED,
			    q->is_request ? OPTION_SOURCE : OPTION_TARGET, q->from.mac);
}

/* A question from the unspecified address (duplicate detection) is answered to all nodes. */
static size_t answer_nd(const struct net_addr *own, const struct question *q, uint8_t *reply)
{
	static const uint8_t all_nodes[16] = { 0xFF, 2, [15] = 1 };
	static const uint8_t all_nodes_mac[MAC] = { 0x33, 0x33, 0, 0, 0, 1 };

	if (is_zero(q->from.ip, 16))
		return make_nd(ND_ADVERT, ND_OVERRIDE, own, all_nodes_mac, all_nodes, own->ip,
			       reply);
	return make_nd(ND_ADVERT, ND_SOLICITED | ND_OVERRIDE, own, q->eth_src, q->from.ip, own->ip,
		       reply);
}

static size_t ask_nd(const struct net_addr *from, const uint8_t *target, uint8_t *frame)
{
	uint8_t group[16] = { 0xFF, 2, [11] = 1, [12] = 0xFF };
	uint8_t mac[MAC] = { 0x33, 0x33, 0xFF };

	memcpy(group + 13, target + 13, 3);
	memcpy(mac + 3, target + 13, 3);
	return make_nd(ND_SOLICIT, 0, from, mac, group, target, frame);
}

/* ---- both ---- */

bool neighbor_input(struct neighbor *n, const uint8_t *frame, size_t len, uint8_t *reply,
		    size_t *reply_len)
{
	struct question q = { 0 };
	const struct net_addr *own;
	size_t at = (size_t)2 * MAC + 2;
	unsigned type;

	*reply_len = 0;
	if (len < at + TAG)
		return false;
	type = get16(frame + at - 2);
	if (type == TYPE_VLAN) {
		q.from.vlan = (uint16_t)(get16(frame + at) & 0xFFF);
		type = get16(frame + at + 2);
		at += TAG;
	}
	memcpy(q.eth_src, frame + MAC, MAC);
	q.from.is_v6 = type == TYPE_IPV6;
	if (!(type == TYPE_ARP && read_arp(frame + at, len - at, &q)) &&
	    !(type == TYPE_IPV6 && read_nd(frame + at, len - at, &q)))
		return type == TYPE_ARP;
	learn(n, &q.from);
	own = q.is_request ? find_own(n, q.from.is_v6, q.target, q.from.vlan) : NULL;
	if (own != NULL)
		*reply_len = q.from.is_v6 ? answer_nd(own, &q, reply) : answer_arp(own, &q, reply);
	return true;
}

size_t neighbor_ask(const struct net_addr *from, const struct net_addr *target, uint8_t *frame)
{
	static const uint8_t everyone[MAC] = { 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF };
	static const uint8_t unknown[MAC] = { 0 };

	if (target->is_v6)
		return ask_nd(from, target->ip, frame);
	return make_arp(ARP_REQUEST, from, everyone, unknown, target->ip, frame);
}

enum result neighbor_find(const struct neighbor *n, const struct net_addr *target, uint8_t mac[6])
{
	for (size_t i = 0; i < n->known_count; i++) {
		if (same_ip(&n->known[i], target->is_v6, target->ip)) {
			memcpy(mac, n->known[i].mac, MAC);
			return RES_OK;
		}
	}
	return RES_E_UNKNOWN;
}

enum result net_addr_parse(const char *text, struct net_addr *out)
{
	out->is_v6 = strchr(text, ':') != NULL;
	memset(out->ip, 0, sizeof(out->ip));
	return inet_pton(out->is_v6 ? AF_INET6 : AF_INET, text, out->ip) == 1 ? RES_OK
									      : RES_E_SYNTAX;
}

void net_addr_format(const struct net_addr *a, char *buf, size_t cap)
{
	char text[INET6_ADDRSTRLEN];
	size_t len;

	if (cap == 0)
		return;
	if (inet_ntop(a->is_v6 ? AF_INET6 : AF_INET, a->ip, text, sizeof(text)) == NULL)
		text[0] = '\0';
	len = strlen(text) < cap ? strlen(text) : cap - 1;
	memcpy(buf, text, len);
	buf[len] = '\0';
}
