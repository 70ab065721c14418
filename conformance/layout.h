/* Wire layouts as files: what `conformance layout` writes and `--layout` reads. */
#ifndef CONFORMANCE_LAYOUT_H
#define CONFORMANCE_LAYOUT_H

#include "reference/wire/wire.h"

/* Loads and checks a layout file.  On error *out is undefined and error holds one line (cut to
 * cap) that names the file, the field at fault and what to do.  E_IO: cannot be read.  E_SYNTAX:
 * not the JSON of a layout.  E_UNKNOWN: a name that the profile does not have, or one missing.
 * E_RANGE: fields overlap or do not fit, or two kinds share an opcode. */
enum result conformance_layout_load(const char *path, struct wire_layout *out, char *error,
				    size_t cap) MUST_USE;

#endif
