/* The port gets the program's bytes unaltered. With tracing on they are recorded, too, so that one
 * reader sees output and events in their order. */
#include "kernel/devices/console.h"

#include "kernel/cpu/contracts.h"
#include "kernel/cpus/kernel_lock.h"
#include "kernel/devices/keyboard.h"
#include "kernel/devices/screen.h"
#include "kernel/devices/serial.h"
#include "kernel/devices/virtio_console.h"
#include "kernel/memory/user_memory.h"
#include "kernel/report/trace_records.h"
#include "kernel/report/trace_ring.h"
#include "kernel/threads/schedule.h"
#include "kernel/trap/service_entry.h"

#include <nt.h>

#define END_OF_INPUT 0x04
#define ESCAPE       0x10 /* stands before byte ^ ESCAPED where a pipe has one of these two */
#define ESCAPED      0x40
#define PIECE        64  /* bytes of ring 3 that are written at a time */
#define LINE         256 /* bytes that are read at most */

bool console_is_pipe;
static bool ended;

void console_write(const char *bytes, size_t length)
{
    if (trace_on)
        trace_text(TRACE_output, bytes, length);
    if (screen_present())
        screen_write(bytes, length);
    if (virtio_console_present(VIRTIO_CONSOLE))
        virtio_console_write(VIRTIO_CONSOLE, bytes, length);
    else
        serial_write(SERIAL_CONSOLE, bytes, length);
}

void console_write_error(const char *bytes, size_t length)
{
    if (screen_present())
        screen_write(bytes, length);
    trace_text(TRACE_error_output, bytes, length);
    trace_flush();
}

typedef void writer(const char *bytes, size_t length);

/* Writes what ring 3 has, in pieces, because interrupts are off while one is queued. */
static uint32_t write_pieces(struct service_call *call, writer *write)
{
    char piece[PIECE];
    uint32_t from = call->words[0];
    if (!user_may_read(call, from, call->words[1]))
        return STATUS_ACCESS_VIOLATION;
    for (uint32_t left = call->words[1]; left;) {
        uint32_t part = left < PIECE ? left : PIECE;
        if (!user_read(call, piece, from, part))
            return STATUS_ACCESS_VIOLATION;
        kernel_unlock(); /* a slow reader holds up nobody else */
        write(piece, part);
        kernel_lock();
        from += part;
        left -= part;
        service_pause();
    }
    return STATUS_SUCCESS;
}

uint32_t user_console_write(struct service_call *call)
{
    return write_pieces(call, console_write);
}

uint32_t user_console_write_error(struct service_call *call)
{
    return write_pieces(call, console_write_error);
}

/* Threads that wait for input; with the kernel's lock. */
static struct link readers = {&readers, &readers};

void console_input_arrived(void)
{
    kernel_lock();
    schedule_wake_all(&readers);
}

bool console_is_awaited(void)
{
    kernel_must_be_locked();
    return !list_is_empty(&readers);
}

static char ahead; /* a byte that was looked at */
static bool has_ahead;

/* Takes a byte from the host's end of the line. */
static bool take(char *byte)
{
    return serial_take(byte) || (screen_present() && keyboard_take(byte));
}

/* Makes a byte of the line one of a pipe. Returns false: it was ESCAPE, which changes the next. */
static bool unescape(char *byte)
{
    static bool escaped;
    bool is_escape = !escaped && *byte == ESCAPE;
    if (escaped)
        *byte ^= ESCAPED;
    escaped = is_escape;
    return !is_escape;
}

/* Makes a byte of the line one of a text: each line ends in LF. A terminal in raw mode sends CR for
 * the enter key. Returns false: it is the second of an end in two bytes. */
static bool end_line(char *byte)
{
    static bool behind_return;
    bool second = behind_return && *byte == '\n';
    behind_return = *byte == '\r';
    if (behind_return)
        *byte = '\n';
    return !second;
}

/* Takes a byte of the input. */
static bool receive(char *byte)
{
    if (has_ahead) {
        has_ahead = false;
        *byte = ahead;
        return true;
    }
    while (!ended && take(byte)) {
        ended = *byte == END_OF_INPUT;
        if (!ended && (console_is_pipe ? unescape : end_line)(byte))
            return true;
    }
    return false;
}

static bool waits(void)
{
    has_ahead = has_ahead || receive(&ahead);
    return has_ahead;
}

/* Takes bytes that are there, of a text up to the end of a line. */
static size_t console_take(char *line, size_t size)
{
    size_t length = 0;
    while (length < size && receive(&line[length]))
        if (line[length++] == '\n' && !console_is_pipe)
            break;
    return length;
}

/* The host sends input from now on. It interrupts a program that wants some, and no other, so a run
 * without input has nothing in it that the host times. */
static void listen(void)
{
    static bool listening;
    if (listening)
        return;
    listening = true;
    trace_write(TRACE_listens, (const uint32_t[4]){0}, 0);
    trace_flush();
}

uint32_t user_console_read(struct service_call *call)
{
    char line[LINE];
    uint32_t size = call->words[1] < sizeof line ? call->words[1] : sizeof line;
    bool possible = serial_present(SERIAL_CONSOLE) || screen_present();
    if (!size && possible) {
        listen();
        return waits();
    }
    if (!size || !possible || !user_may_write(call, call->words[0], call->words[1]))
        return 0;
    size_t length = console_take(line, size);
    if (length == 0 && !ended) {
        listen();
        schedule_park_in(&readers, "input", 0);
        return service_again(call);
    }
    user_write(call, call->words[0], line, length);
    return length;
}
