/* What veth and if: share: a link over ports of this machine, two captures and one injector
 * each.  Private to harness/link; everyone else uses link.h and open.h. */
#ifndef HARNESS_LINK_IFACE_H
#define HARNESS_LINK_IFACE_H

#include "harness/link/bench_late.h"
#include "harness/link/capture.h"
#include "harness/link/inject.h"
#include "harness/link/link.h"
#include "harness/link/open.h"

enum { LIVE_NAME_MAX = 16, LIVE_HOLD_OFF_NS = 1000000 };

struct iface_record;

struct live_port {
	char name[LIVE_NAME_MAX];
	char device_name[LIVE_NAME_MAX]; /* veth; "" else */
	uint8_t mac[6];
	struct capture *capture[2]; /* [is_sent] */
	struct inject *inject;
	struct iface_record *record; /* if:, what to put back; NULL else */
};
struct live {
	struct link link;
	struct live_port port[LINK_PORTS_MAX];
	int tester_fd, device_fd; /* namespaces (veth); -1 else */
	struct capture *given;    /* holds the event given last */
	uint64_t last_stamp_ns;
	uint64_t polled_ns; /* when the last round began that left nothing unread */
	uint64_t settled_ns;
	uint64_t disorder;
	unsigned calls; /* since all captures were drained */
	struct late late;
};

/* A link whose ports are not open yet; NULL when out of memory.  Released by ops->close. */
struct live *harness_live_new(bool is_veth, unsigned ports);
/* The live behind a link, NULL if it is of another kind. */
const struct live *harness_live_of(const struct link *l);
/* Opens captures and injector of every port, in the namespace of the calling thread; names are
 * set.  Errors as harness_capture_open, harness_inject_open. */
enum result harness_live_start(struct live *v, bool is_filtered, char *error, size_t cap) MUST_USE;

#endif
