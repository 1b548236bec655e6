/* Scenes for debug.t. Each prints the addresses and values that the debugger must show.
 *
 * run: name=plain compilers=gcc expect="^no such scene$"
 * run: name=ring3 ring=3 compilers=gcc expect="^no such scene$"
 */
#include <seh.h>
#include <stdio.h>
#include <string.h>

/* debug.t stops here. */
__attribute__((noinline)) static void here(void) { __asm__ volatile("" : : : "memory"); }

static TEB *teb(void)
{
    TEB *self;
    __asm__("movl %%fs:0x18, %0" : "=r"(self));
    return self;
}

/* ---------------------------------------------------------------- an exception and its handlers */

static EXCEPTION_DISPOSITION passing(EXCEPTION_RECORD *record, EXCEPTION_REGISTRATION_RECORD *frame,
                                     CONTEXT *context, EXCEPTION_REGISTRATION_RECORD **dispatcher)
{
    if (!(record->ExceptionFlags & EXCEPTION_UNWIND))
        printf("record %p context %p eip %08lx esp %08lx\n", (void *)record, (void *)context,
               context->Eip, context->Esp);
    here();
    return ExceptionContinueSearch;
}

static EXCEPTION_DISPOSITION mending(EXCEPTION_RECORD *record, EXCEPTION_REGISTRATION_RECORD *frame,
                                     CONTEXT *context, EXCEPTION_REGISTRATION_RECORD **dispatcher)
{
    context->Eip += 2; /* behind ud2 */
    printf("mended\n");
    return ExceptionContinueExecution;
}

static LONG NTAPI watching(EXCEPTION_POINTERS *pointers) { return EXCEPTION_CONTINUE_SEARCH; }

__attribute__((noinline)) static void faulty(int marked)
{
    __asm__ volatile("ud2" : : "d"(marked));
    printf("behind the fault, %x\n", (unsigned)marked);
}

static void print_frame(const EXCEPTION_REGISTRATION_RECORD *frame)
{
    printf("frame %p handler %p\n", (const void *)frame, (const void *)frame->Handler);
}

static void handlers(void)
{
    EXCEPTION_REGISTRATION_RECORD frames[2];
    PVOID vectored = AddVectoredExceptionHandler(1, watching);
    seh_link(&frames[1], mending);
    seh_link(&frames[0], passing);
    print_frame(&frames[0]);
    print_frame(&frames[1]);
    print_frame(frames[1].Next);
    const NT_TIB *tib = &teb()->NtTib;
    printf("teb %p base %p limit %p\n", (void *)teb(), tib->StackBase, tib->StackLimit);
    here();
    faulty(0x5EED);
    seh_unlink(&frames[0]);
    seh_unlink(&frames[1]);
    RemoveVectoredExceptionHandler(vectored);
}

/* ---------------------------------------------------------------- no handler */

static void unhandled(void)
{
    faulty(0xBAD);
    printf("and on\n");
}

/* ---------------------------------------------------------------- __try */

static int asked(const char *name, int answer)
{
    printf("%s\n", name);
    return answer;
}

SEH_FUNCTION static void blocks(void)
{
    __try {
        __try {
            *(volatile int *)16 = 1;
        } __finally {
            asked("finally", 0);
        }
    } __except (asked("filter", EXCEPTION_EXECUTE_HANDLER)) {
        asked("except", 0);
    }
}

/* ---------------------------------------------------------------- a damaged chain */

static void damage(EXCEPTION_REGISTRATION_RECORD *frame, void *next)
{
    EXCEPTION_REGISTRATION_RECORD *good = frame->Next;
    frame->Next = next;
    printf("next %p\n", next);
    here();
    frame->Next = good;
}

static void damaged(void)
{
    EXCEPTION_REGISTRATION_RECORD frames[2];
    seh_link(&frames[1], passing);
    seh_link(&frames[0], passing);
    damage(&frames[1], (char *)frames[1].Next + 2);
    damage(&frames[1], (void *)0x12340000);
    damage(&frames[1], &frames[0]);
    seh_unlink(&frames[0]);
    seh_unlink(&frames[1]);
}

int main(int argc, char **argv)
{
    const char *scene = argc > 1 ? argv[1] : "";
    if (!strcmp(scene, "handlers"))
        handlers();
    else if (!strcmp(scene, "unhandled"))
        unhandled();
    else if (!strcmp(scene, "blocks"))
        blocks();
    else if (!strcmp(scene, "damaged"))
        damaged();
    else if (!strcmp(scene, "raise"))
        RaiseException(0xE0000001, 0, 2, (const ULONG_PTR[]){0x11, 0x22});
    else
        return printf("no such scene\n") < 0;
    return 7;
}
