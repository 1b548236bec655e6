/* Shared by the images that run random programs, one a line of input. An image answers a line with
 * a sum over the program's events, or with the argument "show" with the events themselves. */
#ifndef TESTS_MODEL_IMAGE_H
#define TESTS_MODEL_IMAGE_H

#include "tests/harness/arguments.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

/* Returns the CRC-32 of the bytes, as Python's zlib has it. */
static inline uint32_t sum(const void *bytes, size_t size)
{
    static uint32_t table[256];
    for (uint32_t i = 0; i < 256 && !table[255]; i++) {
        table[i] = i;
        for (int bit = 0; bit < 8; bit++)
            table[i] = table[i] >> 1 ^ (table[i] & 1 ? 0xEDB88320 : 0);
    }
    uint32_t value = 0xFFFFFFFF;
    for (const uint8_t *byte = bytes; size-- > 0; byte++)
        value = value >> 8 ^ table[(value ^ *byte) & 0xFF];
    return ~value;
}

/* Reads a number of the line: one character, or three of which the first is '!'. */
static inline unsigned read_number(const char **at)
{
    const uint8_t *next = (const uint8_t *)*at;
    bool wide = *next == '!';
    *at += wide ? 3 : 1;
    return wide ? (next[1] - '#') * 90u + (next[2] - '#') : (unsigned)*next - '#';
}

/* Reads, plays and answers the programs of all lines. Returns the image's exit status. */
static inline int answer_lines(bool shows, bool (*read)(const char *line), void (*play)(void),
                               void (*answer)(bool shows))
{
    static char line[1 << 15];
    while (fgets(line, sizeof line, stdin)) {
        if (read(line)) {
            play();
            answer(shows);
        } else {
            printf("=not a program\n");
        }
    }
    return 0;
}

#endif
