/* Intrusive circular lists; a link belongs to at most one list, an unlinked one points to itself
 * (or is zero before list_init).  Header only; pure. */
#ifndef REFERENCE_ENGINE_LIST_H
#define REFERENCE_ENGINE_LIST_H

#include <stdbool.h>
#include <stddef.h>

struct ref_link {
	struct ref_link *next, *prev;
};

#define LIST_ENTRY(link, type, member) ((type *)(void *)((char *)(link)-offsetof(type, member)))

static inline void list_init(struct ref_link *l)
{
	l->next = l;
	l->prev = l;
}

static inline bool list_is_linked(const struct ref_link *l)
{
	return l->next != l;
}

static inline void list_remove(struct ref_link *l)
{
	l->prev->next = l->next;
	l->next->prev = l->prev;
	list_init(l);
}

static inline void list_append(struct ref_link *head, struct ref_link *l)
{
	l->prev = head->prev;
	l->next = head;
	head->prev->next = l;
	head->prev = l;
}

static inline struct ref_link *list_first(const struct ref_link *head)
{
	return head->next == head ? NULL : head->next;
}

#endif
