/* A fresh connection for a case: intent resolved into parameters, the device set up through the
 * upper tester, and the same connection built for the peer, the shadow and the monitor. */
#include "harness/run/setup.h"

#include <string.h>

enum { TESTER_CONN_BASE = 0x010000, TESTER_PORT_BASE = 50000 };

static uint32_t at_least(uint32_t a, uint32_t b)
{
	return a > b ? a : b;
}

/* Acknowledgement and repair times by intent. */
static void resolve_times(const struct harness *h, const struct case_need *n, struct ref_params *p)
{
	uint32_t jitter_us = (uint32_t)(h->jitter_ns / 1000 + 1);

	p->rto_min = p->rto_init = 1000000;
	p->rto_max = 8000000;
	if (n->rto == RTO_SHORT) {
		/* neither jitter nor tick may blur it */
		p->rto_min = p->rto_init =
			at_least(h->dut->min_rto, 10 * at_least(jitter_us, p->timer_tick));
		p->rto_max = 8 * p->rto_min;
	}
	if (n->acks == ACKS_COALESCED) {
		p->ack_every = 64;
		p->ack_delay = at_least(10000, 20 * jitter_us);
	}
	if (n->acks == ACKS_EVERY)
		p->ack_every = 1;
	if (n->ack_us)
		p->ack_delay = n->ack_us;
	if (p->ack_delay > h->dut->max_ack_delay)
		p->ack_delay = h->dut->max_ack_delay;
	if (p->ack_delay > p->rto_min / 4)
		p->ack_delay = p->rto_min / 4;
}

static void resolve(const struct harness *h, struct ref_params *p)
{
	const struct case_need *n = &h->choice->entry->def->need;

	*p = h->dut->declared;
	p->paths = n->paths ? n->paths : 4;
	p->streams = n->streams ? n->streams : 16;
	p->mtu = n->mtu ? n->mtu : 1024;
	p->msg_window = n->msg_window ? n->msg_window : 64;
	p->initial_msn = n->has_msn ? n->msn : 0;
	if (n->read_depth)
		p->read_depth = n->read_depth == NO_READ_DEPTH ? 0 : n->read_depth;
	p->read_depth = p->read_depth < p->msg_window ? p->read_depth : p->msg_window;
	p->ops = h->dut->ops & ~(uint32_t)n->ops_off;
	p->send_depth = at_least(p->send_depth, p->msg_window);
	p->recv_depth = at_least(p->recv_depth, 64);
	if (n->hint_idle)
		p->hint_idle = n->hint_idle;
	if (n->retry_limit)
		p->retry_limit = n->retry_limit;
	if (n->rnr_retry_limit)
		p->rnr_retry_limit = n->rnr_retry_limit;
	if (n->cwnd_min)
		p->cwnd_min = n->cwnd_min;
	resolve_times(h, n, p);
}

json_t *setup_params(const struct ref_params *p)
{
	json_t *o = json_object();

	for (size_t i = 0; i < ref_params_count; i++) {
		const struct ref_param *row = &ref_params_table[i];
		uint32_t v;

		memcpy(&v, (const uint8_t *)p + row->member, sizeof(v));
		if (strcmp(row->name, "msg_state"))
			json_object_set_new(o, row->name, json_integer(v));
	}
	return o;
}

static bool read_list(const json_t *list, size_t count, uint64_t max, uint32_t *out)
{
	if (json_array_size(list) != count)
		return false;
	for (size_t i = 0; i < count; i++) {
		uint64_t v;

		if (!harness_read_uint(json_array_get(list, i), max, &v))
			return false;
		out[i] = (uint32_t)v;
	}
	return true;
}

static bool read_params(const json_t *o, struct ref_params *p)
{
	for (size_t i = 0; i < ref_params_count; i++) {
		const struct ref_param *row = &ref_params_table[i];
		const json_t *member = json_object_get(o, row->name);
		uint64_t v;
		uint32_t narrow;

		if (!member)
			continue;
		if (!harness_read_uint(member, row->max, &v) || v < row->min)
			return false;
		narrow = (uint32_t)v;
		memcpy((uint8_t *)p + row->member, &narrow, sizeof(narrow));
	}
	return true;
}

