/* libpcap in immediate mode with nanosecond stamps.  Knows one port and one direction; never
 * sends and never reads a clock. */
#define _GNU_SOURCE
#include "harness/link/capture.h"

#include "harness/link/open.h"

#include <fcntl.h>
#include <linux/filter.h>
#include <pcap/pcap.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

enum {
	FRAME_MAX = LINK_MTU + 14 + 8,  /* Ethernet and two tags */
	STORE_BYTES = 16 * 1024 * 1024, /* touched only as far as it fills */
	RECORD_MAX = FRAME_MAX + 32,
	BATCH_MAX = 256,
	FILTER_MAX = 512, /* instructions */
};

struct record { /* in the store, followed by the frame, padded to 8 */
	uint64_t stamp_ns;
	uint64_t len;
};
struct capture {
	pcap_t *pcap;
	uint8_t *store;
	size_t head, tail; /* the frames waiting are store[head..tail) */
	uint64_t count;
	bool is_broken;
};

/* Both directions show up on a tap; the kernel's filter tells them apart, so that a ring holds
 * one direction only.  "udp" matches later fragments too, in IPv6 by the header chain. */
#define JUDGED                                                                          \
	"(arp or icmp6 or udp or ip6 proto (0 or 43 or 44 or 60) or ether proto 0x8808" \
	" or ether proto 0x88b5)"

static const char *filter_of(const struct capture_config *c)
{
	if (!c->is_filtered)
		return c->is_sent ? "outbound" : "inbound";
	return c->is_sent ? "outbound and (" JUDGED " or (vlan and " JUDGED "))"
			  : "inbound and (" JUDGED " or (vlan and " JUDGED "))";
}

static enum result refuse(pcap_t *p, int status, const char *name, char *error, size_t cap)
{
	switch (status) {
	case PCAP_ERROR_NO_SUCH_DEVICE:
		snprintf(error, cap, "%s: no such interface; `ip link` lists them", name);
		return RES_E_UNKNOWN;
	case PCAP_ERROR_PERM_DENIED:
	case PCAP_ERROR_PROMISC_PERM_DENIED:
		snprintf(error, cap,
			 "%s: no permission to capture; run as root or "
			 "`setcap cap_net_raw,cap_net_admin=ep` the program",
			 name);
		return RES_E_IO;
	case PCAP_ERROR_IFACE_NOT_UP:
		snprintf(error, cap, "%s: is down; `ip link set %s up` first", name, name);
		return RES_E_STATE;
	default:
		snprintf(error, cap, "%s: cannot capture: %s", name, pcap_geterr(p));
		return RES_E_IO;
	}
}

static void forget(u_char *user, const struct pcap_pkthdr *h, const u_char *bytes)
{
	(void)user;
	(void)h;
	(void)bytes;
}

/* pcap_setfilter runs the filter itself over the first frame, and libpcap's machine does not know
 * the direction the kernel's does: that frame would be lost.  So the kernel is told directly. */
static int attach(pcap_t *p, const struct bpf_program *program)
{
	struct sock_filter code[FILTER_MAX];
	struct sock_fprog f = { .len = (uint16_t)program->bf_len, .filter = code };

	_Static_assert(sizeof(code[0]) == sizeof(program->bf_insns[0]), "the same machine code");
	if (program->bf_len > FILTER_MAX)
		return PCAP_ERROR;
	memcpy(code, program->bf_insns, program->bf_len * sizeof(code[0]));
	return setsockopt(pcap_fileno(p), SOL_SOCKET, SO_ATTACH_FILTER, &f, sizeof(f));
}

static enum result set_filter(pcap_t *p, const struct capture_config *c, char *error, size_t cap)
{
	struct bpf_program program;
	char text[PCAP_ERRBUF_SIZE];
	int rc;

	if (pcap_datalink(p) != DLT_EN10MB) {
		snprintf(error, cap, "%s: is no Ethernet interface; name another one", c->name);
		return RES_E_STATE;
	}
	if (pcap_compile(p, &program, filter_of(c), 1, PCAP_NETMASK_UNKNOWN) != 0)
		return refuse(p, PCAP_ERROR, c->name, error, cap);
	rc = attach(p, &program);
	pcap_freecode(&program);
	/* A child must not hold the ring of a tester that is gone. */
	if (rc != 0 || pcap_setdirection(p, c->is_sent ? PCAP_D_OUT : PCAP_D_IN) != 0 ||
	    pcap_setnonblock(p, 1, text) != 0 || fcntl(pcap_fileno(p), F_SETFD, FD_CLOEXEC) != 0) {
		snprintf(error, cap, "%s: the kernel refuses the capture's filter", c->name);
		return RES_E_IO;
	}
	while (pcap_dispatch(p, BATCH_MAX, forget, NULL) > 0) /* seen before the filter */
		;
	return RES_OK;
}

