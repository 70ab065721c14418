/* A scenario: a network, connections, work, and what goes wrong, all of it plain data made from a
 * seed.  What is switched off (by a replay or by shrinking) stays in place, so that the rest is
 * the same scenario still. */
#ifndef TESTS_PROP_SCENARIO_H
#define TESTS_PROP_SCENARIO_H

#include "reference/sim/net.h"
#include "reference/sim/random.h"

#include <stdio.h>

/* The one table of what may go wrong: name, chance in a million that a scenario has it, what it
 * does.  The first six are odds of the links. */
#define PROP_FAULTS(X)                                                          \
	X(lose, 600000, "links lose frames")                                    \
	X(damage, 300000, "links flip bits")                                    \
	X(copy, 400000, "links deliver frames twice")                           \
	X(delay, 500000, "links let frames overtake each other")                \
	X(trim, 250000, "switches cut payloads off")                            \
	X(mark, 400000, "switches mark CE")                                     \
	X(overflow, 250000, "queues are short")                                 \
	X(link_down, 300000, "a link goes down for a while")                    \
	X(plane_down, 200000, "a plane goes down for a while")                  \
	X(plane_lost, 200000, "one of several planes goes down and stays down") \
	X(repath, 250000, "management changes a source port")                   \
	X(path_fail, 200000, "management fails a path")                         \
	X(late_receive, 400000, "receives are posted late")                     \
	X(wrong_work, 250000, "work that must be refused")                      \
	X(stray, 350000, "old and broken frames come out of nowhere")           \
	X(deregister, 60000, "a region is deregistered in the midst of it")     \
	X(close, 60000, "a side closes in the midst of it")                     \
	X(blackout, 50000, "a host is cut off for good")
/* What endpoints had to do about it, as far as frames show. */
#define PROP_SEEN(X) X(repairs) X(reroutes) X(nops) X(probes)
enum prop_seen {
#define X(name) SEEN_##name,
	PROP_SEEN(X)
#undef X
		SEENS
};
extern const char *const prop_seen_names[SEENS];

enum prop_fault {
#define X(name, chance, text) FAULT_##name,
	PROP_FAULTS(X)
#undef X
		FAULTS
};
extern const char *const prop_fault_names[FAULTS];

/* What is wrong with a piece of work; ops may also be switched off for the connection. */
enum prop_wrong { RIGHT, WRONG_KEY, WRONG_RANGE, WRONG_RIGHTS, WRONG_LENGTH, WRONG_ALIGN, WRONGS };

enum {
	HOSTS_MAX = 5,
	CONNS_MAX = 4,
	STREAMS_MAX = 8,
	PATHS_MAX = 8,
	OPS_MAX = 160,
	EVENTS_MAX = 32,
	MTU_MAX = 1024,
	COUNTERS = 2 /* places of a host that atomics add to */
};

struct prop_op {
	uint8_t conn, side, stream;
	enum ref_work_kind kind;
	enum prop_wrong wrong;
	uint32_t length, room; /* room: of its receive */
	uint64_t post_ns, recv_ns;
	bool with_immediate, solicited, fence;
	bool takes_receive, is_late;
	uint32_t immediate;
	uint64_t value; /* atomics: what to add or to swap in */
	bool matches;   /* CSWAP: compares with what is there */
	uint8_t counter;
	int of; /* READ: of what this earlier WRITE of the stream has written; -1 */
	bool is_off;
};

struct prop_event {
	enum prop_fault kind;
	uint64_t at_ns, for_ns;
	uint32_t a, b; /* link / plane / connection and path / host */
	bool is_off;
};

struct prop_conn {
	uint8_t host[2];
	struct ref_params params[2];
};

struct scenario {
	uint64_t seed;
	uint32_t faults; /* 1u << FAULT_x */
	struct sim_config net;
	struct sim_odds odds;
	struct prop_conn conns[CONNS_MAX];
	unsigned conn_count, op_count, event_count;
	struct prop_op ops[OPS_MAX];
	struct prop_event events[EVENTS_MAX];
};

static inline bool scenario_has(const struct scenario *s, enum prop_fault f)
{
	return (s->faults & 1u << f) != 0;
}

/* The scenario of a seed; never fails. */
void scenario_make(struct scenario *s, uint64_t seed);
/* workload.c: its work and its events, the network and connections being there. */
void scenario_fill(struct scenario *s, uint64_t *random);
/* RTX-9: how long a side of a connection goes on without any progress; ns. */
uint64_t scenario_patience_ns(const struct ref_params *p);
/* Switches everything of a fault kind off or leaves it. */
void scenario_without(struct scenario *s, enum prop_fault f);
/* The scenario as text: what is on in it. */
void scenario_print(const struct scenario *s, FILE *to);

#endif
