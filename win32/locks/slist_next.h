/* Reading an entry that another thread may have popped and freed meanwhile. */
#ifndef WIN32_LOCKS_SLIST_NEXT_H
#define WIN32_LOCKS_SLIST_NEXT_H

#include <nt_objects.h>

/* Returns entry->Next. The instruction between the two labels reads it; a handler may go on at the
 * second one with another value in eax. */
PSLIST_ENTRY __attribute__((regparm(1))) slist_next(PSLIST_ENTRY entry);
extern const char slist_next_read[], slist_next_done[];

#endif
