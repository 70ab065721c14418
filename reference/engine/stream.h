/* The message layer's state: streams, messages, work and receives.  Nothing in here knows a PSN. */
#ifndef REFERENCE_ENGINE_STREAM_H
#define REFERENCE_ENGINE_STREAM_H

#include "reference/engine/endpoint.h"

/* One posted work request = one message of ours. */
struct ref_work_slot {
	struct ref_work w;
	uint32_t recv_index; /* receives consumed by earlier messages of the stream */
	uint32_t next;       /* offset of the next new packet */
	uint8_t attempt, rnr_tries;
	bool is_begun, is_sent; /* some packet / all packets of this attempt have been sent */
	bool is_answered;       /* READ, ATOMIC: the whole response is here */
	uint32_t received;      /* READ: bytes of the response */
};

/* One posted receive. */
struct ref_receive {
	uint64_t id;
	uint8_t *buffer;
	uint32_t length;
};

/* One message of the peer that is not complete. */
enum ref_message_class {
	MESSAGE_NONE,
	MESSAGE_SEND,
	MESSAGE_WRITE,
	MESSAGE_READ,
	MESSAGE_FADD,
	MESSAGE_CSWAP
};
struct ref_message {
	uint64_t base; /* WRITE, READ, atomics: address of its first byte */
	uint64_t swap_or_add, compare;
	uint32_t rkey, length, received;
	uint32_t recv_index, immediate;
	uint8_t class, attempt;
	uint8_t path;    /* READ, ATOMIC: the request came on it */
	bool is_claimed; /* names recv_index */
	bool is_refused; /* RNR, this attempt */
	bool is_placed;  /* all bytes */
	bool with_immediate, solicited;
};

/* A READ or ATOMIC of the peer that has been executed and has packets to send. */
struct ref_response {
	uint64_t value; /* READ: address; ATOMIC: original */
	uint32_t msn, rkey, length, next;
	uint8_t class, path;
};

struct ref_stream_out {           /* messages we post */
	uint32_t una, post;       /* oldest not completed; next to be posted */
	uint32_t cmsn;            /* newest the peer told: all before are complete there */
	uint32_t cursor;          /* first that may have something new to send */
	uint32_t begun;           /* first of which nothing was ever sent */
	uint32_t head;            /* slot of una */
	uint32_t recv_index;      /* receives consumed by all posted messages */
	uint32_t unacked;         /* packets sent and not acknowledged */
	uint32_t unacked_receive; /* those of messages that take a receive (RNR-2) */
	uint32_t reads;           /* READ and ATOMIC sent and not answered (READ-5) */
	uint32_t read_end;        /* after the last READ or ATOMIC sent (STRM-10) */
	bool is_failed;
	uint8_t status;  /* enum ref_completion_status of the failure */
	uint32_t failed; /* lowest msn in error (ERR-2) */
	bool is_waiting; /* for rnr_delay, and for acknowledgements (RNR-2) */
	uint32_t rnr_msn;
	uint64_t rnr_ns;
	uint64_t spoke_ns; /* PROBE-2: last ACK about it, or since when it has to be asked */
	uint8_t asks;
};

struct ref_stream_in {        /* messages the peer posts */
	uint32_t cmsn;        /* first not complete */
	uint32_t head;        /* slot of cmsn */
	uint32_t claim_head;  /* slot of recv_done's claim */
	uint32_t recv_done;   /* receives consumed by complete messages = first incomplete */
	uint32_t recv_posted; /* receives posted */
	uint32_t recv_head;   /* slot of recv_done */
	bool is_failed;
	uint8_t status;  /* enum wire_status of the failure */
	uint32_t failed; /* lowest refused msn (ERR-1) */
	bool is_rnr;
	uint32_t rnr_msn;       /* lowest msn refused for want of a receive */
	uint8_t path;           /* of the packet that caused the unreported change */
	uint64_t due_ns;        /* when the change must be told */
	uint32_t reads;         /* READ and ATOMIC from arrival to last response packet (READ-5) */
	uint32_t response_head; /* slot of the oldest response with packets to send */
	uint32_t responses;
};

struct ref_stream {
	struct ref_conn *conn;
	struct ref_link ready, changed, waiting, asking, responding;
	uint32_t id;
	struct ref_stream_out out;
	struct ref_stream_in in;
};

static inline int32_t msn_diff(uint32_t a, uint32_t b)
{
	return (int32_t)(a - b);
}

