/* The lists of NtQuerySystemInformation. Ordinary code. */
#ifndef WIN32_NT_SYSTEM_LISTS_H
#define WIN32_NT_SYSTEM_LISTS_H

#include <winternl.h>

/* A buffer of so many bytes of room, into which a list is laid as far as it fits. size becomes what
 * the whole list takes. */
struct system_list {
    char *place;
    ULONG room, size;
};

void list_lay(struct system_list *list, const void *row, ULONG size);

/* This process is the only one. Behind its row come those of its threads and its name. */
void list_processes(struct system_list *list);
void list_processor_times(struct system_list *list);
void list_processors(struct system_list *list); /* GetLogicalProcessorInformation's rows */

/* With handles of 16 bits, and of 32. */
void list_handles(struct system_list *list);
void list_wide_handles(struct system_list *list);

#endif
