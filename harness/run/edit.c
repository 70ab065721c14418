/* Edits of an encoded frame: what a correct encoder would refuse. */
#include "harness/run/harness.h"

#include <string.h>

static size_t ip_offset(const struct wire_packet *p)
{
	return p->headers & 1u << wire_hdr_vlan ? 18 : 14;
}

static enum result flip(uint8_t *frame, size_t len, size_t bit)
{
	if (bit / 8 >= len)
		return RES_E_RANGE;
	frame[bit / 8] ^= (uint8_t)(0x80u >> bit % 8);
	return RES_OK;
}

static enum result flip_field(const struct harness *h, const struct wire_packet *p, unsigned field,
			      uint8_t *frame, size_t len)
{
	const struct wire_layout *l = h->config->layout;
	size_t at;
	enum result r;

	if (field >= WIRE_FIELDS)
		return RES_E_RANGE;
	r = wire_header_offset(l, p, wire_fields[field].header, &at);
	return r ? r : flip(frame, len, 8 * at + l->bit[field] + l->width[field] - 1u);
}

/* Four bytes of options (NOP) behind the IPv4 header. */
static enum result add_option(const struct wire_packet *p, uint8_t *frame, size_t cap, size_t *len)
{
	size_t at = ip_offset(p) + 20;

	if (!(p->headers & 1u << wire_hdr_ipv4) || *len + 4 > cap)
		return RES_E_SPACE;
	memmove(frame + at + 4, frame + at, *len - at);
	memset(frame + at, 1, 4);
	frame[ip_offset(p)] = 0x46;
	*len += 4;
	return wire_seal(frame, *len, WIRE_SEAL_LENGTHS | WIRE_SEAL_IP);
}

static enum result grow(uint8_t *frame, size_t cap, size_t *len, int64_t by)
{
	if (by < 0 || *len + (size_t)by > cap)
		return RES_E_SPACE;
	memset(frame + *len, 0, (size_t)by);
	*len += (size_t)by;
	return RES_OK;
}

static enum result cut(size_t *len, int64_t by)
{
	if (by < 0 || (size_t)by > *len)
		return RES_E_RANGE;
	*len -= (size_t)by;
	return RES_OK;
}

/* The other byte order; a CRC that reads the same both ways is made wrong all the same. */
static enum result swap_crc(uint8_t *frame, size_t len)
{
	uint8_t *crc = frame + len - 4, old[4];

	if (len < 4)
		return RES_E_RANGE;
	memcpy(old, crc, 4);
	for (size_t i = 0; i < 4; i++)
		crc[i] = old[3 - i];
	if (!memcmp(crc, old, 4))
		crc[0] ^= 1;
	return RES_OK;
}

static enum result edit_one(struct harness *h, const struct want *w, const struct wire_packet *p,
			    uint8_t *frame, size_t cap, size_t *len)
{
	int64_t value = harness_number(h, w->value);

	switch (w->what) {
	case W_FLIP:
		return flip(frame, *len, 8 * ip_offset(p) + (size_t)value);
	case W_FLIP_FIELD:
		return flip_field(h, p, (unsigned)value, frame, *len);
	case W_CUT:
		return cut(len, value);
	case W_GROW:
		return grow(frame, cap, len, value);
	case W_PAD_VALUE:
		if (*len < 4 + p->payload_len)
			return RES_E_RANGE;
		memset(frame + *len - 4 - (4 - p->payload_len % 4) % 4, (int)value,
		       (4 - p->payload_len % 4) % 4);
		return RES_OK;
	case W_IP_OPTION:
		return value ? add_option(p, frame, cap, len) : RES_OK;
	case W_SEAL:
		return wire_seal(frame, *len, (unsigned)value);
	case W_NO_CRC:
		if (*len < 4)
			return RES_E_RANGE;
		for (size_t i = 0; i < 4; i++)
			frame[*len - 4 + i] ^= (uint8_t)(value >> 8 * i);
		return RES_OK;
	case W_SWAP_CRC:
		return value ? swap_crc(frame, *len) : RES_OK;
	case W_TRAILER:
		return grow(frame, cap, len, value);
	default:
		return RES_OK;
	}
}

enum result harness_edit(struct harness *h, const struct step *s, const struct wire_packet *p,
			 uint8_t *frame, size_t cap, size_t *len)
{
	/* in this order, whatever order the step names them in */
	static const uint16_t order[] = {
		W_PAD_VALUE,  W_IP_OPTION, W_CUT,    W_GROW,     W_FLIP,
		W_FLIP_FIELD, W_SEAL,      W_NO_CRC, W_SWAP_CRC, W_TRAILER
	};
	enum result r = RES_OK;

	for (size_t i = 0; !r && i < sizeof(order) / sizeof(order[0]); i++) {
		const struct want *w = step_want(s, order[i]);

		if (w)
			r = edit_one(h, w, p, frame, cap, len);
	}
	return r;
}
