/* A program for Windows that brings its own thread library, as such programs did before there was
 * one here: the stacks are malloc's, a frame at fs:[0] catches each thread's exceptions on the
 * scheduler's stack, and its handler goes on at a place of its own by changing the context. Two
 * threads fault in C that nobody marked as volatile.
 *
 * The thread added last runs first. There are 307 lines: two of each thread that faults, two of the
 * sleeper, a hundred of each other thread, and one at the end.
 *
 * run: name=plain virtual-time=1 transcript=own_threads.expected
 * run: name=486 cpu=486 virtual-time=1 transcript=own_threads.expected compilers=gcc
 * run: name=ring3 ring=3 virtual-time=1 transcript=own_threads.expected compilers=gcc
 * run: name=bochs emulator=bochs transcript=own_threads.expected compilers=gcc
 */
#include <stdio.h>
#include <stdlib.h>
#include <windows.h>

#pragma GCC diagnostic ignored "-Wunused-but-set-variable"
#pragma GCC diagnostic ignored "-Wunused-parameter"
#pragma GCC diagnostic ignored "-Wunused-value"
#pragma GCC diagnostic ignored "-Wunused-variable"

#define NAKED      __declspec(naked)
#define STACK_SIZE 0x4000
#define CYCLES     100
#define DEPTH      50
#define SLEEP      400 /* ms, in which the other threads end, as instructions are counted */

enum { UNSTARTED, NORMAL, ASLEEP, FINISHED };

typedef struct thread {
    int registers[6];   /* ebp, esp 4h, ebx 8h, edi Ch, esi 10h, eip 14h */
    void (*body)(void); /* 18h */
    int status;         /* 1Ch */
    DWORD began;        /* 20h: when the sleep began */
    DWORD duration;     /* 24h: and its milliseconds */
    void *stack;
    struct thread *next;
} thread;

/* The assembly knows these. Each list begins with an element that is no thread. */
__attribute__((used)) static thread *current __asm__("own_current");
__attribute__((used)) static int scheduler_esp __asm__("own_scheduler_esp");
__attribute__((used)) static int before[6] __asm__("own_before"); /* the fault, as in registers */
static thread ready, sleeping;

/* ---------------------------------------------------------------- switches */

#define SAVE_THREAD                                                                                \
    "movl own_current, %ecx\n"                                                                     \
    "popl 0x14(%ecx)\n"                                                                            \
    "movl %ebp, (%ecx)\n"                                                                          \
    "movl %esp, 4(%ecx)\n"                                                                         \
    "movl %ebx, 8(%ecx)\n"                                                                         \
    "movl %edi, 12(%ecx)\n"                                                                        \
    "movl %esi, 16(%ecx)\n"
#define TO_SCHEDULER                                                                               \
    "movl own_scheduler_esp, %esp\n"                                                               \
    "popl %edi\n"                                                                                  \
    "popl %esi\n"                                                                                  \
    "popl %ebx\n"                                                                                  \
    "popl %ebp\n"                                                                                  \
    "ret\n"

/* Starts the thread or goes on with it. Returns when it yields, sleeps or has finished. */
__attribute__((used)) static void resume(thread *next) __asm__("own_resume");
static NAKED void resume(thread *next)
{
    __asm__("movl 4(%esp), %ecx\n"
            "pushl %ebp\n"
            "pushl %ebx\n"
            "pushl %esi\n"
            "pushl %edi\n"
            "movl %esp, own_scheduler_esp\n"
            "movl %ecx, own_current\n"
            "cmpl $0, 0x1C(%ecx)\n"
            "movl $1, 0x1C(%ecx)\n"
            "jne 1f\n"
            "movl 4(%ecx), %esp\n"
            "call *0x18(%ecx)\n"
            "movl own_current, %ecx\n"
            "movl $3, 0x1C(%ecx)\n" TO_SCHEDULER "1: movl (%ecx), %ebp\n"
            "movl 4(%ecx), %esp\n"
            "movl 8(%ecx), %ebx\n"
            "movl 12(%ecx), %edi\n"
            "movl 16(%ecx), %esi\n"
            "jmp *0x14(%ecx)");
}

static NAKED void yield(void) { __asm__(SAVE_THREAD TO_SCHEDULER); }

static NAKED void sleep_for(DWORD duration)
{
    __asm__(SAVE_THREAD "movl $2, 0x1C(%ecx)\n"
                        "movl (%esp), %eax\n"
                        "movl %eax, 0x24(%ecx)\n"
                        "call GetTickCount\n"
                        "movl own_current, %ecx\n"
                        "movl %eax, 0x20(%ecx)\n" TO_SCHEDULER);
}

