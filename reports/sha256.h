/* SHA-256 (FIPS 180-4), so that evidence can be named by its digest without a crypto library.
 * For identification only; nothing secret passes through here. */
#ifndef REPORTS_SHA256_H
#define REPORTS_SHA256_H

#include <stddef.h>
#include <stdint.h>

enum { REPORT_SHA256_HEX = 65 }; /* 64 digits and the terminator */

struct report_sha256 {
	uint32_t state[8];
	uint64_t length; /* bytes so far */
	uint8_t block[64];
};
void report_sha256_init(struct report_sha256 *s);
void report_sha256_add(struct report_sha256 *s, const void *data, size_t len);
/* Lower-case hex of all bytes added; s may not be added to afterwards. */
void report_sha256_hex(struct report_sha256 *s, char out[REPORT_SHA256_HEX]);

#endif
