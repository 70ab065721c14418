/* The if: kind: existing ports by name.  Looks before it touches anything, and changes nothing
 * that is not written down first. */
#include "harness/link/iface.h"
#include "harness/link/iface_record.h"
#include "harness/link/iface_settings.h"

#include <stdio.h>
#include <string.h>

/* The names of the list into ports; *count of them. */
static enum result split(const char *names, char port[][LIVE_NAME_MAX], unsigned *count)
{
	*count = 0;
	for (const char *at = names;; at++) {
		size_t len = strcspn(at, ",");

		if (len == 0 || len >= LIVE_NAME_MAX || *count == LINK_PORTS_MAX)
			return RES_E_SYNTAX;
		memcpy(port[*count], at, len);
		port[*count][len] = '\0';
		for (unsigned i = 0; i < *count; i++)
			if (!strcmp(port[i], port[*count]))
				return RES_E_SYNTAX;
		++*count;
		at += len;
		if (!*at)
			return RES_OK;
	}
}

static enum result look(struct live_port *p, char *error, size_t cap)
{
	bool is_up, is_running;
	enum result r = harness_iface_state(p->name, &is_up, &is_running);

	if (r != RES_OK) {
		snprintf(error, cap, "%s: no such interface; `ip link` lists them", p->name);
		return r;
	}
	if (!is_running) {
		snprintf(error, cap,
			 is_up ? "%s: has no carrier; look at its cable and at the other end"
			       : "%s: is down; `ip link set %s up` first",
			 p->name, p->name);
		return RES_E_STATE;
	}
	if (harness_iface_mac(p->name, p->mac) != RES_OK) {
		snprintf(error, cap, "%s: has no MAC address; name an Ethernet port", p->name);
		return RES_E_STATE;
	}
	return RES_OK;
}

static enum result prepare(struct live_port *p, char *error, size_t cap)
{
	enum result r = harness_iface_record_take(p->name, &p->record, error, cap);

	if (r != RES_OK)
		return r;
	r = harness_iface_offloads_off(p->name);
	if (r != RES_OK)
		snprintf(error, cap,
			 "%s: merges received frames, and that may not be changed; run as root or "
			 "`ethtool -K %s gro off lro off`",
			 p->name, p->name);
	return r;
}

static enum result open_ports(struct live *v, char *error, size_t cap)
{
	enum result r = RES_OK;

	for (unsigned i = 0; i < v->link.ports && r == RES_OK; i++)
		r = look(&v->port[i], error, cap);
	if (r == RES_OK)
		r = harness_live_start(v, true, error, cap);
	for (unsigned i = 0; i < v->link.ports && r == RES_OK; i++)
		r = prepare(&v->port[i], error, cap);
	return r;
}

enum result harness_link_open_iface(const char *names, struct link **out, char *error, size_t cap)
{
	char port[LINK_PORTS_MAX + 1][LIVE_NAME_MAX];
	enum result r;
	struct live *v;
	unsigned count;

	r = split(names, port, &count);
	if (r != RES_OK) {
		snprintf(error, cap, "if:%s: not a list of different port names, NAME[,NAME...]",
			 names);
		return r;
	}
	snprintf(error, cap, "if:%s: out of memory", names);
	v = harness_live_new(false, count);
	if (!v)
		return RES_E_MEMORY;
	for (unsigned i = 0; i < count; i++)
		memcpy(v->port[i].name, port[i], LIVE_NAME_MAX);
	r = open_ports(v, error, cap);
	if (r != RES_OK) {
		v->link.ops->close(&v->link);
		return r;
	}
	*out = &v->link;
	return RES_OK;
}
