/* An independent observer of all frames: what a path's receiver has to report and what its sender
 * may send, told from the clauses and the frames alone. */
#ifndef TESTS_PROP_WATCH_H
#define TESTS_PROP_WATCH_H

#include "tests/prop/scenario.h"

struct world;

struct watch_psn { /* one of the last 256 PSNs sent on a path */
	uint8_t sends;
	bool is_acked, was_nop, is_copy;
	uint8_t orig_path;
	uint32_t orig_psn;
	uint64_t content; /* digest of what must not change (RTX-3) */
};
struct watch_path {
	/* sending */
	uint32_t initial, next, cum, before_ack;
	bool has_ack;
	uint16_t port;
	struct watch_psn sent[256];
	/* receiving */
	uint32_t in_cum, ce_count, ts_echo, ack_number;
	uint64_t seen[4]; /* by PSN modulo 256, beyond in_cum */
	uint32_t in_top, unacked;
	uint64_t owed_ns, first_ns; /* an ACK at once; first packet not acknowledged; REF_NEVER */
	bool is_ce_told;
};
struct watch_side {
	struct watch_path paths[PATHS_MAX];
	uint64_t progress_ns; /* when something was last newly acknowledged */
};
struct watch {
	struct watch_side sides[CONNS_MAX][2];
	struct wire_packet packet;
	uint64_t frames;
};

/* A frame leaves / reaches a host.  tx and rx: the sender's and the receiver's rules. */
void watch_sent(struct world *w, unsigned host, unsigned plane, const uint8_t *frame, size_t len);
void watch_arrived(struct world *w, unsigned host, unsigned plane, const uint8_t *frame,
		   size_t len);
void watch_open(struct world *w, unsigned conn);

void watch_tx_sent(struct world *w, unsigned conn, unsigned side, const struct wire_packet *k);
/* ENC-2: the port a path's packets carry. */
void watch_tx_port(struct world *w, unsigned conn, unsigned side, unsigned path, uint16_t port);
void watch_tx_ack(struct world *w, unsigned conn, unsigned side, const struct wire_packet *k);
void watch_rx_arrived(struct world *w, unsigned conn, unsigned side, const struct wire_packet *k);
/* ACK-2, ACK-3: no ACK is late by now. */
void watch_rx_late(struct world *w, unsigned conn, unsigned side);
void watch_rx_ack(struct world *w, unsigned conn, unsigned side, const struct wire_packet *k);

#endif
