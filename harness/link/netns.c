/* Namespaces belong to threads, so a thread that ends is the way into one and back: in a user
 * namespace no one may return to the network namespace he came from. */
#define _GNU_SOURCE
#include "harness/link/netns.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static bool write_file(const char *path, const char *text)
{
	int fd = open(path, O_WRONLY | O_CLOEXEC);
	size_t len = strlen(text);
	bool is_done;

	if (fd < 0)
		return false;
	is_done = write(fd, text, len) == (ssize_t)len;
	close(fd);
	return is_done;
}

/* Becomes root of a new user namespace; the outer ids are mapped, so files keep their owner. */
static bool enter_user_namespace(void)
{
	char uid[40], gid[40];

	snprintf(uid, sizeof(uid), "0 %u 1", (unsigned)geteuid());
	snprintf(gid, sizeof(gid), "0 %u 1", (unsigned)getegid());
	return unshare(CLONE_NEWUSER) == 0 && write_file("/proc/self/setgroups", "deny") &&
	       write_file("/proc/self/uid_map", uid) && write_file("/proc/self/gid_map", gid);
}

/* On its own thread: to leave the caller's namespace is all it is for. */
static enum result make(void *arg)
{
	int *fd = arg;

	if (unshare(CLONE_NEWNET) != 0)
		return RES_E_IO;
	*fd = open("/proc/thread-self/ns/net", O_RDONLY | O_CLOEXEC);
	return *fd < 0 ? RES_E_IO : RES_OK;
}

enum result harness_netns_new(int *fd, char *error, size_t cap)
{
	enum result r = harness_netns_run(-1, make, fd);

	if (r == RES_E_IO && enter_user_namespace())
		r = harness_netns_run(-1, make, fd);
	if (r != RES_OK)
		snprintf(error, cap,
			 "veth: no network namespace, with or without a user namespace (%s); "
			 "run as root, or go on with --wire sim",
			 r == RES_E_IO ? "this system forbids them" : result_text(r));
	return r;
}

struct visit {
	int fd; /* -1: stay */
	enum result (*work)(void *arg);
	void *arg;
	enum result result;
};

static void *visit(void *arg)
{
	struct visit *v = arg;

	if (v->fd >= 0 && setns(v->fd, CLONE_NEWNET) != 0)
		v->result = RES_E_IO;
	else
		v->result = v->work(v->arg);
	return NULL;
}

enum result harness_netns_run(int fd, enum result (*work)(void *arg), void *arg)
{
	struct visit v = { .fd = fd, .work = work, .arg = arg, .result = RES_E_MEMORY };
	sigset_t all, before;
	pthread_t thread;
	int rc;

	sigfillset(&all); /* signals stay with the caller's thread */
	pthread_sigmask(SIG_SETMASK, &all, &before);
	rc = pthread_create(&thread, NULL, visit, &v);
	pthread_sigmask(SIG_SETMASK, &before, NULL);
	if (rc == 0)
		pthread_join(thread, NULL);
	return v.result;
}
