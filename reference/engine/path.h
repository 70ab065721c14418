/* The path layer's state and its inner functions: PSN, SACK, repair, timers, windows.  Nothing
 * in here knows what a message is (see msg.h). */
#ifndef REFERENCE_ENGINE_PATH_H
#define REFERENCE_ENGINE_PATH_H

#include "reference/engine/bits.h"
#include "reference/engine/msg.h"

struct ref_endpoint;
struct ref_conn;

enum { WINDOW = 256, NO_SLOT = WINDOW, REPLIES = 8 };

/* ---- sending: one slot per PSN of the window, by PSN modulo 256 ---- */
enum ref_slot_state {
	SLOT_FREE,
	SLOT_FLYING, /* sent, neither acknowledged, lost nor rerouted away */
	SLOT_LOST,   /* counts as lost, waits for its repair */
	SLOT_MOVED,  /* rerouted away from a failed path */
	SLOT_ACKED
};
enum ref_slot_flag {
	SLOT_NOP = 1,     /* was sent as a NOP at least once (RTX-12) */
	SLOT_COPY = 2,    /* carries a rerouted packet (PATH-6) */
	SLOT_FIRST = 4,   /* the first loss of an ACK: repaired whatever the window says (RTX-1) */
	SLOT_AWAY = 8,    /* its packet goes on under another PSN (PATH-6) */
	SLOT_SETTLED = 16 /* the message layer counts it no longer */
};
struct ref_slot {
	uint64_t sent_ns; /* last transmission */
	struct ref_load load;
	uint32_t psn;
	uint32_t stamp; /* timestamp of the last transmission */
	uint32_t orig_psn;
	uint16_t prev, next; /* in the flying or the lost list, in order of last transmission */
	uint8_t orig_path;
	uint8_t state, flags;
	uint8_t epoch; /* source port of the last transmission, counted */
	uint8_t sends;
};
struct ref_slots { /* list of slots, first = longest ago */
	uint16_t first, last, count;
};

struct ref_reply { /* an ACK owed to a PROBE or a bad stream number */
	uint16_t stream;
	uint32_t msn;
};

struct ref_path_in {         /* what arrives */
	struct bits256 seen; /* accepted beyond cum, by PSN modulo 256 */
	uint32_t cum, top;   /* cum_psn; highest accepted PSN */
	uint32_t ce_count, ts_echo, ack_number;
	uint32_t unacked; /* accepted packets since the last ACK */
	bool is_ce_told;  /* a mark has already made an ACK due (ACK-2) */
	uint8_t reply_count;
	uint16_t last_stream;
	uint64_t ack_due_ns; /* ACK-3 */
	uint64_t turned_ns;  /* last source port change asked for by a PROBE (PATH-11) */
	struct ref_reply replies[REPLIES];
	uint64_t received;
};

struct ref_path_out {         /* what is sent */
	struct bits256 acked; /* acknowledged beyond cum, by PSN modulo 256 */
	uint32_t initial_psn, cum, next_psn;
	uint32_t count; /* transmissions (PROBEs included), modulo 2^24; upper part of a stamp */
	struct ref_slots flying, lost;
	/* ACKs of this path */
	uint32_t ack_number, ce_count;
	bool has_ack;
	/* RTT and timer (RTX-5) */
	uint64_t srtt_ns, rttvar_ns, rtt_ns; /* rtt_ns: last sample, 0 = none yet */
	uint8_t backoff, timeouts;
	bool is_forced; /* the timer's repair is due */
	/* source port (PATH-4) */
	uint16_t port;
	uint8_t epoch;
	uint32_t epoch_count; /* transmissions when the port changed */
	uint64_t last_sent_ns;
	uint64_t old_port_ns; /* when packets under older ports count as lost, or REF_NEVER */
	/* PROBE */
	uint32_t probe_number, probe_stamp;
	uint64_t probe_ns;    /* when the last one was sent; REF_NEVER: answered or none */
	uint64_t asked_ns;    /* when the last one of PROBE-2 was sent, 0 = never */
	bool is_probe_missed; /* the one before had no answer */
	bool is_probe_asking; /* the last one was of PROBE-2 */
	/* window (CC) */
	uint32_t cwnd, regrow; /* packets; regrow: what a timeout took, given back at once */
	uint32_t round_count;  /* transmissions when the round began */
	uint32_t round_acked, round_lost;
	uint8_t lossy_rounds;
	bool is_limited; /* the window was what limited in this round */
	bool is_cut;     /* it was reduced in this round */
	bool was_marked; /* CE was told in this round */
	bool was_skipped;
	/* failure (PATH-8) */
	uint64_t next_probe_ns; /* of a failed path, or REF_NEVER */
	uint8_t fail_shift;     /* probe_interval is doubled so often */
	bool has_progress;      /* something newly acknowledged since the last failure */
	uint64_t sent, retransmitted;
};

struct ref_path {
	struct ref_conn *conn;
	uint32_t item; /* of the endpoint's timers */
	uint8_t id, plane;
	bool is_live;
	struct ref_path_in in;
	struct ref_path_out out;
	struct ref_slot *slots; /* WINDOW */
};

