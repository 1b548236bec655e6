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
#include "lib/host.h"

#include <nt.h>

#define INTERRUPT    0x03
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

/* Threads that wait for Ctrl-C; with the kernel's lock. */
static struct link interruptible = {&interruptible, &interruptible};

static bool is_interrupted, takes_interrupts; /* atomic */
static uint32_t typing;

bool console_takes_interrupt(uint8_t byte)
{
    if (byte != INTERRUPT || console_is_pipe || typing & TYPING_CONTROL_C ||
        !__atomic_load_n(&takes_interrupts, __ATOMIC_RELAXED))
        return false;
    __atomic_store_n(&is_interrupted, true, __ATOMIC_RELAXED);
    return true;
}

void console_input_arrived(void)
{
    kernel_lock();
    schedule_wake_all(&readers);
    if (__atomic_load_n(&is_interrupted, __ATOMIC_RELAXED))
        schedule_wake_all(&interruptible);
}

bool console_is_awaited(void)
{
    kernel_must_be_locked();
    return !list_is_empty(&readers) || !list_is_empty(&interruptible);
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

/* Events leave in order: the host's terminal is set before the program listens. */
uint32_t user_console_typing(struct service_call *call)
{
    typing = call->words[0];
    trace_write(TRACE_typing, (const uint32_t[4]){typing}, 0);
    trace_flush();
    return STATUS_SUCCESS;
}

/* The host learns that the one before was taken, too: it ends a run that does not answer. */
uint32_t user_console_interrupted(struct service_call *call)
{
    if (__atomic_exchange_n(&is_interrupted, false, __ATOMIC_RELAXED))
        return STATUS_SUCCESS;
    __atomic_store_n(&takes_interrupts, true, __ATOMIC_RELAXED);
    trace_write(TRACE_takes_interrupt, (const uint32_t[4]){0}, 0);
    listen();
    trace_flush();
    if (!call->words[0])
        return STATUS_SUCCESS;
    schedule_park_in(&interruptible, "Ctrl-C", 0);
    return service_again(call);
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
