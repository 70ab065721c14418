/* Writes pcapng blocks, little-endian on every machine.  Reads nothing and keeps no frame. */
#include "reports/pcapng.h"

#include <string.h>

enum block { BLOCK_SECTION = 0x0A0D0D0A, BLOCK_INTERFACE = 1, BLOCK_PACKET = 6 };
enum option {
	OPTION_END = 0,
	OPTION_COMMENT = 1,
	OPTION_IF_NAME = 2,
	OPTION_PACKET_FLAGS = 2,
	OPTION_SECTION_PROGRAM = 4,
	OPTION_IF_RESOLUTION = 9,
};
enum { LINK_ETHERNET = 1, INBOUND = 1, OUTBOUND = 2, TEXT_MAX = 1024 };

static size_t padded(size_t len)
{
	return (len + 3) & ~(size_t)3;
}

/* Length of an option's value on file; a comment longer than TEXT_MAX is cut. */
static size_t text_length(const char *text)
{
	size_t len = strlen(text);

	return len < TEXT_MAX ? len : TEXT_MAX;
}

static size_t option_size(size_t len)
{
	return 4 + padded(len);
}

static void put(struct report_pcapng *w, const void *data, size_t len)
{
	if (w->is_bad)
		return;
	report_sha256_add(&w->digest, data, len);
	w->is_bad = fwrite(data, 1, len, w->file) != len;
}

static void put_padded(struct report_pcapng *w, const void *data, size_t len)
{
	put(w, data, len);
	put(w, "\0\0\0", padded(len) - len);
}

static void put32(struct report_pcapng *w, uint32_t v)
{
	uint8_t b[4] = { (uint8_t)v, (uint8_t)(v >> 8), (uint8_t)(v >> 16), (uint8_t)(v >> 24) };

	put(w, b, sizeof(b));
}

static void put_option(struct report_pcapng *w, enum option code, const void *data, size_t len)
{
	put32(w, (uint32_t)code | (uint32_t)len << 16);
	put_padded(w, data, len);
}

static void put_section(struct report_pcapng *w, const char *comment)
{
	static const char program[] = "conformance";
	size_t size = 28 + option_size(sizeof(program) - 1) + option_size(0);

	if (comment)
		size += option_size(text_length(comment));
	put32(w, BLOCK_SECTION);
	put32(w, (uint32_t)size);
	put32(w, 0x1A2B3C4D); /* byte order */
	put32(w, 1);          /* version 1.0 */
	put32(w, UINT32_MAX); /* section length not stated */
	put32(w, UINT32_MAX);
	if (comment)
		put_option(w, OPTION_COMMENT, comment, text_length(comment));
	put_option(w, OPTION_SECTION_PROGRAM, program, sizeof(program) - 1);
	put_option(w, OPTION_END, "", 0);
	put32(w, (uint32_t)size);
}

static void put_interface(struct report_pcapng *w, const char *name)
{
	static const uint8_t nanoseconds = 9;
	size_t size = 20 + option_size(strlen(name)) + option_size(1) + option_size(0);

	put32(w, BLOCK_INTERFACE);
	put32(w, (uint32_t)size);
	put32(w, LINK_ETHERNET);
	put32(w, 0); /* no snap length */
	put_option(w, OPTION_IF_NAME, name, strlen(name));
	put_option(w, OPTION_IF_RESOLUTION, &nanoseconds, 1);
	put_option(w, OPTION_END, "", 0);
	put32(w, (uint32_t)size);
}

void report_pcapng_begin(struct report_pcapng *w, FILE *file, const char *comment, unsigned ports,
			 const char (*names)[REPORT_PORT_NAME_MAX])
{
	*w = (struct report_pcapng){ .file = file, .ports = ports };
	report_sha256_init(&w->digest);
	put_section(w, comment);
	for (unsigned i = 0; i < ports; i++)
		put_interface(w, names[i]);
}

void report_pcapng_frame(struct report_pcapng *w, const struct link_event *ev, const char *comment)
{
	uint8_t flags[4] = { ev->is_sent ? OUTBOUND : INBOUND };
	size_t size = 32 + padded(ev->len) + option_size(4) + option_size(0);

	if (ev->port >= w->ports) {
		w->is_bad = true;
		return;
	}
	if (comment)
		size += option_size(text_length(comment));
	put32(w, BLOCK_PACKET);
	put32(w, (uint32_t)size);
	put32(w, ev->port);
	put32(w, (uint32_t)(ev->stamp_ns >> 32));
	put32(w, (uint32_t)ev->stamp_ns);
	put32(w, ev->len);
	put32(w, ev->len);
	put_padded(w, ev->data, ev->len);
	if (comment)
		put_option(w, OPTION_COMMENT, comment, text_length(comment));
	put_option(w, OPTION_PACKET_FLAGS, flags, sizeof(flags));
	put_option(w, OPTION_END, "", 0);
	put32(w, (uint32_t)size);
}
