/* Inside of the tester: one case on its way.  Shared by the runner's files, never by cases. */
#ifndef HARNESS_RUN_HARNESS_H
#define HARNESS_RUN_HARNESS_H

#include "harness/control/control.h"
#include "harness/monitor/monitor.h"
#include "harness/run/arena.h"
#include "harness/run/dut.h"
#include "harness/run/session.h"
#include "harness/run/trace.h"
#include "harness/shadow/shadow.h"

/* Around each message in the tester's memory: so many bytes of this value, which must stay. */
enum { HARNESS_GUARD = 64, HARNESS_CANARY = 0xA5 };
enum { HARNESS_FAILURES_MAX = 64, HARNESS_NOTES_MAX = 8, HARNESS_MESSAGES_MAX = 512 };

/* A memory region of the device, with the tester's own copy of what it must hold. */
struct mirror {
	int64_t handle; /* region of the control protocol */
	uint64_t address;
	uint32_t rkey, bytes;
	uint64_t seed;     /* of region.fill */
	uint8_t *expected; /* the shadow's memory */
};

/* A message posted to the device (device -> tester). */
struct posted {
	enum wire_kind kind;
	uint32_t stream, msn, length, immediate;
	uint64_t source;  /* offset in the device's source region */
	uint64_t target;  /* offset in the tester's memory (WRITE), or of its receive (SEND) */
	bool has_receive; /* SEND, WRITE_IMM: the peer has posted one for it */
	uint64_t original, operand, compare; /* ATOMIC: in host order */
};

/* Which PSNs have been seen, to number transmissions. */
struct seen {
	uint64_t key; /* direction, path, PSN; 0: empty */
	uint16_t times;
};
struct seen_table {
	struct seen *at;
	size_t count, size;
};

/* A frame given to the link and not yet seen by the capture. */
struct in_hand {
	uint64_t digest;
	bool is_crafted;
};

/* A mirror operation of the shadow, kept so that the case can be judged again without a frame. */
struct mirror_op {
	enum { MIRROR_RECV, MIRROR_DEREGISTER, MIRROR_CLOSE } kind;
	size_t at; /* trace index it came before */
	uint32_t stream, length, rkey;
	uint8_t *buffer;
	uint64_t now_ns;
};

/* A further connection to the device: the tester only sends on it. */
struct other {
	int64_t handle;
	uint32_t device_id, own_id;
	uint32_t next_psn[REF_PATHS_MAX];
};

struct delayed { /* a frame held back by an impairment */
	struct delayed *next;
	uint64_t due_ns;
	bool to_peer; /* else from the peer, to be sent */
	unsigned port;
	uint8_t *frame;
	size_t len;
};

struct impairment {
	const struct step *step;
	bool is_bound;
	uint8_t path;
	uint32_t psn;
	uint64_t hits;
};

/* An excuse is the place of a sent frame that may have been lost (harness_lost_frame), or this: the
 * only fault is lateness, which a busy machine may have caused once.  0: none. */
#define EXCUSE_LATE   UINT32_MAX
#define EXCUSE_UNSEEN (UINT32_MAX - 1) /* a frame of the device was lost on its way */

struct harness {
	/* of the session */
	struct link *link;
	struct control_transport *control;
	const struct session_config *config;
	const struct dut *dut;
	const struct run_sink *sinks;
	size_t sink_count;
	unsigned control_id;
	uint64_t jitter_ns;
	struct neighbor *neighbor;
	struct net_addr own[REF_PLANES_MAX]; /* the tester's addresses, one per port */

	/* of the case */
	struct arena *arena; /* of everything but the result, which keeps its own */
	uint64_t random;     /* of the case's own numbers */
	const struct case_choice *choice;
	struct case_result *result;
	struct failure *failures; /* in the result's memory */
	const char **notes;
	const struct step *step; /* under way, NULL between */
	uint64_t give_up_ns;     /* watchdog */
	bool is_broken;          /* error: no use to go on */
	bool is_adapter_gone;    /* no use to ask it any more */
	bool is_adapter_dead;    /* its end was closed */
	struct link_stats stats; /* at the start */
	uint32_t excuse; /* what else than a wrong device explains the failures, see below */
	struct trace trace;
	uint32_t frame_number;
	struct ref_conn_config tester, device; /* the connection from both sides */
	struct other others[OTHERS_MAX];
	int64_t device_conn; /* handle of the control protocol */
	bool is_connected;
	struct mirror target, source, receives;
	struct ref_region target_region; /* as the shadow has it */
	uint64_t receives_posted, peer_receives;
	uint32_t first_frame; /* of the connection: earlier ones are address resolution */
	bool is_target_gone, is_closed;
	uint32_t receive_cursor; /* next free byte in receives */

