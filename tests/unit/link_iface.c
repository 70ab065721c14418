/* The if: link on a port that exists: what its filter keeps, what it changes and puts back, and
 * what it says when it cannot.  Makes a veth pair in a namespace; or takes LINK_TEST_PORT and
 * LINK_TEST_FAR, two ends of one wire in the present namespace (tests/scripts/link_iface.py). */
#define _GNU_SOURCE
#include "harness/link/bench.h"
#include "harness/link/iface.h"
#include "harness/link/iface_settings.h"
#include "harness/link/netns.h"
#include "harness/link/veth_pair.h"

#include <CUnit/CUnit.h>
#include <dirent.h>
#include <linux/capability.h>
#include <net/if.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

void suite_link_iface(void);

enum { MS = 1000000 };

static int space = -1; /* the namespace of the pair; -1: the present one */
static const char *port = "port0", *far_end = "far0";
static char folder[] = "/tmp/link_iface.XXXXXX"; /* for the records */
static bool is_skipped;

/* Waits until the kernel has noticed whether a port has a carrier. */
static enum result wait_carrier(bool is_wanted)
{
	bool is_up, is_running = !is_wanted;

	for (unsigned i = 0; i < 3000 && is_running != is_wanted; i++) {
		usleep(1000);
		if (harness_iface_state(port, &is_up, &is_running) != RES_OK)
			return RES_E_IO;
	}
	return is_running == is_wanted ? RES_OK : RES_E_TIMEOUT;
}

static enum result make_pair(void *arg)
{
	struct veth_end a = { port, { 2, 0, 0, 0, 0, 1 } }, b = { far_end, { 2, 0, 0, 0, 0, 2 } };

	(void)arg;
	if (harness_veth_pair(&a, &b, space, 9216) != RES_OK ||
	    harness_veth_quiet(port) != RES_OK || harness_veth_quiet(far_end) != RES_OK ||
	    harness_iface_up(port) != RES_OK || harness_iface_up(far_end) != RES_OK)
		return RES_E_IO;
	return wait_carrier(true);
}

static int set_up(void)
{
	char error[200];

	if (!mkdtemp(folder) || setenv("XDG_RUNTIME_DIR", folder, 1) != 0)
		return 1;
	if (getenv("LINK_TEST_PORT") && getenv("LINK_TEST_FAR")) {
		port = getenv("LINK_TEST_PORT");
		far_end = getenv("LINK_TEST_FAR");
		return 0;
	}
	if (harness_netns_new(&space, error, sizeof(error)) != RES_OK) {
		printf("skipped: %s\n", error);
		is_skipped = true;
		return 0;
	}
	return harness_netns_run(space, make_pair, NULL) == RES_OK ? 0 : 1;
}

static int tear_down(void)
{
	if (space >= 0)
		close(space);
	return rmdir(folder); /* fails if a record stayed behind */
}

/* Bodies run on a thread inside the namespace: no fatal assertions there. */
static void inside(enum result (*body)(void *))
{
	if (!is_skipped)
		CU_ASSERT_EQUAL(harness_netns_run(space, body, NULL), RES_OK);
}

static struct link *open_port(void)
{
	char error[200] = "";
	struct link *l = NULL;

	CU_ASSERT_EQUAL(harness_link_open_iface(port, &l, error, sizeof(error)), RES_OK);
	return l;
}

static enum result refuse(const char *names, const char *text)
{
	struct link *l = NULL;
	char error[200] = "";
	enum result r = harness_link_open_iface(names, &l, error, sizeof(error));

	CU_ASSERT_PTR_NULL(l);
	CU_ASSERT_PTR_NULL(strchr(error, '\n'));
	CU_ASSERT_PTR_NOT_NULL(strstr(error, text));
	return r;
}

