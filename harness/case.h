/* What a case file sees.  A case is data: a clause, what it needs, and a table of steps.  Steps
 * are struct initialisers only; nothing here runs.
 *
 *   receiver role: the device receives; the tester crafts packets
 *       SEND(kind, ...)  EXPECT(kind, ...)  QUIET(us, kinds)  RECV(...)  DONE
 *   sender role: the device sends; the reference answers, impairments act on chosen packets
 *       POST(kind, ...)  IMPAIR(selector, action)  WAIT(...)  CHECK...  DONE
 *
 * Both kinds of steps may be mixed.  Unnamed fields of SEND come from the connection's state;
 * EXPECT compares the named fields, everything else on every ACK is compared with the shadow. */
#ifndef HARNESS_CASE_H
#define HARNESS_CASE_H

#include "clauses.h"
#include "harness/case_checks.h"
#include "reference/engine/ref.h"
#include "reference/wire/wire.h"

struct harness;

enum case_role { RECEIVER, SENDER }; /* what the device is */
enum case_kind {
	CASE_POSITIVE, /* shows the right behaviour */
	CASE_NEGATIVE, /* sends what a correct peer in a loss-free network never would */
};

/* The macros below read best one to a line. */
/* clang-format off */

/* ---- values ---- */

/* In a swept case, AXIS(k) stands for the axis value + k wherever a number is wanted. */
#define AXIS_BASE (INT64_C(1) << 60)
#define AXIS(k) (AXIS_BASE + (k))

