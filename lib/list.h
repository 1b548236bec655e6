/* Rings of records that are linked through a member of theirs. The ring's own link stands between
 * its last record and its first. */
#ifndef LIB_LIST_H
#define LIB_LIST_H

#include <stdbool.h>
#include <stddef.h>

struct link {
    struct link *next, *previous;
};

/* The record whose member is this link. */
#define list_record(type, member, link) ((type *)(void *)((char *)(link)-offsetof(type, member)))

static inline void list_init(struct link *list)
{
    list->next = list->previous = list;
}

static inline bool list_is_empty(const struct link *list)
{
    return list->next == list;
}

/* Puts the link at the end of a list, or before another link. */
static inline void list_append(struct link *list, struct link *link)
{
    struct link *last = list->previous;
    link->next = list;
    link->previous = last;
    last->next = link;
    list->previous = link;
}

static inline void list_remove(struct link *link)
{
    struct link *next = link->next, *previous = link->previous;
    previous->next = next;
    next->previous = previous;
}

#endif