struct sample {
	bool is_judged;
	uint8_t bytes[60]; /* from the ethertype */
};
/* Typed from the standards' formats; lengths and checksums do not matter to a filter. */
static const struct sample samples[] = {
	{ true, { 0x08, 0x06, 0, 1, 8, 0, 6, 4, 0, 1 } },                   /* ARP */
	{ true, { 0x08, 0x00, 0x45, 0, 0, 46, 0, 0, 0x40, 0, 64, 17 } },    /* UDP */
	{ true, { 0x08, 0x00, 0x45, 0, 0, 46, 0, 0, 0x20, 0, 64, 17 } },    /* first fragment */
	{ true, { 0x08, 0x00, 0x45, 0, 0, 46, 0, 0, 0x00, 0xb9, 64, 17 } }, /* last fragment */
	{ false, { 0x08, 0x00, 0x45, 0, 0, 46, 0, 0, 0x40, 0, 64, 6 } },    /* TCP */
	{ true, { 0x86, 0xdd, 0x60, 0, 0, 0, 0, 6, 17, 64 } },              /* UDP over IPv6 */
	{ true, { 0x86, 0xdd, 0x60, 0, 0, 0, 0, 6, 58, 255 } },             /* ICMPv6 */
	{ true, { 0x86, 0xdd, 0x60, 0, 0, 0, 0, 6, 44, 64 } },              /* IPv6 fragment */
	{ true, { 0x86, 0xdd, 0x60, 0, 0, 0, 0, 6, 60, 64 } },              /* dest. options */
	{ false, { 0x86, 0xdd, 0x60, 0, 0, 0, 0, 6, 6, 64 } },              /* TCP over IPv6 */
	{ true, { 0x88, 0x08, 0x01, 0x01, 0, 0xff } },                      /* PFC */
	{ true, { 0x88, 0x08, 0x00, 0x01, 0, 0xff } },                      /* pause */
	{ true, { 0x81, 0, 0, 7, 0x08, 0x00, 0x45, 0, 0, 42, 0, 0, 0x40, 0, 64, 17 } }, /* VLAN 7 */
	{ true, { 0x81, 0, 0, 0, 0x86, 0xdd, 0x60, 0, 0, 0, 0, 2, 17, 64 } }, /* VLAN 0, IPv6 */
	{ false, { 0x81, 0, 0, 7, 0x08, 0x00, 0x45, 0, 0, 42, 0, 0, 0x40, 0, 64, 6 } },
	{ false, { 0x88, 0xcc, 0x02, 0x07 } }, /* LLDP */
	{ true, { 0x88, 0xb5, 0x01 } },        /* the bench's own */
};
enum { SAMPLES = sizeof(samples) / sizeof(samples[0]), SAMPLE_LEN = 72 };

static void make_sample(unsigned i, uint8_t *frame)
{
	memcpy(frame, "\x02\0\0\0\0\x09\x02\0\0\0\0", 11);
	frame[11] = (uint8_t)i;
	memcpy(frame + 12, samples[i].bytes, sizeof(samples[i].bytes));
}

static unsigned count_judged(struct link *l, bool is_sent, bool *is_right)
{
	uint64_t until = l->ops->now(l) + 200 * MS;
	uint8_t want[SAMPLE_LEN];
	unsigned i = 0, seen = 0;
	struct link_event e;

	*is_right = true;
	for (;;) {
		while (l->ops->receive(l, &e)) {
			while (i < SAMPLES && !samples[i].is_judged)
				i++;
			if (i == SAMPLES)
				return seen + 1;
			make_sample(i++, want);
			if (e.is_sent != is_sent || e.len != SAMPLE_LEN ||
			    memcmp(e.data, want, SAMPLE_LEN) != 0)
				*is_right = false;
			seen++;
		}
		if (l->ops->now(l) >= until)
			return seen;
		l->ops->wait(l, until, -1);
	}
}

static enum result filter_body(void *arg)
{
	struct inject *out = NULL;
	uint8_t frame[SAMPLE_LEN];
	struct link *l = open_port();
	struct harness_bench b;
	char error[200];
	bool is_right;

