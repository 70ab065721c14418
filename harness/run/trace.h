/* All packets of one case, both directions, in stamp order, decoded.  Checks are queries over it.
 * Grows in the case's arena. */
#ifndef HARNESS_RUN_TRACE_H
#define HARNESS_RUN_TRACE_H

#include "harness/link/link.h"
#include "reference/wire/wire.h"

/* What the impairments did to a packet on its way from the device to the peer (or back). */
enum trace_fate { FATE_ARRIVED, FATE_DROPPED, FATE_CORRUPTED, FATE_TRIMMED, FATE_DELAYED };

struct trace_packet {
	uint64_t stamp_ns;
	uint32_t number; /* frame number in the case's capture, from 1 */
	uint16_t port;
	bool is_sent;        /* by the tester */
	bool is_ours;        /* belongs to the transport at all (not ARP, pause, ...) */
	bool is_crafted;     /* sent by a SEND step: may be wrong on purpose */
	enum result decoded; /* of wire_decode */
	struct wire_error error;
	struct wire_packet p; /* payload points into frame */
	const uint8_t *frame; /* a copy in the arena */
	uint32_t len;
	uint16_t transmission; /* sequenced packets: 0 first sent, 1 first repair, ... */
	uint32_t nth; /* sequenced: number of first transmissions of its direction before it */
	enum trace_fate fate;
};

struct trace {
	struct trace_packet **at; /* count pointers, stable */
	size_t count, cap;
};

#endif