	/* peer */
	struct ref_endpoint *peer;
	int peer_conn;
	uint8_t *peer_memory; /* of the tester's region, what the device writes to */
	uint64_t peer_address;
	uint32_t peer_memory_bytes, peer_rkey, peer_cursor, source_cursor;
	struct posted posted[HARNESS_MESSAGES_MAX];
	size_t posted_count;
	struct impairment impairments[32];
	size_t impairment_count;
	struct delayed *delayed; /* frames held back, sorted by time */
	struct seen_table seen;
	uint32_t seen_first, seen_sequenced; /* device's sequenced packets so far */
	uint32_t sent_first;                 /* the tester's */
	uint32_t acks_sent, peer_sequenced;  /* by the peer */
	int64_t hint_kbps;                   /* its ACKs are made to say; -1: its own */
	bool is_mute;                        /* the peer hears nothing: the tester answers alone */
	struct in_hand in_hand[4096];        /* ring: frames sent, not yet captured */
	size_t in_hand_from, in_hand_to;
	struct mirror_op ops[HARNESS_MESSAGES_MAX];
	size_t op_count;

	/* shadow and monitor */
	struct shadow *shadow;
	struct monitor *monitor;

	/* receiver steps */
	uint32_t next_psn[REF_PATHS_MAX], next_probe[REF_PATHS_MAX], next_ack[REF_PATHS_MAX];
	uint32_t *next_msn, *next_recv_index; /* per stream */
	uint32_t crafted;                     /* frames sent by SEND steps so far */
	uint64_t anchor_ns;    /* stamp of the last thing a step did or saw: QUIET counts from it */
	uint64_t last_send_ns; /* stamp of the last crafted frame as captured */
	size_t expect_from;    /* trace index the next EXPECT looks from */

	/* completions polled from the device, in order; "taken": true once a WAIT has had it */
	json_t *completions;
	json_t *counters;                   /* check_discards_from */
	uint64_t next_poll_ns, poll_gap_ns; /* next is LINK_NEVER but for waits that poll */
	uint64_t last_heard_ns;             /* last transport frame of the device */
};

/* ---- pump.c: time passes only in here ---- */
/* Lets everything happen until until_ns has been settled or done(h) is true (may be NULL). */
void harness_wait(struct harness *h, uint64_t until_ns, bool (*done)(struct harness *h));
/* What has come is dealt with, what is due goes out; no time passes.  Whether anything came. */
bool harness_pump(struct harness *h);
uint64_t harness_now(const struct harness *h);
/* Sends a frame at once; is_crafted: by a case's step, not by the peer. */
void harness_send(struct harness *h, unsigned port, const uint8_t *frame, size_t len,
		  bool is_crafted);
/* Until every frame sent has been captured (its stamp is its time); INCONCLUSIVE if one is not. */
void harness_wait_captured(struct harness *h);

/* ---- verdict side (fail.c) ---- */
void harness_note(struct harness *h, const char *text);
void harness_inconclusive(struct harness *h, const char *format, ...)
	__attribute__((format(printf, 2, 3)));
void harness_error(struct harness *h, const char *format, ...)
	__attribute__((format(printf, 2, 3)));
/* As harness_fail, with judge, and printf for what was expected and seen left to the caller. */
void harness_fail_by(struct harness *h, const char *judge, enum clause_id clause, uint32_t frame,
		     const char *field, const char *expected, const char *seen);
void harness_event(struct harness *h, const char *kind, json_t *members); /* steals members */
/* Whether a bound may be judged by the clock: at least ten times the jitter. */
bool harness_is_judged_by_clock(const struct harness *h, uint64_t bound_ns);

/* ---- control (call.c) ---- */
/* A call and its answer, journalled; result is a new reference (or NULL unless OK).  E_PEER: the
 * device refused, code in *code (may be NULL).  Other errors have already been reported as ERROR.
 */
