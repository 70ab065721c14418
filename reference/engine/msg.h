/* Where the path layer and the message layer meet, and nothing else.  The path layer moves loads
 * without knowing what they mean; the message layer never sees a PSN. */
#ifndef REFERENCE_ENGINE_MSG_H
#define REFERENCE_ENGINE_MSG_H

#include "reference/engine/ref.h"

struct ref_conn;

/* What one sequenced packet carries: a piece of a message. */
struct ref_load {
	uint32_t msn, offset;
	uint16_t stream, bytes;
	uint8_t kind; /* enum wire_kind; IMM kinds only on the last packet (HDR-7) */
	uint8_t attempt;
	bool takes_receive; /* of a SEND or WRITE_IMM message (RNR-2) */
	/* responses only: they outlive the target's state of their message */
	uint32_t length, rkey;
	uint64_t value; /* READ_RESP: address of its first byte; ATOMIC_RESP: the original */
};

/* ---- asked by the path layer: sending ---- */

/* Whether some new packet may be sent now, windows apart. */
bool ref_msg_has_next(const struct ref_conn *c);
/* Takes the next new packet; only after has_next said true. */
void ref_msg_next(struct ref_conn *c, struct ref_load *load);
/* False: this content may no longer be sent (RTX-12). */
bool ref_msg_is_wanted(const struct ref_conn *c, const struct ref_load *load);
/* Fills headers after PATH and payload of a load that is wanted. */
void ref_msg_fill(struct ref_conn *c, const struct ref_load *load, struct wire_packet *k);
/* The packet has been acknowledged for the first time, under whatever PSN. */
void ref_msg_acked(struct ref_conn *c, const struct ref_load *load, uint64_t now_ns);

/* The packet will never be acknowledged: the connection is over. */
void ref_msg_dropped(struct ref_conn *c, const struct ref_load *load);

/* ---- asked by the path layer: receiving ---- */

/* An accepted packet with a MSG header, once. */
void ref_msg_input(struct ref_conn *c, unsigned path, const struct wire_packet *k, uint64_t now_ns);
/* Whether the stream half of an ACK is possible at all (SACK-4). */
bool ref_msg_report_ok(const struct ref_conn *c, const struct wire_packet *ack);
/* Takes the stream half of an ACK; true if some cmsn moved. */
bool ref_msg_report(struct ref_conn *c, const struct wire_packet *ack, uint64_t now_ns);
/* The stream half of an ACK sent now about a stream < streams. */
void ref_msg_state(const struct ref_conn *c, uint32_t stream, struct ref_stream_rx *out);

/* ---- asked by the path layer: what is to be said of streams (ACK-6) ---- */

/* The stream with the oldest unreported change, -1 if none; *path the one that caused it, *due
 * when it must be said. */
int ref_msg_changed(const struct ref_conn *c, unsigned *path, uint64_t *due_ns);
/* The stream's state has just been reported. */
void ref_msg_reported(struct ref_conn *c, uint32_t stream);
/* All unreported changes must be told now (LIFE-2). */
void ref_msg_report_all(struct ref_conn *c);
/* PROBE-2: the stream to be asked about now, -1 if none; and: it has been asked. */
int ref_msg_ask(const struct ref_conn *c, uint64_t now_ns);
void ref_msg_asked(struct ref_conn *c, uint32_t stream, uint64_t now_ns);
/* When the next stream has to be asked, REF_NEVER if none. */
uint64_t ref_msg_ask_ns(const struct ref_conn *c);

/* ---- life ---- */

void ref_msg_open(struct ref_conn *c);
/* Completes all outstanding work and receives in error, begun work with `begun`, all else
 * FLUSHED; nothing is sent or placed any more. */
void ref_msg_flush(struct ref_conn *c, enum ref_completion_status begun);
/* RNR-2: streams whose wait is over may send again; and: when the next one is. */
void ref_msg_timer(struct ref_conn *c, uint64_t now_ns);
uint64_t ref_msg_timer_ns(const struct ref_conn *c);

#endif
