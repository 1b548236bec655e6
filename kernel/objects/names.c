/* A program has few names, so a list is enough. */
#include "kernel/objects/names.h"
#include "kernel/cpu/contracts.h"

#include <string.h>

struct object_name {
    struct link link;
    struct object *object;
    char text[NAME_MOST];
};

static struct slab names = SLAB_OF(names, struct object_name);
static struct link all = {&all, &all};

struct object *name_find(const char *name)
{
    kernel_must_be_locked();
    for (struct link *link = all.next; link != &all; link = link->next) {
        const struct object_name *known = list_record(struct object_name, link, link);
        if (!strcmp(known->text, name))
            return known->object;
    }
    return NULL;
}

bool name_give(struct object *object, const char *name)
{
    kernel_must_be_locked();
    struct object_name *new = slab_alloc(&names);
    if (!new)
        return false;
    strcpy(new->text, name);
    new->object = object;
    object->name = new;
    list_append(&all, &new->link);
    return true;
}

const char *name_text(const struct object *object)
{
    kernel_must_be_locked();
    return object->name->text;
}

void name_forget(struct object *object)
{
    kernel_must_be_locked();
    list_remove(&object->name->link);
    slab_free(&names, object->name);
    object->name = NULL;
}
