/* A buffer that RtlCreateQueryDebugBuffer makes, and lists in it: a program asks them of itself as
 * a debugger would. Ordinary code. */
#ifndef WIN32_NTDLL_DEBUG_BUFFER_H
#define WIN32_NTDLL_DEBUG_BUFFER_H

#include <winternl.h>

struct debug_buffer;

/* most: bytes, 0 for 4 MB. NULL: there is no memory. */
struct debug_buffer *NTAPI RtlCreateQueryDebugBuffer(ULONG most, BOOLEAN has_event_pair);
NTSTATUS NTAPI RtlDestroyQueryDebugBuffer(struct debug_buffer *buffer);

/* The flags: 1 modules, 4 heaps, 16 the heaps' blocks too. The lists of others stay NULL: no back
 * traces, tags and locks are kept. Statuses: STATUS_INVALID_CID for another process,
 * STATUS_NO_MEMORY: the lists are larger than the buffer. */
NTSTATUS NTAPI RtlQueryProcessDebugInformation(ULONG_PTR process, ULONG flags,
                                               struct debug_buffer *buffer);

#endif
