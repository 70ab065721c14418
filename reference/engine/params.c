/* The parameters as a table, their defaults and the checks of LIFE-4 that need no endpoint. */
#include "reference/engine/ref.h"

const struct ref_param ref_params_table[] = {
#define PARAM(name, scope, unit, def, min, max) \
	{ #name, unit, REF_##scope, def, min, max, offsetof(struct ref_params, name) },
#include "reference/engine/params.def"
};
const size_t ref_params_count = sizeof(ref_params_table) / sizeof(ref_params_table[0]);

enum param_row {
#define PARAM(name, scope, unit, def, min, max) ROW_##name,
#include "reference/engine/params.def"
};

void ref_params_default(struct ref_params *p)
{
#define PARAM(name, scope, unit, def, min, max) p->name = (uint32_t)(def);
#include "reference/engine/params.def"
}

static uint32_t value_of(const struct ref_params *p, const struct ref_param *row)
{
	return *(const uint32_t *)(const void *)((const char *)p + row->member);
}

/* The row of the first relation that does not hold, or the count of rows. */
static size_t broken_relation(const struct ref_params *p)
{
	uint32_t m = p->mtu;
	if (m < 256 || m > 8192 || (m & (m - 1)) != 0)
		return ROW_mtu;
	if (p->read_depth > p->msg_window)
		return ROW_read_depth;
	if (p->msg_state != 0 && (uint64_t)p->streams * p->msg_window > p->msg_state)
		return ROW_msg_state;
	if (p->send_depth < p->msg_window)
		return ROW_send_depth;
	if (p->ack_delay > p->rto_min / 2)
		return ROW_ack_delay;
	if (p->rto_init < p->rto_min)
		return ROW_rto_init;
	if (p->rto_max < p->rto_init)
		return ROW_rto_max;
	if (p->retry_limit < p->path_fail_rtos)
		return ROW_retry_limit;
	if (p->cwnd_init < p->cwnd_min)
		return ROW_cwnd_init;
	return ref_params_count;
}

enum result ref_params_check(const struct ref_params *p, const struct ref_param **which)
{
	size_t bad = ref_params_count;
	for (size_t i = 0; i < ref_params_count && bad == ref_params_count; i++) {
		uint32_t v = value_of(p, &ref_params_table[i]);
		if (v < ref_params_table[i].min || v > ref_params_table[i].max)
			bad = i;
	}
	if (bad == ref_params_count)
		bad = broken_relation(p);
	if (bad == ref_params_count)
		return RES_OK;
	if (which)
		*which = &ref_params_table[bad];
	return RES_E_RANGE;
}
