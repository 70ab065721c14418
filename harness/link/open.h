/* Opening the real wires: a veth pair per plane in namespaces of their own, or existing ports.
 * Opening changes the process as little as it can: only where root's rights are missing does it
 * move into a user namespace, and that cannot be undone. */
#ifndef HARNESS_LINK_OPEN_H
#define HARNESS_LINK_OPEN_H

#include "harness/link/link.h"

enum { LINK_PORTS_MAX = 16, LINK_MTU = 9216 };

/* Makes `planes` (1..LINK_PORTS_MAX) veth pairs, MTU LINK_MTU, no IP address, offloads off: one
 * end in a namespace for the tester, the other in one for the device.  Nothing of it has a name
 * outside, all of it goes when the link is closed or the process dies.  *out is the caller's,
 * released by ops->close.  error gets one line that says what to do next.
 * E_RANGE planes; E_IO the system refused. */
enum result harness_link_open_veth(unsigned planes, struct link **out, char *error,
				   size_t cap) MUST_USE;

/* Opens existing ports, "NAME" or "NAME,NAME", one per plane.  Offloads that merge, split or
 * check frames are switched off and put back on close, or by the next open if the process was
 * killed.  E_SYNTAX the list; E_UNKNOWN no such port; E_STATE a port is down, no Ethernet, or in
 * use by another run; E_IO the system refused. */
enum result harness_link_open_iface(const char *names, struct link **out, char *error,
				    size_t cap) MUST_USE;

/* About the ports of a link opened by one of the two above (NULL or zeros for another kind);
 * port < l->ports. */

/* Name of the tester's end; lives as long as the link. */
const char *harness_link_port_name(const struct link *l, unsigned port);
/* Its MAC address, for the source of the tester's frames. */
void harness_link_port_mac(const struct link *l, unsigned port, uint8_t mac[6]);
/* Name of the device's end, inside the device's namespace; NULL when there is none (if:). */
const char *harness_link_device_port(const struct link *l, unsigned port);

/* For the child between fork and exec: enters the namespace of the device's ends.  Does nothing
 * for any other kind of link.  0, or -1 with errno set. */
int harness_netns_enter_device(struct link *l);

#endif