static enum result read_open(struct harness *h, const json_t *a)
{
	struct ref_conn_config *c = &h->device;
	uint32_t ports[REF_PATHS_MAX];
	uint64_t conn_id, handle;

	if (!harness_read_uint(json_object_get(a, "connection"), INT32_MAX, &handle))
		return harness_bad_answer(h, "connection.open", "connection");
	if (!harness_read_uint(json_object_get(a, "conn_id"), 0xffffff, &conn_id))
		return harness_bad_answer(h, "connection.open", "conn_id");
	if (!read_params(json_object_get(a, "params"), &c->params) ||
	    ref_params_check(&c->params, NULL))
		return harness_bad_answer(h, "connection.open", "params");
	if (!read_list(json_object_get(a, "initial_psn"), c->params.paths, 0xffffff,
		       c->local.initial_psn))
		return harness_bad_answer(h, "connection.open", "initial_psn");
	if (!read_list(json_object_get(a, "source_port"), c->params.paths, 0xffff, ports))
		return harness_bad_answer(h, "connection.open", "source_port");
	for (unsigned i = 0; i < c->params.paths; i++)
		c->source_port[i] = (uint16_t)ports[i];
	h->device_conn = (int64_t)handle;
	c->local.conn_id = (uint32_t)conn_id;
	return RES_OK;
}

static enum result open_device(struct harness *h)
{
	const struct case_need *n = &h->choice->entry->def->need;
	json_t *params, *answer = NULL, *ask;
	enum result r;

	resolve(h, &h->device.params);
	params = setup_params(&h->device.params);
	ask = json_pack("{s:o, s:i, s:i, s:i}", "params", params, "domain", 0, "family",
			(int)h->config->family, "plane_count", (int)h->link->ports);
	if (n->has_psn) {
		json_t *psns = json_array();

		for (unsigned i = 0; i < h->device.params.paths; i++)
			json_array_append_new(psns, json_integer(n->psn));
		json_object_set_new(ask, "initial_psn", psns);
	}
	r = harness_call(h, "connection.open", ask, &answer, NULL);
	if (!r)
		r = read_open(h, answer);
	json_decref(answer);
	return r;
}

/* The tester's side: same agreed parameters, its own times, which never get in the way. */
static void fill_tester(struct harness *h)
{
	const struct case_need *n = &h->choice->entry->def->need;
	struct ref_conn_config *t = &h->tester, *d = &h->device;

	t->params = d->params;
	t->params.ack_every = 1;
	t->params.rto_min = t->params.rto_init = 1000000;
	t->params.rto_max = 8000000;
	t->params.ack_delay = 20;
	t->params.rnr_delay = 20000; /* time for a case to post the receive */
	t->local.conn_id = TESTER_CONN_BASE + (uint32_t)(harness_draw(h) % 0xE00000);
	t->local.plane_count = d->local.plane_count = (uint16_t)h->link->ports;
	memcpy(t->local.planes, h->own, sizeof(t->local.planes));
	for (unsigned i = 0; i < d->params.paths; i++) {
		t->path_plane[i] = d->path_plane[i] = (uint8_t)(i % h->link->ports);
		t->local.initial_psn[i] =
			n->has_psn ? n->psn : (uint32_t)(harness_draw(h) & 0xffffff);
		t->source_port[i] = (uint16_t)(TESTER_PORT_BASE + i * 3);
		h->next_psn[i] = t->local.initial_psn[i];
	}
	for (unsigned i = 0; i < h->link->ports; i++) {
		d->local.planes[i] = h->dut->planes[i];
		(void)!neighbor_find(h->neighbor, &h->dut->planes[i], d->local.planes[i].mac);
	}
	t->peer = d->local;
	d->peer = t->local;
}

enum result setup_connect(struct harness *h, int64_t handle, uint32_t own_id, int *code)
{
	json_t *planes = json_array(), *psns = json_array(), *peer;
	char ip[64];

