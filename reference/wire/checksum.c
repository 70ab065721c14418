/* The Internet checksum: sums are taken in big-endian 32-bit words, which RFC 1071 allows because
 * the carries fold back.  Reads exactly the bytes it is given. */
#include "reference/wire/checksum.h"

#include "reference/wire/straight.h"

uint64_t wire_checksum_add(uint64_t sum, const uint8_t *p, size_t len)
{
	uint8_t rest[4] = { 0 };

	for (; len >= 4; p += 4, len -= 4)
		sum += wire_load32(p);
	for (size_t i = 0; i < len; i++)
		rest[i] = p[i];
	return sum + wire_load32(rest);
}

uint16_t wire_checksum_end(uint64_t sum)
{
	while (sum >> 16 != 0)
		sum = (sum & 0xFFFF) + (sum >> 16);
	return (uint16_t)(~sum & 0xFFFF);
}

uint16_t wire_checksum_message(const uint8_t *ip, uint8_t protocol, const uint8_t *message,
			       size_t len)
{
	uint64_t sum = (uint64_t)protocol + len;

	if (ip[0] >> 4 == 4)
		sum = wire_checksum_add(sum, ip + 12, 8);
	else
		sum = wire_checksum_add(sum, ip + 8, 32);
	return wire_checksum_end(wire_checksum_add(sum, message, len));
}