	(void)arg;
	if (!l || harness_inject_open(far_end, &out, error, sizeof(error)) != RES_OK)
		return RES_E_IO;
	CU_ASSERT_EQUAL(harness_bench_check(l, &b, error, sizeof(error)), RES_OK);
	for (unsigned i = 0; i < SAMPLES; i++) {
		make_sample(i, frame);
		CU_ASSERT_EQUAL(harness_inject_send(out, frame, SAMPLE_LEN), RES_OK);
	}
	CU_ASSERT_EQUAL(count_judged(l, false, &is_right), 13);
	CU_ASSERT_TRUE(is_right);
	for (unsigned i = 0; i < SAMPLES; i++) {
		make_sample(i, frame);
		CU_ASSERT_EQUAL(l->ops->send(l, 0, frame, SAMPLE_LEN), RES_OK);
	}
	CU_ASSERT_EQUAL(count_judged(l, true, &is_right), 13);
	CU_ASSERT_TRUE(is_right);
	harness_inject_close(out);
	l->ops->close(l);
	return RES_OK;
}

static void test_filter(void)
{
	inside(filter_body);
}

static bool is_as(const struct offloads *before)
{
	struct offloads now;

	return harness_iface_offloads_get(port, &now) == RES_OK &&
	       memcmp(&now, before, sizeof(now)) == 0;
}

static enum result restore_body(void *arg)
{
	struct offloads before;
	struct link *l;

	(void)arg;
	CU_ASSERT_EQUAL(harness_iface_offloads_get(port, &before), RES_OK);
	l = open_port();
	if (!l)
		return RES_E_IO;
	CU_ASSERT_FALSE(is_as(&before));
	CU_ASSERT_EQUAL(refuse(port, "in use by another run"), RES_E_STATE);
	CU_ASSERT_FALSE(is_as(&before));
	l->ops->close(l);
	CU_ASSERT_TRUE(is_as(&before));
	return RES_OK;
}

static void test_restore(void)
{
	inside(restore_body);
}

/* A run that is killed, and the path of the record it leaves. */
static bool kill_a_run(char *path, size_t cap)
{
	pid_t child = fork();
	struct dirent *d;
	int status = 0;
	DIR *dir;

	if (child == 0) {
		struct link *l = NULL;
		char error[200];

		if (harness_link_open_iface(port, &l, error, sizeof(error)) == RES_OK)
			raise(SIGKILL);
		_exit(1);
	}
	waitpid(child, &status, 0);
	path[0] = '\0';
	dir = opendir(folder);
	while (dir && (d = readdir(dir)))
		if (d->d_name[0] != '.')
			snprintf(path, cap, "%s/%s", folder, d->d_name);
	if (dir)
		closedir(dir);
	return WIFSIGNALED(status) && path[0];
}

static enum result killed_body(void *arg)
{
	struct offloads before;
	char path[512];
	struct link *l;

	(void)arg;
	CU_ASSERT_EQUAL(harness_iface_offloads_get(port, &before), RES_OK);
	CU_ASSERT_TRUE(kill_a_run(path, sizeof(path)));
	CU_ASSERT_FALSE(is_as(&before));
	l = open_port();
	if (!l)
		return RES_E_IO;
	l->ops->close(l);
	CU_ASSERT_TRUE(is_as(&before));
	CU_ASSERT_NOT_EQUAL(access(path, F_OK), 0);
	return RES_OK;
}

static void test_killed(void)
{
	inside(killed_body);
}

/* Overwrites one byte of a file. */
static void spoil(const char *path, long at, char with)
{
	FILE *f = fopen(path, "r+");

	if (!f || fseek(f, at, SEEK_SET) != 0 || fputc(with, f) == EOF || fclose(f) != 0)
		CU_FAIL("the record cannot be changed");
}

/* A record of another boot says nothing; one that others may write, or a link, is not opened. */
static enum result trust_body(void *arg)
{
	struct offloads before;
	char path[512];
	struct link *l;

