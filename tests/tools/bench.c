/* `make bench`: what the codec costs, as ratios to the CRC of the same bytes in the same run, so
 * that another machine or mood changes little.  Writes bench.json, prints a table. */
#define _GNU_SOURCE
#include "reference/wire/wire.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { ROUNDS = 7, TIMES = 200000, SIZES = 3 };
static const uint32_t sizes[SIZES] = { 64, 1024, 4096 };

static double now_ns(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return 1e9 * (double)t.tv_sec + (double)t.tv_nsec;
}

static int compare(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

struct bench {
	struct wire_packet p;
	uint8_t payload[4096], frame[WIRE_FRAME_MAX];
	size_t len;
	uint32_t sink; /* keeps the compiler from dropping what is measured */
};

static void do_crc(struct bench *b)
{
	b->sink += wire_crc(b->frame + 14, b->len - 14 - 4);
}

static void do_encode(struct bench *b)
{
	b->p.base_psn = b->sink & 0xffffff;
	b->sink += (uint32_t)wire_encode(&wire_layout_default, &b->p, b->frame, sizeof(b->frame),
					 &b->len) +
		   1;
}

static void do_decode(struct bench *b)
{
	struct wire_packet out;

	b->sink += (uint32_t)wire_decode(&wire_layout_default, 4791, b->frame, b->len, &out, NULL) +
		   out.base_psn;
}

/* Median over ROUNDS of the time of one call, ns. */
static double median(struct bench *b, void (*call)(struct bench *))
{
	double rounds[ROUNDS];

	for (int r = 0; r < ROUNDS; r++) {
		double began = now_ns();

		for (int i = 0; i < TIMES; i++)
			call(b);
		rounds[r] = (now_ns() - began) / TIMES;
	}
	qsort(rounds, ROUNDS, sizeof(rounds[0]), compare);
	return rounds[ROUNDS / 2];
}

static void setup(struct bench *b, uint32_t size)
{
	memset(b, 0, sizeof(*b));
	b->p.headers = 1u << wire_hdr_eth | 1u << wire_hdr_ipv4 | 1u << wire_hdr_udp |
		       1u << wire_hdr_base | 1u << wire_hdr_path | 1u << wire_hdr_msg |
		       1u << wire_hdr_remote;
	b->p.ipv4_protocol = 17;
	b->p.ipv4_ttl = 64;
	b->p.udp_dport = 4791;
	b->p.base_opcode = wire_layout_default.opcode[PKT_WRITE];
	b->p.base_version = 1;
	b->p.msg_length = size;
	b->p.msg_last = 1;
	b->p.payload = b->payload;
	b->p.payload_len = size;
	do_encode(b);
}

static void figure(json_t *list, const char *name, uint32_t size, double value, double aim)
{
	char full[64];

	snprintf(full, sizeof(full), "%s, %u bytes", name, size);
	printf("%-32s %8.2f x crc   aim %.1f or less\n", full, value, aim);
	json_array_append_new(list,
			      json_pack("{s:s, s:f, s:s, s:f, s:s}", "name", full, "value", value,
					"unit", "x crc", "aim", aim, "direction", "lower"));
}

int main(int argc, char **argv)
{
	static struct bench b;
	json_t *list = json_array(), *root;
	int status;

	for (size_t i = 0; i < SIZES; i++) {
		double crc;

		setup(&b, sizes[i]);
		crc = median(&b, do_crc);
		figure(list, "encode", sizes[i], median(&b, do_encode) / crc,
		       sizes[i] == 64 ? 4.0 : 2.5);
		figure(list, "decode", sizes[i], median(&b, do_decode) / crc,
		       sizes[i] == 64 ? 4.0 : 2.5);
	}
	root = json_pack("{s:o}", "figures", list);
	status = argc > 1 && json_dump_file(root, argv[1], JSON_INDENT(2)) ? 1 : 0;
	json_decref(root);
	return status;
}
