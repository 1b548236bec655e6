/* Files as events: one of a beginning, then the name, then the content, sixteen bytes an event.
 *
 * The program can write over the list of its files. So a name ends within its array, and content is
 * read only where ring 3 may read, too. The host sees by the size that some of it is missing. */
#include "kernel/report/files_out.h"

#include "kernel/arguments.h"
#include "kernel/call/trace.h"
#include "kernel/memory/user_memory.h"
#include "kernel/report/trace_ring.h"
#include "kernel/trap/service_entry.h"
#include "lib/ram_files.h"

#include <nt.h>
#include <stdbool.h>
#include <string.h>

static void send_event(enum trace_event event, const uint32_t arg[4], uint8_t length)
{
    static const uint32_t no_threads[2];
    trace_put(event, 0, length, no_threads, arg);
}

static void send_pieces(enum trace_event event, const char *bytes, size_t length)
{
    while (length) {
        uint32_t arg[4] = {0};
        uint8_t part = (uint8_t)(length < sizeof arg ? length : sizeof arg);
        if (!user_readable(bytes, part) || !user_move_bytes(arg, bytes, part))
            return;
        send_event(event, arg, part);
        bytes += part;
        length -= part;
    }
}

void files_send_out(void)
{
    static bool are_sent;
    if (!runtime_options()->out || are_sent)
        return;
    are_sent = true;
    for (unsigned i = 0; i < RAM_FILES; i++) {
        const struct ram_file *file = ram_file_at(i);
        if (!file)
            continue;
        send_event(TRACE_file, (const uint32_t[4]){file->size, file->is_folder}, 0);
        send_pieces(TRACE_file_name, file->name, strnlen(file->name, RAM_NAME_MAX));
        if (!file->is_folder)
            send_pieces(TRACE_file_bytes, file->bytes, file->size);
    }
}

uint32_t user_files_send_out(struct service_call *call)
{
    (void)call;
    files_send_out();
    return STATUS_SUCCESS;
}
