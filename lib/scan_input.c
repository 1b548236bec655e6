/* The input of the scanf family, and the way to the caller's memory. */
#include <ctype.h>
#include <string.h>

#include "lib/scan_impl.h"
#include "lib/stdio_impl.h"

void scan_begin(struct scan *scan)
{
    if (!scan->text)
        lock_take(stdio_lock(scan->file));
}

void scan_end(struct scan *scan)
{
    if (scan->text)
        return;
    if (scan->peeked && scan->next != EOF) {
        ungetc(scan->next, scan->file);
        scan->peeked = false;
    }
    lock_release(stdio_lock(scan->file));
}

int scan_peek(struct scan *scan)
{
    if (!scan->peeked) {
        if (!scan->text)
            scan->next = fgetc(scan->file);
        else
            scan->next = *scan->text ? (unsigned char)*scan->text++ : EOF;
        scan->peeked = true;
    }
    return scan->next;
}

void scan_take(struct scan *scan)
{
    int next = scan_peek(scan);
    bool inside = scan->wide && next != EOF && (next & 0xC0) == 0x80;
    scan->count += (next != EOF && !inside) + (scan->wide && next >= 0xF0);
    scan->peeked = scan->next == EOF;
}

void scan_skip_blanks(struct scan *scan)
{
    while (scan_peek(scan) != EOF && isspace(scan_peek(scan)))
        scan_take(scan);
}

void scan_give(struct scan *scan, void *place, const void *from, size_t bytes)
{
    if (!place)
        return;
    scan_end(scan);
    memcpy(place, from, bytes);
    scan_begin(scan);
}

void scan_store(struct scan *scan, void *place, enum format_length length, uint64_t value)
{
    static const uint8_t bytes[] = {
        [LENGTH_CHAR] = 1, [LENGTH_SHORT] = 2, [LENGTH_LONG_LONG] = 8, [LENGTH_MAX] = 8};
    bool is_word = length >= sizeof bytes || !bytes[length];
    scan_give(scan, place, &value, is_word ? sizeof(int) : bytes[length]);
}
