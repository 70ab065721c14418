/* Inside of the monitor: what it remembers of one connection.  All tables have a fixed size; what
 * falls out of them is no longer judged, never guessed.  For files of this folder alone. */
#ifndef HARNESS_MONITOR_STATE_H
#define HARNESS_MONITOR_STATE_H

#include "harness/monitor/monitor.h"

enum {
	MONITOR_RING = 512,      /* first transmissions kept per path, twice the window of PSN-2 */
	MONITOR_MESSAGES = 4096, /* messages kept, by hash */
	MONITOR_BYTES = 16384,   /* packets of messages kept, by hash */
	MONITOR_WINDOW = 256,    /* PSN-2 */
};

/* A sequenced packet as first sent.  Its payload is kept as a digest. */
struct monitor_first {
	bool is_used;
	struct wire_packet p; /* payload NULL, payload_len as sent */
	uint64_t payload;
};

/* The source port of a path, and how often it has changed lately. */
struct monitor_port {
	bool is_known;
	uint16_t port;
	uint32_t flow;     /* IPv6 flow label last sent with it */
	uint32_t order;    /* of the device's packets: when the path last used it */
	uint64_t since_ns; /* start of the time in which packets and changes are counted */
	uint32_t packets, changes;
	uint64_t excused_ns; /* the tester gave a reason to change; 0: never */
};

struct monitor_path {
	/* device as sender */
	struct monitor_first *ring; /* MONITOR_RING of them, by PSN */
	bool is_synced;             /* next_psn is known */
	bool is_bound_known;        /* cum_psn bounds what may be sent */
	uint32_t next_psn;          /* of the next first transmission */
	uint32_t cum_psn;           /* newest cumulative acknowledgement by the tester */
	uint32_t unsequenced;       /* ACK, PROBE, CLOSE since the last sequenced packet */
	bool is_apart;              /* they took no PSN, once seen */
	struct monitor_port source;
	/* device as receiver */
	bool is_ack_known;
	uint32_t ack_number; /* of the newest ACK; before the first, one less than its number */
	uint32_t acked_cum;
	uint8_t acked[32]; /* bit i: acked_cum + 1 + i, as ever reported */
	uint32_t sent_psn; /* highest PSN the tester ever used, or named as an original */
	bool has_unsequenced;
	uint32_t unsequenced_psn; /* psn field of the tester's last ACK, PROBE or CLOSE */
};

/* What all packets of one attempt of a message must agree on (HDR-5, HDR-6, STRM-1). */
struct monitor_message {
	bool is_used, is_response;
	enum wire_kind op; /* kind without immediate */
	uint16_t stream;
	uint8_t attempt;
	uint32_t msn, length, rkey, recv_index;
	bool has_recv;
	uint64_t start;      /* address of the message's first byte */
	uint32_t generation; /* this attempt, for monitor_bytes */
};
struct monitor_bytes { /* one packet of a message; generation 0: empty */
	uint32_t generation, offset;
};
struct monitor_request { /* a READ or ATOMIC of the tester */
	bool is_used, is_ambiguous;
	uint16_t stream;
	uint32_t msn, length;
	enum wire_kind answer;
};

struct monitor {
	struct ref_conn_config c;
	unsigned family;
	monitor_report *report;
	void *arg;
	bool is_gapped;    /* frames were lost: bounds that they could have moved are off */
	bool is_rx_unsure; /* the device may have accepted what the tester cannot read */
	bool has_evicted;  /* a message fell out of the table */
	uint32_t order;    /* device's packets so far */
	uint32_t generation;
	uint8_t mac[REF_PLANES_MAX][6];
	struct monitor_path *paths;       /* c.params.paths */
	struct monitor_first *rings;      /* of all paths; pages never used are never there */
	uint32_t *cmsn;                   /* c.params.streams: newest the device may know */
	struct monitor_message *messages; /* MONITOR_MESSAGES */
	struct monitor_bytes *bytes;      /* MONITOR_BYTES */
	struct monitor_request *requests; /* MONITOR_MESSAGES */
};

/* Findings (monitor.c): a field of the packet with another value than expected, or any text. */
void monitor_find(struct monitor *m, enum clause_id clause, const struct trace_packet *t,
		  enum wire_field_id field, uint64_t expected);
void monitor_find_text(struct monitor *m, enum clause_id clause, const struct trace_packet *t,
		       const char *field, const char *expected, const char *seen);
/* As monitor_find for what cannot be said as one value. */
void monitor_find_rule(struct monitor *m, enum clause_id clause, const struct trace_packet *t,
		       enum wire_field_id field, const char *expected);
/* FNV-1a, 64 bit. */
uint64_t monitor_digest(const uint8_t *p, size_t len);

/* Ethernet, IP and UDP (outer.c).  foreign: frames that are no packet of the transport. */
void monitor_foreign(struct monitor *m, const struct trace_packet *t);
bool monitor_is_from_device(const struct monitor *m, const struct wire_packet *p);
void monitor_outer(struct monitor *m, const struct trace_packet *t);
/* Source ports (ports.c). */
void monitor_ports(struct monitor *m, const struct trace_packet *t);
void monitor_ports_excuse(struct monitor *m, const struct trace_packet *t);
/* What a packet says of itself (headers.c). */
void monitor_headers(struct monitor *m, const struct trace_packet *t);
/* PSNs, repairs, rerouted copies (sequence.c).  Whether the packet took a new PSN. */
bool monitor_sequence(struct monitor *m, const struct trace_packet *t);
void monitor_sequence_acked(struct monitor *m, const struct trace_packet *t);
/* The device's ACKs (acks.c), and what the tester sent that they may speak of. */
void monitor_ack(struct monitor *m, const struct trace_packet *t);
void monitor_ack_context(struct monitor *m, const struct trace_packet *t);
/* Messages (message.c). */
void monitor_message(struct monitor *m, const struct trace_packet *t);
void monitor_message_context(struct monitor *m, const struct trace_packet *t);

#endif
