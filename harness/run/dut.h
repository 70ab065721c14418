/* The device as declared: its ICS (what it supports) and IXIT (how it is set), from `hello` or
 * from files.  Untrusted: every number is checked against the profile's ranges. */
#ifndef HARNESS_RUN_DUT_H
#define HARNESS_RUN_DUT_H

#include "harness/case.h"
#include "reference/engine/ref.h"

#include <jansson.h>

enum { DUT_PROTOCOL = 1 }; /* of the control protocol */

struct dut {
	char name[64], version[64];
	bool is_single_process;     /* device and adapter: if one dies, so does the other */
	struct ref_params declared; /* IXIT over defaults */
	uint32_t max_paths, max_streams, max_msg_window, max_msg_state;
	uint32_t max_recv_depth, max_send_depth;
	uint32_t min_rto, max_ack_delay; /* us: the ends of what the device can be set to */
	uint32_t mtus;                   /* bit k: 256 << k */
	uint32_t ops;                    /* enum ref_op_bit */
	bool has_ipv4, has_ipv6, has_vlan;
	unsigned plane_count;
	struct net_addr planes[REF_PLANES_MAX]; /* of the chosen family */
	json_t *hello;                          /* owned */
};

/* From hello's result; ics / ixit (may be NULL) overrule its members.  family picks addresses.
 * E_SYNTAX with a one-line error naming the member and what it must be. */
enum result dut_read(const json_t *hello, const json_t *ics, const json_t *ixit, unsigned family,
		     struct dut *out, char *error, size_t error_cap) MUST_USE;
void dut_release(struct dut *d);
/* "" if the case can run on this device, else why not (not_applicable). */
void dut_rules_out(const struct dut *d, const struct case_def *def, char *why, size_t cap);

#endif
