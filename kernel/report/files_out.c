/* Files as events: one of a beginning, then the name, then the content, sixteen bytes an event.
 *
 * The program can write over the list of its files. So a name ends within its array, content is
 * read only where ring 3 may read, too, and there is no more of it than the machine has memory. The
 * host sees by the size that some of it is missing. */
#include "kernel/report/files_out.h"

#include "kernel/call/trace.h"
#include "kernel/memory/frames.h"
#include "kernel/memory/user_memory.h"
#include "kernel/report/trace_ring.h"
#include "kernel/trap/service_entry.h"
#include "lib/ram_files.h"

#include <nt.h>
#include <stdbool.h>
#include <string.h>

bool files_go_out;

static void send_event(enum trace_event event, const uint32_t arg[4], uint8_t length)
{
    static const uint32_t no_threads[2];
    trace_put(event, 0, length, no_threads, arg);
}

/* Bytes that are still to be sent. */
struct rest {
    enum trace_event event;
    const char *bytes;
    size_t length;
};

/* How far the files have come. */
static struct {
    bool has_begun;
    unsigned next; /* the row behind the file that is sent */
    struct rest name, content;
    uint64_t room; /* bytes that may be sent yet: as many as the machine has */
} sending;

/* Sends a piece. Returns false when nothing is left, or may be read. */
static bool send_piece(struct rest *rest)
{
    uint32_t arg[4] = {0};
    uint8_t part = (uint8_t)(rest->length < sizeof arg ? rest->length : sizeof arg);
    if (part > sending.room || !user_readable(rest->bytes, part) ||
        !user_move_bytes(arg, rest->bytes, part))
        part = 0;
    if (!part) {
        rest->length = 0;
        return false;
    }
    send_event(rest->event, arg, part);
    rest->bytes += part;
    rest->length -= part;
    sending.room -= part;
    return true;
}

/* Sends the beginning of the next file. Returns false when there is none. */
static bool send_beginning(void)
{
    const struct ram_file *file = NULL;
    while (sending.next < RAM_FILES && !file)
        file = ram_file_at(sending.next++);
    if (!file)
        return false;
    send_event(TRACE_file, (const uint32_t[4]){file->size, file->is_folder}, 0);
    sending.name = (struct rest){TRACE_file_name, file->name, strnlen(file->name, RAM_NAME_MAX)};
    sending.content =
        (struct rest){TRACE_file_bytes, file->bytes, file->is_folder ? 0 : file->size};
    return true;
}

/* Sends one event of those that are left. Returns false when none is. */
static bool send_next(void)
{
    if (!files_go_out)
        return false;
    if (!sending.has_begun)
        sending.room = (uint64_t)frame_usage().total * PAGE_SIZE;
    sending.has_begun = true;
    return send_piece(&sending.name) || send_piece(&sending.content) || send_beginning();
}

void files_send_out(void)
{
    while (send_next())
        ;
}

uint32_t user_files_send_out(struct service_call *call)
{
    enum { AT_ONCE = 16 };
    for (unsigned sent = 0; sent < AT_ONCE; sent++)
        if (!send_next())
            return STATUS_SUCCESS;
    return service_again(call);
}
