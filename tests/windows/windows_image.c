/* The image as memory: VirtualQuery knows it, and VirtualProtect changes the rights of the
 * program's own pages. Code that writes over code, hooks, and guards on code and variables.
 *
 * run: name=qemu
 * run: name=nx cpu=max
 * run: name=486 cpu=486 compilers=gcc
 * run: name=ring3 ring=3
 * run: name=ring3-nx ring=3 cpu=max compilers=gcc
 * run: name=bochs ring=3 emulator=bochs compilers=gcc
 */
#include <windows.h>

#include "tests/windows/windows_check.h"

#define PAGE 4096

static BYTE variable[2 * PAGE] __attribute__((aligned(PAGE))) = {1};
static BYTE zeroed[PAGE] __attribute__((aligned(PAGE)));
static const BYTE constant[PAGE] __attribute__((aligned(PAGE))) = {1};

/* Two pages of code: returns 1; returns 2. */
extern BYTE one[], two[];
__asm__(".pushsection .text.pages, \"ax\"\n"
        ".balign 4096\n"
        "one: movl $1, %eax\n"
        "ret\n"
        ".balign 4096\n"
        "two: movl $2, %eax\n"
        "ret\n"
        ".balign 4096\n"
        ".popsection");

static int call(BYTE *code) { return ((int (*)(void))(PVOID)code)(); }

static DWORD protect(PVOID address, DWORD size, DWORD rights)
{
    DWORD old = 0;
    SetLastError(0);
    return VirtualProtect(address, size, rights, &old) ? old : 0;
}

static MEMORY_BASIC_INFORMATION look(LPCVOID address)
{
    MEMORY_BASIC_INFORMATION found = {.RegionSize = 0};
    VirtualQuery(address, &found, sizeof found);
    return found;
}

static BOOL in_ring3(void)
{
    WORD cs;
    __asm__("movw %%cs, %0" : "=r"(cs));
    return (cs & 3) != 0;
}

/* ---------------------------------------------------------------- faults */

static EXCEPTION_RECORD seen;

static LONG keep(PEXCEPTION_POINTERS pointers)
{
    seen = *pointers->ExceptionRecord;
    return EXCEPTION_EXECUTE_HANDLER;
}

static DWORD status_of_call(BYTE *code)
{
    __try {
        call(code);
    } __except (keep(GetExceptionInformation())) {
        return seen.ExceptionCode;
    }
    return 0;
}

static DWORD status_of_write(volatile BYTE *byte)
{
    __try {
        BYTE same = *byte;
        *byte = same;
    } __except (keep(GetExceptionInformation())) {
        return seen.ExceptionCode;
    }
    return 0;
}

static BOOL was(ULONG_PTR access, LPCVOID address)
{
    return seen.NumberParameters == 2 && seen.ExceptionInformation[0] == access &&
           seen.ExceptionInformation[1] == (ULONG_PTR)address;
}

/* ---------------------------------------------------------------- asking */

static BOOL is_image(LPCVOID address, DWORD rights)
{
    MEMORY_BASIC_INFORMATION found = look(address);
    return found.Type == MEM_IMAGE && found.State == MEM_COMMIT && found.Protect == rights &&
           found.AllocationBase == (PVOID)GetModuleHandle(NULL) &&
           found.AllocationProtect == PAGE_EXECUTE_WRITECOPY &&
           found.BaseAddress == (PVOID)((DWORD)address & ~(PAGE - 1u));
}

