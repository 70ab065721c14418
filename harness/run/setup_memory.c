/* Memory and engines of a case: the device's regions with the tester's copies of them, the peer,
 * the shadow and the monitor of the connection. */
#include "harness/run/setup.h"
#include "reference/soft/pattern.h"

#include <stdlib.h>
#include <string.h>

enum {
	PEER_MEMORY = 1 << 20,
	TESTER_KEY = 0x7E57,
	REGIONS = 4,
	CQ = 4096,
	TARGET_BYTES = 65536,
	OTHER_DOMAIN = 7
};

/* splitmix64 over seed and case, so that every case has its own numbers, always the same. */
uint64_t harness_draw(struct harness *h)
{
	uint64_t z = h->random += 0x9E3779B97F4A7C15u;

	z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
	z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
	return z ^ (z >> 31);
}

enum result harness_bad_answer(struct harness *h, const char *method, const char *member)
{
	harness_error(h, "the adapter's answer to %s: %s is missing or out of range", method,
		      member);
	return RES_E_SYNTAX;
}

bool harness_read_uint(const json_t *v, uint64_t max, uint64_t *out)
{
	json_int_t n = json_integer_value(v);

	*out = (uint64_t)n;
	return json_is_integer(v) && n >= 0 && (uint64_t)n <= max;
}

static json_t *rights_json(uint32_t rights)
{
	json_t *list = json_array();

	if (rights & REF_REMOTE_WRITE)
		json_array_append_new(list, json_string("remote_write"));
	if (rights & REF_REMOTE_READ)
		json_array_append_new(list, json_string("remote_read"));
	if (rights & REF_REMOTE_ATOMIC)
		json_array_append_new(list, json_string("remote_atomic"));
	return list;
}

static bool read_hex(const char *text, uint64_t *out)
{
	char *end;

	if (strncmp(text, "0x", 2) || strlen(text) > 18 || !text[2])
		return false;
	*out = strtoull(text + 2, &end, 16);
	return !*end;
}

static bool read_region(const json_t *a, struct mirror *m)
{
	const char *address = json_string_value(json_object_get(a, "address"));
	uint64_t handle, rkey;

	if (!harness_read_uint(json_object_get(a, "region"), INT32_MAX, &handle) ||
	    !harness_read_uint(json_object_get(a, "rkey"), UINT32_MAX, &rkey) || !address ||
	    !read_hex(address, &m->address))
		return false;
	m->handle = (int64_t)handle;
	m->rkey = (uint32_t)rkey;
	return true;
}

static enum result register_region(struct harness *h, struct mirror *m, uint32_t bytes,
				   uint32_t rights, uint32_t domain)
{
	json_t *answer = NULL;
	enum result r;

	m->bytes = bytes;
	m->seed = harness_draw(h) & 0xffffffff;
	r = harness_call(h, "region.register",
			 json_pack("{s:i, s:I, s:o}", "domain", (int)domain, "length",
				   (json_int_t)bytes, "rights", rights_json(rights)),
			 &answer, NULL);
	if (r)
		return r;
	if (!read_region(answer, m))
		r = harness_bad_answer(h, "region.register", "region, address or rkey");
	json_decref(answer);
	if (r)
		return r;
	m->expected = arena_take(h->arena, bytes);
	for (uint32_t i = 0; i < bytes; i++)
		m->expected[i] = pattern_byte(m->seed, i);
	return harness_call(h, "region.fill",
			    json_pack("{s:I, s:I, s:i, s:I}", "region", (json_int_t)m->handle,
				      "seed", (json_int_t)m->seed, "offset", 0, "length",
				      (json_int_t)bytes),
			    NULL, NULL);
}

