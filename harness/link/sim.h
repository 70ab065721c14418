/* The simulated wire: the device's image in this process, virtual time, seeded delays. */
#ifndef HARNESS_LINK_SIM_H
#define HARNESS_LINK_SIM_H

#include "harness/control/control.h"
#include "harness/link/link.h"

/* image: path of device.so; options: JSON text for it.  link and control live and die together:
 * close the control first.  E_IO with a one-line error when the image cannot be loaded. */
enum result harness_link_open_sim(const char *image, const char *options, unsigned ports,
				  uint64_t seed, struct link **out,
				  struct control_transport **control, char *error,
				  size_t error_cap) MUST_USE;

#endif
