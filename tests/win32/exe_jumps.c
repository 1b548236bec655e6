/* setjmp and longjmp: values, and handlers of frames that are left. */

#include <setjmp.h>
#include <stdio.h>
#include <windows.h>

static jmp_buf place;

struct frame {
    EXCEPTION_REGISTRATION_RECORD record;
};

static EXCEPTION_DISPOSITION NTAPI left(EXCEPTION_RECORD *record, void *at, CONTEXT *context,
                                        void *dispatcher)
{
    printf("left: %s\n", record->ExceptionFlags & 2 ? "unwinding" : "searching");
    return ExceptionContinueSearch;
}

static __attribute__((noinline)) void jump_from_frames(int depth)
{
    struct frame frame;
    __asm__ volatile("movl %%fs:0, %0" : "=r"(frame.record.Next));
    frame.record.Handler = (PEXCEPTION_ROUTINE)left;
    __asm__ volatile("movl %0, %%fs:0" ::"r"(&frame) : "memory");
    if (depth == 0)
        longjmp(place, 7);
    if (depth > 0)
        jump_from_frames(depth - 1);
    __asm__ volatile("movl %0, %%fs:0" ::"r"(frame.record.Next) : "memory");
}

static void count(volatile int *rounds)
{
    int value = setjmp(place);
    printf("value %d\n", value);
    if (++*rounds < 4)
        longjmp(place, *rounds - 1);
}

int main(void)
{
    volatile int rounds = 0;
    void *volatile before, *after;
    count(&rounds);
    __asm__ volatile("movl %%fs:0, %0" : "=r"(before));
    int value = setjmp(place);
    if (value == 0)
        jump_from_frames(2);
    __asm__ volatile("movl %%fs:0, %0" : "=r"(after));
    printf("back with %d, the chain is as before: %d\n", value, before == after);
    return 0;
}
