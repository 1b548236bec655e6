/* Tables of a program's own handles: records of one size, found by their index. The program sets
 * the lowest bit of the first word of a record that is in use. A table has no lock. Ordinary code.
 */
#ifndef WIN32_NTDLL_RTL_HANDLES_H
#define WIN32_NTDLL_RTL_HANDLES_H

#include <winternl.h>

struct rtl_handle {
    struct rtl_handle *next; /* the next free one, or in use */
};

/* The program's memory, as on Windows. */
struct rtl_handle_table {
    ULONG most, size, unused[2];
    struct rtl_handle *free;
    char *first, *end, *last; /* the records that there are, and could be */
};
_Static_assert(sizeof(struct rtl_handle_table) == 32, "as on Windows");

VOID NTAPI RtlInitializeHandleTable(ULONG most, ULONG size, struct rtl_handle_table *table);
NTSTATUS NTAPI RtlDestroyHandleTable(struct rtl_handle_table *table);

/* A record of zeros; *index, unless NULL, becomes its index. NULL: there are as many as there may
 * be, or no memory. */
struct rtl_handle *NTAPI RtlAllocateHandle(struct rtl_handle_table *table, PULONG index);

/* FALSE: it is not in use. */
BOOLEAN NTAPI RtlFreeHandle(struct rtl_handle_table *table, struct rtl_handle *handle);
BOOLEAN NTAPI RtlIsValidHandle(struct rtl_handle_table *table, struct rtl_handle *handle);
BOOLEAN NTAPI RtlIsValidIndexHandle(struct rtl_handle_table *table, ULONG index,
                                    struct rtl_handle **handle);

#endif