enum want_rel { /* what a value counts from */
	REL_NONE,
	REL_PSN,     /* initial_psn of that path and direction */
	REL_MSN,     /* initial_msn */
	REL_REGION,  /* address of the target region */
	REL_NOT,     /* EXPECT, CHECK: must differ from value */
	REL_ANY,     /* EXPECT, CHECK: must only be there; ANY(ackh_status): nor does the shadow judge
		      * the stream half of ACKs, or memory */
	REL_AT_LEAST, /* EXPECT, CHECK: value or more */
	REL_PORT,    /* EXPECT: the port the device said it uses for the packet's path */
	REL_RKEY,    /* the target region's key, value xored in */
	REL_HELD,    /* SEND of an ATOMIC: the 8 bytes at its address as memory holds them, value
		      * xored in */
	REL_SEEN,    /* SEND of an ACK: the highest PSN seen on the path, the newest timestamp */
};
/* Beyond fields: what else a packet step may say.  Ids continue after the field ids. */
enum want_extra {
	W_PAYLOAD = WIRE_FIELDS, /* payload bytes, filled with the message's pattern */
	W_PART,        /* packet k ... */
	W_OF,          /* ... of n: a message of n packets, all full but the last (see PART) */
	W_OTHER,       /* payload of another pattern (number value) */
	W_SACK,        /* EXPECT: exactly these bits, list ends with LIST_END */
	W_FLIP,        /* invert one bit: value = bit from the first bit of the IP header */
	W_FLIP_FIELD,  /* invert the lowest bit of the field whose id is value */
	W_CUT,         /* drop so many bytes at the end of the datagram */
	W_GROW,        /* add so many bytes at the end of the datagram */
	W_SEAL,        /* after the edits above make these right again (enum wire_seal) */
	W_TRAILER,     /* bytes behind the IP datagram (link padding) */
	W_PAD_VALUE,   /* pad bytes have this value instead of 0 */
	W_NO_CRC,      /* value != 0: CRC xored with value after sealing */
	W_SWAP_CRC,    /* value != 0: CRC most significant byte first, after sealing */
	W_IP_OPTION,   /* value != 0: 4 bytes of IPv4 options (NOPs) */
	W_WITHIN,      /* EXPECT: not later than this after the last SEND (enum case_bound) */
	W_CLAUSE,      /* this step's own clause instead of the case's */
	W_TIMES,       /* SEND: that many copies; each next one with the next PSN unless named */
	W_PORT,        /* send on this port (plane) whatever the path's plane */
	W_SPORT,       /* source port, 0: the path's own */
	W_VLAN,        /* tag with this VLAN id (0: priority tag) */
	W_SOURCE,      /* value 1: from an address that is not the peer's */
	W_NO_RECV,     /* POST of a SEND: the peer posts no receive for it */
	W_REASON,      /* CHECK of counters: enum case_discard */
	W_CONN,        /* SEND on the case's k-th other connection */
	W_FENCE,       /* POST: with a fence (STRM-10) */
	WANT_IDS
};
enum case_discard { DISCARD_LENGTH, DISCARD_CRC, DISCARD_VERSION, DISCARD_OPCODE, DISCARD_CONNECTION, DISCARD_ADDRESS, DISCARD_PARTITION, DISCARD_PATH };
enum case_bound { BOUND_ACK_REACTION = 1, BOUND_ACK_DELAY, BOUND_RTX_REACTION };
#define LIST_END INT64_MIN
struct want {
	uint16_t what; /* enum wire_field_id or enum want_extra */
	uint8_t rel;   /* enum want_rel */
	bool is_used;
	int64_t value;
	const int64_t *list; /* W_SACK */
};
#define IS(field_, v_) { .what = field_, .value = (int64_t)(v_), .is_used = true }
#define REL(field_, rel_, v_) { .what = field_, .rel = rel_, .value = (int64_t)(v_), .is_used = true }
#define NOT(field_, v_) REL(field_, REL_NOT, v_)
#define ANY(field_) REL(field_, REL_ANY, 0)
#define AT_LEAST(field_, v_) REL(field_, REL_AT_LEAST, v_)
#define PATH(p_) IS(path_id, p_)
#define PSN(k_) REL(base_psn, REL_PSN, k_)         /* initial_psn + k */
#define CUM(k_) REL(ackh_cum_psn, REL_PSN, k_)     /* initial_psn + k; -1: nothing yet */
#define MSN(k_) REL(msg_msn, REL_MSN, k_)
#define CMSN(k_) REL(ackh_cmsn, REL_MSN, k_)
#define STATUS_MSN(k_) REL(ackh_status_msn, REL_MSN, k_)
#define STREAM(s_) IS(msg_stream, s_)
#define ABOUT(s_) IS(ackh_stream, s_)
#define STATUS(name_) IS(ackh_status, STATUS_##name_)
#define AT(offset_) REL(remote_address, REL_REGION, offset_) /* in the target region */
#define CUM_SEEN REL(ackh_cum_psn, REL_SEEN, 0)    /* all the device has sent on the path */
#define ECHO_SEEN REL(ackh_ts_echo, REL_SEEN, 0)
#define HELD(field_, xor_) REL(field_, REL_HELD, xor_)
#define OWN_PORT REL(udp_sport, REL_PORT, 0)
#define WRONG_RKEY REL(remote_rkey, REL_RKEY, 0x55)
#define PAYLOAD(bytes_) IS(W_PAYLOAD, bytes_)      /* also sets msg_length unless named */
#define PART(k_, n_) IS(W_PART, k_), IS(W_OF, n_)  /* packet k (from 0) of an n-packet message */
#define OTHER_PAYLOAD IS(W_OTHER, 1)
#define SACKED(...) { .what = W_SACK, .is_used = true, .list = (const int64_t[]){ __VA_ARGS__, LIST_END } }
#define NO_SACK { .what = W_SACK, .is_used = true, .list = (const int64_t[]){ LIST_END } }
#define FLIP_FIELD(field_) IS(W_FLIP_FIELD, field_)
#define SEAL(what_) IS(W_SEAL, what_)
#define WITHIN(bound_) IS(W_WITHIN, BOUND_##bound_)
#define CLAUSE(id_) IS(W_CLAUSE, id_)
#define TIMES(n_) IS(W_TIMES, n_)

/* ---- steps ---- */

enum step_kind {
	STEP_DONE, STEP_SEND, STEP_EXPECT, STEP_QUIET, STEP_RECV, STEP_POST, STEP_IMPAIR, STEP_WAIT,
	STEP_CHECK, STEP_CALL, STEP_PAUSE, STEP_PEER_RECV, STEP_PEER_POST, STEP_HEAL, STEP_HINT,
	STEP_MAC_CONTROL,
};
enum { STEP_WANTS = 14 };

/* Which of the device's packets an impairment means.  Resolved to (path, PSN) when it is first
 * seen, so that it survives any order and any choice of paths. */
