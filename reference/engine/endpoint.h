/* An endpoint's and a connection's state.  Private to the engine. */
#ifndef REFERENCE_ENGINE_ENDPOINT_H
#define REFERENCE_ENGINE_ENDPOINT_H

#include "reference/engine/idmap.h"
#include "reference/engine/list.h"
#include "reference/engine/path.h"
#include "reference/engine/timer.h"

struct ref_stream;
struct ref_work_slot;
struct ref_message;
struct ref_receive;
struct ref_response;

struct ref_claim { /* a receive index named by a message (SEND-4) */
	uint32_t msn;
	bool is_taken;
};

enum ref_conn_state {
	CONN_FREE,
	CONN_OPEN,
	CONN_CLOSING, /* owes ACKs and CLOSE; takes no packet */
	CONN_CLOSED   /* its last completion has not been polled yet */
};

/* What the message layer keeps per connection; see stream.h. */
struct ref_messages {
	struct ref_stream *streams;
	struct ref_work_slot *work;     /* depth per stream */
	struct ref_receive *receives;   /* depth per stream */
	struct ref_message *messages;   /* msg_window per stream, of the peer */
	struct ref_claim *claims;       /* msg_window per stream, from recv_done on */
	struct ref_response *responses; /* msg_window per stream */
	uint32_t send_depth, recv_depth, window;
	struct ref_link ready;      /* streams with new packets to send */
	struct ref_link responding; /* streams with response packets to send */
	bool is_response_turn;      /* requests and responses take turns */
	struct ref_link changed;    /* streams with an unreported change, oldest first */
	struct ref_link waiting;    /* streams that wait for rnr_delay */
	struct ref_link asking[8];  /* PROBE-2: by back-off, oldest first */
	uint32_t asking_count;
	uint64_t rnr_ns;          /* earliest end of a wait, or REF_NEVER */
	uint64_t ask_interval_ns; /* the RTO of the path to be asked on */
	bool is_report_late;      /* one of several changes has been told: the rest follow */
};

struct ref_conn {
	struct ref_endpoint *ep;
	enum ref_conn_state state;
	enum wire_close_reason reason;
	enum ref_completion_status status; /* of the close */
	struct ref_link ready;
	struct ref_params params;
	uint32_t item; /* of the endpoint's timers */
	uint32_t index, id, peer_id, domain;
	uint16_t plane_count;
	struct ref_path *paths; /* params.paths */
	/* sets of paths, each entry kept right by ref_path_refresh or ref_path_ack_now */
	struct bits256 live;
	struct bits256 ack_due; /* owe an ACK now */
	struct bits256 forced;  /* owe the timer's repair */
	struct bits256 repair;  /* have lost packets */
	struct bits256 open;    /* would take a new packet */
	struct bits256 reroute; /* failed, with packets to go out on others (PATH-6) */
	struct bits256 knock;   /* failed, with a PROBE due (PATH-8) */
	struct bits256 marked;  /* have been marked of late (CC-3) */
	struct bits256 owe_close;
	uint32_t window, flying;  /* sums over the live paths / all paths (CC-4) */
	uint32_t unanswered;      /* packets in flight, lost or to be rerouted (RTX-9) */
	unsigned spray, ask_path; /* the path the last new packet / PROBE went out on */
	uint64_t ask_after_ns;    /* until then every path has had its PROBE (PROBE-2) */
	/* RTX-9 */
	uint64_t silent_ns; /* since when something is unanswered, or REF_NEVER */
	bool is_asking;     /* a PROBE of PROBE-2 is unanswered */
	/* HINT */
	struct ref_link active; /* among those that share the inbound capacity */
	uint64_t active_ns;     /* of its last packet */
	uint8_t active_path;    /* likewise */
	uint32_t hint_given, hint;
	uint64_t pace_ns; /* when what was sent is paid for at the hint's rate */
	struct ref_messages msg;
	struct net_addr peer_planes[REF_PLANES_MAX];
	uint32_t peer_psn[REF_PATHS_MAX]; /* LIFE-2: what its CLOSE must say */
};

