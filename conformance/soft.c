/* `conformance soft`: the bundled software device on real ports.  Reads the command line, the
 * rest is reference/soft's. */
#define _GNU_SOURCE
#include "conformance/commands.h"
#include "reference/soft/wire_run.h"

#include <getopt.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { OPTIONS_MAX = 1 << 16 };

static void print_usage(FILE *f)
{
	fputs("usage: conformance soft --port IF[,IF...] [OPTION...]\n\n"
	      "Runs the bundled software device on one port per plane and serves the control\n"
	      "protocol of conformance/CONTROL.md.\n\n"
	      "  --port IF[,IF...]       the ports; they must be up and need no IP address\n"
	      "  --control HOW           stdio (default; ends with its input), unix:PATH, or "
	      "tcp:PORT\n"
	      "                          (on 127.0.0.1 only: whoever connects commands the "
	      "device)\n"
	      "  --options FILE|JSON     seed, planes, params, limits (see "
	      "reference/soft/device.h);\n"
	      "                          without planes: the port's MAC, 192.0.2.101 and up,\n"
	      "                          2001:db8::65 and up\n"
	      "  --vlan ID               tag of the planes where the options name none\n"
	      "  --image FILE            another device image than the device.so beside the "
	      "program\n"
	      "  --fifo                  run under SCHED_FIFO\n\n"
	      "ack_reaction, rtx_reaction and timer_tick are declared as 3 times the worst "
	      "lateness\n"
	      "measured at the start, at least 1000 us, unless the options set them.\n",
	      f);
}

/* device.so in the folder of the running program. */
static bool find_image(char *path, size_t cap)
{
	ssize_t n = readlink("/proc/self/exe", path, cap - 1);
	char *slash;

	if (n <= 0)
		return false;
	path[n] = '\0';
	slash = strrchr(path, '/');
	if (slash == NULL || (size_t)(slash - path) + sizeof("/device.so") > cap)
		return false;
	memcpy(slash, "/device.so", sizeof("/device.so"));
	return true;
}

/* JSON text as given, or a file's content; malloc'd, NULL if it cannot be read. */
static char *read_options(const char *given)
{
	char *text;
	size_t n;
	FILE *f;

	if (given[0] == '{')
		return strdup(given);
	f = fopen(given, "r");
	if (f == NULL)
		return NULL;
	text = malloc(OPTIONS_MAX + 1);
	n = text != NULL ? fread(text, 1, OPTIONS_MAX, f) : 0;
	if (text != NULL)
		text[n] = '\0';
	fclose(f);
	return text;
}

static bool split_ports(struct soft_config *c, char *list)
{
	char *save = NULL;

	for (char *name = strtok_r(list, ",", &save); name != NULL;
	     name = strtok_r(NULL, ",", &save)) {
		if (c->port_count == SOFT_PORTS_MAX)
			return false;
		c->ports[c->port_count++] = name;
	}
	return c->port_count > 0;
}

static bool read_vlan(const char *text, unsigned *vlan)
{
	char *end;
	unsigned long id = strtoul(text, &end, 10);

	*vlan = (unsigned)id;
	return end != text && *end == '\0' && id <= 4094;
}

static int run(const struct soft_config *given, const char *options)
{
	struct soft_config c = *given;
	char image[PATH_MAX], error[512] = "";
	char *text = read_options(options);
	enum result r;

	if (text == NULL) {
		fprintf(stderr, "conformance soft: --options %s: cannot be read\n", options);
		return EXIT_USAGE;
	}
	if (c.image == NULL && find_image(image, sizeof(image)))
		c.image = image;
	c.options = text;
	r = soft_run(&c, error, sizeof(error));
	free(text);
	if (r == RES_OK)
		return 0;
	fprintf(stderr, "conformance soft: %s\n", error[0] != '\0' ? error : result_text(r));
	return r == RES_E_SYNTAX ? EXIT_USAGE : EXIT_BENCH;
}

enum answer { GO_ON, HELP, WRONG };

static enum answer read_arguments(int argc, char **argv, struct soft_config *c,
				  const char **options)
{
	static const struct option names[] = {
		{ "port", required_argument, NULL, 'p' },
		{ "control", required_argument, NULL, 'c' },
		{ "options", required_argument, NULL, 'o' },
		{ "image", required_argument, NULL, 'i' },
		{ "vlan", required_argument, NULL, 'v' },
		{ "fifo", no_argument, NULL, 'f' },
		{ "help", no_argument, NULL, 'h' },
		{ NULL, 0, NULL, 0 },
	};
	int got;

	while ((got = getopt_long(argc, argv, "h", names, NULL)) != -1) {
		if (got == 'h')
			return HELP;
		if (got == 'c')
			c->control = optarg;
		else if (got == 'o')
			*options = optarg;
		else if (got == 'i')
			c->image = optarg;
		else if (got == 'f')
			c->is_fifo = true;
		else if ((got == 'v' && !read_vlan(optarg, &c->vlan)) ||
			 (got == 'p' && !split_ports(c, optarg)) || got == '?')
			return WRONG;
	}
	return optind == argc && c->port_count > 0 ? GO_ON : WRONG;
}

int soft_main(int argc, char **argv)
{
	struct soft_config c = { .control = "stdio" };
	const char *options = "{}";

	switch (read_arguments(argc, argv, &c, &options)) {
	case HELP:
		print_usage(stdout);
		return 0;
	case WRONG:
		fputs("conformance soft: --port IF[,IF...] is needed, nothing besides options; "
		      "see --help\n",
		      stderr);
		return EXIT_USAGE;
	case GO_ON:
		break;
	}
	signal(SIGPIPE, SIG_IGN); /* a control client may leave at any time */
	return run(&c, options);
}
