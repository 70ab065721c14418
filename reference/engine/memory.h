/* Layout of an endpoint in the caller's memory.  Private to the engine. */
#ifndef REFERENCE_ENGINE_MEMORY_H
#define REFERENCE_ENGINE_MEMORY_H

#include "reference/engine/endpoint.h"

/* Builds the empty tables in mem, or with mem NULL only counts.  Returns the bytes needed, 0 if
 * the limits are out of range. */
size_t ref_memory_layout(uint8_t *mem, const struct ref_limits *limits, struct ref_endpoint **out);

#endif
