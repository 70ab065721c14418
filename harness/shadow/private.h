/* Inside of the shadow, shared by shadow.c (what goes in) and judge_ack.c (what comes out). */
#ifndef HARNESS_SHADOW_PRIVATE_H
#define HARNESS_SHADOW_PRIVATE_H

#include "harness/shadow/track.h"

struct shadow {
	struct shadow_config config;
	struct ref_conn_config device;
	void *memory;
	struct ref_endpoint *engine;
	int conn;
	bool is_over;   /* closed: nothing more is judged */
	uint64_t recvs; /* posted so far; their ids */
	bool ignores_streams;
	uint32_t open_streams;    /* streams with changes not yet reported */
	uint32_t changed_streams; /* changes since there was none such */
	uint32_t untimed_streams; /* that have seen a READ */
	struct path_track *paths;
	struct stream_track **streams; /* made when first needed */
	struct ref_completion *completions;
	size_t completion_count;
};

/* The track of a stream, made on first use; NULL: no such stream, or memory is out. */
struct stream_track *shadow_stream(struct shadow *s, uint32_t stream);
void shadow_judge_ack(struct shadow *s, const struct trace_packet *t);

#endif
