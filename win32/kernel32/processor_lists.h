/* The CPUs of the machine in rows of several kinds. Ordinary code. */
#ifndef WIN32_KERNEL32_PROCESSOR_LISTS_H
#define WIN32_KERNEL32_PROCESSOR_LISTS_H

#include <minwinbase.h>
#include <nt_objects.h>

/* Stores the rows of one kind, or of RelationAll: a core for each CPU, the one node and the one
 * group. There are none of caches and packages. *length is the bytes that there are for rows, and
 * becomes those needed. FALSE: ERROR_INSUFFICIENT_BUFFER, and ERROR_GEN_FAILURE for a kind without
 * rows. */
BOOL WINAPI GetLogicalProcessorInformationEx(LOGICAL_PROCESSOR_RELATIONSHIP kind, void *rows,
                                             PDWORD length);

#endif