	(void)arg;
	CU_ASSERT_EQUAL(harness_iface_offloads_get(port, &before), RES_OK);
	CU_ASSERT_TRUE(kill_a_run(path, sizeof(path)));
	spoil(path, (long)strlen("conformance-port 1 "), 'x');
	l = open_port();
	if (l)
		l->ops->close(l);
	CU_ASSERT_FALSE(is_as(&before));
	CU_ASSERT_EQUAL(harness_iface_offloads_set(port, &before), RES_OK);
	CU_ASSERT_TRUE(kill_a_run(path, sizeof(path)));
	CU_ASSERT_EQUAL(chmod(path, 0666), 0);
	CU_ASSERT_EQUAL(refuse(port, "remove it"), RES_E_IO);
	CU_ASSERT_EQUAL(unlink(path), 0);
	CU_ASSERT_EQUAL(symlink("/dev/null", path), 0);
	CU_ASSERT_EQUAL(refuse(port, path), RES_E_IO);
	CU_ASSERT_EQUAL(unlink(path), 0);
	CU_ASSERT_EQUAL(harness_iface_offloads_set(port, &before), RES_OK);
	return RES_OK;
}

static void test_trust(void)
{
	inside(trust_body);
}

static void test_lists(void)
{
	CU_ASSERT_EQUAL(refuse("", "NAME[,NAME...]"), RES_E_SYNTAX);
	CU_ASSERT_EQUAL(refuse("lo,", "NAME[,NAME...]"), RES_E_SYNTAX);
	CU_ASSERT_EQUAL(refuse("lo,lo", "NAME[,NAME...]"), RES_E_SYNTAX);
	CU_ASSERT_EQUAL(refuse("a-name-of-16-byt", "NAME[,NAME...]"), RES_E_SYNTAX);
	CU_ASSERT_EQUAL(refuse("a,b,c,d,e,f,g,h,i,j,k,l,m,n,o,p,q", "NAME[,NAME...]"),
			RES_E_SYNTAX);
	CU_ASSERT_EQUAL(refuse("nosuchport", "nosuchport: no such interface"), RES_E_UNKNOWN);
}

static enum result down_body(void *arg)
{
	struct ifreq q = { 0 };
	int fd = socket(AF_INET, SOCK_DGRAM, 0);

	(void)arg;
	CU_ASSERT_EQUAL(refuse("lo", "is down; `ip link set lo up`"), RES_E_STATE);
	snprintf(q.ifr_name, sizeof(q.ifr_name), "%s", far_end);
	CU_ASSERT_EQUAL(ioctl(fd, SIOCSIFFLAGS, &q), 0); /* the other end goes down */
	CU_ASSERT_EQUAL(wait_carrier(false), RES_OK);
	CU_ASSERT_EQUAL(refuse(port, "no carrier"), RES_E_STATE);
	close(fd);
	return harness_iface_up(far_end);
}

static void test_down(void)
{
	if (space >= 0) /* not with a port of someone else's */
		inside(down_body);
}

static enum result powerless_body(void *arg)
{
	struct __user_cap_header_struct h = { .version = _LINUX_CAPABILITY_VERSION_3 };
	struct __user_cap_data_struct none[2] = { 0 };
	unsigned before = CU_get_number_of_failures();
	pid_t child = fork();
	int status = -1;

	(void)arg;
	if (child == 0) {
		CU_ASSERT_EQUAL(syscall(SYS_capset, &h, none), 0);
		CU_ASSERT_EQUAL(refuse(port, "no permission to capture; run as root"), RES_E_IO);
		_exit(CU_get_number_of_failures() > before);
	}
	waitpid(child, &status, 0);
	CU_ASSERT_EQUAL(status, 0);
	return RES_OK;
}

static void test_powerless(void)
{
	inside(powerless_body);
}

void suite_link_iface(void)
{
	CU_pSuite s = CU_add_suite("link_iface", set_up, tear_down);

	CU_ADD_TEST(s, test_filter);
	CU_ADD_TEST(s, test_restore);
	CU_ADD_TEST(s, test_killed);
	CU_ADD_TEST(s, test_trust);
	CU_ADD_TEST(s, test_lists);
	CU_ADD_TEST(s, test_powerless);
	CU_ADD_TEST(s, test_down);
}
