/* PAUSE_FRAME and PFC_FRAME: IEEE 802.3 MAC control frames from the tester, which no packet of the
 * transport is. */
#include "harness/run/harness.h"

#include <string.h>

enum { TYPE = 0x8808, PAUSE = 0x0001, PFC = 0x0101, FRAME = 60 };

static size_t put16(uint8_t *frame, size_t at, unsigned value)
{
	frame[at] = (uint8_t)(value >> 8);
	frame[at + 1] = (uint8_t)value;
	return at + 2;
}

void harness_step_mac_control(struct harness *h, const struct step *s)
{
	static const uint8_t everyone[6] = { 0x01, 0x80, 0xC2, 0x00, 0x00, 0x01 };
	unsigned port = (unsigned)harness_want_or(h, s, W_PORT, 0);
	unsigned quanta = (unsigned)harness_number(h, s->n);
	uint8_t frame[FRAME] = { 0 };
	size_t at = 12;

	memcpy(frame, everyone, 6);
	memcpy(frame + 6, h->own[port].mac, 6);
	at = put16(frame, at, TYPE);
	at = put16(frame, at, s->act ? PFC : PAUSE);
	if (s->act)
		at = put16(frame, at, 0xff); /* every class */
	for (unsigned i = 0; i < (s->act ? 8u : 1u); i++)
		at = put16(frame, at, quanta);
	harness_wait_captured(h);
	h->expect_from = h->trace.count;
	harness_send(h, port, frame, sizeof(frame), true);
	harness_wait_captured(h);
}
