#include "win32/security/token_objects.h"

#include "kernel/call/calls.h"
#include "kernel/call/service.h"
#include "win32/fails.h"
#include "win32/files/open_files.h"

#include <handleapi.h>
#include <memoryapi.h>
#include <stdlib.h>
#include <winerror.h>
#include <winnt.h>

enum { PROCESS_TOKEN = 0x100 }; /* its number; those of others are higher */

static struct token process_token = {.id = {PROCESS_TOKEN, 0}, .kind = TokenPrimary};
static struct open_file *process_file; /* whose user the process is, once it has been opened */

void token_end(void *object)
{
    if (object != &process_token)
        free(object);
}

static DWORD token_rights(DWORD access)
{
    static const struct {
        DWORD asked, means;
    } rows[] = {{GENERIC_READ, 0x2001A},
                {GENERIC_WRITE, 0x201E0},
                {GENERIC_EXECUTE, 0x20005},
                {GENERIC_ALL, TOKEN_ALL_ACCESS},
                {MAXIMUM_ALLOWED, TOKEN_ALL_ACCESS}};
    DWORD rights = access & TOKEN_ALL_ACCESS;
    for (unsigned i = 0; i < sizeof rows / sizeof rows[0]; i++)
        rights |= access & rows[i].asked ? rows[i].means : 0;
    return rights;
}

static BOOL publish(struct open_file *file, DWORD access, PHANDLE handle)
{
    HANDLE made = open_file_publish_as(file, token_rights(access));
    if (made == INVALID_HANDLE_VALUE)
        return FALSE;
    *handle = made;
    return TRUE;
}

/* A file of a token, whose user the caller is; NULL: all are in use. With the lock held. */
static struct open_file *make_file(struct token *token)
{
    struct open_file *file = open_file_make(FILE_OBJECT, NULL);
    if (file) {
        file->object = token;
        file->end = token_end;
    }
    return file;
}

BOOL token_open_own(DWORD access, PHANDLE handle)
{
    if (IsBadWritePtr(handle, sizeof *handle))
        return fails(ERROR_NOACCESS);
    lock_take(&ram_lock);
    if (!process_file)
        process_file = make_file(&process_token);
    struct open_file *file = process_file;
    if (file)
        file->users++;
    lock_release(&ram_lock);
    return file ? publish(file, access, handle) : fails(ERROR_TOO_MANY_OPEN_FILES);
}

BOOL token_make(TOKEN_TYPE kind, SECURITY_IMPERSONATION_LEVEL level, DWORD access, PHANDLE handle)
{
    static DWORD last = PROCESS_TOKEN;
    if (IsBadWritePtr(handle, sizeof *handle))
        return fails(ERROR_NOACCESS);
    struct token *token = malloc(sizeof *token);
    if (!token)
        return fails(ERROR_NOT_ENOUGH_MEMORY);
    *token = (struct token){{__atomic_add_fetch(&last, 1, __ATOMIC_RELAXED), 0}, kind, level};
    lock_take(&ram_lock);
    struct open_file *file = make_file(token);
    lock_release(&ram_lock);
    if (file)
        return publish(file, access, handle);
    free(token);
    return fails(ERROR_TOO_MANY_OPEN_FILES);
}

DWORD token_access(HANDLE handle)
{
    struct object_state state;
    bool is_there = sys_object_query((uint32_t)handle, &state) == STATUS_SUCCESS;
    return is_there ? state.access & TOKEN_ALL_ACCESS : 0;
}

bool token_take(HANDLE handle, DWORD access, struct token *token)
{
    struct open_file *file = open_object_use(handle, token_end);
    if (!file)
        return false;
    *token = *(const struct token *)file->object;
    open_file_leave(file);
    return !(access & ~token_access(handle)) || fails(ERROR_ACCESS_DENIED);
}
