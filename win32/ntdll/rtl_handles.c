#include "win32/ntdll/rtl_handles.h"

#include <memoryapi.h>
#include <string.h>
#include <winnt.h>

VOID NTAPI RtlInitializeHandleTable(ULONG most, ULONG size, struct rtl_handle_table *table)
{
    *table = (struct rtl_handle_table){.most = most, .size = size};
}

NTSTATUS NTAPI RtlDestroyHandleTable(struct rtl_handle_table *table)
{
    if (table->first)
        VirtualFree(table->first, 0, MEM_RELEASE);
    return STATUS_SUCCESS;
}

/* Makes the next record, on which another page may begin. */
static struct rtl_handle *make_record(struct rtl_handle_table *table)
{
    if (!table->first) {
        table->first = VirtualAlloc(NULL, table->most * table->size, MEM_RESERVE, PAGE_READWRITE);
        table->end = table->first;
        table->last = table->first + table->most * table->size;
    }
    if (!table->first || table->end == table->last ||
        !VirtualAlloc(table->end, table->size, MEM_COMMIT, PAGE_READWRITE))
        return NULL;
    struct rtl_handle *made = (struct rtl_handle *)(void *)table->end;
    table->end += table->size;
    return made;
}

struct rtl_handle *NTAPI RtlAllocateHandle(struct rtl_handle_table *table, PULONG index)
{
    struct rtl_handle *handle = table->free;
    if (handle)
        table->free = handle->next;
    else
        handle = make_record(table);
    if (!handle)
        return NULL;
    memset(handle, 0, table->size);
    if (index)
        *index = (ULONG)((char *)handle - table->first) / table->size;
    return handle;
}

BOOLEAN NTAPI RtlIsValidHandle(struct rtl_handle_table *table, struct rtl_handle *handle)
{
    enum { IN_USE = 1 };
    ULONG_PTR distance = (ULONG_PTR)handle - (ULONG_PTR)table->first;
    return (char *)handle >= table->first && (char *)handle < table->end &&
           distance % table->size == 0 && (ULONG_PTR)handle->next & IN_USE;
}

BOOLEAN NTAPI RtlIsValidIndexHandle(struct rtl_handle_table *table, ULONG index,
                                    struct rtl_handle **handle)
{
    struct rtl_handle *found =
        (struct rtl_handle *)(void *)(table->first + (ULONG_PTR)index * table->size);
    if (index >= table->most || !RtlIsValidHandle(table, found))
        return FALSE;
    *handle = found;
    return TRUE;
}

BOOLEAN NTAPI RtlFreeHandle(struct rtl_handle_table *table, struct rtl_handle *handle)
{
    if (!RtlIsValidHandle(table, handle))
        return FALSE;
    handle->next = table->free;
    table->free = handle;
    return TRUE;
}
