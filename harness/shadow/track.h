/* What the shadow remembers of one path and one stream: every state it was in, which of them has
 * been reported, and which ACKs are owed.  Inside of the shadow. */
#ifndef HARNESS_SHADOW_TRACK_H
#define HARNESS_SHADOW_TRACK_H

#include "harness/shadow/shadow.h"

/* So many BAD_STREAM answers a device must be able to owe at once; of more none is judged. */
enum { SHADOW_DUES = 512, SHADOW_NO_STREAM = -1, SHADOW_BAD_STREAMS = 4 };

struct path_state {
	uint64_t at_ns;
	struct ref_path_rx rx;
	int32_t stream; /* of the last accepted packet with a MSG header, SHADOW_NO_STREAM before */
	int32_t bad_stream; /* of that packet, if there is no such stream; else SHADOW_NO_STREAM */
};
struct stream_state {
	uint64_t at_ns;
	struct ref_stream_rx rx;
};

/* An ACK that is owed: for an event of a path, a question about a stream (a PROBE, or a packet of
 * a stream that does not exist), or a change of a stream. */
struct due {
	uint64_t at_ns, due_ns, bound_ns;
	size_t state;  /* index the ACK must have reached */
	int32_t probe; /* stream the answer must name, SHADOW_NO_STREAM for other events */
	uint32_t msn;  /* that a BAD_STREAM answer must echo */
	uint32_t frame;
	enum clause_id clause;
};
struct dues {
	struct due at[SHADOW_DUES];
	size_t count;
};

struct path_track {
	struct path_state *states;
	size_t count, cap;
	size_t matched; /* no later ACK may report a state before this one */
	bool is_ignored, has_ce_pending, is_flooded; /* by streams that do not exist */
	uint32_t unacked;                            /* packets since the last ACK */
	uint64_t first_unacked_ns;
	struct dues dues;
};
struct stream_track {
	struct stream_state *states;
	size_t count, cap, matched, reported;
	bool is_ignored;
	bool is_untimed; /* has seen a READ */
	struct dues dues;
};

/* Index of the earliest state from `from` on that was current by stamp and looks like the ACK;
 * *latest the last such one.  SIZE_MAX if none. */
size_t track_match_path(const struct path_track *t, size_t from, uint64_t stamp_ns,
			const struct wire_packet *ack, size_t *latest);
size_t track_match_stream(const struct stream_track *t, size_t from, uint64_t stamp_ns,
			  const struct wire_packet *ack, size_t *latest);
/* Appends when it differs from the last; false when memory is out. */
bool track_push_path(struct path_track *t, const struct path_state *s);
bool track_push_stream(struct stream_track *t, const struct stream_state *s);
void track_owe(struct dues *d, const struct due *due);
/* Highest PSN accepted, from a path's state. */
uint32_t track_highest(const struct ref_path_rx *rx);

#endif
