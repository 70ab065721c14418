/* The error codes of the control protocol, one list for the device, its tests and the table in
 * conformance/CONTROL.md (a test compares them).  Codes never change meaning. */
#ifndef REFERENCE_SOFT_ERRORS_H
#define REFERENCE_SOFT_ERRORS_H

#define DEVICE_ERRORS(X)                                                          \
	X(PARSE, -32700, "the line is not JSON")                                  \
	X(REQUEST, -32600, "the object is not a JSON-RPC 2.0 request")            \
	X(METHOD, -32601, "no such method")                                       \
	X(PARAMS, -32602, "a parameter is missing, unknown or of the wrong type") \
	X(INTERNAL, -32603, "the device's own trouble")                           \
	X(UNSUPPORTED, -32001, "the device cannot do this")                       \
	X(RANGE, -32002, "a value is outside its range or the device's maximum")  \
	X(RESOURCES, -32003, "the device has no more of these")                   \
	X(HANDLE, -32004, "no such connection or region")                         \
	X(STATE, -32005, "not possible in this state")                            \
	X(ADDRESS, -32006, "the bytes lie outside the region")

enum device_error {
	DEVICE_OK = 0,
#define X(name, code, text) DEVICE_E_##name = (code),
	DEVICE_ERRORS(X)
#undef X
};

#endif
