/* libnet in link mode.  The normal path builds the link header and takes the datagram as payload;
 * what has no such form is written raw.  Frames go through the queue discipline, or our own
 * captures would not see them. */
#define _GNU_SOURCE
#include "harness/link/inject.h"

#include <errno.h>
#include <fcntl.h>
#include <libnet.h>
#include <stdio.h>
#include <stdlib.h>

enum { ETHERNET = 14, TAGGED = 18, TYPE_VLAN = 0x8100 };

struct inject {
	libnet_t *net;
};

enum result harness_inject_open(const char *name, struct inject **out, char *error, size_t cap)
{
	char text[LIBNET_ERRBUF_SIZE];
	struct inject *i = calloc(1, sizeof(*i));

	if (!i) {
		snprintf(error, cap, "%s: out of memory", name);
		return RES_E_MEMORY;
	}
	i->net = libnet_init(LIBNET_LINK_ADV, name, text);
	if (!i->net || fcntl(libnet_getfd(i->net), F_SETFD, FD_CLOEXEC) != 0) {
		snprintf(error, cap, "%s: cannot send: %s", name, i->net ? "fcntl" : text);
		harness_inject_close(i);
		return RES_E_IO;
	}
	*out = i;
	return RES_OK;
}

void harness_inject_close(struct inject *i)
{
	if (!i)
		return;
	if (i->net)
		libnet_destroy(i->net);
	free(i);
}

static unsigned be16(const uint8_t *p)
{
	return (unsigned)p[0] << 8 | p[1];
}

static int build(libnet_t *net, const uint8_t *f, size_t len)
{
	size_t header = be16(f + 12) == TYPE_VLAN ? TAGGED : ETHERNET;
	const uint8_t *payload = len > header ? f + header : NULL;
	uint32_t size = (uint32_t)(len - header);

	libnet_clear_packet(net);
	if (header == ETHERNET)
		return libnet_build_ethernet(f, f + 6, (uint16_t)be16(f + 12), payload, size, net,
					     0);
	return libnet_build_802_1q(f, f + 6, TYPE_VLAN, f[14] >> 5, (f[14] >> 4) & 1,
				   (uint16_t)(be16(f + 14) & 0xFFF), (uint16_t)be16(f + 16),
				   payload, size, net, 0);
}

enum result harness_inject_send(struct inject *i, const uint8_t *frame, size_t len)
{
	int written;

	if (len < ETHERNET || len > UINT16_MAX)
		return RES_E_LENGTH;
	errno = 0;
	if (len < TAGGED && be16(frame + 12) == TYPE_VLAN)
		written = libnet_adv_write_link(i->net, frame, (uint32_t)len);
	else if (build(i->net, frame, len) == -1)
		return RES_E_MEMORY;
	else
		written = libnet_write(i->net);
	if (written == (int)len)
		return RES_OK;
	return errno == EMSGSIZE ? RES_E_LENGTH : RES_E_IO;
}
