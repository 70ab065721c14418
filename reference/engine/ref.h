/* The reference transport engine: one endpoint, sans-IO.  Bytes and time in, bytes and a deadline
 * out; no clock, no socket, no printing, no allocation after set-up.  It is the behavioural model
 * to be read next to the clauses: every rule in it names its clause.
 *
 * Time: nanoseconds on the caller's clock, never going back (assert).  Frames: whole Ethernet
 * frames.  Memory regions and receive buffers belong to the caller and must outlive their use.
 * Not thread-safe.  Source: profile (conformance/spec/PROFILE.md). */
#ifndef REFERENCE_ENGINE_REF_H
#define REFERENCE_ENGINE_REF_H

#include "reference/wire/neighbor.h"
#include "reference/wire/wire.h"

#define REF_NEVER UINT64_MAX

enum { REF_PATHS_MAX = 256, REF_PLANES_MAX = 16, REF_CONN_NONE = -1 };

enum ref_op_bit { REF_OP_READ = 1, REF_OP_ATOMIC = 2, REF_OP_SEND = 4, REF_OP_WRITE = 8 };

/* Every numeric parameter of the profile, named as there.  md_factor in 1/1000. */
struct ref_params {
#define PARAM(name, scope, unit, def, min, max) uint32_t name;
#include "reference/engine/params.def"
};
enum ref_param_scope { REF_AGREED, REF_DECLARED };
struct ref_param {
	const char *name, *unit;
	enum ref_param_scope scope;
	uint32_t def, min, max;
	uint16_t member; /* offset in struct ref_params, bytes; always a uint32_t */
};
extern const struct ref_param ref_params_table[];
extern const size_t ref_params_count;
void ref_params_default(struct ref_params *p);
/* LIFE-4: E_RANGE with *which the row at fault (may be NULL): outside its range, mtu not one of
 * the six, rto_min <= rto_init <= rto_max, retry_limit >= path_fail_rtos, cwnd_min <= cwnd_init,
 * read_depth <= msg_window <= send_depth, ack_delay <= rto_min / 2. */
enum result ref_params_check(const struct ref_params *p, const struct ref_param **which) MUST_USE;

/* What one endpoint can hold; its memory is a function of this alone (ROB-3). */
struct ref_limits {
	uint32_t connections, regions, cq_depth;
	uint32_t paths, streams, msg_window; /* the most of a single connection */
	uint32_t msg_state; /* message states, work requests and receives, each, per connection */
	uint32_t send_depth, recv_depth; /* per stream; at most msg_state / streams of them count */
	uint32_t planes;                 /* 1..REF_PLANES_MAX */
};

/* Where an endpoint may choose; a variant is another value here, never other code. */
struct ref_choices {
	uint64_t seed;     /* initial PSNs, source ports, keys where the caller leaves them open */
	bool udp_checksum; /* ENC-12, ENC-15 */
};

struct ref_endpoint;

/* Bytes ref_init needs; 0 if the limits are out of range. */
size_t ref_size(const struct ref_limits *limits);
/* Builds an endpoint in mem (aligned to 64 bytes; stays the caller's, released by just freeing
 * it).  layout and planes[limits->planes] (own addresses) are copied by value except layout, which
 * must outlive the endpoint.  E_SPACE: size too small.  E_RANGE: limits. */
enum result ref_init(void *mem, size_t size, const struct ref_limits *limits,
		     const struct ref_choices *choices, const struct wire_layout *layout,
		     const struct net_addr *planes, struct ref_endpoint **out) MUST_USE;

/* ---- wire side ---- */

/* One received frame on a plane.  Whatever arrives is safe (ROB-1). */
void ref_input(struct ref_endpoint *e, unsigned plane, const uint8_t *frame, size_t len,
	       uint64_t now_ns);
/* The next frame due at now, or 0.  Call until 0 after each input, call or deadline.  out has at
 * least WIRE_FRAME_MAX bytes.  Timers that have expired by now fire in here. */
size_t ref_output(struct ref_endpoint *e, uint64_t now_ns, unsigned *plane, uint8_t *out,
		  size_t cap);
/* When ref_output may next have something without further input; REF_NEVER if never. */
uint64_t ref_deadline(const struct ref_endpoint *e);

/* ---- memory ---- */
enum ref_right { REF_REMOTE_WRITE = 1, REF_REMOTE_READ = 2, REF_REMOTE_ATOMIC = 4 };
struct ref_region {
	uint32_t domain;  /* protection domain */
	uint32_t rights;  /* enum ref_right bits */
	uint64_t address; /* as the peer names its first byte */
	uint64_t length;  /* bytes */
	uint8_t *base;    /* the caller's memory, length bytes; may be NULL for length 0 */
	uint32_t rkey;    /* 0: the endpoint chooses; else taken as given (E_STATE if in use) */
};
/* *rkey the key in force.  E_SPACE no slot, E_RANGE address + length wraps. */
enum result ref_region_register(struct ref_endpoint *e, const struct ref_region *r,
				uint32_t *rkey) MUST_USE;
/* PLACE-9: E_STATE while an unacknowledged response still reads from it (from the first call on
 * the peer is refused; call again), E_UNKNOWN no such key. */
enum result ref_region_deregister(struct ref_endpoint *e, uint32_t rkey) MUST_USE;

