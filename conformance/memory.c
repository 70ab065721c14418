/* `conformance memory`: the bytes a reference endpoint of given limits needs (ROB-3).  It is all
 * the memory it will ever use, whatever is received.  Only asks the engine's sizing. */
#include "conformance/commands.h"
#include "reference/engine/ref.h"

#include <errno.h>
#include <getopt.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

/* name, default, help */
#define LIMITS(X)                                                                        \
	X(connections, 1, "connections open at once")                                    \
	X(paths, 4, "most paths of a connection")                                        \
	X(streams, 16, "most streams of a connection")                                   \
	X(msg_window, 64, "most incomplete messages per stream")                         \
	X(msg_state, 0, "message states per connection; 0: streams x msg_window")        \
	X(send_depth, 0, "work requests per stream; 0: as many as message states allow") \
	X(recv_depth, 0, "receives per stream; 0: likewise")                             \
	X(cq_depth, 1024, "completions")                                                 \
	X(regions, 64, "memory regions")                                                 \
	X(planes, 1, "ports")

enum limit {
#define X(name, def, help) LIMIT_##name,
	LIMITS(X)
#undef X
		LIMIT_COUNT,
	OPTION_JSON,
	OPTION_HELP
};

static const struct option options[] = {
#define X(name, def, help) { #name, required_argument, NULL, LIMIT_##name },
	LIMITS(X)
#undef X
		{ "msg-window", required_argument, NULL, LIMIT_msg_window },
	{ "msg-state", required_argument, NULL, LIMIT_msg_state },
	{ "send-depth", required_argument, NULL, LIMIT_send_depth },
	{ "recv-depth", required_argument, NULL, LIMIT_recv_depth },
	{ "cq-depth", required_argument, NULL, LIMIT_cq_depth },
	{ "json", no_argument, NULL, OPTION_JSON },
	{ "help", no_argument, NULL, OPTION_HELP },
	{ NULL, 0, NULL, 0 },
};

static void print_usage(FILE *f)
{
	fputs("usage: conformance memory [--json] [--LIMIT N...]\n\n"
	      "The bytes a reference endpoint needs, and what one more connection costs.  It "
	      "takes\n"
	      "them once, at set-up, and never more.  Limits, with their defaults:\n\n",
	      f);
#define X(name, def, help) fprintf(f, "  --%-12s %6u  %s\n", #name, (unsigned)(def), help);
	LIMITS(X)
#undef X
}

static bool parse(const char *text, uint32_t *out)
{
	char *end;
	unsigned long long value;

	errno = 0;
	value = strtoull(text, &end, 10);
	if (errno != 0 || end == text || *end != '\0' || *text == '-' || value > UINT32_MAX)
		return false;
	*out = (uint32_t)value;
	return true;
}

static void print_human(const struct ref_limits *l, size_t total, size_t one_more)
{
	printf("%zu bytes for %" PRIu32 " connection%s of %" PRIu32 " paths and %" PRIu32
	       " streams x %" PRIu32 " messages\n",
	       total, l->connections, l->connections == 1 ? "" : "s", l->paths, l->streams,
	       l->msg_window);
	printf("%zu bytes for one more connection\n", one_more);
}

static void print_json(const struct ref_limits *l, size_t total, size_t one_more)
{
	printf("{\"limits\": {");
#define X(name, def, help) \
	printf("%s\"%s\": %" PRIu32, LIMIT_##name == 0 ? "" : ", ", #name, l->name);
	LIMITS(X)
#undef X
	printf("}, \"bytes\": %zu, \"bytes_per_connection\": %zu}\n", total, one_more);
}

static int report(struct ref_limits l, bool is_json)
{
	struct ref_limits more;
	size_t total, one_more;
	uint64_t states = (uint64_t)l.streams * l.msg_window;

	if (l.msg_state == 0)
		l.msg_state = states > UINT32_MAX ? UINT32_MAX : (uint32_t)states;
	if (l.send_depth == 0)
		l.send_depth = l.msg_window;
	if (l.recv_depth == 0)
		l.recv_depth = l.msg_window;
	more = l;
	more.connections++;
	total = ref_size(&l);
	one_more = ref_size(&more);
	if (total == 0 || one_more == 0) {
		fputs("conformance memory: no endpoint has these limits\n", stderr);
		return EXIT_USAGE;
	}
	(is_json ? print_json : print_human)(&l, total, one_more - total);
	return 0;
}

int memory_main(int argc, char **argv)
{
	uint32_t value[LIMIT_COUNT] = {
#define X(name, def, help) def,
		LIMITS(X)
#undef X
	};
	bool is_json = false;
	int c;

	while ((c = getopt_long(argc, argv, "", options, NULL)) != -1) {
		if (c == OPTION_HELP) {
			print_usage(stdout);
			return 0;
		}
		if (c == OPTION_JSON) {
			is_json = true;
		} else if (c < 0 || c >= LIMIT_COUNT || !parse(optarg, &value[c])) {
			print_usage(stderr);
			return EXIT_USAGE;
		}
	}
	if (optind < argc) {
		print_usage(stderr);
		return EXIT_USAGE;
	}
	struct ref_limits limits = {
#define X(name, def, help) .name = value[LIMIT_##name],
		LIMITS(X)
#undef X
	};
	return report(limits, is_json);
}
