/* The subcommands.  Each lives in its own file, gets argv[0] = "conformance NAME" (so that what
 * getopt_long says begins with it) and returns the exit status of the program.  Only these
 * functions print. */
#ifndef CONFORMANCE_COMMANDS_H
#define CONFORMANCE_COMMANDS_H

/* One list gives the declarations, the table in main.c and the usage text. */
#define COMMANDS(X)                                                                 \
	X(run, "run cases against a device and report which clauses it meets")      \
	X(list, "list the cases, all or those selected")                            \
	X(explain, "say what a clause demands, or what a case does")                \
	X(map, "which cases and mutants stand for which clause")                    \
	X(report, "write the views of a run directory again from its report.json")  \
	X(compare, "say what differs between two runs")                             \
	X(layout, "print the wire layout, or check a layout file")                  \
	X(memory, "say how much memory a reference endpoint of given limits needs") \
	X(soft, "be the bundled software device on a real interface")

#define X(name, help) int name##_main(int argc, char **argv);
COMMANDS(X)
#undef X

/* Exit statuses (see README.md). */
enum exit_status {
	EXIT_CONFORMANT = 0,
	EXIT_NONCONFORMANT = 1, /* at least one MUST is broken */
	EXIT_USAGE = 2,         /* the command line is wrong, or nothing is selected */
	EXIT_BENCH = 3,         /* bench trouble, an error, or inconclusive */
	EXIT_INCOMPLETE = 4     /* interrupted */
};

#endif
