/* ARP and Neighbor Discovery for addresses the kernel does not know: answers for a list of own
 * addresses and learns those of others.  Pure: frames in, frames out.  Used by the tester for its
 * (several) addresses and by the software device for its own. */
#ifndef REFERENCE_WIRE_NEIGHBOR_H
#define REFERENCE_WIRE_NEIGHBOR_H

#include "reference/result.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* One address of one port.  IPv4 stands in the first 4 bytes of ip. */
struct net_addr {
	bool is_v6;
	uint8_t ip[16];
	uint8_t mac[6];
	uint16_t vlan; /* 0: untagged */
};

enum { NEIGHBOR_MAX = 512, NEIGHBOR_FRAME = 96 };

struct neighbor {
	struct net_addr own[NEIGHBOR_MAX];
	size_t own_count;
	struct net_addr known[NEIGHBOR_MAX]; /* learnt; oldest is overwritten when full */
	size_t known_count;
};

/* Own addresses are copied.  E_SPACE when the table is full. */
enum result neighbor_own(struct neighbor *n, const struct net_addr *addr) MUST_USE;
/* A received frame: learns from it and, where it asks for an own address, writes the answer
 * (*reply_len bytes, 0 if none; reply has NEIGHBOR_FRAME bytes).  Returns whether the frame was
 * ARP or Neighbor Discovery at all.  Never trusts a length. */
bool neighbor_input(struct neighbor *n, const uint8_t *frame, size_t len, uint8_t *reply,
		    size_t *reply_len);
/* A question for ip from own address `from`; frame has NEIGHBOR_FRAME bytes. */
size_t neighbor_ask(const struct net_addr *from, const struct net_addr *target, uint8_t *frame);
/* The MAC of an address with the same is_v6 / ip; E_UNKNOWN until learnt. */
enum result neighbor_find(const struct neighbor *n, const struct net_addr *target,
			  uint8_t mac[6]) MUST_USE;
/* "192.0.2.1", "2001:db8::1" <-> struct net_addr (ip, is_v6 only); E_SYNTAX. */
enum result net_addr_parse(const char *text, struct net_addr *out) MUST_USE;
void net_addr_format(const struct net_addr *a, char *buf, size_t cap);

#endif
