/* The environment's variables: a list of "NAME=text", sorted by name. */
#include "lib/environment.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "lib/caller_memory.h"
#include "lib/lock.h"
#include "lib/name_order.h"

struct variable {
    struct variable *next;
    size_t name_length, size; /* size: of the text, with its zero byte */
    char text[];
};

static struct variable *variables;
static struct lock environment_lock;

/* Returns the place of the link to the variable, or to the first one behind its place. */
static struct variable **find_link(const char *name, size_t length, bool *found)
{
    struct variable **link = &variables;
    *found = false;
    for (; *link; link = &(*link)->next) {
        const struct variable *variable = *link;
        size_t both = length < variable->name_length ? length : variable->name_length;
        int order = name_compare_part(variable->text, name, both);
        if (order == 0 && variable->name_length == length)
            *found = true;
        if (order > 0 || (order == 0 && variable->name_length >= length))
            break;
    }
    return link;
}

static const struct variable *find_variable(const char *name, size_t length)
{
    bool found;
    struct variable **link = find_link(name, length, &found);
    return found ? *link : NULL;
}

bool environment_set(const char *name, const char *value)
{
    size_t length = strlen(name);
    struct variable *made = NULL, *old = NULL;
    if (value) {
        size_t size = length + 1 + strlen(value) + 1;
        made = malloc(sizeof *made + size);
        if (!made)
            return false;
        *made = (struct variable){.name_length = length, .size = size};
        strcpy(made->text, name);
        made->text[length] = '=';
        strcpy(made->text + length + 1, value);
    }
    lock_take(&environment_lock);
    bool found;
    struct variable **link = find_link(name, length, &found);
    if (found) {
        old = *link;
        *link = old->next;
    }
    if (made) {
        made->next = *link;
        *link = made;
    }
    lock_release(&environment_lock);
    free(old);
    return true;
}

size_t environment_copy(const char *name, char *buffer, size_t size)
{
    size_t touched = 0, length = strlen(name), found;
    for (;;) {
        lock_take(&environment_lock);
        const struct variable *variable = find_variable(name, length);
        size_t needed = variable ? variable->size - length - 1 : 0;
        bool copies = needed && needed <= size && needed <= touched;
        if (copies)
            memcpy(buffer, variable->text + length + 1, needed);
        lock_release(&environment_lock);
        found = needed ? needed - 1 : ENVIRONMENT_MISSING;
        if (copies || !needed || needed > size)
            break;
        touch_to_write(buffer, needed);
        touched = needed;
    }
    return found;
}

/* Copies all variables if they have room. Returns the size that they need. With the lock held. */
static size_t copy_all(char *block, size_t room)
{
    size_t size = 1;
    for (const struct variable *variable = variables; variable; variable = variable->next) {
        if (size + variable->size <= room)
            memcpy(block + size - 1, variable->text, variable->size);
        size += variable->size;
    }
    if (size <= room)
        block[size - 1] = 0;
    return size;
}

char *environment_block(void)
{
    char *block = NULL;
    size_t room = 0;
    for (;;) {
        lock_take(&environment_lock);
        size_t needed = copy_all(block, room);
        lock_release(&environment_lock);
        if (needed <= room)
            return block;
        free(block); /* variables have come meanwhile, or this is the first time */
        block = malloc(room = needed);
        if (!block)
            return NULL;
    }
}

void environment_end(void)
{
    while (variables) {
        struct variable *first = variables;
        variables = first->next;
        free(first);
    }
}

char *getenv(const char *name)
{
    size_t length = strlen(name);
    lock_take(&environment_lock);
    const struct variable *variable = find_variable(name, length);
    lock_release(&environment_lock);
    return variable ? (char *)variable->text + length + 1 : NULL;
}

int _putenv_s(const char *name, const char *value)
{
    if (!name || !value || !*name || strchr(name, '='))
        return errno = EINVAL;
    return environment_set(name, *value ? value : NULL) ? 0 : (errno = ENOMEM);
}

int _putenv(const char *text)
{
    const char *equals = strchr(text, '=');
    if (!equals || equals == text) {
        errno = EINVAL;
        return -1;
    }
    size_t length = (size_t)(equals - text);
    char *name = malloc(length + 1);
    if (!name)
        return -1;
    memcpy(name, text, length);
    name[length] = 0;
    int error = _putenv_s(name, equals + 1);
    free(name);
    return error ? -1 : 0;
}
