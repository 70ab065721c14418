/* Settings of a port in the namespace of the calling thread: flags, MAC, offloads.  Keeps no
 * record of what it changes; iface_record.h does. */
#ifndef HARNESS_LINK_IFACE_SETTINGS_H
#define HARNESS_LINK_IFACE_SETTINGS_H

#include "reference/result.h"

#include <stdbool.h>
#include <stdint.h>

enum { OFFLOAD_BLOCKS = 4 };

/* The offloads of a port, bit sets in the kernel's numbering of the moment. */
struct offloads {
	uint32_t blocks; /* used of the arrays */
	uint32_t changeable[OFFLOAD_BLOCKS], wanted[OFFLOAD_BLOCKS];
};

/* All: E_UNKNOWN no such port, E_IO refused; errno set. */

enum result harness_iface_mac(const char *name, uint8_t mac[6]) MUST_USE;
/* *is_up: administratively up; *is_running: there is a carrier as well. */
enum result harness_iface_state(const char *name, bool *is_up, bool *is_running) MUST_USE;
/* Up, without multicast. */
enum result harness_iface_up(const char *name) MUST_USE;

enum result harness_iface_offloads_get(const char *name, struct offloads *out) MUST_USE;
enum result harness_iface_offloads_set(const char *name, const struct offloads *o) MUST_USE;
/* Switches off checksums, segmentation and merging.  What a port cannot do is off already;
 * E_STATE if merging of received frames is still on afterwards (no right to change it). */
enum result harness_iface_offloads_off(const char *name) MUST_USE;

#endif
