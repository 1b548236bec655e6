/* Characters are written to a copy in memory. The screen is brought up to date at the end of each
 * write, because its own memory is slow, an emulator's most of all. */
#include "kernel/devices/screen.h"

#include "boot/layout.h"
#include "boot/ports.h"
#include "kernel/call/start.h"
#include "kernel/cpu/contracts.h"
#include "kernel/cpus/spinlock.h"
#include "kernel/memory/paging.h"

#include <stdint.h>
#include <string.h>

#define SCREEN_PHYSICAL 0xB8000
#define REPORT_BEGINS   "trapline: "

enum {
    COLUMNS = 80,
    ROWS = 25,
    CELLS = COLUMNS * ROWS,
    TAB = 8,

    CRTC_INDEX = 0x3D4, /* of a colour screen; data is the port behind it */
    CRTC_CURSOR_HIGH = 0x0E,
    CRTC_CURSOR_LOW = 0x0F,
    GRAPHICS_INDEX = 0x3CE,
    GRAPHICS_MISCELLANEOUS = 0x06,
    IS_GRAPHICS = 0x01,
    NONE = 0xFF, /* is read from a port without a device */

    PLAIN = 0x07,  /* light grey on black */
    REPORT = 0x0E, /* yellow on black */
};

static volatile uint32_t *const screen = (volatile uint32_t *)(UPPER_HALF + SCREEN_PHYSICAL);
START_CONSTANT static bool present;
static union {
    uint16_t cells[CELLS];
    uint32_t words[CELLS / 2];
} copy;
static uint32_t shown[CELLS / 2]; /* of the copy, on the screen */
static unsigned at; /* the cell for the next character; CELLS: the screen scrolls first */
static uint8_t colour = PLAIN;

static uint8_t indexed_read(uint16_t port, uint8_t index)
{
    io_out8(port, index);
    return io_in8(port + 1);
}

static void indexed_write(uint16_t port, uint8_t index, uint8_t value)
{
    io_out8(port, index);
    io_out8(port + 1, value);
}

static void clear(unsigned from, unsigned end)
{
    for (unsigned i = from; i < end; i++)
        copy.cells[i] = PLAIN << 8 | ' ';
}

static void put(char byte)
{
    switch (byte) {
    case '\n':
        at += COLUMNS - at % COLUMNS;
        break;
    case '\r':
        at -= at % COLUMNS;
        break;
    case '\b':
        at -= at % COLUMNS != 0;
        break;
    case '\t':
        at += TAB - at % TAB;
        break;
    default:
        if (at >= CELLS)
            break;
        copy.cells[at++] = (uint16_t)(colour << 8 | (uint8_t)byte);
    }
}

static void scroll(void)
{
    memmove(copy.cells, copy.cells + COLUMNS, (CELLS - COLUMNS) * sizeof copy.cells[0]);
    clear(CELLS - COLUMNS, CELLS);
    at -= COLUMNS;
}

/* A report goes on while its lines are indented. */
static void choose_colour(const char *line, size_t length)
{
    static const char begins[] = REPORT_BEGINS;
    size_t size = sizeof begins - 1;
    if (length >= size && !memcmp(line, begins, size))
        colour = REPORT;
    else if (line[0] != ' ')
        colour = PLAIN;
}

static void show(void)
{
    for (unsigned i = 0; i < CELLS / 2; i++)
        if (shown[i] != copy.words[i])
            screen[i] = shown[i] = copy.words[i];
    unsigned cursor = at < CELLS ? at : CELLS - 1;
    indexed_write(CRTC_INDEX, CRTC_CURSOR_HIGH, (uint8_t)(cursor >> 8));
    indexed_write(CRTC_INDEX, CRTC_CURSOR_LOW, (uint8_t)cursor);
}

void screen_init(void)
{
    interrupts_must_be_off();
    indexed_write(CRTC_INDEX, CRTC_CURSOR_LOW, 0x5A);
    if (indexed_read(CRTC_INDEX, CRTC_CURSOR_LOW) != 0x5A)
        return;
    uint8_t mode = indexed_read(GRAPHICS_INDEX, GRAPHICS_MISCELLANEOUS);
    if (mode == NONE || mode & IS_GRAPHICS)
        return;
    if (!paging_map((const void *)screen, SCREEN_PHYSICAL, PAGING_WRITE | PAGING_NO_CACHE))
        return;
    clear(0, CELLS);
    show();
    present = true;
}

bool screen_present(void)
{
    return present;
}

void screen_write(const char *bytes, size_t length)
{
    static struct spinlock lock = SPINLOCK("the screen", RANK_DEVICE);
    bool were_on = spin_enter(&lock);
    for (size_t i = 0; i < length; i++) {
        while (at >= CELLS)
            scroll();
        if (at % COLUMNS == 0)
            choose_colour(bytes + i, length - i);
        put(bytes[i]);
    }
    show();
    spin_leave(&lock, were_on);
}
