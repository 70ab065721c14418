/* Inside the codec: the two ways to take and put the headers from BASE on, and the Ethernet to UDP
 * part that both share.  Internal to reference/wire; nobody else includes this. */
#ifndef REFERENCE_WIRE_CODEC_H
#define REFERENCE_WIRE_CODEC_H

#include "reference/wire/straight.h"

/* Where the parts of a frame stand, bytes from its start. */
struct wire_frame {
	size_t ip, udp; /* headers */
	size_t body;    /* BASE; 0: nothing of this transport was found */
	size_t end;     /* of the datagram, never beyond the frame: CRC included, trailer not */
};

/* Notes the first trouble only: returns `so_far` if that is one already, else `now`. */
static inline enum result wire_blame(enum result so_far, enum result now, struct wire_error *err,
				     enum wire_field_id field, size_t offset)
{
	if (so_far != RES_OK)
		return so_far;
	err->field = field;
	err->offset = (uint32_t)offset;
	return now;
}

/* Decodes and checks Ethernet to UDP.  *at is always set.  E_FOREIGN, E_LENGTH. */
enum result wire_frame_open(uint16_t udp_port, const uint8_t *frame, size_t len,
			    struct wire_packet *out, struct wire_frame *at,
			    struct wire_error *err) MUST_USE;

/* Takes the headers of `set` (none of them outer, CRC not among them) from b in layout order, as
 * far as they fit into len.  Adds those taken to out->headers; returns the bytes taken. */
size_t wire_straight_take(const uint8_t *b, size_t len, uint32_t set, struct wire_packet *out);
size_t wire_table_take(const struct wire_layout *l, const uint8_t *b, size_t len, uint32_t set,
		       struct wire_packet *out);

/* Puts the headers of `set` (CRC not among them) to b in layout order; the caller has counted the
 * room.  E_RANGE: a value does not fit. */
enum result wire_straight_put(uint8_t *b, uint32_t set, const struct wire_packet *p) MUST_USE;
enum result wire_table_put(const struct wire_layout *l, uint8_t *b, uint32_t set,
			   const struct wire_packet *p) MUST_USE;

/* The CRC's bytes go least significant first. */
static inline uint32_t wire_crc_take(const uint8_t *b)
{
	return (uint32_t)b[3] << 24 | (uint32_t)b[2] << 16 | (uint32_t)b[1] << 8 | b[0];
}

static inline void wire_crc_put(uint8_t *b, uint32_t crc)
{
	for (unsigned i = 0; i < 4; i++)
		b[i] = (uint8_t)(crc >> 8 * i);
}

#endif
