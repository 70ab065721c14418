/* Set-up of a case, shared by setup.c (parameters, connection), setup_memory.c and others.c. */
#ifndef HARNESS_RUN_SETUP_H
#define HARNESS_RUN_SETUP_H

#include "harness/run/harness.h"

/* The case's own numbers: a function of seed and id alone. */
uint64_t harness_draw(struct harness *h);
/* A whole number of the device's from 0 to max. */
bool harness_read_uint(const json_t *v, uint64_t max, uint64_t *out);
/* ERROR: an answer's member is missing or out of range. */
enum result harness_bad_answer(struct harness *h, const char *method, const char *member);
/* The parameters as connection.open takes them; a new reference. */
json_t *setup_params(const struct ref_params *p);
/* connection.connect with the tester's side under own_id; code as harness_call's. */
enum result setup_connect(struct harness *h, int64_t handle, uint32_t own_id, int *code) MUST_USE;
enum result setup_memory(struct harness *h) MUST_USE;
enum result setup_peer(struct harness *h) MUST_USE;
enum result setup_judges(struct harness *h) MUST_USE;

#endif