static void check_query(void)
{
    check(is_image((LPCVOID)check_query, PAGE_EXECUTE_READ), "code: MEM_IMAGE, PAGE_EXECUTE_READ");
    check(is_image(constant, PAGE_READONLY), "constants: PAGE_READONLY");
    check(is_image(variable, PAGE_READWRITE), "variables: PAGE_READWRITE");
    check(is_image(zeroed, PAGE_READWRITE), "those that begin as 0 as well");
    check(is_image((LPCVOID)VirtualQuery, PAGE_EXECUTE_READ), "a call of the system's, too");
    DWORD base = (DWORD)GetModuleHandle(NULL), at = base, strange = 0, hidden = 0;
    MEMORY_BASIC_INFORMATION found = look((PVOID)at);
    for (; found.RegionSize; at += found.RegionSize, found = look((PVOID)at)) {
        strange += found.Type != MEM_IMAGE || (DWORD)found.AllocationBase != base ||
                   (DWORD)found.BaseAddress != at;
        hidden += found.Protect == PAGE_NOACCESS;
    }
    check(strange == 0 && at > (DWORD)zeroed, "region by region it is one image to its end");
    SetLastError(0);
    check(VirtualQuery((PVOID)at, &found, sizeof found) == 0 && GetLastError() == 87,
          "behind it is no program's memory: 87");
    check((hidden > 0) == in_ring3(), "in ring 3 the kernel's pages cannot be touched");
}

/* ---------------------------------------------------------------- code */

static void check_code(void)
{
    check(status_of_write(one) == 0xC0000005 && was(1, one), "code cannot be written");
    check(protect(one, 6, PAGE_EXECUTE_READWRITE) == PAGE_EXECUTE_READ,
          "it can be made so: it was PAGE_EXECUTE_READ");
    check(is_image(one, PAGE_EXECUTE_READWRITE) && is_image(two, PAGE_EXECUTE_READ),
          "that holds for its page alone");
    one[1] = 11;
    check(call(one) == 11, "code that was written over does something else");
    check(protect(one, 6, PAGE_EXECUTE_READ) == PAGE_EXECUTE_READWRITE &&
              status_of_write(one) == 0xC0000005 && call(one) == 11,
          "made constant again, it cannot be written, and keeps what was written");
    DWORD old;
    protect(one, 6, PAGE_EXECUTE_WRITECOPY);
    check(is_image(one, PAGE_EXECUTE_READWRITE),
          "PAGE_EXECUTE_WRITECOPY is there as if written to already");
    check(!VirtualProtect(one, 6, PAGE_READONLY | PAGE_READWRITE, &old) && GetLastError() == 87,
          "two protections: 87");
    check(!VirtualProtect(one, 0, PAGE_READONLY, &old) && GetLastError() == 87, "no bytes: 87");
    one[0] = 0xE9; /* jmp */
    *(DWORD *)(one + 1) = (DWORD)two - (DWORD)(one + 5);
    check(call(one) == 2, "a hook leads to another function");
    memcpy(one, "\xB8\x01\0\0\0", 5);
    check(call(one) == 1, "taken away, it does not");
    protect(one, 6, PAGE_EXECUTE_READ);
}

static void check_guards(void)
{
    protect(two, 1, PAGE_EXECUTE_READ | PAGE_GUARD);
    check(is_image(two, PAGE_EXECUTE_READ | PAGE_GUARD), "a guard on code shows");
    check(status_of_call(two) == 0x80000001 && seen.ExceptionAddress == two &&
              seen.ExceptionInformation[1] == (ULONG_PTR)two,
          "a call meets it: 80000001 at the function");
    check(call(two) == 2 && is_image(two, PAGE_EXECUTE_READ), "once");
    protect(variable, 1, PAGE_READWRITE | PAGE_GUARD);
    check(status_of_write(variable + 5) == 0x80000001 && was(0, variable + 5),
          "so does a read of a variable");
    check(status_of_write(variable) == 0, "once");
    protect(two, 1, PAGE_NOACCESS);
    check(status_of_call(two) == 0xC0000005 && seen.ExceptionInformation[1] == (ULONG_PTR)two,
          "code without access cannot be called");
    protect(two, 1, PAGE_READWRITE);
    DWORD status = status_of_call(two);
    check(status == 0 || (status == 0xC0000005 && was(8, two)),
          "code that is data cannot be called, where the CPU can tell");
    protect(two, 1, PAGE_EXECUTE_READ);
    check(call(two) == 2, "with its rights back it can");
}