enum result harness_call(struct harness *h, const char *method, json_t *params, json_t **result,
			 int *code) MUST_USE;
enum result harness_poll_completions(struct harness *h) MUST_USE;

/* ---- set-up, steps ---- */
enum result harness_case_setup(struct harness *h) MUST_USE;  /* setup.c */
enum result harness_open_others(struct harness *h) MUST_USE; /* others.c */
/* The other connection a step sends on, NULL for the case's own. */
struct other *harness_other(struct harness *h, const struct step *s);
void harness_case_teardown(struct harness *h);
/* The device posts its next receive of a stream; mirrored in the shadow (post.c). */
enum result harness_post_receive(struct harness *h, uint32_t stream, uint32_t bytes) MUST_USE;
/* A shadow of the device as it is set up, without what happened since (judge.c). */
struct shadow *harness_shadow_new(struct harness *h, shadow_report *report, void *arg);
void harness_on_shadow(void *arg, const struct shadow_finding *f);
/* Whether one sent frame lost on the way explains what the shadow found: its place among the
 * frames sent, from 1; else 0. */
uint32_t harness_lost_frame(struct harness *h);
void harness_run_steps(struct harness *h, const struct step *steps); /* steps.c */
/* Whether a right device may refuse the case's message or not (PLACE-11), said by ANY(ackh_status):
 * then neither the stream half of its ACKs nor its memory is the shadow's to judge. */
bool harness_is_refusal_open(const struct case_def *def);
void harness_step_send(struct harness *h, const struct step *s); /* craft.c */
/* Makes an encoded frame wrong as the step says (edit.c). */
enum result harness_edit(struct harness *h, const struct step *s, const struct wire_packet *p,
			 uint8_t *frame, size_t cap, size_t *len) MUST_USE;
void harness_step_expect(struct harness *h, const struct step *s); /* expect.c */
void harness_step_quiet(struct harness *h, const struct step *s);
enum clause_id harness_step_clause(const struct harness *h, const struct step *s);
/* Fails with what the want asks and what the packet has. */
void harness_say_difference(struct harness *h, enum clause_id clause, const struct trace_packet *t,
			    const struct want *w);
void harness_step_check(struct harness *h, const struct step *s); /* check.c */
void harness_step_post(struct harness *h, const struct step *s);  /* post.c */
void harness_step_recv(struct harness *h, const struct step *s);
void harness_step_peer_post(struct harness *h, const struct step *s);
void harness_step_mac_control(struct harness *h, const struct step *s);
void harness_step_peer_recv(struct harness *h, const struct step *s);
void harness_step_wait(struct harness *h, const struct step *s); /* waits.c */
void harness_step_call(struct harness *h, const struct step *s);
/* The last things of every case: quiet, final state, memory (settle.c). */
void harness_settle(struct harness *h);
/* The device's region against the tester's copy of it; untouched: the clause of a byte that should
 * not have changed, changed: of one that should have. */
void harness_compare_memory(struct harness *h, const struct mirror *m, const char *name,
			    enum clause_id untouched, enum clause_id changed);

/* ---- values of wants (want.c) ---- */
/* NULL if the step (may be NULL, between steps) does not name it. */
const struct want *step_want(const struct step *s, unsigned what);
/* The number a want stands for on a path, towards the device (PSN base of what the tester sends)
 * or back; AXIS resolved. */
uint64_t harness_value(const struct harness *h, const struct want *w, unsigned path, bool is_sent);
int64_t harness_number(const struct harness *h, int64_t value); /* AXIS alone */
int64_t harness_want_or(const struct harness *h, const struct step *s, unsigned what,
			int64_t or_else);
/* Whether a packet of the device meets every field named in a step; *first = the first that does
 * not (may be NULL). */
bool harness_meets(const struct harness *h, const struct step *s, const struct trace_packet *t,
		   const struct want **first);

/* ---- peer and impairments ---- */
void peer_frame(struct harness *h, const struct trace_packet *t); /* from the device */
void peer_advance(struct harness *h);                             /* output due at now */
uint64_t peer_deadline(const struct harness *h);
enum trace_fate impair_apply(struct harness *h, struct trace_packet *t);

/* ---- trace ---- */
struct trace_packet *trace_add(struct harness *h, const struct link_event *ev);

#endif