static inline struct ref_slot *path_slot(const struct ref_path *p, uint32_t psn)
{
	return &p->slots[psn % WINDOW];
}

/* path_rx.c: sequenced packets and PROBEs that passed HDR-3. */
void ref_path_input(struct ref_path *p, const struct wire_packet *k, uint64_t now_ns);
void ref_path_probe_input(struct ref_path *p, const struct wire_packet *k, uint64_t now_ns);
/* An ACK at once (ACK-2); reply: about this stream number and msn (PROBE-1, STRM-8). */
void ref_path_ack_now(struct ref_path *p);
void ref_path_reply(struct ref_path *p, uint32_t stream, uint32_t msn);
/* The 256 sack bits as on the wire (SACK-2). */
void ref_path_sack(const struct ref_path *p, uint8_t sack[32]);

/* ack.c: builds the ACK of a path; says what is owed. */
size_t ref_ack_output(struct ref_path *p, uint8_t *out, size_t cap);

/* path_ack.c: an ACK arrives. */
void ref_path_ack_input(struct ref_path *p, const struct wire_packet *k, uint64_t now_ns);

/* slots.c: lists of slots and what acknowledging and losing one means. */
/* The connection is over: the message layer is told of what will never be acknowledged. */
void ref_slots_drop(struct ref_path *p);
void ref_slots_clear(struct ref_slots *l);
void ref_slots_append(struct ref_path *p, struct ref_slots *l, struct ref_slot *s);
void ref_slots_remove(struct ref_path *p, struct ref_slots *l, struct ref_slot *s);
void ref_slot_unlink(struct ref_path *p, struct ref_slot *s);
void ref_slot_acked(struct ref_path *p, struct ref_slot *s, uint64_t now_ns);
struct ref_slot *ref_slot_origin(const struct ref_conn *c, const struct ref_slot *copy);
/* PATH-5: sent so often without acknowledgement that the path fails. */
bool ref_slot_is_hopeless(const struct ref_path *p, const struct ref_slot *s);
void ref_slot_lost(struct ref_path *p, struct ref_slot *s);
/* The message layer need not wait for this slot's packet any more. */
void ref_slot_settle(struct ref_path *p, struct ref_slot *s, uint64_t now_ns);

/* path_tx.c: each writes one frame, or returns 0. */
size_t ref_path_send_new(struct ref_path *p, uint64_t now_ns, uint8_t *out, size_t cap);
size_t ref_path_send_forced(struct ref_path *p, uint64_t now_ns, uint8_t *out, size_t cap);
size_t ref_path_send_repair(struct ref_path *p, uint64_t now_ns, uint8_t *out, size_t cap);
size_t ref_path_send_probe(struct ref_path *p, uint32_t stream, uint64_t now_ns, uint8_t *out,
			   size_t cap);
/* PATH-6: the first packet that waits on failed path `from` goes out on p as a copy. */
size_t ref_path_send_copy(struct ref_path *p, struct ref_path *from, uint64_t now_ns, uint8_t *out,
			  size_t cap);
/* Brings the connection's sets of paths in line with this path's state. */
void ref_path_refresh(struct ref_path *p);
/* The next transmission's timestamp: unlike any other of the path for half a cycle. */
uint32_t ref_path_stamp(struct ref_path *p, uint32_t psn);

/* path_timer.c */
void ref_path_timer(struct ref_path *p, uint64_t now_ns);
void ref_path_arm(struct ref_path *p);
uint64_t ref_path_rto(const struct ref_path *p);            /* without back-off, ns */
uint64_t ref_path_rto_backed_off(const struct ref_path *p); /* RTX-5 */
void ref_path_rtt(struct ref_path *p, uint64_t sample_ns);

/* path_cc.c */
struct ref_cc_news {                 /* what one ACK says of the path */
	uint32_t acked, lost, marks; /* packets */
	uint32_t echo;               /* number of the transmission it echoes */
	bool has_echo;
};
void ref_cc_open(struct ref_path *p);
void ref_cc_return(struct ref_path *p);
void ref_cc_ack(struct ref_path *p, const struct ref_cc_news *n);
void ref_cc_timeout(struct ref_path *p);
void ref_cc_idle(struct ref_path *p, uint64_t now_ns);

/* failover.c */
/* PATH-5: fails the path, or changes its source port if it is the last live one. */
void ref_path_down(struct ref_path *p, uint64_t now_ns);
/* PATH-8: back to life. */
void ref_path_up(struct ref_path *p);

/* port.c */
void ref_port_change(struct ref_path *p);
uint16_t ref_port_choose(const struct ref_conn *c, unsigned path);

/* frame.c: the headers common to all packets of a path, and the end of each. */
struct wire_packet *ref_frame_begin(struct ref_path *p, enum wire_kind kind, uint32_t psn);
size_t ref_frame_link_bytes(const struct wire_packet *k); /* before the IP header */
size_t ref_frame_end(struct ref_path *p, struct wire_packet *k, uint8_t *out, size_t cap);

#endif
