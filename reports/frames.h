/* The frames of a case, read back from the capture that pcapng.h wrote.  The file may come from
 * somebody else: every length in it is checked before use. */
#ifndef REPORTS_FRAMES_H
#define REPORTS_FRAMES_H

#include "reference/result.h"
#include "reports/sha256.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct report_frame {
	uint64_t stamp_ns;
	uint32_t port;
	bool is_sent;                  /* by the tester */
	const uint8_t *data, *comment; /* comment: not terminated, NULL none */
	uint32_t len, comment_len;
};
struct report_frames {
	struct report_frame *frames; /* frames[0] is frame 1 of a report */
	size_t count;
	char sha256[REPORT_SHA256_HEX]; /* of the file */
	uint8_t *bytes;                 /* the frames' data */
};
/* Parses bytes[len] (borrowed, must outlive *out; bytes of *out stays NULL): pcapng as this
 * program writes it, little-endian, stamps in ns, Ethernet.  E_SYNTAX, E_MEMORY. */
enum result report_frames_parse(const uint8_t *bytes, size_t len,
				struct report_frames *out) MUST_USE;
/* The same of DIR/name, at most 64 MiB.  name is that of a report's evidence; one that is not
 * "capture/NAME.pcapng" or is a symbolic link: E_UNKNOWN.  E_IO, E_LENGTH, E_SYNTAX, E_MEMORY. */
enum result report_frames_read(const char *dir, const char *name,
			       struct report_frames *out) MUST_USE;
void report_frames_free(struct report_frames *f);

#endif
