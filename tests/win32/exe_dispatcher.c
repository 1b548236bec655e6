/* Jumps over the code through which the system enters a process: exceptions, and asynchronous
 * calls. */

#include <stdio.h>
#include <string.h>
#include <windows.h>

static BYTE *dispatcher, *apc_dispatcher;
static DWORD counted, codes[16], contexts_wrong;

/* Called by the hook. */
void count_it(EXCEPTION_RECORD *record, CONTEXT *context) __asm__("_count_it");
void count_it(EXCEPTION_RECORD *record, CONTEXT *context)
{
    if (counted < 16)
        codes[counted] = record->ExceptionCode;
    counted++;
    contexts_wrong += (context->ContextFlags & CONTEXT_FULL) != CONTEXT_FULL ||
                      context->SegFs != 0x3B || (char *)record >= (char *)context;
}

/* [esp] is the record and [esp + 4] the context; there is no return address. */
__asm__(".globl _hook\n"
        "_hook:\n\t"
        "pushl 4(%esp)\n\t"
        "pushl 4(%esp)\n\t"
        "call _count_it\n\t"
        "addl $8, %esp\n\t"
        "jmp *_way_on\n");
extern char hook[];
void *way __asm__("_way_on");

static void jump_to(BYTE *from, const void *to)
{
    LONG distance = (LONG)((char *)to - (char *)(from + 5));
    from[0] = 0xE9;
    memcpy(from + 1, &distance, 4);
}

static DWORD unlock(void *code)
{
    DWORD old = 0;
    VirtualProtect(code, 16, PAGE_EXECUTE_READWRITE, &old);
    return old;
}

static LONG CALLBACK repair(EXCEPTION_POINTERS *pointers)
{
    if (pointers->ExceptionRecord->ExceptionCode == STATUS_ACCESS_VIOLATION)
        pointers->ContextRecord->Eax = (DWORD)&counted;
    if (pointers->ExceptionRecord->ExceptionCode == STATUS_BREAKPOINT)
        pointers->ContextRecord->Eip++;
    return EXCEPTION_CONTINUE_EXECUTION;
}

static void raise_all(void)
{
    DWORD value;
    __asm__ volatile("xorl %%eax, %%eax\n\tmovl (%%eax), %0" : "=r"(value) : : "eax", "memory");
    DebugBreak();
    RaiseException(0xE0000001, 0, 0, NULL);
    OutputDebugStringA("text");
}

static DWORD WINAPI raise_in_thread(void *none)
{
    (void)none;
    RaiseException(0xE0000002, 0, 0, NULL);
    return 0;
}

/* ---------------------------------------------------------------- the call in the dispatcher */

static BOOL(NTAPI *first_search)(EXCEPTION_RECORD *, CONTEXT *);
static DWORD searched;

static BOOL NTAPI own_search(EXCEPTION_RECORD *record, CONTEXT *context)
{
    searched++;
    if (record->ExceptionCode == 0xE0000003)
        return TRUE; /* goes on without any handler */
    return first_search(record, context);
}

/* ---------------------------------------------------------------- asynchronous calls */

static DWORD apcs, apcs_seen;
static void *apc_routine;

static void CALLBACK user_call(ULONG_PTR value) { apcs += value; }

CONTEXT resumed __asm__("_resumed");
static volatile int passes;
static char *places[2] = {(char *)-1, NULL}; /* the lowest and the highest */

static void CALLBACK note_place(ULONG_PTR value)
{
    char local = 0;
    (void)value;
    places[0] = &local < places[0] ? &local : places[0];
    places[1] = &local > places[1] ? &local : places[1];
}

void count_apc(DWORD *stack) __asm__("_count_apc");
void count_apc(DWORD *stack)
{
    apcs_seen++;
    apc_routine = (void *)stack[0];
    if ((stack[1] != (DWORD)user_call && stack[1] != (DWORD)note_place) ||
        ((CONTEXT *)(stack + 4))->SegFs != 0x3B)
        printf("another stack\n");
}
__asm__(".globl _apc_hook\n"
        "_apc_hook:\n\t"
        "leal (%esp), %eax\n\t"
        "pushl %eax\n\t"
        "call _count_apc\n\t"
        "addl $4, %esp\n\t"
        "jmp *_apc_way\n");
extern char apc_hook[];
void *apc_way __asm__("_apc_way");

