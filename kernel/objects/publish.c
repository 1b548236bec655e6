/* Also finds objects again by their names, tells what they are, and closes and doubles handles. */
#include "kernel/objects/publish.h"

#include "kernel/call/calls.h"
#include "kernel/cpu/contracts.h"
#include "kernel/memory/user_memory.h"
#include "kernel/objects/handles.h"
#include "kernel/objects/names.h"
#include "kernel/trap/service_entry.h"

#include <nt_objects.h>
#include <string.h>

#define ALL_ACCESS 0xFFFFFFFFu

struct name {
    const char *text; /* in room, behind "Local\\" */
    char room[NAME_MOST + 1];
};

static const char *name_behind(const char *text, const char *beginning)
{
    size_t length = strlen(beginning);
    return strncmp(text, beginning, length) == 0 ? text + length : text;
}

/* Reads a name. There is one session, whose names may say so ("Local\\"); names that are for all
 * sessions begin with "Global\\". No other name has a backslash. */
static uint32_t read_name(const struct service_call *call, uint32_t at, struct name *name)
{
    name->room[NAME_MOST - 1] = '\0';
    if (!user_read_string(call, name->room, at, sizeof name->room))
        return STATUS_ACCESS_VIOLATION;
    if (name->room[NAME_MOST - 1])
        return STATUS_NAME_TOO_LONG;
    name->text = name_behind(name->room, "Local\\");
    if (!name->text[0])
        return STATUS_OBJECT_NAME_INVALID;
    if (name->text[0] == '\\')
        return STATUS_OBJECT_PATH_SYNTAX_BAD;
    return strchr(name_behind(name->text, "Global\\"), '\\') ? STATUS_OBJECT_PATH_NOT_FOUND
                                                             : STATUS_SUCCESS;
}

uint32_t object_give_handle(const struct service_call *call, struct object *object, uint32_t access,
                            uint32_t handle_at)
{
    kernel_must_be_locked();
    uint32_t handle = handle_make(object, access);
    if (!handle)
        return STATUS_NO_MEMORY;
    if (user_write(call, handle_at, &handle, sizeof handle))
        return STATUS_SUCCESS;
    handle_close(handle);
    return STATUS_ACCESS_VIOLATION;
}

/* Gives the object its name; an empty one is none. Leaves another object in *object if that has the
 * name. */
static uint32_t give_name(const struct service_call *call, struct object **object, uint32_t name_at)
{
    struct name name;
    uint32_t status = read_name(call, name_at, &name);
    if (status == STATUS_OBJECT_NAME_INVALID)
        return STATUS_SUCCESS;
    if (status != STATUS_SUCCESS)
        return status;
    struct object *other = name_find(name.text);
    if (!other)
        return name_give(*object, name.text) ? STATUS_SUCCESS : STATUS_NO_MEMORY;
    if (other->type != (*object)->type)
        return STATUS_OBJECT_TYPE_MISMATCH;
    object_keep(other);
    object_release(*object);
    *object = other;
    return STATUS_OBJECT_NAME_EXISTS;
}

uint32_t object_publish(const struct service_call *call, struct object *object, uint32_t handle_at,
                        uint32_t name_at)
{
    kernel_must_be_locked();
    if (!object)
        return STATUS_NO_MEMORY;
    uint32_t named = name_at ? give_name(call, &object, name_at) : STATUS_SUCCESS;
    uint32_t status = named;
    if (named == STATUS_SUCCESS || named == STATUS_OBJECT_NAME_EXISTS) {
        uint32_t given = object_give_handle(call, object, ALL_ACCESS, handle_at);
        if (given != STATUS_SUCCESS)
            status = given;
    }
    object_release(object);
    return status;
}

uint32_t user_object_open(struct service_call *call)
{
    struct name name;
    if (call->words[2] >= OBJECT_OTHER)
        return STATUS_INVALID_PARAMETER;
    uint32_t status = read_name(call, call->words[1], &name);
    if (status != STATUS_SUCCESS)
        return status;
    struct object *object = name_find(name.text);
    if (!object)
        return STATUS_OBJECT_NAME_NOT_FOUND;
    if (object->type->kind != call->words[2])
        return STATUS_OBJECT_TYPE_MISMATCH;
    if (call->words[3] & ACCESS_SYSTEM_SECURITY)
        return STATUS_PRIVILEGE_NOT_HELD;
    uint32_t access = handle_rights(object->type, call->words[3]);
    return access && !(access & ~object->type->rights->all)
               ? object_give_handle(call, object, access, call->words[0])
               : STATUS_ACCESS_DENIED;
}

uint32_t user_object_query(struct service_call *call)
{
    uint32_t status;
    const struct object *object = handle_find(call->words[0], NULL, 0, &status);
    if (!object)
        return status;
    struct object_state state = {
        .access = handle_access(call->words[0]) & handle_rights(object->type, MAXIMUM_ALLOWED),
        .handles = object->handles,
        .references = object->references,
        .signal = object->signal,
        .stays = !object->taken,
    };
    strcpy(state.type, object->type->name);
    if (object->name)
        strcpy(state.name, name_text(object));
    if (object->type->tell)
        object->type->tell(object, &state);
    return user_write(call, call->words[1], &state, sizeof state) ? STATUS_SUCCESS
                                                                  : STATUS_ACCESS_VIOLATION;
}

uint32_t user_handle_close(struct service_call *call)
{
    return handle_close(call->words[0]);
}

uint32_t user_handle_duplicate(struct service_call *call)
{
    uint32_t second;
    if (!user_may_write(call, call->words[3], sizeof second))
        return STATUS_ACCESS_VIOLATION;
    uint32_t status = handle_duplicate(call->words[0], call->words[1], call->words[2], &second);
    if (status == STATUS_SUCCESS)
        user_write(call, call->words[3], &second, sizeof second);
    return status;
}
