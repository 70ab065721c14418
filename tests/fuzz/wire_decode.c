/* libFuzzer target: any bytes as a frame.  Both codecs agree, what decodes can be encoded and comes
 * back, and the texts stay in their buffers.  The sums are made right on odd inputs, so that the
 * fuzzer gets behind them. */
#include "reference/wire/neighbor.h"
#include "reference/wire/wire.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void need(bool holds)
{
	if (!holds)
		abort();
}

/* Encoding what was decoded from a frame as our encoder writes them gives that frame. */
static void check_encode(const struct wire_layout *l, const struct wire_packet *p)
{
	uint8_t frame[WIRE_FRAME_MAX];
	struct wire_packet again;
	uint16_t ids[WIRE_FIELDS + 1];
	size_t len = 0;

	need(wire_encode(l, p, frame, sizeof(frame), &len) == RES_OK);
	need(wire_seal(frame, len, p->udp_checksum != 0 ? WIRE_SEAL_UDP : 0) == RES_OK);
	need(wire_decode(l, (uint16_t)p->udp_dport, frame, len, &again, NULL) == RES_OK);
	for (size_t n = wire_diff(p, &again, ids, WIRE_FIELDS + 1); n-- > 0;)
		need(ids[n] == udp_checksum || ids[n] == crc_value); /* the pad bytes were not 0 */
}

static void check_texts(const struct wire_packet *p)
{
	char line[40];

	wire_summary(p, line, sizeof(line));
	for (unsigned f = 0; f < WIRE_FIELDS; f++)
		wire_format(p, (enum wire_field_id)f, line, sizeof(line));
}

static void check_frame(const uint8_t *frame, size_t len)
{
	struct wire_layout walked = wire_layout_default;
	struct wire_packet p, q;
	struct wire_error e, f;
	enum result r = wire_decode(&wire_layout_default, 4791, frame, len, &p, &e);

	walked.is_default = false;
	need(wire_decode(&walked, 4791, frame, len, &q, &f) == r);
	need(memcmp(&p, &q, sizeof(p)) == 0 && e.field == f.field && e.offset == f.offset);
	need(e.offset <= len);
	check_texts(&p);
	if (r == RES_OK)
		check_encode(&wire_layout_default, &p);
}

static void check_neighbor(const uint8_t *frame, size_t len)
{
	static struct neighbor n;
	uint8_t reply[NEIGHBOR_FRAME];
	size_t reply_len = 0;

	n.own_count = 2;
	n.own[0] = (struct net_addr){ .ip = { 10, 0, 0, 2 } };
	n.own[1] = (struct net_addr){ .is_v6 = true, .ip = { 0xFD, [15] = 2 } };
	n.known_count = 0;
	need(neighbor_input(&n, frame, len, reply, &reply_len) || reply_len == 0);
	need(reply_len <= sizeof(reply));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	uint8_t *frame;
	enum result r = RES_OK;

	if (size < 1 || size > WIRE_FRAME_MAX)
		return 0;
	frame = malloc(size > 1 ? size - 1 : 1); /* exact: each step beyond is seen */
	need(frame != NULL);
	memcpy(frame, data + 1, size - 1);
	if (data[0] % 2 != 0)
		r = wire_seal(frame, size - 1, data[0] >> 1 & 15);
	need(r == RES_OK || r == RES_E_LENGTH);
	check_frame(frame, size - 1);
	check_neighbor(frame, size - 1);
	free(frame);
	return 0;
}
