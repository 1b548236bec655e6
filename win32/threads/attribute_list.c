/* Lists of attributes for new threads. */
#include "win32/threads/attribute_list.h"

#include <errhandlingapi.h>
#include <ums.h>

/* The attributes that CreateRemoteThreadEx looks at (create.c), and the sizes of their values. */
static const struct {
    DWORD attribute;
    SIZE_T size;
} known[] = {
    {PROC_THREAD_ATTRIBUTE_GROUP_AFFINITY, sizeof(GROUP_AFFINITY)},
    {PROC_THREAD_ATTRIBUTE_IDEAL_PROCESSOR, sizeof(PROCESSOR_NUMBER)},
    {PROC_THREAD_ATTRIBUTE_UMS_THREAD, sizeof(UMS_CREATE_THREAD_ATTRIBUTES)},
};

static BOOL attribute_refuse(DWORD error)
{
    SetLastError(error);
    return FALSE;
}

BOOL WINAPI InitializeProcThreadAttributeList(LPPROC_THREAD_ATTRIBUTE_LIST list, DWORD count,
                                              DWORD flags, SIZE_T *size)
{
    enum { MOST = 32 };
    if (flags || count > MOST)
        return attribute_refuse(ERROR_INVALID_PARAMETER);
    SIZE_T needed = sizeof *list + count * sizeof list->attributes[0], given = *size;
    *size = needed;
    if (!list || given < needed)
        return attribute_refuse(ERROR_INSUFFICIENT_BUFFER);
    *list = (struct _PROC_THREAD_ATTRIBUTE_LIST){.most = count};
    return TRUE;
}

const struct attribute *attribute_find(const struct _PROC_THREAD_ATTRIBUTE_LIST *list,
                                       DWORD attribute)
{
    for (DWORD i = 0; i < list->count; i++)
        if (list->attributes[i].attribute == attribute)
            return &list->attributes[i];
    return NULL;
}

/* Returns the size of an attribute's value; 0: there is no such attribute. */
static SIZE_T size_of(DWORD_PTR attribute)
{
    for (unsigned i = 0; i < sizeof known / sizeof known[0]; i++)
        if (known[i].attribute == attribute)
            return known[i].size;
    return 0;
}

BOOL WINAPI UpdateProcThreadAttribute(LPPROC_THREAD_ATTRIBUTE_LIST list, DWORD flags,
                                      DWORD_PTR attribute, PVOID value, SIZE_T size,
                                      PVOID old_value, SIZE_T *old_size)
{
    SIZE_T expected = size_of(attribute);
    if (flags || old_value || old_size)
        return attribute_refuse(ERROR_INVALID_PARAMETER);
    if (!expected)
        return attribute_refuse(ERROR_NOT_SUPPORTED);
    if (size != expected)
        return attribute_refuse(ERROR_BAD_LENGTH);
    if (attribute_find(list, attribute))
        return attribute_refuse(ERROR_OBJECT_NAME_EXISTS);
    if (list->count == list->most)
        return attribute_refuse(ERROR_GEN_FAILURE);
    list->attributes[list->count++] = (struct attribute){attribute, size, value};
    return TRUE;
}

VOID WINAPI DeleteProcThreadAttributeList(LPPROC_THREAD_ATTRIBUTE_LIST list)
{
    list->count = 0;
}
