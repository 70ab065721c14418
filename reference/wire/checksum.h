/* The Internet checksum (RFC 1071), for IPv4 headers, UDP and ICMPv6.  Pure arithmetic over bytes;
 * decides nothing about packets. */
#ifndef REFERENCE_WIRE_CHECKSUM_H
#define REFERENCE_WIRE_CHECKSUM_H

#include <stddef.h>
#include <stdint.h>

/* Adds len bytes (an odd last one counts as the high half of a word) to a running sum, 0 first. */
uint64_t wire_checksum_add(uint64_t sum, const uint8_t *p, size_t len);
/* The 16-bit ones' complement of the sum, host order: 0 over bytes that hold a right checksum. */
uint16_t wire_checksum_end(uint64_t sum);
/* The checksum of the UDP or ICMPv6 message of len bytes at `message` in the IPv4 or IPv6 datagram
 * at ip (a whole fixed header), pseudo-header included.  Source: RFC 768, RFC 8200 8.1. */
uint16_t wire_checksum_message(const uint8_t *ip, uint8_t protocol, const uint8_t *message,
			       size_t len);

#endif
