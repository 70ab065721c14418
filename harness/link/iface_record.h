/* What was changed on a real port and has to be put back: in memory and, against SIGKILL, in a
 * small file that the next open of the port finds.  The file is untrusted until checked. */
#ifndef HARNESS_LINK_IFACE_RECORD_H
#define HARNESS_LINK_IFACE_RECORD_H

#include "reference/result.h"

#include <stddef.h>

struct iface_record;

/* Puts back what a killed run left of this port, notes the settings as they are now and holds the
 * port until restore.  To be called before anything is changed.  E_STATE another run holds it;
 * E_IO, E_MEMORY; one line in error. */
enum result harness_iface_record_take(const char *name, struct iface_record **out, char *error,
				      size_t cap) MUST_USE;
/* Puts the settings back, removes the file, frees r.  NULL is fine. */
void harness_iface_record_restore(struct iface_record *r);

#endif
