/* A wire seen by the tester: frames out, stamped frames of both directions in, in stamp order.
 * Four kinds behind one interface: sim, veth, if:NAME, replay.  Times are ns of the link's own
 * clock (virtual in sim, CLOCK_REALTIME of the captures on a wire). */
#ifndef HARNESS_LINK_LINK_H
#define HARNESS_LINK_LINK_H

#include "reference/result.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define LINK_NEVER UINT64_MAX

/* One frame as captured.  data is the link's, valid until the next receive. */
struct link_event {
	uint64_t stamp_ns;
	uint16_t port;
	bool is_sent; /* by the tester */
	const uint8_t *data;
	uint32_t len;
};
struct link_stats {
	uint64_t captured, dropped; /* frames; dropped = lost by a capture */
	uint64_t jitter_ns;         /* 99.9th percentile of the tester's own lateness so far */
	uint64_t stalls;            /* times the tester itself was late by more than 10 x jitter */
	uint64_t worst_ns;          /* the latest it ever was since the last link_stats */
	uint64_t clock_steps;       /* times the clock jumped */
	uint64_t disorder;          /* events given after one with a later stamp */
};

struct link;
struct link_ops {
	const char *name; /* "sim", "veth", ... */
	bool is_virtual;  /* time is virtual: nothing is ever lost or late by itself */
	enum result (*send)(struct link *l, unsigned port, const uint8_t *frame, size_t len);
	/* Next event, own frames first on ties; only events no earlier one can still precede. */
	bool (*receive)(struct link *l, struct link_event *out);
	/* Returns when something may be received, watch_fd is readable, or until_ns has come. */
	void (*wait)(struct link *l, uint64_t until_ns, int watch_fd);
	uint64_t (*now)(const struct link *l);
	/* Everything stamped before this has been given by receive: deadlines expire against this.
	 */
	uint64_t (*settled)(const struct link *l);
	void (*stats)(struct link *l, struct link_stats *out);
	/* NULL on real links.  Time begins again, nothing is under way, chance is drawn from seed:
	 * a case is then a function of its seed alone.  The device must be reset next. */
	void (*restart)(struct link *l, uint64_t seed);
	void (*close)(struct link *l); /* restores what it changed, frees l */
};
struct link { /* first member of each kind */
	const struct link_ops *ops;
	unsigned ports;
};

#endif