struct ref_endpoint {
	struct ref_limits limits;
	struct ref_choices choices;
	const struct wire_layout *layout;
	uint16_t udp_port; /* of the newest connection: the one tried first */
	struct net_addr planes[REF_PLANES_MAX];
	uint64_t now_ns, random;
	struct ref_conn *conns;
	uint32_t free_conns_count, *free_conns;
	uint32_t free_regions_count, *free_regions;
	struct ref_idmap conn_ids, keys;
	struct ref_region *regions;
	struct ref_region_use {   /* by index: PLACE-9 */
		uint32_t readers; /* responses that still have to be read from it */
		bool is_closing;
	} * region_use;
	struct ref_timers timers;
	struct ref_link ready; /* connections that may have a frame */
	struct ref_completion *cq;
	uint32_t cq_size, cq_head, cq_count, cq_reserved;
	struct ref_rest { /* LIFE-2: numbers at rest, a ring */
		uint64_t until_ns;
		uint32_t id;
	} * rest;
	uint32_t rest_size, rest_head, rest_count;
	struct ref_link active;
	uint32_t active_count;
	uint32_t told; /* no active connection was told more of late, kb/s */
	struct ref_counters counters;
	struct wire_packet packet;   /* the one being built */
	struct wire_packet received; /* the one being taken */
};

uint64_t ref_random(struct ref_endpoint *e);
/* Asserts that time does not go back. */
void ref_clock(struct ref_endpoint *e, uint64_t now_ns);
/* The connection of a handle, NULL unless open. */
struct ref_conn *ref_conn_at(const struct ref_endpoint *e, int conn);
/* Something may have to be sent. */
void ref_conn_ready(struct ref_conn *c);

/* output.c: the next frame of a connection, or 0. */
size_t ref_conn_output(struct ref_conn *c, uint64_t now_ns, unsigned *plane, uint8_t *out,
		       size_t cap);
void ref_conn_timer(struct ref_conn *c, uint64_t now_ns);
void ref_conn_arm(struct ref_conn *c);

/* life.c */
void ref_conn_peer_closed(struct ref_conn *c, uint64_t now_ns);
void ref_conn_fail(struct ref_conn *c, uint64_t now_ns);
/* All that was owed has been sent. */
void ref_conn_closed(struct ref_conn *c);
/* Gives the slot back once the close has been polled. */
void ref_conn_release(struct ref_conn *c);
/* RTX-9: something has been sent that wants an answer / there is nothing left that does, perhaps /
 * there has been progress. */
void ref_conn_waits(struct ref_conn *c, uint64_t now_ns);
void ref_conn_rests(struct ref_conn *c);
void ref_conn_progress(struct ref_conn *c, uint64_t now_ns);
/* The time without any progress after which a connection fails, ns. */
uint64_t ref_conn_patience(const struct ref_conn *c);

/* spray.c: the path of the next new packet, -1 if none is open. */
int ref_spray(struct ref_conn *c);

/* hint.c */
void ref_hint_touch(struct ref_conn *c, unsigned path, uint64_t now_ns);
/* When an active connection stops to count. */
uint64_t ref_hint_end_ns(const struct ref_conn *c);
void ref_hint_timer(struct ref_conn *c, uint64_t now_ns);
void ref_hint_forget(struct ref_conn *c);
uint32_t ref_hint_rate(struct ref_conn *c);

/* pace.c */
bool ref_pace_is_free(const struct ref_conn *c, uint64_t now_ns);
void ref_pace_sent(struct ref_conn *c, size_t ip_bytes, uint64_t now_ns);
void ref_pace_hint(struct ref_conn *c, uint32_t hint, uint64_t now_ns);

/* region.c: PLACE-4.   The region's memory for [address, address + bytes), NULL if not allowed. */
uint8_t *ref_region_find(const struct ref_endpoint *e, uint32_t domain, enum ref_right right,
			 uint32_t rkey, uint64_t address, uint32_t bytes);
/* PLACE-9: holds or releases the region of a key that was found; what it holds at an address. */
void ref_region_hold(struct ref_endpoint *e, uint32_t rkey, bool on);
const uint8_t *ref_region_read(const struct ref_endpoint *e, uint32_t rkey, uint64_t address);

/* complete.c: completions have their place reserved when the work or receive is posted. */
bool ref_complete_reserve(struct ref_endpoint *e);
void ref_complete(struct ref_endpoint *e, const struct ref_completion *done);

#endif