/* With the frame that RtlCaptureContext asks for. */
void capture(void) __asm__("_capture");
__asm__(".globl _capture\n"
        "_capture:\n\t"
        "pushl %ebp\n\t"
        "movl %esp, %ebp\n\t"
        "pushl $_resumed\n\t"
        "call _RtlCaptureContext@4\n\t"
        "popl %ebp\n\t"
        "ret\n");

/* Goes on behind capture's call, but makes the calls that wait first: all at one place. */
static void check_continue(HMODULE ntdll)
{
    LONG(NTAPI * go_on)
    (CONTEXT *, BOOLEAN) = (LONG(NTAPI *)(CONTEXT *, BOOLEAN))GetProcAddress(ntdll, "NtContinue");
    DWORD before = apcs_seen;
    capture();
    if (passes++ < 2) {
        for (int i = 0; i < 500; i++)
            QueueUserAPC(note_place, GetCurrentThread(), 0);
        go_on(&resumed, passes == 2);
        printf("not here\n");
    }
    printf("continued: calls %lu, at one place %d\n", apcs_seen - before, places[0] == places[1]);
}

int main(void)
{
    static const BYTE begins[] = {0xFC, 0x8B, 0x4C, 0x24, 4, 0x8B, 0x1C, 0x24, 0x51, 0x53, 0xE8};
    HMODULE ntdll = GetModuleHandleA("ntdll.dll");
    dispatcher = (BYTE *)GetProcAddress(ntdll, "KiUserExceptionDispatcher");
    apc_dispatcher = (BYTE *)GetProcAddress(ntdll, "KiUserApcDispatcher");
    printf("begins as known: %d\n", memcmp(dispatcher, begins, sizeof begins) == 0);

    /* A jump over the first instructions, whose copy leads back. */
    BYTE *copy = VirtualAlloc(NULL, 0x1000, MEM_COMMIT, PAGE_EXECUTE_READWRITE);
    memcpy(copy, dispatcher, 5);
    jump_to(copy + 5, dispatcher + 5);
    way = copy;
    printf("protected: %lX\n", unlock(dispatcher));
    jump_to(dispatcher, hook);
    void *vectored = AddVectoredExceptionHandler(1, repair);
    raise_all();
    HANDLE thread = CreateThread(NULL, 0, raise_in_thread, NULL, 0, NULL);
    WaitForSingleObject(thread, INFINITE);
    printf("counted %lu:", counted);
    for (DWORD i = 0; i < counted && i < 16; i++)
        printf(" %lX", codes[i]);
    printf(", contexts wrong %lu\n", contexts_wrong);
    memcpy(dispatcher, begins, 5);
    counted = 0;
    raise_all();
    printf("without the jump: %lu\n", counted);
    RemoveVectoredExceptionHandler(vectored);

    /* Another place for the call. */
    LONG distance;
    memcpy(&distance, dispatcher + 11, 4);
    first_search = (void *)(dispatcher + 15 + distance);
    MEMORY_BASIC_INFORMATION about;
    VirtualQuery((void *)first_search, &about, sizeof about);
    printf("the search is in ntdll: %d\n", about.AllocationBase == ntdll);
    distance = (LONG)((BYTE *)own_search - (dispatcher + 15));
    memcpy(dispatcher + 11, &distance, 4);
    RaiseException(0xE0000003, 0, 0, NULL);
    vectored = AddVectoredExceptionHandler(1, repair);
    raise_all();
    RemoveVectoredExceptionHandler(vectored);
    printf("searched %lu\n", searched);

    /* Asynchronous calls. */
    copy += 16;
    memcpy(copy, apc_dispatcher, 16);
    int length = apc_dispatcher[0] == 0x8D && apc_dispatcher[1] == 0x84 ? 7 : 5;
    jump_to(copy + length, apc_dispatcher + length);
    apc_way = copy;
    unlock(apc_dispatcher);
    jump_to(apc_dispatcher, apc_hook);
    QueueUserAPC(user_call, GetCurrentThread(), 5);
    QueueUserAPC(user_call, GetCurrentThread(), 6);
    printf("slept: %lX\n", SleepEx(1000, TRUE));
    printf("calls %lu, seen %lu\n", apcs, apcs_seen);
    check_continue(ntdll);
    return 0;
}
