/* A list of attributes for a new thread, as InitializeProcThreadAttributeList makes it. */
#ifndef WIN32_THREADS_ATTRIBUTE_LIST_H
#define WIN32_THREADS_ATTRIBUTE_LIST_H

#include <processthreadsapi.h>

struct attribute {
    DWORD_PTR attribute;
    SIZE_T size;
    PVOID value; /* the caller's */
};

struct _PROC_THREAD_ATTRIBUTE_LIST {
    DWORD most, count;
    struct attribute attributes[];
};

/* Returns the list's entry for an attribute, or NULL. */
const struct attribute *attribute_find(const struct _PROC_THREAD_ATTRIBUTE_LIST *list,
                                       DWORD attribute);

#endif
