/* Network namespaces without a name: made, entered by a passing thread, gone with their last
 * descriptor.  The calling thread itself never changes its network namespace. */
#ifndef HARNESS_LINK_NETNS_H
#define HARNESS_LINK_NETNS_H

#include "reference/result.h"

#include <stddef.h>

/* Makes a network namespace; *fd is the caller's to close and keeps it alive.  Without the right
 * to do so the process first moves into a user namespace of its own, for good, in which it is
 * root.  E_IO, with one line in error that says how to go on. */
enum result harness_netns_new(int *fd, char *error, size_t cap) MUST_USE;

/* Runs work(arg) inside the namespace, on a thread that lives no longer, and waits for it.
 * Returns what work returns; E_IO if the namespace cannot be entered, E_MEMORY no thread. */
enum result harness_netns_run(int fd, enum result (*work)(void *arg), void *arg) MUST_USE;

#endif
