/* A simulated fabric of reference engines in virtual time: hosts with one or more planes; per
 * plane leaf and spine switches with queues, ECN marks and ECMP by UDP source port; links that
 * lose, damage, copy, delay, trim or go down.  A run is a pure function of its configuration and
 * the caller's calls: no clock, no globals, no allocation, all memory in one block of the caller's.
 *
 *   plane p:   spine 0 .. spine S-1
 *               |  every leaf to every spine
 *              leaf 0 .. leaf L-1      (L = hosts / leaf_hosts, rounded up)
 *               |
 *              hosts, leaf_hosts below each
 *
 * Time: nanoseconds from 0.  Rates: kb/s.  Not thread-safe. */
#ifndef REFERENCE_SIM_NET_H
#define REFERENCE_SIM_NET_H

#include "reference/engine/ref.h"

enum { SIM_HOSTS_MAX = 65534 };

struct sim_net;

struct sim_wire {
	uint32_t rate_kbps;    /* > 0 */
	uint32_t delay_ns;     /* from the last bit sent to its arrival */
	uint32_t buffer_bytes; /* what does not fit waits nowhere: dropped, or trimmed */
	uint32_t mark_bytes;   /* a frame that finds so much before it is marked CE; 0: never */
	bool trims;            /* a data frame that does not fit is cut to its headers instead */
};

struct sim_config {
	uint64_t seed;
	uint32_t hosts, planes; /* 1..SIM_HOSTS_MAX, 1..REF_PLANES_MAX */
	uint32_t leaf_hosts;    /* >= 1 */
	uint32_t spines;        /* of a plane; 0 if there is one leaf */
	bool is_v6;
	struct sim_wire edge, core;     /* host to leaf and back; leaf to spine and back */
	uint32_t frames;                /* most on the way at once, all links together */
	uint32_t frame_bytes;           /* of the longest */
	struct ref_limits limits;       /* of each host; planes is taken from above */
	const struct ref_choices *host; /* hosts of them, or NULL: seeded, no UDP checksum */
};

/* What happens to frames on a link, chances in a million each. */
struct sim_odds {
	uint32_t lose, damage, copy, delay, trim, mark;
	uint32_t delay_ns; /* most extra time of a delayed frame or a second copy */
};

/* Counted over the whole network.  Frames are conserved:
 * sent + injected + copied = arrived + lost + overflowed + cut_off + astray + those on the way. */
/* clang-format off */
#define SIM_COUNTS(X)                                                                              \
	X(sent)       /* handed over by endpoints */                                               \
	X(injected)   /* by sim_inject */                                                          \
	X(copied)     /* made by links */                                                          \
	X(arrived)    /* at endpoints */                                                           \
	X(lost) X(overflowed)                                                                      \
	X(cut_off)    /* the link was down, or went down with the frame on it */                   \
	X(astray)     /* to no host there is, or too many on the way */                            \
	X(damaged) X(delayed) X(trimmed) X(marked)                                                 \
	X(overtaken)  /* arrived at a link's end after one that had entered it later */
/* clang-format on */
struct sim_counts {
#define X(name) uint64_t name;
	SIM_COUNTS(X)
#undef X
};

/* What the caller is told as it happens.  Each may be NULL.  No call on the network or an endpoint
 * may be made from within, queries apart. */
struct sim_watch {
	void *ctx;
	/* A frame of an endpoint enters the network / is about to be given to one. */
	void (*sent)(void *ctx, unsigned host, unsigned plane, const uint8_t *frame, size_t len);
	void (*arrived)(void *ctx, unsigned host, unsigned plane, const uint8_t *frame, size_t len);
	void (*done)(void *ctx, unsigned host, const struct ref_completion *done);
};

/* Bytes sim_init needs; 0 if the configuration is out of range. */
size_t sim_size(const struct sim_config *c);
/* Builds the network with all its endpoints in mem (aligned to 64, the caller's; freed by just
 * freeing it).  c is copied, watch too; watch may be NULL.  E_RANGE, E_SPACE. */
enum result sim_init(void *mem, size_t size, const struct sim_config *c,
		     const struct sim_watch *watch, struct sim_net **out) MUST_USE;

uint64_t sim_now(const struct sim_net *n);
struct ref_endpoint *sim_endpoint(struct sim_net *n, unsigned host);
struct net_addr sim_address(const struct sim_net *n, unsigned host, unsigned plane);
/* To be called after calls on a host's endpoint: it gets to send in the next step. */
void sim_wake(struct sim_net *n, unsigned host);
/* The next thing that happens, not after until_ns.  OK: it has.  NONE: nothing until then, and
 * that is the time now.  E_STATE: an endpoint does not come to rest: its deadline does not move
 * on, or it sends without end at one moment. */
enum result sim_step(struct sim_net *n, uint64_t until_ns) MUST_USE;
/* Steps until the time; OK or E_STATE. */
enum result sim_run(struct sim_net *n, uint64_t until_ns) MUST_USE;
/* When the next thing happens, REF_NEVER if nothing will. */
uint64_t sim_next_ns(const struct sim_net *n);

/* Opens a connection between two hosts over all planes, path i on plane i modulo planes, with
 * numbers chosen from the seed (initial PSNs often just before the wrap).  params[0] is a's,
 * params[1] b's.  conn[2] gets the handles.  Errors are those of ref_conn_open. */
enum result sim_connect(struct sim_net *n, unsigned a, unsigned b,
			const struct ref_params params[2], uint32_t domain, int conn[2],
			struct ref_conn_config configs[2]) MUST_USE;

/* ---- trouble ---- */

enum sim_link_kind { SIM_HOST_LEAF, SIM_LEAF_HOST, SIM_LEAF_SPINE, SIM_SPINE_LEAF, SIM_LINK_KINDS };
/* The number of a link.  from: host (SIM_HOST_LEAF), leaf or spine; to: what it leads to; where
 * there is but one leaf to lead to or come from, that end is ignored. */
uint32_t sim_link(const struct sim_net *n, enum sim_link_kind kind, unsigned plane, unsigned from,
		  unsigned to);
uint32_t sim_links(const struct sim_net *n);
void sim_link_odds(struct sim_net *n, uint32_t link, const struct sim_odds *odds);
/* A link that is down drops what comes and what is on it. */
void sim_link_up(struct sim_net *n, uint32_t link, bool is_up);
void sim_plane_up(struct sim_net *n, unsigned plane, bool is_up);
/* A frame out of nowhere, to arrive at a host's plane at a time not before now.  E_SPACE too long
 * or too many on the way. */
enum result sim_inject(struct sim_net *n, unsigned host, unsigned plane, const uint8_t *frame,
		       size_t len, uint64_t at_ns) MUST_USE;

const struct sim_counts *sim_counts(const struct sim_net *n);
uint32_t sim_on_the_way(const struct sim_net *n);
/* Nothing has been written around the endpoints' memory (ROB-3). */
bool sim_is_intact(const struct sim_net *n);

#endif