enum select_kind {
	SELECT_NONE,
	SELECT_NTH,      /* n-th sequenced packet first sent, over all paths, from 0 */
	SELECT_ON_PATH,  /* n-th sequenced packet first sent on path a, from 0 */
	SELECT_OFFSET,   /* the packet of stream 0 that carries byte b of message a (MSN from 0) */
	SELECT_LAST,     /* the packet with `last` of message a of stream 0 */
	SELECT_EVERY,    /* every sequenced packet whose number over all paths is k x a + b */
	SELECT_RANGE,    /* the a-th .. b-th sequenced packet first sent over all paths */
	SELECT_PATH_ALL, /* all packets of path a */
	SELECT_COPY,     /* rerouted copies on path a, however often sent; a = -1: on any path */
	SELECT_ACK,      /* the peer's own ACKs: a-th .. b-th, counted over all paths from 0 */
	SELECT_PEER,     /* the peer's sequenced packets: a-th .. b-th ever sent, repairs included */
};
enum act_kind {
	ACT_DROP,
	ACT_DUPLICATE, /* the peer gets it twice, the second `us` later */
	ACT_DELAY,     /* the peer gets it `us` later */
	ACT_CE,        /* arrives marked */
	ACT_CORRUPT,   /* arrives with a flipped bit */
	ACT_TRIM,      /* arrives cut to its headers, lengths adjusted, CRC wrong */
};
struct select {
	enum select_kind kind;
	int64_t a, b;
	uint16_t transmission; /* 0 first sending, 1 first repair, ...; ALL_TRANSMISSIONS */
};
#define ALL_TRANSMISSIONS UINT16_MAX
#define NTH(n_) { .kind = SELECT_NTH, .a = (n_) }
#define ON_PATH(p_, n_) { .kind = SELECT_ON_PATH, .a = (p_), .b = (n_) }
#define BYTE_OF(msn_, offset_) { .kind = SELECT_OFFSET, .a = (msn_), .b = (offset_) }
#define LAST_OF(msn_) { .kind = SELECT_LAST, .a = (msn_) }
#define EVERY_NTH(k_, first_) { .kind = SELECT_EVERY, .a = (k_), .b = (first_) }
#define NTH_RANGE(a_, b_) { .kind = SELECT_RANGE, .a = (a_), .b = (b_) }
#define WHOLE_PATH(p_) { .kind = SELECT_PATH_ALL, .a = (p_), .transmission = ALL_TRANSMISSIONS }
#define COPIES_ON(p_) { .kind = SELECT_COPY, .a = (p_), .transmission = ALL_TRANSMISSIONS }
#define ALL_COPIES COPIES_ON(-1)
#define ACKS(a_, b_) { .kind = SELECT_ACK, .a = (a_), .b = (b_) }
#define PEER_PACKETS(a_, b_) { .kind = SELECT_PEER, .a = (a_), .b = (b_) }
#define REPAIR_OF_NTH(n_, t_) { .kind = SELECT_NTH, .a = (n_), .transmission = (t_) }
#define ALWAYS_NTH(n_) { .kind = SELECT_NTH, .a = (n_), .transmission = ALL_TRANSMISSIONS }

enum wait_kind { FOR_WORK, FOR_RECEIVES, FOR_QUIET, FOR_CLOSED, FOR_SENT };
enum check_kind {
	CHECK_EVERY, /* every packet of the device of that kind has the named fields */
	CHECK_NEVER, /* none has them all */
	CHECK_COUNT, /* exactly n have */
	CHECK_SOME,  /* at least one has */
	CHECK_FN,
};

struct step {
	enum step_kind kind;
	uint16_t packet; /* enum wire_kind; EXPECT and CHECK: PKT_ANY_SEQ for all sequenced ones */
	int line;
	uint64_t us;     /* QUIET, PAUSE: how long; IMPAIR: the action's time */
	uint32_t kinds;  /* QUIET: 1u << PKT_x that may not appear */
	struct select select;
	uint8_t act, wait, check;
	int64_t n;       /* WAIT, CHECK_COUNT: how many */
	uint8_t status;  /* WAIT: enum ref_completion_status all of them must have */
	check_function *fn;
	struct want want[STEP_WANTS];
};
enum { PKT_ANY_SEQ = WIRE_KINDS + 1 };
#define KINDS_SEQ 0x3FFu /* SEND .. NOP */

