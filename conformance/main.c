/* The command line: finds the subcommand and hands over.  Knows nothing of what they do. */
#include "conformance/commands.h"
#include "conformance/run.h"

#include <stdio.h>
#include <string.h>

static const struct command {
	const char *name;
	int (*main)(int argc, char **argv);
	const char *help;
} commands[] = {
#define X(name_, help_) { .name = #name_, .main = name_##_main, .help = help_ },
	COMMANDS(X)
#undef X
};
enum { COMMAND_COUNT = sizeof(commands) / sizeof(commands[0]) };

static void print_usage(FILE *f)
{
	fputs("usage: conformance COMMAND [ARGUMENT...]\n\n"
	      "Tests whether an RDMA device keeps to the MetaRoCE open profile.\n\n",
	      f);
	for (int i = 0; i < COMMAND_COUNT; i++)
		fprintf(f, "  %-9s %s\n", commands[i].name, commands[i].help);
	fputs("\nconformance COMMAND --help says more about each, conformance --version which one "
	      "this is.\n"
	      "To begin: `conformance run --wire sim` tests the bundled device without a "
	      "network.\n",
	      f);
}

static const struct command *find(const char *name)
{
	for (int i = 0; i < COMMAND_COUNT; i++)
		if (!strcmp(commands[i].name, name))
			return &commands[i];
	return NULL;
}

static size_t common_prefix(const char *a, const char *b)
{
	size_t n = 0;

	while (a[n] && a[n] == b[n])
		n++;
	return n;
}

static int refuse(const char *name)
{
	const struct command *nearest = NULL;
	size_t best = 0;

	for (int i = 0; i < COMMAND_COUNT; i++)
		if (common_prefix(commands[i].name, name) > best) {
			nearest = &commands[i];
			best = common_prefix(nearest->name, name);
		}
	fprintf(stderr, "conformance: there is no command `%s`", name);
	if (nearest)
		fprintf(stderr, "; did you mean `%s`?", nearest->name);
	fputs("\n`conformance help` lists them all.\n", stderr);
	return EXIT_USAGE;
}

static int start(const struct command *c, int argc, char **argv)
{
	char name[64];

	snprintf(name, sizeof(name), "conformance %s", c->name);
	argv[0] = name;
	return c->main(argc, argv);
}

/* `help COMMAND` is `COMMAND --help`. */
static int help(int argc, char **argv)
{
	static char flag[] = "--help";
	const struct command *c;

	if (argc < 2) {
		print_usage(stdout);
		return 0;
	}
	c = find(argv[1]);
	return c ? start(c, 2, (char *[]){ argv[1], flag, NULL }) : refuse(argv[1]);
}

int main(int argc, char **argv)
{
	const struct command *c;

	if (argc < 2) {
		print_usage(stderr);
		return EXIT_USAGE;
	}
	if (!strcmp(argv[1], "help") || !strcmp(argv[1], "--help") || !strcmp(argv[1], "-h"))
		return help(argc - 1, argv + 1);
	if (!strcmp(argv[1], "--version")) {
		puts("conformance " RUN_VERSION ", profile draft " RUN_SPEC_REVISION);
		return 0;
	}
	c = find(argv[1]);
	return c ? start(c, argc - 1, argv + 1) : refuse(argv[1]);
}
