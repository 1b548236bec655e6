/* The port gets the program's bytes unaltered. With tracing on they are recorded, too, so that one
 * reader sees output and events in their order. */
#include "kernel/devices/console.h"

#include "kernel/devices/keyboard.h"
#include "kernel/devices/screen.h"
#include "kernel/devices/serial.h"
#include "kernel/devices/virtio_console.h"
#include "kernel/report/trace.h"
#include "kernel/services/service.h"
#include "kernel/threads/halt.h"
#include "kernel/trap/user_memory.h"

#include <nt.h>

#define END_OF_INPUT 0x04
#define PIECE        64 /* bytes of ring 3 that are written at a time */

static bool ended;

void console_write(const char *bytes, size_t length)
{
    if (__builtin_expect(trace_on, 0))
        trace_output(bytes, length);
    if (__builtin_expect(screen_present(), 0))
        screen_write(bytes, length);
    if (virtio_console_present(VIRTIO_CONSOLE))
        virtio_console_write(VIRTIO_CONSOLE, bytes, length);
    else
        serial_write(SERIAL_CONSOLE, bytes, length);
}

uint32_t user_console_write(const struct service_call *call)
{
    if (!user_readable((const char *)call->words[0], call->words[1]))
        return STATUS_ACCESS_VIOLATION;
    /* In pieces, because interrupts are off while one is queued. */
    const char *bytes = (const char *)call->words[0];
    for (uint32_t left = call->words[1]; left;) {
        uint32_t part = left < PIECE ? left : PIECE;
        console_write(bytes, part);
        bytes += part;
        left -= part;
    }
    return STATUS_SUCCESS;
}

static bool is_received(void *byte)
{
    return serial_take(byte) || (screen_present() && keyboard_take(byte));
}

size_t console_read(char *buffer, size_t size)
{
    size_t length = 0;
    if (!serial_present(SERIAL_CONSOLE) && !screen_present())
        return 0;
    while (!ended && length < size) {
        char byte;
        if (length == 0)
            halt_until(is_received, &byte);
        else if (!is_received(&byte))
            break;
        if (byte == '\r') /* a terminal in raw mode sends this for the enter key */
            byte = '\n';
        if (byte == END_OF_INPUT) {
            ended = true;
            break;
        }
        buffer[length++] = byte;
        if (byte == '\n')
            break;
    }
    return length;
}

uint32_t user_console_read(const struct service_call *call)
{
    if (!user_writable((char *)call->words[0], call->words[1]))
        return 0;
    return console_read((char *)call->words[0], call->words[1]);
}
