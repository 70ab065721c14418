/* A scenario under way: the simulated network, the memory of all hosts with a copy of what it has
 * to be, what has been posted and completed, and the first rule found broken. */
#ifndef TESTS_PROP_WORLD_H
#define TESTS_PROP_WORLD_H

#include "tests/prop/scenario.h"
#include "tests/prop/watch.h"

enum { MEMORY = 1 << 22, CANARY = 16, TAIL = 64, CAPTURED = 32, WHY = 240 };

struct prop_place { /* offsets in memory; SEND: remote is the receive's buffer */
	uint32_t local, remote;
};

struct prop_op_state {
	bool is_posted, is_done, is_received;
	uint64_t posted_ns;
	uint64_t recv_posted_ns; /* REF_NEVER: not yet */
	enum ref_completion_status status;
	uint64_t before; /* CSWAP: what was there */
	bool is_there;   /* its data has been seen where it belongs */
	bool is_written_over;
	uint8_t attempt;     /* the highest sent */
	uint64_t refused_ns; /* the first RNR of it or of one before it since then, or REF_NEVER */
};

struct prop_stream { /* one direction, from the side that posts */
	unsigned count, posted, done;
	unsigned recv_count, recv_posted, recv_done;
	unsigned written; /* how far its WRITEs have been looked at on the other side */
	bool is_failed;
	uint8_t ops[OPS_MAX], receives[OPS_MAX];
};

struct prop_link { /* a connection */
	int handle[2];
	struct ref_conn_config config[2];
	bool is_closed[2]; /* by us */
	bool is_over[2];   /* its close has been polled */
	enum ref_completion_status end[2];
	struct prop_stream streams[2][STREAMS_MAX];
};

struct prop_host {
	uint32_t region, region_end, counter[COUNTERS], rkey, no_rkey; /* offsets; keys */
	uint64_t address, counted[COUNTERS];
	bool is_cut_off;
	bool is_frozen;     /* its region is being deregistered: nothing is written any more */
	bool is_registered; /* that has not ended yet */
};

struct prop_frame { /* seen on its way, to come again */
	unsigned host, plane;
	uint32_t len;
	uint8_t bytes[MTU_MAX + 256];
};

struct world {
	const struct scenario *s;
	struct sim_net *net;
	uint8_t *block; /* of the network */
	size_t block_bytes;
	uint8_t *memory, *shadow; /* MEMORY each */
	uint32_t used;
	uint64_t random; /* for what is decided on the way */
	struct prop_place place[OPS_MAX];
	struct prop_op_state op[OPS_MAX];
	struct prop_host hosts[HOSTS_MAX];
	struct prop_link conns[CONNS_MAX];
	struct watch watch;
	struct prop_frame captured[CAPTURED];
	unsigned captures;
	bool is_retry; /* something may be postable now */
	uint64_t next_post_ns;
	uint64_t cut_off_before[EVENTS_MAX];
	bool has_lost_plane;
	unsigned lost_plane;
	uint8_t event_state[EVENTS_MAX]; /* 0 to come, 1 going on, 2 over */
	unsigned done;                   /* work completed */
	uint64_t hits[FAULTS], seen[SEENS];
	/* the first rule broken */
	bool is_broken;
	enum clause_id clause;
	char why[WHY];
};

/* Memory for worlds of any scenario; false: the system has none. */
bool world_new(struct world *w);
void world_free(struct world *w);
/* Builds the network, the memory and the connections. */
void world_open(struct world *w, const struct scenario *s);
/* Runs it to its end: is_broken tells. */
void world_run(struct world *w);

/* A rule is broken; only the first is kept. */
void world_fail(struct world *w, enum clause_id clause, const char *format, ...)
	__attribute__((format(printf, 3, 4)));

/* drive.c: posts what is due and has room. */
void world_post(struct world *w);
bool world_is_done(const struct world *w);
/* events.c: an event begins, ends. */
void world_begin(struct world *w, unsigned event);
void world_end(struct world *w, unsigned event);
/* outcome.c: the endpoint of a host has completed something. */
void world_done(struct world *w, unsigned host, const struct ref_completion *done);
/* Whether a side may legally fail: it or its peer has been cut off or closed. */
bool world_may_fail(const struct world *w, unsigned conn, unsigned side);
/* events.c: ends deregistrations that could not end before. */
void world_deregister(struct world *w);
/* memory.c: lays out; compares all memory with what it has to be. */
void world_lay_out(struct world *w);
void world_compare(struct world *w);
/* What an operation has to move: n bytes at *from have come to *to; and whether they have. */
bool world_has_moved(const struct world *w, unsigned op);
/* It has moved, and the message is complete: from now on nothing of it may be written or read
 * again.  To see that, the owner writes over it where no one else needs it. */
void world_moved(struct world *w, unsigned op);
/* PLACE-9: the region of a host stays as it is. */
void world_freeze(struct world *w, unsigned host);
/* end.c: after the last completion. */
void world_settle(struct world *w);

#endif
