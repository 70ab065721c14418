/* Reads pcapng blocks (draft-ietf-opsawg-pcapng) in one pass.  Knows no packet format. */
#define _POSIX_C_SOURCE 200809L /* O_NOFOLLOW, fdopen */
#include "reports/frames.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { BLOCK_SECTION = 0x0A0D0D0A, BLOCK_INTERFACE = 1, BLOCK_PACKET = 6 };
enum { OPTION_END = 0, OPTION_COMMENT = 1, OPTION_FLAGS = 2, OPTION_RESOLUTION = 9 };
enum { ETHERNET = 1, NANOSECONDS = 9, DIRECTION = 3, OUTBOUND = 2 };
enum { FILE_MAX = 64 << 20, BLOCK_MIN = 12, SECTION_MIN = 28, INTERFACE_MIN = 20, PACKET_MIN = 32 };

struct block {
	uint32_t type;
	const uint8_t *body; /* behind type and length */
	size_t len;          /* without type and both lengths */
};
struct option {
	unsigned code;
	const uint8_t *value;
	size_t len;
};

static uint32_t get32(const uint8_t *p)
{
	return (uint32_t)p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
}

static size_t padded(size_t len)
{
	return (len + 3) & ~(size_t)3;
}

/* The block at *at, which moves behind it. */
static bool next_block(const uint8_t *bytes, size_t len, size_t *at, struct block *out)
{
	uint32_t total;

	if (len - *at < BLOCK_MIN)
		return false;
	total = get32(bytes + *at + 4);
	if (total < BLOCK_MIN || total % 4 != 0 || total > len - *at ||
	    get32(bytes + *at + total - 4) != total)
		return false;
	*out = (struct block){ get32(bytes + *at), bytes + *at + 8, total - BLOCK_MIN };
	*at += total;
	return true;
}

/* The option at *at of an option list; false at its end or where it is broken. */
static bool next_option(const uint8_t *list, size_t len, size_t *at, struct option *out)
{
	if (*at > len || len - *at < 4)
		return false;
	*out = (struct option){ (unsigned)list[*at] | (unsigned)list[*at + 1] << 8, list + *at + 4,
				(size_t)list[*at + 2] | (size_t)list[*at + 3] << 8 };
	if (out->code == OPTION_END || out->len > len - *at - 4)
		return false;
	*at += 4 + padded(out->len);
	return true;
}

static bool is_interface_ours(const struct block *b)
{
	struct option o;
	size_t at = 8;
	bool is_ns = false;

	if (b->len < INTERFACE_MIN - BLOCK_MIN || (b->body[0] | b->body[1] << 8) != ETHERNET)
		return false;
	while (next_option(b->body, b->len, &at, &o))
		if (o.code == OPTION_RESOLUTION && o.len == 1)
			is_ns = o.value[0] == NANOSECONDS;
	return is_ns;
}

static bool parse_packet(const struct block *b, uint32_t ports, struct report_frame *out)
{
	struct option o;
	size_t at;

	if (b->len < PACKET_MIN - BLOCK_MIN)
		return false;
	*out = (struct report_frame){
		.stamp_ns = (uint64_t)get32(b->body + 4) << 32 | get32(b->body + 8),
		.port = get32(b->body),
		.data = b->body + 20,
		.len = get32(b->body + 12),
	};
	if (out->len > b->len - 20 || out->port >= ports)
		return false;
	for (at = 20 + padded(out->len); next_option(b->body, b->len, &at, &o);) {
		if (o.code == OPTION_FLAGS && o.len == 4)
			out->is_sent = (get32(o.value) & DIRECTION) == OUTBOUND;
		if (o.code == OPTION_COMMENT) {
			out->comment = o.value;
			out->comment_len = (uint32_t)o.len;
		}
	}
	return true;
}

enum result report_frames_parse(const uint8_t *bytes, size_t len, struct report_frames *out)
{
	uint32_t ports = 0;
	size_t at = 0;
	struct block b;

	*out = (struct report_frames){ 0 };
	if (!next_block(bytes, len, &at, &b) || b.type != BLOCK_SECTION ||
	    b.len < SECTION_MIN - BLOCK_MIN || get32(b.body) != 0x1A2B3C4D)
		return RES_E_SYNTAX;
	/* No frame is shorter on file than an empty packet block. */
	out->frames = calloc(len / PACKET_MIN + 1, sizeof(*out->frames));
	if (!out->frames)
		return RES_E_MEMORY;
	while (at < len) {
		bool ok = next_block(bytes, len, &at, &b) && b.type != BLOCK_SECTION;

		if (ok && b.type == BLOCK_INTERFACE) {
			ok = is_interface_ours(&b);
			ports++;
		} else if (ok && b.type == BLOCK_PACKET) {
			ok = parse_packet(&b, ports, &out->frames[out->count]);
			out->count++;
		}
		if (!ok) {
			report_frames_free(out);
			return RES_E_SYNTAX;
		}
	}
	return RES_OK;
}

static bool is_capture_name(const char *name)
{
	static const char folder[] = "capture/", end[] = ".pcapng";
	size_t len = strlen(name), begin = sizeof(folder) - 1;

	return len > begin + sizeof(end) - 1 && !strncmp(name, folder, begin) &&
	       strspn(name + begin, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
				    "0123456789._-") == len - begin &&
	       !strcmp(name + len - (sizeof(end) - 1), end);
}

static enum result read_whole(FILE *f, uint8_t **bytes, size_t *len)
{
	long size = -1;

	if (fseek(f, 0, SEEK_END) == 0)
		size = ftell(f);
	if (size < 0 || fseek(f, 0, SEEK_SET) != 0)
		return RES_E_IO;
	if (size > FILE_MAX)
		return RES_E_LENGTH;
	*bytes = malloc((size_t)size + 1);
	if (!*bytes)
		return RES_E_MEMORY;
	*len = fread(*bytes, 1, (size_t)size, f);
	return *len == (size_t)size ? RES_OK : RES_E_IO;
}

static enum result parse_and_keep(uint8_t *bytes, size_t len, struct report_frames *out)
{
	enum result r = report_frames_parse(bytes, len, out);
	struct report_sha256 digest;

	if (r != RES_OK)
		return r;
	out->bytes = bytes;
	report_sha256_init(&digest);
	report_sha256_add(&digest, bytes, len);
	report_sha256_hex(&digest, out->sha256);
	return RES_OK;
}

enum result report_frames_read(const char *dir, const char *name, struct report_frames *out)
{
	char path[4096];
	uint8_t *bytes = NULL;
	size_t len = 0;
	enum result r;
	int n = snprintf(path, sizeof(path), "%s/%s", dir, name), fd;
	FILE *f;

	*out = (struct report_frames){ 0 };
	if (!is_capture_name(name) || n < 0 || (size_t)n >= sizeof(path))
		return RES_E_UNKNOWN;
	fd = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
	f = fd < 0 ? NULL : fdopen(fd, "rb");
	if (!f) {
		if (fd >= 0)
			close(fd);
		return RES_E_IO;
	}
	r = read_whole(f, &bytes, &len);
	fclose(f);
	if (r == RES_OK)
		r = parse_and_keep(bytes, len, out);
	if (r != RES_OK)
		free(bytes);
	return r;
}

void report_frames_free(struct report_frames *f)
{
	free(f->frames);
	free(f->bytes);
	*f = (struct report_frames){ 0 };
}