#define SEND(packet_, ...) { .kind = STEP_SEND, .packet = PKT_##packet_, .line = __LINE__, .want = { __VA_ARGS__ } }
/* The device must send such a packet; others passed over go to the shadow and the monitor. */
#define EXPECT(packet_, ...) { .kind = STEP_EXPECT, .packet = PKT_##packet_, .line = __LINE__, .want = { __VA_ARGS__ } }
/* For so long none of the kinds (1u << PKT_x, or KINDS_SEQ) may come from the device. */
#define QUIET(us_, kinds_) { .kind = STEP_QUIET, .us = (us_), .kinds = (kinds_), .line = __LINE__ }
/* Nothing is sent or demanded for so long. */
#define PAUSE(us_) { .kind = STEP_PAUSE, .us = (us_), .line = __LINE__ }
/* So many times the device's probe_interval. */
#define PAUSE_PROBES(n_) { .kind = STEP_PAUSE, .n = (n_), .line = __LINE__ }
/* The device posts a receive: IS(msg_stream, s), PAYLOAD(buffer bytes). */
#define RECV(...) { .kind = STEP_RECV, .line = __LINE__, .want = { __VA_ARGS__ } }
/* The device posts work to the tester: SEND, SEND_IMM, WRITE, WRITE_IMM, READ_REQ, ATOMIC_FADD,
 * ATOMIC_CSWAP; STREAM, PAYLOAD(bytes), FENCE; atomics: IS(operand_swap_or_add, n). */
#define POST(packet_, ...) { .kind = STEP_POST, .packet = PKT_##packet_, .line = __LINE__, .want = { __VA_ARGS__ } }
/* The tester's peer posts a receive / work of its own. */
#define PEER_RECV(...) { .kind = STEP_PEER_RECV, .line = __LINE__, .want = { __VA_ARGS__ } }
#define PEER_POST(packet_, ...) { .kind = STEP_PEER_POST, .packet = PKT_##packet_, .line = __LINE__, .want = { __VA_ARGS__ } }
#define IMPAIR(select_, act_) { .kind = STEP_IMPAIR, .select = select_, .act = ACT_##act_, .line = __LINE__ }
#define IMPAIR_US(select_, act_, us_) { .kind = STEP_IMPAIR, .select = select_, .act = ACT_##act_, .us = (us_), .line = __LINE__ }
#define CONN(k_) IS(W_CONN, k_) /* from 1; nothing of these is judged but what a check says */
#define FENCE IS(W_FENCE, 1)
/* From here on no impairment acts any more. */
#define HEAL { .kind = STEP_HEAL, .line = __LINE__ }
/* From here on the peer's ACKs carry this rate_hint (kb/s); -1: the peer's own. */
#define HINT(kbps_) { .kind = STEP_HINT, .n = (kbps_), .line = __LINE__ }
/* An IEEE 802.3x pause frame, or a priority flow control frame for all classes, of `quanta`. */
#define PAUSE_FRAME(quanta_) { .kind = STEP_MAC_CONTROL, .n = (quanta_), .line = __LINE__ }
#define PFC_FRAME(quanta_) { .kind = STEP_MAC_CONTROL, .n = (quanta_), .act = 1, .line = __LINE__ }
/* n completions of the device's own work, all with that status (SUCCESS, ACCESS, FLUSHED, ...);
 * STREAM(s): only of that stream. */
#define WAIT_WORK(n_, status_, ...) { .kind = STEP_WAIT, .wait = FOR_WORK, .n = (n_), .status = REF_##status_, .line = __LINE__, .want = { __VA_ARGS__ } }
#define WAIT_RECEIVES(n_, status_, ...) { .kind = STEP_WAIT, .wait = FOR_RECEIVES, .n = (n_), .status = REF_##status_, .line = __LINE__, .want = { __VA_ARGS__ } }
#define WAIT_CLOSED { .kind = STEP_WAIT, .wait = FOR_CLOSED, .n = 1, .line = __LINE__ }
/* Until the device has sent n sequenced packets (repairs included) in this case. */
#define WAIT_SENT(n_) { .kind = STEP_WAIT, .wait = FOR_SENT, .n = (n_), .line = __LINE__ }
/* Until nothing has come for so long. */
#define WAIT_QUIET(us_) { .kind = STEP_WAIT, .wait = FOR_QUIET, .us = (us_), .line = __LINE__ }
#define CHECK_EVERY(packet_, ...) { .kind = STEP_CHECK, .check = CHECK_EVERY, .packet = PKT_##packet_, .line = __LINE__, .want = { __VA_ARGS__ } }
#define CHECK_NEVER(packet_, ...) { .kind = STEP_CHECK, .check = CHECK_NEVER, .packet = PKT_##packet_, .line = __LINE__, .want = { __VA_ARGS__ } }
#define CHECK_COUNT(n_, packet_, ...) { .kind = STEP_CHECK, .check = CHECK_COUNT, .n = (n_), .packet = PKT_##packet_, .line = __LINE__, .want = { __VA_ARGS__ } }
#define CHECK_SOME(packet_, ...) { .kind = STEP_CHECK, .check = CHECK_SOME, .packet = PKT_##packet_, .line = __LINE__, .want = { __VA_ARGS__ } }
#define CHECK(fn_, ...) { .kind = STEP_CHECK, .check = CHECK_FN, .fn = fn_, .line = __LINE__, .want = { __VA_ARGS__ } }
/* A control call without more ado: close, repath and fail (PATH(p)), deregister. */
enum call_kind { CALL_CLOSE, CALL_REPATH, CALL_FAIL, CALL_DEREGISTER };
#define CALL(what_, ...) { .kind = STEP_CALL, .n = CALL_##what_, .line = __LINE__, .want = { __VA_ARGS__ } }
#define DONE { .kind = STEP_DONE, .line = __LINE__ }