static enum result start(struct capture *out, const struct capture_config *c, char *error,
			 size_t cap)
{
	char text[PCAP_ERRBUF_SIZE];
	pcap_t *p = out->pcap = pcap_create(c->name, text);
	int rc;

	if (!p) {
		snprintf(error, cap, "%s: cannot capture: %s", c->name, text);
		return RES_E_IO;
	}
	if (pcap_set_snaplen(p, FRAME_MAX) || pcap_set_promisc(p, 1) ||
	    pcap_set_immediate_mode(p, 1) || pcap_set_buffer_size(p, c->kernel_bytes) ||
	    pcap_set_tstamp_precision(p, PCAP_TSTAMP_PRECISION_NANO)) {
		snprintf(error, cap, "%s: this libpcap has no nanosecond stamps", c->name);
		return RES_E_IO;
	}
	rc = pcap_activate(p);
	if (rc < 0)
		return refuse(p, rc, c->name, error, cap);
	return set_filter(p, c, error, cap);
}

enum result harness_capture_open(const struct capture_config *c, struct capture **out, char *error,
				 size_t cap)
{
	struct capture *n = calloc(1, sizeof(*n));
	enum result r;

	if (!n || !(n->store = malloc(STORE_BYTES))) {
		free(n);
		snprintf(error, cap, "%s: out of memory for its capture", c->name);
		return RES_E_MEMORY;
	}
	r = start(n, c, error, cap);
	if (r != RES_OK) {
		harness_capture_close(n);
		return r;
	}
	*out = n;
	return RES_OK;
}

void harness_capture_close(struct capture *c)
{
	if (!c)
		return;
	if (c->pcap)
		pcap_close(c->pcap);
	free(c->store);
	free(c);
}

/* libpcap hands a slot back to the kernel when this returns, so the bytes are copied here. */
static void keep(u_char *user, const struct pcap_pkthdr *h, const u_char *bytes)
{
	struct capture *c = (struct capture *)(void *)user;
	struct record r = { .len = h->caplen };

	r.stamp_ns = (uint64_t)h->ts.tv_sec * 1000000000u + (uint64_t)h->ts.tv_usec;
	memcpy(c->store + c->tail, &r, sizeof(r));
	memcpy(c->store + c->tail + sizeof(r), bytes, h->caplen);
	c->tail += sizeof(r) + ((h->caplen + 7u) & ~7u);
	c->count++;
}

bool harness_capture_drain(struct capture *c)
{
	uint64_t before = c->count;

	while (!c->is_broken) {
		size_t room = (STORE_BYTES - c->tail) / RECORD_MAX;
		int n;

		if (room == 0) /* the rest waits in the kernel, which counts what it loses */
			break;
		n = pcap_dispatch(c->pcap, room < BATCH_MAX ? (int)room : BATCH_MAX, keep,
				  (u_char *)c);
		if (n < 0)
			c->is_broken = true;
		if (n <= 0)
			break;
	}
	return c->count != before;
}

bool harness_capture_head(const struct capture *c, struct capture_frame *out)
{
	struct record r;

	if (c->head == c->tail)
		return false;
	memcpy(&r, c->store + c->head, sizeof(r));
	out->stamp_ns = r.stamp_ns;
	out->len = (uint32_t)r.len;
	out->data = c->store + c->head + sizeof(r);
	return true;
}

void harness_capture_pop(struct capture *c)
{
	struct capture_frame f;

	if (!harness_capture_head(c, &f))
		return;
	c->head += sizeof(struct record) + ((f.len + 7u) & ~7u);
	if (c->head == c->tail) {
		c->head = c->tail = 0;
	} else if (c->head > STORE_BYTES / 2) {
		memmove(c->store, c->store + c->head, c->tail - c->head);
		c->tail -= c->head;
		c->head = 0;
	}
}

int harness_capture_fd(const struct capture *c)
{
	return c->is_broken ? -1 : pcap_get_selectable_fd(c->pcap);
}

uint64_t harness_capture_count(const struct capture *c)
{
	return c->count;
}

uint64_t harness_capture_dropped(const struct capture *c)
{
	struct pcap_stat s;

	if (pcap_stats(c->pcap, &s) != 0)
		return 1;
	return (uint64_t)s.ps_drop + (c->is_broken ? 1 : 0);
}
