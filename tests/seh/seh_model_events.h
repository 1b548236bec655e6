/* The events that tests/seh/seh_model.c tells about a program. Each is a word, as in
 * tests/model. */
#ifndef TESTS_SEH_MODEL_EVENTS_H
#define TESTS_SEH_MODEL_EVENTS_H

#include "tests/harness/exact.h"
#include "tests/seh/seh_model.h"

#include <stdarg.h>
#include <stdio.h>

#define MOST_EVENTS 100 /* then a program is given up */

static unsigned events;
static char story[MOST_EVENTS * 64], *story_end;

static void event(const char *format, ...) __attribute__((format(printf, 1, 2)));
static void event(const char *format, ...)
{
    va_list args;
    if (events)
        *story_end++ = ' ';
    va_start(args, format);
    story_end += vsprintf(story_end, format, args);
    va_end(args);
    if (++events == MOST_EVENTS)
        exact_leave();
}

/* 1 and up for a place in model_fault, 0 for every other. */
static unsigned where(const void *address)
{
    for (unsigned i = 0; i < MODEL_PLACES; i++)
        if (model_places[i].at == address)
            return i + 1;
    return 0;
}

static void tell(char letter, unsigned id, const EXCEPTION_RECORD *record)
{
    uint32_t total = 0;
    unsigned kept = record->NumberParameters;
    if (record->ExceptionCode == STATUS_BREAKPOINT) /* the others are registers */
        total = record->ExceptionInformation[0];
    else
        for (unsigned i = 0; i < kept; i++)
            total += record->ExceptionInformation[i] * (i + 1);
    event("%c%u:%X.%X.%X.%u.%X.%u", letter, id, (unsigned)record->ExceptionCode,
          (unsigned)record->ExceptionFlags,
          (unsigned)(record->ExceptionRecord ? record->ExceptionRecord->ExceptionCode : 0), kept,
          (unsigned)total, where(record->ExceptionAddress));
}

void model_resumed(uint32_t eax, uint32_t ecx, uint32_t edx, uint32_t ebx, uint32_t esi,
                   uint32_t edi, int landing)
{
    event("%c%X", landing ? 'l' : 'r',
          (unsigned)(eax + 3 * ecx + 5 * edx + 7 * ebx + 11 * esi + 13 * edi));
}

#endif