static void check_data(void)
{
    check(protect(variable, 2 * PAGE, PAGE_READONLY) == PAGE_READWRITE &&
              status_of_write(variable + PAGE) == 0xC0000005 && was(1, variable + PAGE),
          "variables can be made constant");
    check(look(variable).RegionSize == 2 * PAGE, "the two pages are one region");
    protect(variable, 2 * PAGE, PAGE_READWRITE);
    protect((PVOID)zeroed, 1, PAGE_WRITECOPY);
    check(is_image(zeroed, PAGE_READWRITE) && status_of_write(zeroed) == 0,
          "PAGE_WRITECOPY can be written");
    check(protect((PVOID)constant, 1, PAGE_READWRITE) == PAGE_READONLY &&
              status_of_write((BYTE *)constant) == 0,
          "constants can be made variables");
    check(protect((PVOID)constant, 1, PAGE_READONLY) == PAGE_READWRITE &&
              status_of_write((BYTE *)constant) == 0xC0000005,
          "and constants again");
}

/* ---------------------------------------------------------------- handlers */

/* Raises under a frame with this handler. */
static __declspec(noinline) void raise_below(BYTE *handler)
{
    EXCEPTION_REGISTRATION_RECORD frame = {(PEXCEPTION_REGISTRATION_RECORD)__readfsdword(0),
                                           (PEXCEPTION_ROUTINE)(PVOID)handler};
    __writefsdword(0, (DWORD)&frame);
    RaiseException(0xE0000001, 0, 0, NULL);
}

static DWORD raise_under(BYTE *handler)
{
    __try {
        raise_below(handler);
    } __except (keep(GetExceptionInformation())) {
    }
    return seen.ExceptionCode;
}

static void check_handlers(void)
{
    check(raise_under(one) == 0xE0000001, "a handler in code that answers 1 passes it on");
    protect(one, 1, PAGE_EXECUTE_READ | PAGE_GUARD);
    check(raise_under(one) == 0x80000001 && is_image(one, PAGE_EXECUTE_READ),
          "a guard on a handler's code goes off when it is called");
    check(raise_under(one) == 0xE0000001, "once");
}

/* ---------------------------------------------------------------- the runtime's pages */

static BOOL refused(PVOID address, DWORD rights)
{
    return protect(address, 1, rights) == 0 && GetLastError() == 5;
}

static void check_runtime(void)
{
    BYTE *call_of_it = (BYTE *)(PVOID)VirtualQuery;
    PVOID base = (PVOID)GetModuleHandle(NULL);
    check(refused(base, PAGE_READWRITE) && refused(base, PAGE_NOACCESS),
          "the kernel's pages get no other rights: 5");
    check(refused(call_of_it, PAGE_NOACCESS) && refused(call_of_it, PAGE_READWRITE) &&
              refused(call_of_it, PAGE_EXECUTE_READ | PAGE_GUARD),
          "a call of the system's stays code: 5");
    if (in_ring3())
        check(refused(call_of_it, PAGE_EXECUTE_READWRITE), "and cannot be made writable: 5");
    else
        check(protect(call_of_it, 1, PAGE_EXECUTE_READWRITE) == PAGE_EXECUTE_READ &&
                  status_of_write(call_of_it) == 0 &&
                  protect(call_of_it, 1, PAGE_EXECUTE_READ) == PAGE_EXECUTE_READWRITE,
              "but in ring 0 it can be written, for a hook");
    check(refused(two + PAGE - 1, PAGE_NOACCESS) == FALSE && protect(two, 1, PAGE_EXECUTE_READ),
          "the last byte of a page is the program's");
    DWORD old, end = (DWORD)zeroed;
    while (look((PVOID)end).Protect == PAGE_READWRITE)
        end += PAGE;
    check(!VirtualProtect(zeroed, end - (DWORD)zeroed + 1, PAGE_READWRITE, &old) &&
              GetLastError() == 5,
          "a range that ends in the runtime's pages is refused as a whole: 5");
}

int main(void)
{
    check_query();
    check_code();
    check_guards();
    check_data();
    check_handlers();
    check_runtime();
    return done();
}
