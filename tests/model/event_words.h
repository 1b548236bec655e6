/* The events of a program as words, three an event; event_words.py has the other end. */
#ifndef TESTS_MODEL_EVENT_WORDS_H
#define TESTS_MODEL_EVENT_WORDS_H

#include "tests/model/image.h"

enum { MOST_EVENTS = 4096 };

static uint32_t events[MOST_EVENTS][3];
static unsigned event_count;

static inline void add_event(uint32_t first, uint32_t second, uint32_t third)
{
    if (event_count < MOST_EVENTS)
        memcpy(events[event_count++], (uint32_t[]){first, second, third}, sizeof events[0]);
}

/* The sign tells answers from other lines. */
static inline void answer_words(bool shows)
{
    if (!shows) {
        printf("=%08X\n", (unsigned)sum(events, event_count * sizeof events[0]));
        return;
    }
    printf("=");
    for (unsigned i = 0; i < event_count; i++)
        printf(" %X.%X.%X", (unsigned)events[i][0], (unsigned)events[i][1], (unsigned)events[i][2]);
    printf("\n");
}

#endif
