/* Inside of a session, shared by open.c and session.c. */
#ifndef HARNESS_RUN_SESSION_PRIVATE_H
#define HARNESS_RUN_SESSION_PRIVATE_H

#include "harness/run/harness.h"

struct session {
	struct session_config config;
	struct link *link;
	struct control_transport *control;
	struct neighbor neighbor;
	struct net_addr own[REF_PLANES_MAX];
	struct dut dut;
	json_t *bench;
	uint64_t jitter_ns;
	unsigned control_id;
};

/* A harness with the session's part filled in; free() it.  NULL when memory is out. */
struct harness *session_harness(struct session *s);
/* Runs the bench check and keeps its figures under `when` in the bench record. */
enum result session_check_bench(struct session *s, const char *when, char *error,
				size_t cap) MUST_USE;

#endif
