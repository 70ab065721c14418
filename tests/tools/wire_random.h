/* Random packets for the property tests and for wire_dump: every field of every header gets any
 * value that fits, so that they say nothing about sense, only about encoding.  A packet is a
 * function of the seed alone. */
#ifndef TESTS_TOOLS_WIRE_RANDOM_H
#define TESTS_TOOLS_WIRE_RANDOM_H

#include "reference/wire/wire.h"

#include <string.h>

enum { WIRE_RANDOM_PAYLOAD = 300, WIRE_RANDOM_FRAME = 600, WIRE_RANDOM_PORT = 4791 };

/* splitmix64 */
static inline uint64_t wire_random(uint64_t *state)
{
	uint64_t z = *state += 0x9E3779B97F4A7C15;

	z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9;
	z = (z ^ z >> 27) * 0x94D049BB133111EB;
	return z ^ z >> 31;
}

static inline unsigned wire_random_below(uint64_t *state, unsigned n)
{
	return (unsigned)(wire_random(state) % n);
}

static inline void wire_random_field(uint64_t *state, struct wire_packet *p, enum wire_field_id f)
{
	const struct wire_field *row = &wire_fields[f];
	uint64_t v = wire_random(state);

	if (row->base == WIRE_BYTES)
		for (unsigned i = 0; i < row->width / 8u; i++)
			((uint8_t *)p + row->member)[i] = (uint8_t)wire_random(state);
	else if (wire_set(p, f, row->width < 64 ? v & ((1ull << row->width) - 1) : v) != RES_OK)
		memset(p, 0, sizeof(*p)); /* cannot be; would be seen at once */
}

/* A packet that a right decoder takes once encoded.  payload has WIRE_RANDOM_PAYLOAD bytes and must
 * outlive p. */
static inline void wire_random_packet(uint64_t *state, const struct wire_layout *l,
				      struct wire_packet *p, uint8_t *payload)
{
	unsigned k = wire_random_below(state, WIRE_KINDS);

	memset(p, 0, sizeof(*p));
	for (unsigned f = 0; f < WIRE_FIELDS; f++)
		wire_random_field(state, p, (enum wire_field_id)f);
	for (unsigned i = 0; i < WIRE_RANDOM_PAYLOAD; i++)
		payload[i] = (uint8_t)wire_random(state);
	p->headers = 1u << (wire_random(state) % 2 != 0 ? wire_hdr_ipv4 : wire_hdr_ipv6);
	if (wire_random_below(state, 4) == 0)
		p->headers |= 1u << wire_hdr_vlan;
	p->kind = (enum wire_kind)k;
	p->base_opcode = l->opcode[k];
	p->ipv4_protocol = 17;
	p->ipv6_next = 17;
	p->ipv4_mf = 0;
	p->ipv4_fragment = 0;
	p->udp_dport = WIRE_RANDOM_PORT;
	p->udp_checksum = 0;
	p->payload = payload;
	if ((wire_kinds[k].flags & WIRE_PAY) != 0)
		p->payload_len = wire_random_below(state, WIRE_RANDOM_PAYLOAD);
}

#endif
