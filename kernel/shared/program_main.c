/* The program's start and end in its own ring. */
#include "kernel/call/calls.h"
#include "kernel/call/program.h"
#include "kernel/call/service.h"
#include "kernel/call/start.h"
#include "kernel/call/tib.h"
#include "kernel/shared/reserves.h"
#include "lib/environment.h"
#include "lib/heap.h"
#include "lib/ram_files.h"

#include <nt.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv);

START_CONSTANT bool program_missing_is_late;

static int arg_count;
static char **texts;

char *const *program_words(int *count)
{
    *count = arg_count;
    return texts;
}

void program_main(int count, char **words)
{
    __argc = arg_count = count;
    __argv = texts = words;
    if (PROGRAM_LOCALS_ROOM && !tib_current()->ThreadLocalStoragePointer)
        program_call_with_locals((program_begin *)(void *)program_main, (void *)arg_count, texts);
    program_call_tls_callbacks(DLL_PROCESS_ATTACH);
    program_call_initializers();
    exit(main(arg_count, texts));
}

START_CONSTANT static void (*at_end)(int status);

void program_set_end(void (*function)(int status))
{
    at_end = function;
}

/* Only a checking build looks at the heap, because the program may have broken it. */
void program_exit(int status)
{
    struct heap_usage heap = {0};
    at_end(status);
    if (CHECKED && heap_is_at_rest()) {
        heap_check();
        sys_files_send_out();
        ram_end();
        environment_end();
        reserves_give_back();
        heap = heap_usage();
    }
    sys_program_end(status, heap.blocks, heap.bytes);
}

void program_wait(const uint32_t *address, uint32_t expected)
{
    sys_address_wait(address, expected, WAIT_FOREVER);
}

void program_wake(const uint32_t *address)
{
    sys_address_wake(address, 1);
}

bool program_take_lock(struct lock *lock)
{
    uint64_t last = GetTickCount64() + LONGEST_FOR_LOCK;
    while (!lock_try(lock)) {
        uint64_t now = GetTickCount64();
        if (now >= last)
            return false;
        sys_clock_wait_until(now + 1);
    }
    return true;
}

#define TEXT_SIZE 200

static void compose(char text[TEXT_SIZE], const char *title, const char *reason, va_list args)
{
    int length = snprintf(text, TEXT_SIZE, "%s", title);
    vsnprintf(text + length, TEXT_SIZE - (size_t)length, reason, args);
}

void program_panic(const char *reason, ...)
{
    char text[TEXT_SIZE];
    va_list args;
    va_start(args, reason);
    compose(text, "panic: ", reason, args);
    va_end(args);
    sys_panic_from(__builtin_frame_address(0), text);
}

void program_give_up(const char *reason, ...)
{
    char text[TEXT_SIZE];
    va_list args;
    va_start(args, reason);
    compose(text, "the program gave up: ", reason, args);
    va_end(args);
    sys_panic_from(__builtin_frame_address(0), text);
}