/* Bytes the steps will post from, or receive into; 0 if none. */
static uint32_t bytes_for(const struct harness *h, enum step_kind kind, uint32_t or_else)
{
	const struct case_def *def = h->choice->entry->def;
	uint64_t sum = 0;
	bool any = false;

	if (!def->steps)
		return or_else;
	for (const struct step *s = def->steps; s->kind != STEP_DONE; s++) {
		int64_t times = harness_want_or(h, s, W_TIMES, 1);

		if (s->kind != kind)
			continue;
		any = true;
		sum += (uint64_t)times *
		       ((uint64_t)harness_want_or(h, s, W_PAYLOAD, h->device.params.mtu) +
			2 * HARNESS_GUARD);
	}
	return any ? (uint32_t)(sum < (1u << 28) ? sum + HARNESS_GUARD : 1u << 28) : 0;
}

enum result setup_memory(struct harness *h)
{
	const struct case_need *n = &h->choice->entry->def->need;
	uint32_t rights =
		n->rights ? n->rights : REF_REMOTE_WRITE | REF_REMOTE_READ | REF_REMOTE_ATOMIC;
	uint32_t source = bytes_for(h, STEP_POST, 65536), receives = bytes_for(h, STEP_RECV, 65536);
	enum result r;

	receives += n->recvs *
		    ((n->recv_bytes ? n->recv_bytes : h->device.params.mtu) + 2 * HARNESS_GUARD);
	r = register_region(h, &h->target, n->region ? n->region : TARGET_BYTES, rights,
			    n->other_domain ? OTHER_DOMAIN : 0);
	if (!r && source)
		r = register_region(h, &h->source, source, 0, 0);
	if (!r && receives)
		r = register_region(h, &h->receives, receives, 0, 0);
	return r;
}

enum result setup_peer(struct harness *h)
{
	const struct ref_params *p = &h->tester.params;
	struct ref_limits limits = {
		.connections = 1,
		.regions = REGIONS,
		.cq_depth = CQ,
		.paths = p->paths,
		.streams = p->streams,
		.msg_window = p->msg_window,
		.msg_state = p->streams * p->msg_window,
		.send_depth = p->msg_window,
		.recv_depth = HARNESS_MESSAGES_MAX,
		.planes = h->link->ports,
	};
	struct ref_choices choices = { .seed = harness_draw(h) };
	size_t size = ref_size(&limits);
	struct ref_region region = { .rights =
					     REF_REMOTE_WRITE | REF_REMOTE_READ | REF_REMOTE_ATOMIC,
				     .address = 0x100000000,
				     .rkey = TESTER_KEY };
	enum result r;

	h->peer_memory_bytes = PEER_MEMORY;
	h->peer_memory = arena_take(h->arena, PEER_MEMORY);
	h->peer_address = region.address;
	region.base = h->peer_memory;
	region.length = PEER_MEMORY;
	if (!size)
		return RES_E_RANGE;
	h->tester.params.recv_depth = limits.recv_depth;
	h->tester.params.send_depth = limits.send_depth;
	r = ref_init(arena_take(h->arena, size), size, &limits, &choices, h->config->layout, h->own,
		     &h->peer);
	if (!r)
		r = ref_region_register(h->peer, &region, &h->peer_rkey);
	return r ? r : ref_conn_open(h->peer, &h->tester, harness_now(h), &h->peer_conn, NULL);
}

static void on_monitor(void *arg, const struct monitor_finding *f)
{
	harness_fail_by(arg, "monitor", f->clause, f->frame, f->field, f->expected, f->seen);
}

enum result setup_judges(struct harness *h)
{
	h->target_region = (struct ref_region){
		.domain = h->choice->entry->def->need.other_domain ? OTHER_DOMAIN : 0,
		.rights = h->choice->entry->def->need.rights,
		.address = h->target.address,
		.length = h->target.bytes,
		.base = h->target.expected,
		.rkey = h->target.rkey,
	};

	if (!h->target_region.rights)
		h->target_region.rights = REF_REMOTE_WRITE | REF_REMOTE_READ | REF_REMOTE_ATOMIC;
	h->shadow = harness_shadow_new(h, harness_on_shadow, h);
	h->monitor = monitor_new(&h->device, h->config->family, on_monitor, h);
	if (!h->shadow || !h->monitor)
		return RES_E_MEMORY;
	return shadow_region(h->shadow, &h->target_region);
}
