/* The record of a port's settings.  A lock on the file says that a run is alive; a file without a
 * lock is what a killed one left.  Changes no setting but the offloads it wrote down. */
#define _GNU_SOURCE
#include "harness/link/iface_record.h"

#include "harness/link/iface_settings.h"

#include <errno.h>
#include <fcntl.h>
#include <net/if.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

enum { TEXT_MAX = 256, PATH_LEN = 256, BOOT_LEN = 37 };

_Static_assert(OFFLOAD_BLOCKS == 4, "the text of a record has four pairs");

struct iface_record {
	int fd; /* locked */
	char name[IF_NAMESIZE];
	char path[PATH_LEN];
	struct offloads saved;
};

static enum result fail(char *error, size_t cap, const char *name, const char *path,
			const char *why)
{
	snprintf(error, cap, "%s: its record %s %s", name, path, why);
	return RES_E_IO;
}

/* The settings of a port mean something only until the next boot and for the same port. */
static void format(const struct offloads *o, const char *name, char *text)
{
	int fd = open("/proc/sys/kernel/random/boot_id", O_RDONLY | O_CLOEXEC);
	char boot[BOOT_LEN] = "";

	if (fd >= 0) {
		if (read(fd, boot, BOOT_LEN - 1) != BOOT_LEN - 1)
			boot[0] = '\0';
		close(fd);
	}
	snprintf(text, TEXT_MAX, "conformance-port 1 %s %u %u %x %x %x %x %x %x %x %x\n",
		 boot[0] ? boot : "-", if_nametoindex(name), o->blocks, o->changeable[0],
		 o->wanted[0], o->changeable[1], o->wanted[1], o->changeable[2], o->wanted[2],
		 o->changeable[3], o->wanted[3]);
}

/* Trusted only if it is, to the byte, what we would have written now for this port. */
static enum result parse(const char *text, const char *name, struct offloads *o)
{
	char again[TEXT_MAX];
	int n;

	memset(o, 0, sizeof(*o));
	n = sscanf(text, "conformance-port 1 %*36s %*u %u %x %x %x %x %x %x %x %x", &o->blocks,
		   &o->changeable[0], &o->wanted[0], &o->changeable[1], &o->wanted[1],
		   &o->changeable[2], &o->wanted[2], &o->changeable[3], &o->wanted[3]);
	if (n != 9 || o->blocks > OFFLOAD_BLOCKS)
		return RES_E_SYNTAX;
	format(o, name, again);
	return strcmp(text, again) == 0 ? RES_OK : RES_E_SYNTAX;
}

/* One file per port and network namespace, where this user may write and no reboot survives if
 * there is such a place. */
static enum result name_file(struct iface_record *r)
{
	const char *dir = getenv("XDG_RUNTIME_DIR");
	struct stat ns;

	if (!dir || dir[0] != '/' || access(dir, W_OK) != 0)
		dir = access("/run", W_OK) == 0 ? "/run" : "/tmp";
	if (stat("/proc/thread-self/ns/net", &ns) != 0)
		return RES_E_IO;
	if (snprintf(r->path, PATH_LEN, "%s/conformance-port-%lu-%s", dir, (unsigned long)ns.st_ino,
		     r->name) >= PATH_LEN)
		return RES_E_LENGTH;
	return RES_OK;
}

static enum result open_locked(struct iface_record *r, char *error, size_t cap)
{
	struct stat here, there;

	r->fd = open(r->path, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0600);
	if (r->fd < 0)
		return fail(error, cap, r->name, r->path, strerror(errno));
	if (fstat(r->fd, &here) != 0 || !S_ISREG(here.st_mode) || here.st_uid != geteuid() ||
	    (here.st_mode & 077) || here.st_nlink > 1)
		return fail(error, cap, r->name, r->path, "is not ours alone; remove it");
	if (flock(r->fd, LOCK_EX | LOCK_NB) != 0 || stat(r->path, &there) != 0 ||
	    here.st_ino != there.st_ino || here.st_dev != there.st_dev) {
		snprintf(error, cap, "%s: in use by another run; wait for it or name another port",
			 r->name);
		return RES_E_STATE;
	}
	return RES_OK;
}

static enum result put_back_and_note(struct iface_record *r, char *error, size_t cap)
{
	char text[TEXT_MAX] = "";
	struct offloads left;
	ssize_t len = pread(r->fd, text, sizeof(text) - 1, 0);

	if (len > 0 && parse(text, r->name, &left) == RES_OK &&
	    harness_iface_offloads_set(r->name, &left) != RES_OK)
		return fail(error, cap, r->name, r->path,
			    "says what a killed run changed; run as root to put it back");
	if (harness_iface_offloads_get(r->name, &r->saved) != RES_OK)
		return fail(error, cap, r->name, r->path, "cannot be made: no offload settings");
	format(&r->saved, r->name, text);
	len = (ssize_t)strlen(text);
	if (ftruncate(r->fd, 0) != 0 || pwrite(r->fd, text, (size_t)len, 0) != len)
		return fail(error, cap, r->name, r->path, strerror(errno));
	return RES_OK;
}

enum result harness_iface_record_take(const char *name, struct iface_record **out, char *error,
				      size_t cap)
{
	struct iface_record *r = calloc(1, sizeof(*r));
	enum result res;

	if (!r)
		return RES_E_MEMORY;
	r->fd = -1;
	snprintf(r->name, sizeof(r->name), "%s", name);
	res = name_file(r);
	if (res != RES_OK)
		snprintf(error, cap, "%s: no place for its record", name);
	else
		res = open_locked(r, error, cap);
	if (res == RES_OK)
		res = put_back_and_note(r, error, cap);
	if (res == RES_OK) {
		*out = r;
		return RES_OK;
	}
	if (r->fd >= 0)
		close(r->fd);
	free(r);
	return res;
}

void harness_iface_record_restore(struct iface_record *r)
{
	if (!r)
		return;
	/* What cannot be put back now stays written down for the next run. */
	if (harness_iface_offloads_set(r->name, &r->saved) != RES_E_IO)
		unlink(r->path);
	close(r->fd);
	free(r);
}