/* ---- connections ---- */
struct ref_side {         /* what one side says of itself at set-up */
	uint32_t conn_id; /* 24 bits */
	uint16_t plane_count;
	struct net_addr planes[REF_PLANES_MAX]; /* with MACs of the next hop towards them */
	uint32_t initial_psn[REF_PATHS_MAX];    /* first PSN this side sends on each path */
};
struct ref_conn_config {
	struct ref_params params;
	uint32_t domain;                     /* protection domain of the connection */
	uint8_t path_plane[REF_PATHS_MAX];   /* both sides' plane of each path */
	struct ref_side local, peer;         /* local.planes is the endpoint's own, ignored */
	uint16_t source_port[REF_PATHS_MAX]; /* 0: the endpoint chooses (ENC-2, ENC-3) */
};
/* Opens a connection, at once usable both ways.  *conn a small handle, valid until the
 * connection's close has been polled.  E_RANGE with *which (may be NULL) naming the parameter
 * (LIFE-4); E_SPACE beyond the limits; E_STATE conn_id in use or in quarantine (LIFE-2). */
enum result ref_conn_open(struct ref_endpoint *e, const struct ref_conn_config *c, uint64_t now_ns,
			  int *conn, const struct ref_param **which) MUST_USE;
/* LIFE-2: owed ACKs and reports, then CLOSE on each live path; outstanding work is flushed. */
enum result ref_conn_close(struct ref_endpoint *e, int conn, enum wire_close_reason reason,
			   uint64_t now_ns) MUST_USE;

/* ---- work ---- */
enum ref_work_kind { REF_SEND, REF_WRITE, REF_READ, REF_FADD, REF_CSWAP };
struct ref_work {
	enum ref_work_kind kind;
	uint32_t stream;
	uint64_t id;      /* given back in the completion */
	uint8_t *local;   /* SEND, WRITE: source; READ: destination; atomics: 8 bytes result */
	uint32_t length;  /* bytes; atomics: 8 */
	uint64_t address; /* remote; WRITE, READ, atomics */
	uint32_t rkey;
	bool with_immediate, solicited, fence;
	uint32_t immediate;
	uint64_t swap_or_add, compare;
};
/* E_SPACE send_depth reached, E_RANGE stream or length, E_STATE closed or stream in error. */
enum result ref_work_post(struct ref_endpoint *e, int conn, const struct ref_work *w,
			  uint64_t now_ns) MUST_USE;
/* Posts the next receive of a stream (SEND-1).  buffer may be NULL for length 0. */
enum result ref_recv_post(struct ref_endpoint *e, int conn, uint32_t stream, uint64_t id,
			  uint8_t *buffer, uint32_t length, uint64_t now_ns) MUST_USE;

enum ref_completion_kind { REF_DONE_WORK, REF_DONE_RECV, REF_DONE_CLOSED };
enum ref_completion_status { /* named in the control protocol as well */
#define REF_COMPLETION_STATUSES(X) \
	X(SUCCESS)                 \
	X(ACCESS)                  \
	X(LENGTH)                  \
	X(INVALID)                 \
	X(BAD_STREAM)              \
	X(UNSUPPORTED) X(INTERNAL) X(RNR_RETRY_EXCEEDED) X(RETRY_EXCEEDED) X(FLUSHED) X(PEER_CLOSED)
#define X(name) REF_##name,
			     REF_COMPLETION_STATUSES(X)
#undef X
				     REF_COMPLETION_STATUS_COUNT
};
const char *ref_completion_status_name(enum ref_completion_status s); /* "SUCCESS" */
struct ref_completion {
	int conn;
	enum ref_completion_kind kind;
	enum ref_completion_status status;
	uint32_t stream, msn;
	uint64_t id;
	uint32_t length; /* bytes of the message */
	bool with_immediate, solicited;
	uint32_t immediate;
};
/* Takes the oldest completion; false if none (STRM-4). */
bool ref_poll(struct ref_endpoint *e, struct ref_completion *out);

/* ---- path management ---- */
enum result ref_path_repath(struct ref_endpoint *e, int conn, unsigned path,
			    uint64_t now_ns) MUST_USE;
enum result ref_path_fail(struct ref_endpoint *e, int conn, unsigned path,
			  uint64_t now_ns) MUST_USE;

/* ---- what it knows (for the shadow, telemetry and tests) ---- */
struct ref_path_rx { /* the path half of an ACK sent now */
	uint32_t cum_psn, ce_count, ts_echo;
	uint8_t sack[32];
};
struct ref_stream_rx { /* the stream half */
	uint32_t cmsn, status_msn, rnr_delay;
	uint8_t status, status_attempt;
};
struct ref_path_tx { /* TEL-1 */
	uint64_t srtt_ns;
	uint32_t ce_count, window, in_flight, next_psn, cum_psn;
	uint64_t sent, retransmitted, received;
	uint16_t source_port;
	bool is_live;
};
enum result ref_query_path_rx(const struct ref_endpoint *e, int conn, unsigned path,
			      struct ref_path_rx *out) MUST_USE;
enum result ref_query_stream_rx(const struct ref_endpoint *e, int conn, uint32_t stream,
				struct ref_stream_rx *out) MUST_USE;
enum result ref_query_path_tx(const struct ref_endpoint *e, int conn, unsigned path,
			      struct ref_path_tx *out) MUST_USE;

/* TEL-2: discards by reason, and what else is worth counting. */
/* clang-format off */
#define REF_COUNTERS(X)                                                                            \
	X(rx_frames) X(rx_accepted) X(rx_duplicate) X(rx_out_of_window) X(rx_refused)              \
	X(discard_foreign) X(discard_length) X(discard_crc) X(discard_version) X(discard_opcode)   \
	X(discard_connection) X(discard_address) X(discard_partition) X(discard_path)              \
	X(tx_frames) X(tx_retransmitted) X(tx_acks) X(tx_probes)
/* clang-format on */
struct ref_counters {
#define X(name) uint64_t name;
	REF_COUNTERS(X)
#undef X
};
void ref_query_counters(const struct ref_endpoint *e, struct ref_counters *out);

#endif
