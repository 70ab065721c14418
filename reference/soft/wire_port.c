/* A real port of the bundled device, by libpcap. */
#define _GNU_SOURCE
#include "reference/soft/wire_private.h"

#include "reference/wire/wire.h"

#include <pcap/pcap.h>
#include <stdio.h>
#include <stdlib.h>

enum { BUFFER_BYTES = 16 << 20 };

struct soft_port {
	pcap_t *pcap;
};

void soft_port_close(struct soft_port *p)
{
	if (p == NULL)
		return;
	if (p->pcap != NULL)
		pcap_close(p->pcap);
	free(p);
}

static bool set_up(struct soft_port *p)
{
	return pcap_set_snaplen(p->pcap, WIRE_FRAME_MAX) == 0 &&
	       pcap_set_promisc(p->pcap, 1) == 0 && pcap_set_immediate_mode(p->pcap, 1) == 0 &&
	       pcap_set_buffer_size(p->pcap, BUFFER_BYTES) == 0 && pcap_activate(p->pcap) >= 0 &&
	       pcap_datalink(p->pcap) == DLT_EN10MB;
}

enum result soft_port_open(const char *name, struct soft_port **out, char *error, size_t error_cap)
{
	char reason[PCAP_ERRBUF_SIZE] = "";
	struct soft_port *p = calloc(1, sizeof(*p));

	if (p == NULL)
		return RES_E_MEMORY;
	p->pcap = pcap_create(name, reason);
	if (p->pcap == NULL || !set_up(p) || pcap_setdirection(p->pcap, PCAP_D_IN) != 0 ||
	    pcap_setnonblock(p->pcap, 1, reason) != 0) {
		const char *why = p->pcap != NULL ? pcap_geterr(p->pcap) : reason;

		snprintf(
			error, error_cap,
			"port %s: %s; it must be an Ethernet port that is up, and opening it needs "
			"CAP_NET_RAW",
			name, why[0] != '\0' ? why : "cannot be opened");
		soft_port_close(p);
		return RES_E_IO;
	}
	*out = p;
	return RES_OK;
}

int soft_port_fd(const struct soft_port *p)
{
	return pcap_get_selectable_fd(p->pcap);
}

int soft_port_receive(struct soft_port *p, int max,
		      void (*frame)(void *arg, const uint8_t *data, size_t len), void *arg)
{
	for (int n = 0; n < max; n++) {
		struct pcap_pkthdr *header;
		const u_char *data;
		int got = pcap_next_ex(p->pcap, &header, &data);

		if (got < 0)
			return -1;
		if (got == 0)
			return n;
		frame(arg, data, header->caplen);
	}
	return max;
}

void soft_port_send(struct soft_port *p, const uint8_t *frame, size_t len)
{
	if (pcap_inject(p->pcap, frame, len) < 0)
		return; /* lost on the way: the transport repairs it */
}
