/* Frames that each have a letter, and write down that they were asked: "aX0 bX0" says that a and
 * then b was asked about the exception X with the flags 0. */
#ifndef TESTS_SEH_STORY_H
#define TESTS_SEH_STORY_H

#include "tests/harness/handler.h"
#include "tests/harness/tap.h"

#include <stdio.h>
#include <string.h>

/* Frames that stand in an array have the order of a real chain: the head lowest. */
struct link {
    EXCEPTION_REGISTRATION_RECORD record;
    char name;
};

/* The exceptions of these tests are called X, Y and Z, by the low byte of their codes. */
#define CODE(letter) (0xE0000000u | (letter))

/* The test's own part of the handlers, run after they have noted that they were asked. */
#define BEHAVIOUR(name)                                                                            \
    name(struct link *link, EXCEPTION_RECORD *record, EXCEPTION_REGISTRATION_RECORD **dispatcher)
typedef EXCEPTION_DISPOSITION BEHAVIOUR(behaviour);
static behaviour *behave;

static char story[256];

static inline void tell(char name, char letter, DWORD flags)
{
    size_t length = strlen(story);
    snprintf(story + length, sizeof story - length, "%s%c%c%X", length ? " " : "", name, letter,
             (unsigned)flags);
}

static inline void story_is(const char *expected, const char *what)
{
    if (!ok(strcmp(story, expected) == 0, "%s: \"%s\"", what, expected))
        tap_note("it was \"%s\"", story);
}

/* Links so many frames a, b, ..., in this order from the head. */
static inline void link_frames(struct link *chain, unsigned count, PEXCEPTION_ROUTINE handler,
                               behaviour *how)
{
    behave = how;
    story[0] = 0;
    for (unsigned i = count; i-- > 0;) {
        chain[i].name = (char)('a' + i);
        seh_link(&chain[i].record, handler);
    }
}

#endif
