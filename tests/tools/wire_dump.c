/* Frames for the scripts that compare the codec with other software: `wire_dump SEED COUNT` prints
 * that many random packets, one a line, as "hex kind opcode solicited rtx pad version partition
 * dst_conn ack_req psn": the frame as encoded and the values it was encoded from. */
#include "tests/tools/wire_random.h"

#include <stdio.h>
#include <stdlib.h>

static int dump(uint64_t *state)
{
	uint8_t payload[WIRE_RANDOM_PAYLOAD], frame[WIRE_RANDOM_FRAME];
	struct wire_packet p;
	size_t len = 0;
	enum result r;

	wire_random_packet(state, &wire_layout_default, &p, payload);
	r = wire_encode(&wire_layout_default, &p, frame, sizeof(frame), &len);
	if (r == RES_OK && wire_random(state) % 2 != 0)
		r = wire_seal(frame, len, WIRE_SEAL_UDP);
	if (r != RES_OK) {
		fprintf(stderr, "wire_dump: %s\n", result_text(r));
		return 1;
	}
	for (size_t i = 0; i < len; i++)
		printf("%02x", frame[i]);
	printf(" %s %u %u %u %u %u %u %u %u %u\n", wire_kinds[p.kind].name, p.base_opcode,
	       p.base_solicited, p.base_rtx, (4 - p.payload_len % 4) % 4, p.base_version,
	       p.base_partition, p.base_dst_conn, p.base_ack_req, p.base_psn);
	return 0;
}

int main(int argc, char **argv)
{
	uint64_t state;
	long count;

	if (argc != 3) {
		fputs("usage: wire_dump SEED COUNT\n", stderr);
		return 2;
	}
	state = strtoull(argv[1], NULL, 0);
	count = strtol(argv[2], NULL, 0);
	while (count-- > 0)
		if (dump(&state) != 0)
			return 1;
	return 0;
}