/* ---- the case ---- */

enum need_acks { ACKS_DEFAULT, ACKS_COALESCED, ACKS_EVERY };
/* COALESCED: ack_every 64 and ack_delay as large as the device takes: only what must be answered
 * at once is.  EVERY: ack_every 1. */
enum need_rto { RTO_NEVER, RTO_SHORT };
/* NEVER: rto_min = rto_init so long (1 s) that within the case only SACKs repair; SHORT: the
 * device's least, at least 10 x jitter and 10 x timer_tick. */
struct case_need {
	uint16_t paths;      /* 0: 4 */
	uint32_t streams;    /* 0: 16 */
	uint32_t mtu;        /* 0: 1024 */
	uint32_t msg_window; /* 0: 64 */
	uint32_t region;     /* bytes of the device's target region; 0: 64 KiB */
	uint32_t rights;     /* of it, enum ref_right; 0: all */
	bool other_domain;   /* the region belongs to another protection domain */
	uint32_t recvs;      /* receives posted on stream 0 before the first step */
	uint32_t recv_bytes; /* of each; 0: one mtu */
	enum need_acks acks;
	enum need_rto rto;
	bool has_psn, has_msn; /* start values, both directions; else seeded / 0 */
	uint32_t psn, msn;
	uint8_t ops;         /* enum ref_op_bit the device must support */
	uint8_t ops_off;     /* enum ref_op_bit switched off for this connection */
	uint32_t retry_limit; /* 0: the device's default */
	uint32_t rnr_retry_limit; /* the same */
	uint32_t cwnd_min;        /* the same */
	uint32_t read_depth; /* 0: the device's; NO_READ_DEPTH: none */
	uint8_t others;      /* further connections to the device, up to OTHERS_MAX */
	uint32_t hint_idle;  /* us; 0: the device's */
	uint8_t open_path;   /* not 0: what this path takes is left open (a MAY) */
	uint16_t planes;     /* ports the wire must have; 0: any */
	bool mute_peer;      /* the peer hears nothing: every answer is a SEND of the case */
	uint32_t ack_us;     /* ack_delay in us where a case needs a given one; 0: by acks */
	uint8_t family;      /* 4 or 6 where the packets are edited in their IP header; 0: either */
};
enum { OTHERS_MAX = 4 };
#define NO_READ_DEPTH UINT32_MAX
struct case_axis { /* a sweep: from, to, step; or a list ending in LIST_END */
	const char *name; /* NULL: not swept */
	int64_t from, to, step;
	const int64_t *list;
};
#define AXIS_LIST(...) (const int64_t[]){ __VA_ARGS__, LIST_END }

/* A case file defines exactly one, named case_<family>_<file name>.  All static data. */
struct case_def {
	enum clause_id clause;  /* the one its failures name */
	enum clause_id also[6]; /* further clauses it exercises */
	const char *text;       /* one sentence: what the device must do */
	enum case_role role;
	enum case_kind kind;
	struct case_need need;
	struct case_axis axis;
	const struct step *steps;        /* ends with DONE */
	void (*run)(struct harness *h); /* instead of steps where a table will not do */
};

struct case_entry { /* the table of all cases is made from the file names */
	const char *path; /* "cases/sack/bit_positions.c" */
	const char *id;   /* "sack/bit_positions" */
	const struct case_def *def;
};
extern const struct case_entry all_cases[];
extern const size_t all_cases_count;

/* clang-format on */

/* For check functions and .run: one broken rule, said with printf-like texts. */
void harness_fail(struct harness *h, enum clause_id clause, uint32_t frame, const char *field,
		  const char *expected, const char *seen);

#endif
