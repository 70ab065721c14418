/* The two rtnetlink requests a veth pair needs, built by hand in one buffer. */
#include "harness/link/veth_pair.h"

#include <errno.h>
#include <linux/if_link.h>
#include <linux/rtnetlink.h>
#include <linux/veth.h>
#include <net/if.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum { REQUEST_MAX = 512 };

struct request {
	union {
		struct nlmsghdr header;
		uint8_t bytes[REQUEST_MAX];
	};
};

static void *append(struct request *q, const void *data, size_t len)
{
	uint8_t *at = q->bytes + NLMSG_ALIGN(q->header.nlmsg_len);

	if (len)
		memcpy(at, data, len);
	q->header.nlmsg_len = NLMSG_ALIGN(q->header.nlmsg_len) + (uint32_t)len;
	return at;
}

/* Appends an attribute; its place is for close_nest when more is put inside. */
static struct rtattr *put(struct request *q, unsigned type, const void *data, size_t len)
{
	struct rtattr a = { .rta_len = (uint16_t)RTA_LENGTH(len), .rta_type = (uint16_t)type };
	struct rtattr *at = append(q, &a, sizeof(a));

	append(q, data, len);
	return at;
}

static void close_nest(struct request *q, struct rtattr *nest)
{
	uint8_t *end = q->bytes + q->header.nlmsg_len;

	nest->rta_len = (uint16_t)(end - (uint8_t *)nest);
}

static void put_end(struct request *q, const struct veth_end *e, uint32_t mtu)
{
	put(q, IFLA_IFNAME, e->name, strlen(e->name) + 1);
	put(q, IFLA_ADDRESS, e->mac, sizeof(e->mac));
	put(q, IFLA_MTU, &mtu, sizeof(mtu));
}

static void begin(struct request *q, uint16_t type, uint16_t flags, int index)
{
	struct ifinfomsg info = { .ifi_family = AF_UNSPEC, .ifi_index = index };

	memset(q, 0, sizeof(*q));
	q->header.nlmsg_len = NLMSG_HDRLEN;
	q->header.nlmsg_type = type;
	q->header.nlmsg_flags = (uint16_t)(NLM_F_REQUEST | NLM_F_ACK | flags);
	append(q, &info, sizeof(info));
}

static enum result ask(const struct request *q)
{
	struct {
		struct nlmsghdr header;
		struct nlmsgerr error;
		uint8_t rest[REQUEST_MAX];
	} answer;
	int fd = socket(AF_NETLINK, SOCK_RAW | SOCK_CLOEXEC, NETLINK_ROUTE);
	ssize_t got;

	if (fd < 0)
		return RES_E_IO;
	got = send(fd, q, q->header.nlmsg_len, 0);
	if (got >= 0)
		got = recv(fd, &answer, sizeof(answer), 0);
	close(fd);
	if (got < 0)
		return RES_E_IO;
	if ((size_t)got < NLMSG_LENGTH(sizeof(answer.error.error)) ||
	    answer.header.nlmsg_type != NLMSG_ERROR) {
		errno = EPROTO;
		return RES_E_IO;
	}
	errno = -answer.error.error;
	return answer.error.error == 0 ? RES_OK : RES_E_IO;
}

enum result harness_veth_pair(const struct veth_end *here, const struct veth_end *there,
			      int there_fd, uint32_t mtu)
{
	struct ifinfomsg peer_info = { .ifi_family = AF_UNSPEC };
	struct rtattr *info, *data, *peer;
	struct request q;

	begin(&q, RTM_NEWLINK, NLM_F_CREATE | NLM_F_EXCL, 0);
	put_end(&q, here, mtu);
	info = put(&q, IFLA_LINKINFO, NULL, 0);
	put(&q, IFLA_INFO_KIND, "veth", 4);
	data = put(&q, IFLA_INFO_DATA, NULL, 0);
	peer = put(&q, VETH_INFO_PEER, NULL, 0);
	append(&q, &peer_info, sizeof(peer_info));
	put_end(&q, there, mtu);
	put(&q, IFLA_NET_NS_FD, &there_fd, sizeof(there_fd));
	close_nest(&q, peer);
	close_nest(&q, data);
	close_nest(&q, info);
	return ask(&q);
}

enum result harness_veth_quiet(const char *name)
{
	uint8_t mode = IN6_ADDR_GEN_MODE_NONE;
	struct rtattr *spec, *inet6;
	struct request q;

	begin(&q, RTM_SETLINK, 0, (int)if_nametoindex(name));
	spec = put(&q, IFLA_AF_SPEC, NULL, 0);
	inet6 = put(&q, AF_INET6, NULL, 0);
	put(&q, IFLA_INET6_ADDR_GEN_MODE, &mode, sizeof(mode));
	close_nest(&q, inet6);
	close_nest(&q, spec);
	return ask(&q);
}
