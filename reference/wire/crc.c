/* The invariant CRC of RoCEv2, by ISA-L.  Masked bytes all stand at the front: that part is copied
 * and masked, the rest is read where it is.  Never reads past len.  Source: CRC-1. */
#include "reference/wire/wire.h"

#include "reference/wire/straight.h"

#include <isa-l/crc.h>

enum { MARK = 8, IP_MAX = 60, HEAD_MAX = MARK + IP_MAX + wire_size_udp + 5 };

static void mask(uint8_t *b, size_t len, size_t at)
{
	if (at < len)
		b[at] = 0xFF;
}

/* h: the IP header and on, at most len bytes; ip_bytes: length of the IP header. */
static void mask_head(uint8_t *h, size_t len, size_t ip_bytes)
{
	if (h[0] >> 4 == 4) {
		mask(h, len, 1);  /* TOS */
		mask(h, len, 8);  /* TTL */
		mask(h, len, 10); /* header checksum */
		mask(h, len, 11);
	} else {
		h[0] |= 0x0F; /* traffic class, flow label */
		mask(h, len, 1);
		mask(h, len, 2);
		mask(h, len, 3);
		mask(h, len, 7); /* hop limit */
	}
	mask(h, len, ip_bytes + 6); /* UDP checksum */
	mask(h, len, ip_bytes + 7);
	mask(h, len, ip_bytes + wire_size_udp + 4); /* byte 4 of BASE */
}

/* CRC-1; CRC-3: what is masked may be anything. */
uint32_t wire_crc(const uint8_t *ip, size_t len)
{
	uint8_t head[HEAD_MAX];
	size_t ip_bytes = wire_size_ipv6, n;

	if (len == 0)
		return 0;
	if (ip[0] >> 4 == 4)
		ip_bytes = (ip[0] & (size_t)15) * 4; /* options are part of the header */
	n = ip_bytes + wire_size_udp + 5;
	if (n > len)
		n = len;
	memset(head, 0xFF, MARK);
	memcpy(head + MARK, ip, n);
	mask_head(head + MARK, n, ip_bytes);
	return crc32_gzip_refl(crc32_gzip_refl(0, head, MARK + n), ip + n, len - n);
}
