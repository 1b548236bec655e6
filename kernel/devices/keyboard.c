/* The controller hands out codes of set 1: a number a key, with bit 7 when it is released. The
 * table has the letters of a keyboard from the USA. A line belongs to its reader once it has
 * ended, so that the backspace key can take characters back before. */
#include "kernel/devices/keyboard.h"
#include "kernel/devices/console.h"

#include "boot/ports.h"
#include "kernel/cpu/interrupts.h"
#include "kernel/cpus/kernel_lock.h"
#include "kernel/devices/irq.h"
#include "kernel/devices/screen.h"

#include <stdint.h>

enum {
    KEYBOARD_IRQ = 1,
    DATA = 0x60,
    STATUS = 0x64,
    IS_FULL = 0x01,

    EXTENDED = 0xE0, /* before the code of a key that older keyboards do not have */
    RELEASED = 0x80,
    LEFT_SHIFT = 0x2A,
    RIGHT_SHIFT = 0x36,
    CONTROL = 0x1D,
    CAPS_LOCK = 0x3A,

    END_OF_INPUT = 0x04,
    LINE_SIZE = 256, /* characters waiting, read or not; more are not taken */
};

static const char plain[] =
    "\0\0331234567890-=\b\tqwertyuiop[]\n\0asdfghjkl;'`\0\\zxcvbnm,./\0*\0 ";
static const char shifted[] =
    "\0\033!@#$%^&*()_+\b\tQWERTYUIOP{}\n\0ASDFGHJKL:\"~\0|ZXCVBNM<>?\0*\0 ";

static char line[LINE_SIZE];
static volatile uint32_t taken, ended, typed; /* they run freely; ended is the end of whole lines */
static bool shift, control, caps, extended;

static bool is_letter(char c)
{
    return (c | 0x20) >= 'a' && (c | 0x20) <= 'z';
}

/* Returns the character of a key that is pressed, or 0. */
static char character(uint8_t code)
{
    if (code >= sizeof plain - 1)
        return 0;
    char c = shift != (caps && is_letter(plain[code])) ? shifted[code] : plain[code];
    return control && is_letter(c) ? (char)(c & 0x1F) : c;
}

static void type(char c)
{
    if (c == '\b') {
        if (typed != ended) {
            typed--;
            screen_write("\b \b", 3);
        }
        return;
    }
    if (typed - taken == LINE_SIZE)
        return;
    line[typed++ % LINE_SIZE] = c;
    if (c == '\n' || c == END_OF_INPUT)
        ended = typed;
    if (c != END_OF_INPUT)
        screen_write(&c, 1);
}

static void take_code(uint8_t code)
{
    bool is_pressed = !(code & RELEASED);
    bool was_extended = extended;
    extended = code == EXTENDED;
    switch (code & ~RELEASED) {
    case LEFT_SHIFT:
    case RIGHT_SHIFT:
        if (!was_extended) /* a false shift comes with some keys */
            shift = is_pressed;
        return;
    case CONTROL:
        control = is_pressed;
        return;
    case CAPS_LOCK:
        caps ^= is_pressed;
        return;
    default:
        break;
    }
    char c = is_pressed && !extended ? character(code) : 0;
    if (c)
        type(c);
}

static bool keyboard_interrupt(void)
{
    kernel_lock(); /* of the line, too */
    while (io_in8(STATUS) & IS_FULL)
        take_code(io_in8(DATA));
    console_input_arrived();
    return false;
}

void keyboard_init(void)
{
    keyboard_interrupt(); /* a key of the boot loader's menu holds the line up */
    taken = ended = typed = 0;
    irq_set_function(KEYBOARD_IRQ, keyboard_interrupt);
}

bool keyboard_take(char *byte)
{
    bool were_on = interrupts_save();
    bool some = taken != ended;
    if (some)
        *byte = line[taken++ % LINE_SIZE];
    interrupts_restore(were_on);
    return some;
}
