/* veth pairs by rtnetlink.  Works in the namespace of the calling thread; knows no capture. */
#ifndef HARNESS_LINK_VETH_PAIR_H
#define HARNESS_LINK_VETH_PAIR_H

#include "reference/result.h"

#include <stdint.h>

struct veth_end {
	const char *name;
	uint8_t mac[6];
};

/* Makes a pair, MTU mtu, down: `here` in this namespace, `there` in that of the descriptor.
 * E_IO, errno set. */
enum result harness_veth_pair(const struct veth_end *here, const struct veth_end *there,
			      int there_fd, uint32_t mtu) MUST_USE;
/* Tells the kernel to make no IPv6 address of its own for a port that is down, so that it has
 * nothing to say there: no duplicate detection, no router solicitation.  E_IO, errno set. */
enum result harness_veth_quiet(const char *name) MUST_USE;

#endif
