/* Frames of handlers made by hand: the chain from fs:[0], the search, and the unwind. */

#include <setjmp.h>
#include <stdio.h>
#include <windows.h>

struct frame {
    EXCEPTION_REGISTRATION_RECORD record;
    const char *name;
    jmp_buf place;
};

static EXCEPTION_REGISTRATION_RECORD *head(void)
{
    EXCEPTION_REGISTRATION_RECORD *first;
    __asm__ volatile("movl %%fs:0, %0" : "=r"(first));
    return first;
}

static void set_head(void *frame) { __asm__ volatile("movl %0, %%fs:0" ::"r"(frame) : "memory"); }

static void link_frame(struct frame *frame, const char *name, PEXCEPTION_ROUTINE handler)
{
    frame->name = name;
    frame->record.Next = head();
    frame->record.Handler = handler;
    set_head(frame);
}

/* Afterwards ebx, esi and edi may be anything. */
static void unwind_to(void *frame)
{
    __asm__ volatile("pushl $0; pushl $0; pushl $0; pushl %0; call _RtlUnwind@16"
                     : "+a"(frame)::"ebx", "ecx", "edx", "esi", "edi", "memory");
}

static EXCEPTION_DISPOSITION NTAPI passes(EXCEPTION_RECORD *record, void *at, CONTEXT *context,
                                          void *dispatcher)
{
    struct frame *frame = at;
    printf("%s: %08lX, flags %lu\n", frame->name, record->ExceptionCode, record->ExceptionFlags);
    return ExceptionContinueSearch;
}

static EXCEPTION_DISPOSITION NTAPI takes(EXCEPTION_RECORD *record, void *at, CONTEXT *context,
                                         void *dispatcher)
{
    static struct frame *frame;
    frame = at;
    printf("%s: %08lX, flags %lu\n", frame->name, record->ExceptionCode, record->ExceptionFlags);
    unwind_to(at);
    printf("unwound: %d\n", (void *)head() == (void *)frame);
    longjmp(frame->place, 1);
}

static EXCEPTION_DISPOSITION NTAPI mends(EXCEPTION_RECORD *record, void *at, CONTEXT *context,
                                         void *dispatcher)
{
    printf("ecx is %lX\n", context->Ecx);
    static unsigned mended = 99;
    context->Ecx = (DWORD)&mended;
    return ExceptionContinueExecution;
}

int main(void)
{
    static EXCEPTION_REGISTRATION_RECORD *before;
    unsigned value;
    before = head();
    printf("a chain is there: %d\n", before != NULL && before != (void *)-1);

    struct frame mending;
    link_frame(&mending, "mending", (PEXCEPTION_ROUTINE)mends);
    __asm__ volatile("movl (%%ecx), %%eax" : "=a"(value) : "c"(0x10));
    printf("read %u\n", value);
    set_head(mending.record.Next);

    struct frame frames[3];
    link_frame(&frames[2], "outer", (PEXCEPTION_ROUTINE)takes);
    if (setjmp(frames[2].place) == 0) {
        link_frame(&frames[1], "middle", (PEXCEPTION_ROUTINE)passes);
        link_frame(&frames[0], "inner", (PEXCEPTION_ROUTINE)passes);
        RaiseException(0xE0000001, 0, 0, NULL);
        puts("never here");
    }
    puts("caught");
    set_head(frames[2].record.Next);
    printf("as before: %d\n", head() == before);
    return 0;
}
