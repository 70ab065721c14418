/* The headers common to all packets of a path, and the end of each frame. */
#include "reference/engine/endpoint.h"

#include <assert.h>
#include <string.h>

static void begin_ip(struct wire_packet *k, const struct net_addr *own, const struct net_addr *peer,
		     unsigned dscp, unsigned ecn, uint32_t flow)
{
	if (own->is_v6) {
		k->headers |= 1u << wire_hdr_ipv6;
		k->ipv6_dscp = dscp;
		k->ipv6_ecn = ecn;
		k->ipv6_flow = flow;
		k->ipv6_next = 17;
		k->ipv6_hops = 64;
		memcpy(k->ipv6_src, own->ip, 16);
		memcpy(k->ipv6_dst, peer->ip, 16);
		return;
	}
	k->headers |= 1u << wire_hdr_ipv4;
	k->ipv4_dscp = dscp;
	k->ipv4_ecn = ecn;
	k->ipv4_df = 1; /* ENC-5; ENC-13: the identification stays 0 */
	k->ipv4_ttl = 64;
	k->ipv4_protocol = 17;
	memcpy(k->ipv4_src, own->ip, 4);
	memcpy(k->ipv4_dst, peer->ip, 4);
}

/* ENC-16 */
static uint32_t flow_label(const struct ref_path *p)
{
	uint32_t x = (p->conn->id << 8 | p->id) * UINT32_C(0x9E3779B1) ^ p->out.port;
	return (x * UINT32_C(0x85EBCA6B)) >> 12;
}

/* ENC-1, HDR-2: what is not set stays zero.  ACK-1: a path speaks from its own port and plane. */
struct wire_packet *ref_frame_begin(struct ref_path *p, enum wire_kind kind, uint32_t psn)
{
	struct ref_conn *c = p->conn;
	struct ref_endpoint *e = c->ep;
	struct wire_packet *k = &e->packet;
	const struct net_addr *own = &e->planes[p->plane], *peer = &c->peer_planes[p->plane];
	bool is_seq = wire_is_sequenced(kind);

	memset(k, 0, sizeof(*k));
	k->headers =
		1u << wire_hdr_eth | 1u << wire_hdr_udp | 1u << wire_hdr_base | 1u << wire_hdr_path;
	memcpy(k->eth_dst, peer->mac, 6);
	memcpy(k->eth_src, own->mac, 6);
	if (own->vlan != 0) {
		k->headers |= 1u << wire_hdr_vlan;
		k->vlan_vid = own->vlan;
	}
	/* ENC-4; ECN-3: what takes no PSN is sent Not-ECT. */
	begin_ip(k, own, peer, is_seq ? c->params.dscp_data : c->params.dscp_ack, is_seq ? 2 : 0,
		 flow_label(p));
	k->udp_sport = p->out.port; /* ENC-2 */
	k->udp_dport = c->params.udp_port;
	k->base_opcode = e->layout->opcode[kind];
	k->kind = kind;
	k->base_version = c->params.version;
	k->base_partition = c->params.partition;
	k->base_dst_conn = c->peer_id;
	k->base_psn = psn;
	k->path_id = p->id;
	return k;
}

size_t ref_frame_link_bytes(const struct wire_packet *k)
{
	return (k->headers & 1u << wire_hdr_vlan) != 0 ? 18 : 14;
}

size_t ref_frame_end(struct ref_path *p, struct wire_packet *k, uint8_t *out, size_t cap)
{
	struct ref_endpoint *e = p->conn->ep;
	size_t len = 0;
	enum result r = wire_encode(e->layout, k, out, cap, &len);
	if (r == RES_OK && e->choices.udp_checksum)
		r = wire_seal(out, len, WIRE_SEAL_UDP);
	assert(r == RES_OK); /* the caller gives WIRE_FRAME_MAX bytes */
	return r == RES_OK ? len : 0;
}
