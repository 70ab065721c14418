/* What a function of the library says of its own work.  One list gives enum, name and text.
 * These are our errors and a caller's; a device's faults are verdicts, never results. */
#ifndef REFERENCE_RESULT_H
#define REFERENCE_RESULT_H

#define RESULTS(X)                                         \
	X(OK, "done")                                      \
	X(NONE, "nothing to give now")                     \
	X(E_SPACE, "the buffer or table is full")          \
	X(E_RANGE, "a value is outside its range")         \
	X(E_SYNTAX, "the input is not well-formed")        \
	X(E_UNKNOWN, "no such thing")                      \
	X(E_STATE, "not possible in this state")           \
	X(E_LENGTH, "the lengths disagree")                \
	X(E_CRC, "the CRC is wrong")                       \
	X(E_FOREIGN, "not a packet of this transport")     \
	X(E_OPCODE, "unknown opcode")                      \
	X(E_IO, "the system refused an operation")         \
	X(E_TIMEOUT, "no answer in time")                  \
	X(E_PEER, "the other side answered with an error") \
	X(E_MEMORY, "out of memory")

enum result {
#define X(name, text) RES_##name,
	RESULTS(X)
#undef X
		RESULT_COUNT
};

/* A result that is dropped is a compile error; `(void)` does not help, handle it. */
#define MUST_USE __attribute__((warn_unused_result))

/* Name ("E_SPACE") and one-line text of a result; never NULL. */
const char *result_name(enum result r);
const char *result_text(enum result r);

#endif