static inline struct ref_work_slot *stream_work(const struct ref_stream *s, uint32_t msn)
{
	const struct ref_messages *m = &s->conn->msg;
	uint32_t at = (s->out.head + (msn - s->out.una)) % m->send_depth;
	return &m->work[(size_t)s->id * m->send_depth + at];
}

/* Response number i of those with packets to send. */
static inline struct ref_response *stream_response(const struct ref_stream *s, uint32_t i)
{
	const struct ref_messages *m = &s->conn->msg;
	uint32_t at = (s->in.response_head + i) % m->window;
	return &m->responses[(size_t)s->id * m->window + at];
}

/* msn within the window: in.cmsn <= msn < in.cmsn + window. */
static inline struct ref_message *stream_message(const struct ref_stream *s, uint32_t msn)
{
	const struct ref_messages *m = &s->conn->msg;
	uint32_t at = (s->in.head + (msn - s->in.cmsn)) % m->window;
	return &m->messages[(size_t)s->id * m->window + at];
}

/* index within recv_done .. recv_posted - 1. */
static inline struct ref_receive *stream_receive(const struct ref_stream *s, uint32_t index)
{
	const struct ref_messages *m = &s->conn->msg;
	uint32_t at = (s->in.recv_head + (index - s->in.recv_done)) % m->recv_depth;
	return &m->receives[(size_t)s->id * m->recv_depth + at];
}

/* msg_tx.c: puts the stream on or off the ready list after any change. */
void ref_stream_wake(struct ref_stream *s);
bool ref_work_takes_receive(const struct ref_work *w);

bool ref_work_is_read(const struct ref_work *w); /* READ or ATOMIC */

/* msg_report.c: completes what can be; fails the stream from msn on (ERR-2). */
void ref_stream_complete(struct ref_stream *s);
void ref_stream_fail(struct ref_stream *s, uint32_t msn, enum ref_completion_status status);

/* ask.c: after any change: whether the stream has to be asked (PROBE-2); and: an ACK spoke of it.
 */
void ref_stream_ask(struct ref_stream *s, uint64_t now_ns);
void ref_stream_spoken(struct ref_stream *s, uint64_t now_ns);

/* rnr.c: the report of an ACK is RNR; tries again if the wait is over. */
void ref_rnr_refused(struct ref_stream *s, const struct wire_packet *ack, uint64_t now_ns);
void ref_rnr_try(struct ref_stream *s, uint64_t now_ns);
void ref_rnr_cancel(struct ref_stream *s);

/* msg_rx.c: the last response packet of the READ at cmsn has been sent (STRM-2). */
void ref_stream_read_sent(struct ref_stream *s, unsigned path, uint64_t now_ns);

/* read.c: the target's READ and ATOMIC.  take: a request has come.  execute: its turn has come;
 * *is_done whether it is complete at once. */
enum wire_status ref_read_take(struct ref_stream *s, struct ref_message *m,
			       const struct wire_packet *k);
enum wire_status ref_read_execute(struct ref_stream *s, const struct ref_message *m, bool *is_done);
void ref_read_next(struct ref_stream *s, struct ref_load *load);
void ref_read_fill(const struct ref_conn *c, const struct ref_load *load, struct wire_packet *k);
void ref_read_release(struct ref_conn *c, const struct ref_load *load);
void ref_read_flush(struct ref_stream *s);

/* answer.c: a response has come to a READ or ATOMIC of ours. */
void ref_answer_input(struct ref_conn *c, const struct wire_packet *k, uint64_t now_ns);

/* recv.c: finds the receive a packet names (SEND-1, SEND-2, SEND-4, RNR-1): STATUS_OK or why not.
 * m->length and m->class are those of the message. */
enum wire_status ref_recv_claim(struct ref_stream *s, struct ref_message *m, uint32_t msn,
				uint32_t index);
void ref_recv_unclaim(struct ref_stream *s, struct ref_message *m);
/* The message at cmsn, which names the next receive, consumes it and completes. */
void ref_recv_complete(struct ref_stream *s, const struct ref_message *m);

/* place.c: whether the packet makes sense by itself (PLACE-6, ERR-6), and with the others of its
 * message (PLACE-11); then where its payload goes (*to, NULL for none). */
enum wire_status ref_place_form(const struct ref_conn *c, const struct wire_packet *k);
enum wire_status ref_place_agree(struct ref_message *m, const struct wire_packet *k);
enum wire_status ref_place_find(struct ref_stream *s, struct ref_message *m,
				const struct wire_packet *k, uint8_t **to);

#endif
