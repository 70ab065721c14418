/* Frames on the way: their memory and what can be done to them.  Knows Ethernet, IP and UDP only
 * as far as a switch does. */
#include "reference/sim/net_private.h"

#include <string.h>

enum { IP_AT = 14, TRIMMED = 48 /* bytes kept behind the IP header */ };

uint32_t sim_frame_new(struct sim_net *n, const uint8_t *bytes, size_t len)
{
	uint32_t frame = n->free_frame;
	if (frame == UINT32_MAX || len > n->config.frame_bytes)
		return UINT32_MAX;
	n->free_frame = n->frames[frame].next_free;
	n->used_frames++;
	n->frames[frame] = (struct sim_frame){ .link = SIM_NO_LINK, .len = (uint32_t)len };
	memcpy(sim_bytes(n, frame), bytes, len);
	return frame;
}

void sim_frame_free(struct sim_net *n, uint32_t frame)
{
	n->frames[frame].next_free = n->free_frame;
	n->free_frame = frame;
	n->used_frames--;
}

/* At most three bits: no CRC-32 of this length takes that for right. */
void sim_frame_damage(struct sim_net *n, uint32_t frame)
{
	uint32_t bits = 1 + sim_below(&n->random, 3);
	while (bits-- > 0) {
		uint32_t at = IP_AT * 8 + sim_below(&n->random, (n->frames[frame].len - IP_AT) * 8);
		sim_bytes(n, frame)[at / 8] ^= (uint8_t)(1u << at % 8);
	}
	n->counts.damaged++;
}

static bool is_v6(const uint8_t *b)
{
	return b[12] == 0x86 && b[13] == 0xDD;
}

/* The damage of an earlier link is not made good: the checksum moves with the change. */
static void adjust_checksum(uint8_t *ip, unsigned was, unsigned now)
{
	uint32_t sum = (uint32_t)(ip[10] << 8 | ip[11]) ^ 0xFFFF;
	sum += (was ^ 0xFFFF) + now;
	sum = (sum & 0xFFFF) + (sum >> 16);
	sum = ((sum & 0xFFFF) + (sum >> 16)) ^ 0xFFFF;
	ip[10] = (uint8_t)(sum >> 8);
	ip[11] = (uint8_t)sum;
}

bool sim_frame_mark(struct sim_net *n, uint32_t frame)
{
	uint8_t *ip = sim_bytes(n, frame) + IP_AT;
	if (is_v6(ip - IP_AT)) {
		unsigned ecn = ip[1] >> 4 & 3;
		if (ecn == 0 || ecn == 3)
			return false;
		ip[1] |= 0x30;
	} else {
		unsigned was = (unsigned)(ip[0] << 8 | ip[1]), ecn = was & 3;
		if (ecn == 0 || ecn == 3)
			return false;
		ip[1] |= 3;
		adjust_checksum(ip, was, was | 3);
	}
	n->counts.marked++;
	return true;
}

/* PLACE-8: the payload is cut, lengths adjusted, the CRC is wrong from then on. */
bool sim_frame_trim(struct sim_net *n, uint32_t frame)
{
	uint8_t *b = sim_bytes(n, frame);
	unsigned ip_bytes = is_v6(b) ? 40 : 20;
	uint32_t len = IP_AT + ip_bytes + TRIMMED;

	if (n->frames[frame].len <= len + 4)
		return false; /* nothing to cut */
	n->frames[frame].len = len;
	if (wire_seal(b, len, WIRE_SEAL_LENGTHS | WIRE_SEAL_IP) != RES_OK)
		return false;
	n->counts.trimmed++;
	return true;
}
