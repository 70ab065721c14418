/* ioctl requests about one port.  Nothing is remembered between calls. */
#define _GNU_SOURCE
#include "harness/link/iface_settings.h"

#include <errno.h>
#include <linux/ethtool.h>
#include <linux/sockios.h>
#include <net/if.h>
#include <stddef.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <unistd.h>

static enum result request(const char *name, unsigned long what, struct ifreq *q)
{
	size_t len = strlen(name);
	int fd, rc, saved;

	if (len >= sizeof(q->ifr_name)) {
		errno = ENODEV;
		return RES_E_UNKNOWN;
	}
	memcpy(q->ifr_name, name, len + 1);
	fd = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
	if (fd < 0)
		return RES_E_IO;
	rc = ioctl(fd, what, q);
	saved = errno;
	close(fd);
	errno = saved;
	if (rc >= 0) /* SFEATURES answers with flags */
		return RES_OK;
	return errno == ENODEV ? RES_E_UNKNOWN : RES_E_IO;
}

enum result harness_iface_mac(const char *name, uint8_t mac[6])
{
	struct ifreq q = { 0 };
	enum result r = request(name, SIOCGIFHWADDR, &q);

	if (r == RES_OK)
		memcpy(mac, q.ifr_hwaddr.sa_data, 6);
	return r;
}

enum result harness_iface_state(const char *name, bool *is_up, bool *is_running)
{
	struct ifreq q = { 0 };
	enum result r = request(name, SIOCGIFFLAGS, &q);

	*is_up = r == RES_OK && (q.ifr_flags & IFF_UP);
	*is_running = *is_up && (q.ifr_flags & IFF_RUNNING);
	return r;
}

enum result harness_iface_up(const char *name)
{
	struct ifreq q = { 0 };
	enum result r = request(name, SIOCGIFFLAGS, &q);

	if (r != RES_OK)
		return r;
	q.ifr_flags = (short)((q.ifr_flags | IFF_UP) & ~IFF_MULTICAST);
	return request(name, SIOCSIFFLAGS, &q);
}

static enum result ethtool(const char *name, void *command)
{
	struct ifreq q = { .ifr_data = command };

	return request(name, SIOCETHTOOL, &q);
}

/* The two requests of linux/ethtool.h whose size the caller chooses, at the size chosen here. */
struct get_features {
	uint32_t cmd, size;
	struct ethtool_get_features_block block[OFFLOAD_BLOCKS];
};
struct set_features {
	uint32_t cmd, size;
	struct ethtool_set_features_block block[OFFLOAD_BLOCKS];
};
_Static_assert(offsetof(struct get_features, block) == sizeof(struct ethtool_gfeatures), "layout");
_Static_assert(offsetof(struct set_features, block) == sizeof(struct ethtool_sfeatures), "layout");

enum result harness_iface_offloads_get(const char *name, struct offloads *out)
{
	struct get_features g = { .cmd = ETHTOOL_GFEATURES, .size = OFFLOAD_BLOCKS };
	enum result r = ethtool(name, &g);

	memset(out, 0, sizeof(*out));
	if (r != RES_OK)
		return r;
	if (g.size > OFFLOAD_BLOCKS) { /* a kernel with more features than there is room for */
		errno = E2BIG;
		return RES_E_IO;
	}
	out->blocks = g.size;
	for (uint32_t i = 0; i < g.size; i++) {
		out->changeable[i] = g.block[i].available;
		out->wanted[i] = g.block[i].requested & g.block[i].available;
	}
	return RES_OK;
}

enum result harness_iface_offloads_set(const char *name, const struct offloads *o)
{
	struct set_features s = { .cmd = ETHTOOL_SFEATURES, .size = o->blocks };

	for (uint32_t i = 0; i < o->blocks && i < OFFLOAD_BLOCKS; i++) {
		s.block[i].valid = o->changeable[i];
		s.block[i].requested = o->wanted[i];
	}
	return ethtool(name, &s);
}

enum result harness_iface_offloads_off(const char *name)
{
	static const uint32_t off[] = { ETHTOOL_SGRO, ETHTOOL_SGSO, ETHTOOL_STSO, ETHTOOL_SRXCSUM,
					ETHTOOL_STXCSUM };
	struct ethtool_value v = { .cmd = ETHTOOL_GFLAGS };
	enum result r = ethtool(name, &v);

	if (r == RES_E_UNKNOWN)
		return r;
	if (r == RES_OK && (v.data & ETH_FLAG_LRO)) {
		v.cmd = ETHTOOL_SFLAGS;
		v.data &= ~(uint32_t)ETH_FLAG_LRO;
		if (ethtool(name, &v) != RES_OK)
			return RES_E_STATE;
	}
	/* A refusal is judged by what is still on: many ports lack one or the other. */
	for (size_t i = 0; i < sizeof(off) / sizeof(off[0]); i++) {
		v = (struct ethtool_value){ .cmd = off[i] };
		if (ethtool(name, &v) == RES_E_UNKNOWN)
			return RES_E_UNKNOWN;
	}
	v = (struct ethtool_value){ .cmd = ETHTOOL_GGRO };
	return ethtool(name, &v) == RES_OK && v.data ? RES_E_STATE : RES_OK;
}