/* ---------------------------------------------------------------- exceptions */

__attribute__((used)) static EXCEPTION_DISPOSITION __cdecl _except_handler(
    struct _EXCEPTION_RECORD *record, void *frame, struct _CONTEXT *context,
    void *dispatcher) __asm__("own_except_handler");
static EXCEPTION_DISPOSITION __cdecl _except_handler(_In_ struct _EXCEPTION_RECORD *record,
                                                     _In_ void *frame,
                                                     _Inout_ struct _CONTEXT *context,
                                                     _Inout_ void *dispatcher)
{
    printf("error %08lX\n", record->ExceptionCode);
    context->Ebp = before[0];
    context->Esp = before[1];
    context->Ebx = before[2];
    context->Edi = before[3];
    context->Esi = before[4];
    context->Eip = before[5];
    return ExceptionContinueExecution;
}

/* Resumes the thread; one that faults has finished. */
static NAKED void guarded_resume(thread *next)
{
    __asm__("pushl %ebp\n"
            "pushl %ebx\n"
            "pushl %edi\n"
            "pushl %esi\n"
            "pushl $own_except_handler\n"
            "pushl %fs:0\n"
            "movl %esp, %fs:0\n"
            "movl %ebp, own_before\n"
            "movl %esp, own_before+4\n"
            "movl %ebx, own_before+8\n"
            "movl %edi, own_before+12\n"
            "movl %esi, own_before+16\n"
            "movl $2f, own_before+20\n"
            "pushl 28(%esp)\n"
            "call own_resume\n"
            "addl $4, %esp\n"
            "jmp 3f\n"
            "2: movl own_current, %eax\n"
            "movl $3, 0x1C(%eax)\n"
            "3: popl %fs:0\n"
            "addl $4, %esp\n"
            "popl %esi\n"
            "popl %edi\n"
            "popl %ebx\n"
            "popl %ebp\n"
            "ret");
}

/* ---------------------------------------------------------------- threads and their schedule */

static void add(void (*body)(void))
{
    thread *added = (thread *)malloc(sizeof(thread));
    added->stack = malloc(STACK_SIZE);
    added->registers[1] = (int)added->stack + STACK_SIZE - 4;
    added->status = UNSTARTED;
    added->body = body;
    added->next = ready.next;
    ready.next = added;
}

/* Takes the thread behind `previous` out of its list. */
static thread *taken(thread *previous)
{
    thread *out = previous->next;
    previous->next = out->next;
    return out;
}

static void put_last(thread *list, thread *added)
{
    while (list->next != NULL)
        list = list->next;
    added->next = NULL;
    list->next = added;
}

static void wake_sleepers(void)
{
    thread *previous = &sleeping;
    while (previous->next != NULL)
        if (GetTickCount() - previous->next->began >= previous->next->duration)
            put_last(&ready, taken(previous));
        else
            previous = previous->next;
}

static void schedule(void)
{
    while (ready.next != NULL || sleeping.next != NULL) {
        if (ready.next != NULL) {
            thread *next = taken(&ready);
            guarded_resume(next);
            if (next->status == FINISHED) {
                free(next->stack);
                free(next);
            } else {
                put_last(next->status == ASLEEP ? &sleeping : &ready, next);
            }
        }
        wake_sleepers();
    }
}

/* ---------------------------------------------------------------- the demonstration */

static void normal1(void)
{
    int i;
    for (i = 0; i < CYCLES; i++) {
        printf("normal1 %d\n", i);
        yield();
    }
}

static void normal2(void)
{
    double a = 1.8, b = 3.6;
    int i;
    for (i = 0; i < CYCLES; i++) {
        printf("normal2 %d %f\n", i, a * b);
        yield();
    }
}

static void descend(int depth)
{
    printf("down %d\n", depth);
    yield();
    if (depth < DEPTH)
        descend(depth + 1);
    printf("up %d\n", depth);
    yield();
}

static void recursion(void) { descend(1); }

static void sleeper(void)
{
    DWORD start = GetTickCount();
    printf("sleeper asleep\n");
    sleep_for(SLEEP);
    printf("sleeper awake, %s\n", GetTickCount() - start >= SLEEP ? "in time" : "too early");
}

static void beyond(void)
{
    int *p = NULL;
    printf("make error\n");
    *p = 1;
    printf("error clear\n");
}

static void divide(void)
{
    int zero = 0;
    printf("make error\n");
    1 / zero;
    printf("error clear\n");
}

int main(void)
{
    add(normal1);
    add(normal2);
    add(recursion);
    add(sleeper);
    add(beyond);
    add(divide);
    schedule();
    printf("all have ended\n");
    return 0;
}
