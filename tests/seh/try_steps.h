/* For the rows of try.c: noting the steps, filters, and ways to raise. */
#ifndef TESTS_TRY_STEPS_H
#define TESTS_TRY_STEPS_H

#include <seh.h>
#include <string.h>

#define CODE 0xE0000001u

static char notes[64];
static int zero;
static unsigned skipped; /* bytes of the instruction at fault, for filters that go on behind it */

static void note(char letter)
{
    size_t length = strlen(notes);
    if (length < sizeof notes - 1)
        notes[length] = letter;
}

/* A filter's answer, noted. */
static int answer(char letter, int value)
{
    note(letter);
    return value;
}

static int go_on(EXCEPTION_POINTERS *pointers)
{
    note('F');
    pointers->ContextRecord->Eip += skipped;
    return EXCEPTION_CONTINUE_EXECUTION;
}

static void fault(void) { __asm__ volatile("ud2"); }
static void raise(void) { RaiseException(CODE, 0, 0, NULL); }

#endif
