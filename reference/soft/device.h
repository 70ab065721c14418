/* The bundled device: engine + memory + address resolution + control protocol, still without IO.
 * It is built as a shared object (build/FLAVOUR/device.so) that exports one symbol, so that tester
 * and device share neither code nor state; `sim` loads it into the tester's process, `conformance
 * soft` puts it on a real wire.  Mutants are other builds of the same object. */
#ifndef REFERENCE_SOFT_DEVICE_H
#define REFERENCE_SOFT_DEVICE_H

#include <stddef.h>
#include <stdint.h>

struct device;

/* Options, one JSON object: {"seed":1, "planes":[{"mac":"02:..","ip":["192.0.2.2","2001:db8::2"],
 * "vlan":0}], "params":{"ack_delay":100, ...}, "limits":{"paths":256, ...}}.  Every member may be
 * left out except planes; "udp_checksum":true sends real UDP checksums.  "params" are declared
 * values (hello gives them as ixit), "limits" what the endpoint can hold (hello's ics). */
struct device_image {
	uint32_t abi; /* DEVICE_ABI */
	/* NULL on bad options, with a line for a person in error. */
	struct device *(*create)(const char *options, char *error, size_t error_cap);
	void (*destroy)(struct device *d);
	void (*input)(struct device *d, unsigned port, const uint8_t *frame, size_t len,
		      uint64_t now_ns);
	/* Next frame due, its length, or 0. */
	size_t (*output)(struct device *d, uint64_t now_ns, unsigned *port, uint8_t *out,
			 size_t cap);
	uint64_t (*deadline)(const struct device *d);
	/* One JSON-RPC request line in, one answer line (no newline, terminated) out; returns its
	 * length, 0 if it does not fit cap. */
	size_t (*control)(struct device *d, const char *line, size_t len, uint64_t now_ns,
			  char *out, size_t cap);
};
enum { DEVICE_ABI = 1, DEVICE_CONTROL_MAX = 1 << 20 };

/* The one exported symbol. */
extern const struct device_image conformance_device;

#endif
