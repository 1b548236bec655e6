/* The words that a program finds by FS beside its chain: the block of the process, the word for
 * fibers, and the outermost frame of main.
 *
 * run: emulator=qemu
 * run: name=ring3 ring=3
 */
#include <windows.h>

#include <winternl.h>

#include "tests/windows/windows_check.h"

#include <uthread.h>

/* ---------------------------------------------------------------- the process' block */

static DWORD word_at(DWORD offset) { return *(DWORD *)(__readfsdword(0x30) + offset); }

static void check_process(void)
{
    PPEB peb = NtCurrentTeb()->ProcessEnvironmentBlock;
    check((DWORD)peb == __readfsdword(0x30) && (DWORD)peb == 0x7FFDF000,
          "fs:[30h] leads to the process' block, behind the first thread's");
    check(peb->BeingDebugged == 0 && !IsDebuggerPresent(), "nobody debugs the process");
    check(word_at(8) == (DWORD)peb->ImageBaseAddress &&
              GetModuleHandle(NULL) == (HMODULE)peb->ImageBaseAddress,
          "at 8 is the image's address, which is the program's module");
    check((word_at(0x68) & 0x70) == 0, "at 68h no flag says that the heap is a debugger's");
    check(word_at(0xA4) == 6 && word_at(0xA8) == 1 && (WORD)word_at(0xAC) == 7601 &&
              word_at(0xB0) == 2,
          "from A4h on is the version: 6.1, build 7601, Windows NT");
    check(word_at(0x64) == 1, "at 64h is the number of processors");
    peb->BeingDebugged = 1;
    check(IsDebuggerPresent(), "the program may write it");
    peb->BeingDebugged = 0;
}

/* ---------------------------------------------------------------- fibers */

static DWORD in_thread;

static void look_for_fiber(void) { in_thread = __readfsdword(0x10); }
static void check_fiber(const char *claim) { check(__readfsdword(0x10) == 0x1E00, claim); }

static void check_fibers(void)
{
    check_fiber("fs:[10h] is 1E00h: the thread is no fiber");
    uThd thread = uThreadCreate(look_for_fiber);
    utResume(thread);
    check(in_thread == 0x1E00, "so it is in a user-level thread: the word is Windows' own");
    check_fiber("and behind utResume");
    uThreadDestroy(thread);
    utSch scheduler = utSchedulerCreate();
    utSchAddUthd(scheduler, uThreadCreate(look_for_fiber));
    in_thread = 0;
    utSchStart(scheduler);
    check(in_thread == 0x1E00, "so it is in a scheduler's thread");
    check_fiber("and behind the scheduler");
    utSchedulerDestroy(scheduler);
}

/* ---------------------------------------------------------------- main's outermost frame */

/* A frame as the first two generations of compilers lay it. */
struct frame {
    struct frame *next;
    PVOID handler;
    const struct table *table;
    LONG level;
};

struct table {
    LONG gs_cookie, gs_cookie_xor, eh_cookie, eh_cookie_xor;
    struct {
        LONG outer;
        PVOID filter, block;
    } rows[1];
};

static BOOL is_code(PVOID address) { return !IsBadCodePtr(address) && IsBadWritePtr(address, 1); }

static void check_frame(void)
{
    struct frame *frame = (struct frame *)__readfsdword(0);
    while (frame->next != (struct frame *)0xFFFFFFFF)
        frame = frame->next;
    check(is_code(frame->handler), "the outermost frame has a handler");
    check(frame->level == 0, "its function is inside of one __try block");
    check(!IsBadReadPtr(frame->table, sizeof *frame->table) &&
              IsBadWritePtr((PVOID)frame->table, 1),
          "it has a scope table, which is constant");
    const struct table *table = frame->table;
    check(table->gs_cookie == -2 && table->gs_cookie_xor == 0, "it keeps no cookie of its own");
    check(table->rows[0].outer == -2, "no block lies around that one");
    check(is_code(table->rows[0].filter) && is_code(table->rows[0].block),
          "the block has a filter, and code behind __except");
}

int main(void)
{
    check_process();
    check_fibers();
    check_frame();
    return done();
}
