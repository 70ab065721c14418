/* Rules about Ethernet, IP and UDP around a packet of the device.  Does not judge what a network
 * on the way may change: TTL, DSCP, a CE mark, offloaded UDP checksums. */
#include "harness/monitor/state.h"

#include <stdio.h>
#include <string.h>

enum { TYPE_MAC_CONTROL = 0x8808, PAUSE = 0x0001, PFC = 0x0101, ECT_0 = 2, CE = 3 };

static size_t ip_bytes(const struct monitor *m)
{
	return m->family == 6 ? 16 : 4;
}

static const uint8_t *source_ip(const struct wire_packet *p)
{
	return wire_has(p, ipv6_src) ? p->ipv6_src : p->ipv4_src;
}

static const uint8_t *target_ip(const struct wire_packet *p)
{
	return wire_has(p, ipv6_dst) ? p->ipv6_dst : p->ipv4_dst;
}

static bool is_plane(const struct monitor *m, const struct ref_side *side, const uint8_t *ip)
{
	for (unsigned i = 0; i < side->plane_count && i < REF_PLANES_MAX; i++)
		if (!memcmp(side->planes[i].ip, ip, ip_bytes(m)))
			return true;
	return false;
}

static bool has_family(const struct monitor *m, const struct wire_packet *p)
{
	return wire_has(p, m->family == 6 ? ipv6_src : ipv4_src);
}

bool monitor_is_from_device(const struct monitor *m, const struct wire_packet *p)
{
	return has_family(m, p) && is_plane(m, &m->c.local, source_ip(p)) &&
	       is_plane(m, &m->c.peer, target_ip(p));
}

/* ---- frames that are not packets of the transport ---- */

/* A switch sends pause frames of its own: only the device's address makes one the device's. */
static bool is_device_mac(const struct monitor *m, const uint8_t *mac)
{
	static const uint8_t none[6];

	for (unsigned i = 0; i < REF_PLANES_MAX; i++)
		if (memcmp(m->mac[i], none, 6) != 0 && memcmp(m->mac[i], mac, 6) == 0)
			return true;
	return false;
}

/* ENC-7 */
static void pause(struct monitor *m, const struct trace_packet *t)
{
	bool is_tagged = wire_has(&t->p, vlan_type);
	unsigned type = (unsigned)(is_tagged ? t->p.vlan_type : t->p.eth_type);
	size_t at = is_tagged ? 18 : 14;
	unsigned code;

	if (type != TYPE_MAC_CONTROL || t->len < at + 2 || !is_device_mac(m, t->p.eth_src))
		return;
	code = (unsigned)t->frame[at] << 8 | t->frame[at + 1];
	if (code == PAUSE || code == PFC)
		monitor_find_text(m, ENC_7, t, "eth.type", "no pause frame",
				  code == PAUSE ? "a pause frame" : "a PFC frame");
}

/* Whether a UDP datagram ends in the invariant CRC: nothing but this transport's packets do. */
static bool has_crc(const struct trace_packet *t)
{
	size_t ip = wire_has(&t->p, vlan_type) ? 18 : 14;
	size_t ip_len = wire_has(&t->p, ipv6_src) ? 40 + (size_t)t->p.ipv6_length
						  : (size_t)t->p.ipv4_length;
	const uint8_t *end;

	if (ip_len < 28 + 4 || t->len < ip + ip_len)
		return false;
	end = t->frame + ip + ip_len - 4;
	return wire_crc(t->frame + ip, ip_len - 4) ==
	       ((uint32_t)end[3] << 24 | (uint32_t)end[2] << 16 | (uint32_t)end[1] << 8 | end[0]);
}

/* ENC-1, ENC-5: a datagram between the two sides that is the transport's but breaks its frame. */
static void datagram(struct monitor *m, const struct trace_packet *t)
{
	const struct wire_packet *p = &t->p;

	if (!wire_has(p, udp_dport) || !monitor_is_from_device(m, p))
		return;
	if (p->udp_dport != m->c.params.udp_port) {
		if (has_crc(t))
			monitor_find(m, ENC_1, t, udp_dport, m->c.params.udp_port);
		return;
	}
	if (t->error.field == ipv4_mf)
		monitor_find(m, ENC_5, t, ipv4_mf, 0);
	else if (t->error.field == ipv4_ihl)
		monitor_find(m, ENC_5, t, ipv4_ihl, 5);
	else if (t->error.field == ipv4_checksum)
		monitor_find_rule(m, ENC_1, t, ipv4_checksum, "the right header checksum");
}

void monitor_foreign(struct monitor *m, const struct trace_packet *t)
{
	if (wire_has(&t->p, eth_type))
		pause(m, t);
	datagram(m, t);
}

/* ---- packets of the transport ---- */

/* PLANE-1, for ACKs ACK-1: the path's port and address on both sides. */
static void plane(struct monitor *m, const struct trace_packet *t)
{
	enum clause_id clause = t->p.kind == PKT_ACK ? ACK_1 : PLANE_1;
	unsigned k = m->c.path_plane[t->p.path_id];
	bool is_v6 = m->family == 6;

	if (k >= REF_PLANES_MAX || !has_family(m, &t->p))
		return;
	if (k < m->c.local.plane_count && t->port != k) {
		char expected[16], seen[16];

		snprintf(expected, sizeof(expected), "%u", k);
		snprintf(seen, sizeof(seen), "%u", t->port);
		monitor_find_text(m, clause, t, "port", expected, seen);
		return;
	}
	if (k < m->c.local.plane_count &&
	    memcmp(source_ip(&t->p), m->c.local.planes[k].ip, ip_bytes(m)) != 0)
		monitor_find_rule(m, clause, t, is_v6 ? ipv6_src : ipv4_src,
				  "the address of the path's plane");
	if (k < m->c.peer.plane_count &&
	    memcmp(target_ip(&t->p), m->c.peer.planes[k].ip, ip_bytes(m)) != 0)
		monitor_find_rule(m, clause, t, is_v6 ? ipv6_dst : ipv4_dst,
				  "the address of the path's plane at the other side");
}

/* ENC-1, ENC-4, ENC-5, ENC-13, PLANE-1.  A CE mark comes from the network. */
void monitor_outer(struct monitor *m, const struct trace_packet *t)
{
	const struct wire_packet *p = &t->p;
	bool is_v4 = wire_has(p, ipv4_df);
	unsigned ecn = wire_ecn(p);

	if (!has_family(m, p))
		monitor_find_text(m, ENC_1, t, "ip.version", m->family == 6 ? "6" : "4",
				  is_v4 ? "4" : "6");
	if (wire_is_sequenced(p->kind) && ecn != ECT_0 && ecn != CE)
		monitor_find(m, ENC_4, t, is_v4 ? ipv4_ecn : ipv6_ecn, ECT_0);
	if (is_v4 && !p->ipv4_df)
		monitor_find(m, ENC_5, t, ipv4_df, 1);
	if (is_v4 && p->ipv4_id)
		monitor_find(m, ENC_13, t, ipv4_id, 0);
	if (p->path_id < m->c.params.paths)
		plane(m, t);
	if (t->port < REF_PLANES_MAX)
		memcpy(m->mac[t->port], p->eth_src, sizeof(m->mac[t->port]));
}