	for (unsigned i = 0; i < h->link->ports; i++) {
		net_addr_format(&h->own[i], ip, sizeof(ip));
		json_array_append_new(planes, json_pack("{s:s}", "ip", ip));
	}
	for (unsigned i = 0; i < h->tester.params.paths; i++)
		json_array_append_new(psns, json_integer(h->tester.local.initial_psn[i]));
	peer = json_pack("{s:I, s:o, s:o}", "conn_id", (json_int_t)own_id, "planes", planes,
			 "initial_psn", psns);
	return harness_call(h, "connection.connect",
			    json_pack("{s:I, s:o}", "connection", (json_int_t)handle, "peer", peer),
			    NULL, code);
}

/* ARP or Neighbor Discovery for the device's addresses: it learns ours from the question. */
static bool is_resolved(struct harness *h)
{
	uint8_t mac[6];

	for (unsigned i = 0; i < h->link->ports; i++)
		if (neighbor_find(h->neighbor, &h->dut->planes[i], mac))
			return false;
	return true;
}

static enum result resolve_device(struct harness *h)
{
	uint8_t frame[NEIGHBOR_FRAME];
	char ip[64];

	h->neighbor->known_count = 0;
	for (unsigned attempt = 0; attempt < 3 && !is_resolved(h); attempt++) {
		for (unsigned i = 0; i < h->link->ports; i++) {
			size_t len = neighbor_ask(&h->own[i], &h->dut->planes[i], frame);

			harness_send(h, i, frame, len, false);
		}
		harness_wait(h, harness_now(h) + 300 * 1000 * 1000, is_resolved);
	}
	if (is_resolved(h))
		return RES_OK;
	net_addr_format(&h->dut->planes[0], ip, sizeof(ip));
	harness_error(
		h,
		"no answer to ARP / Neighbor Discovery for the device's address %s: check cable, "
		"VLAN and the address in hello or IXIT",
		ip);
	return RES_E_TIMEOUT;
}

static enum result post_recvs(struct harness *h)
{
	const struct case_need *n = &h->choice->entry->def->need;
	enum result r = RES_OK;

	for (uint32_t i = 0; !r && i < n->recvs; i++)
		r = harness_post_receive(h, 0,
					 n->recv_bytes ? n->recv_bytes : h->device.params.mtu);
	return r;
}

enum result harness_case_setup(struct harness *h)
{
	enum result r;

	h->hint_kbps = -1;
	h->is_mute = h->choice->entry->def->need.mute_peer;
	h->completions = json_array();
	r = harness_call(h, "reset",
			 json_pack("{s:I}", "seed", (json_int_t)(harness_draw(h) & 0xffffffff)),
			 NULL, NULL);
	if (!r)
		r = open_device(h);
	if (!r)
		r = resolve_device(h);
	if (r)
		return r;
	fill_tester(h);
	h->next_msn = arena_take(h->arena, h->device.params.streams * sizeof(uint32_t));
	h->next_recv_index = arena_take(h->arena, h->device.params.streams * sizeof(uint32_t));
	for (uint32_t i = 0; i < h->device.params.streams; i++)
		h->next_msn[i] = h->device.params.initial_msn;
	r = setup_memory(h);
	if (!r)
		r = setup_connect(h, h->device_conn, h->tester.local.conn_id, NULL);
	if (!r)
		r = harness_open_others(h);
	if (!r && ((r = setup_peer(h)) || (r = setup_judges(h))))
		harness_error(h, "the tester cannot set up its side: %s", result_text(r));
	h->is_connected = !r;
	h->first_frame = h->frame_number + 1;
	h->result->setup = setup_params(&h->device.params);
	return r ? r : post_recvs(h);
}

void harness_case_teardown(struct harness *h)
{
	h->is_connected = false;
	shadow_free(h->shadow);
	monitor_free(h->monitor);
	json_decref(h->completions);
	json_decref(h->counters);
	h->shadow = NULL;
	h->monitor = NULL;
	h->completions = NULL;
	h->counters = NULL;
}
