/* Frames out of one port, through libnet.  Sends bytes as they are, right or wrong; never reads. */
#ifndef HARNESS_LINK_INJECT_H
#define HARNESS_LINK_INJECT_H

#include "reference/result.h"

#include <stddef.h>
#include <stdint.h>

struct inject;

/* Opens an interface in the namespace of the calling thread.  *out is released by
 * harness_inject_close.  E_MEMORY; E_IO with one line in error. */
enum result harness_inject_open(const char *name, struct inject **out, char *error,
				size_t cap) MUST_USE;
void harness_inject_close(struct inject *i); /* NULL is fine */

/* Sends one Ethernet frame without FCS.  E_LENGTH shorter than an Ethernet header or longer than
 * the port takes; E_IO the port is down or has no room; E_MEMORY. */
enum result harness_inject_send(struct inject *i, const uint8_t *frame, size_t len) MUST_USE;

#endif
