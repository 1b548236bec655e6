/* The process' knowledge of itself: its environment and command line, its modules, texts of errors,
 * heaps of its own, and texts by kernel32's names. The status tells whether a claim failed.
 *
 * run: name=plain args="a \"b c\""
 * run: name=ring3 ring=3 args="a \"b c\""
 * run: name=checked checked=1 args="a \"b c\"" compilers=gcc
 */
#include <windows.h>

#include "tests/windows/windows_check.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

static bool same(const char *left, const char *right) { return strcmp(left, right) == 0; }

static void check_environment(void)
{
    char text[16];
    SetLastError(0);
    check(!GetEnvironmentVariableA("none", text, 16) && GetLastError() == ERROR_ENVVAR_NOT_FOUND &&
              !GetEnvironmentVariableA("", text, 16),
          "a variable that is not there: 203");
    check(SetEnvironmentVariableA("Path", "C:\\a") &&
              GetEnvironmentVariableA("PATH", text, 16) == 4 && same(text, "C:\\a") &&
              same(getenv("path"), "C:\\a"),
          "one that is set is getenv's, too");
    check(GetEnvironmentVariableA("PATH", text, 4) == 5 &&
              GetEnvironmentVariableA("PATH", NULL, 0) == 5,
          "the size that it needs counts its zero byte");
    SetLastError(4711);
    check(SetEnvironmentVariableA("x", "") && GetEnvironmentVariableA("x", text, 16) == 0 &&
              !*text && GetLastError() == 4711,
          "an empty text is no failure");
    check(!SetEnvironmentVariableA("a=b", "") && GetLastError() == ERROR_INVALID_PARAMETER,
          "a name has no = inside: 87");
    check(SetEnvironmentVariableA("=C:", "d") && GetEnvironmentVariableA("=c:", text, 16) == 1 &&
              SetEnvironmentVariableA("=C:", NULL),
          "but may begin with one");
    char *block = GetEnvironmentStringsA();
    check(!memcmp(block, "Path=C:\\a\0x=\0", 14) && FreeEnvironmentStringsA(block),
          "the block has all, sorted");
    check(ExpandEnvironmentStringsA("%path%;%no%%", text, 16) == 11 && same(text, "C:\\a;%no%%") &&
              ExpandEnvironmentStringsA("%path%", text, 2) == 5,
          "names in a text become their texts");
    check(ExpandEnvironmentStringsA(NULL, text, 16) == 1 && !*text &&
              ExpandEnvironmentStringsA("<%x%>", text, 16) == 3 && same(text, "<>"),
          "no text is an empty one, and so may a variable's be");
    check(SetEnvironmentVariableA("x", NULL) && !getenv("x"), "NULL takes a variable away");
}

static void check_modules(char **argv)
{
    char text[64];
    HMODULE kernel = LoadLibraryA("KERNEL32");
    check(kernel && kernel == GetModuleHandleA("kernel32.dll") &&
              kernel == LoadLibraryExA("C:\\Windows\\System32\\kernel32.dll", NULL, 0),
          "a module of the runtime is loaded by its name");
    check(GetProcAddress(kernel, "HeapCreate") == (FARPROC)(PVOID)HeapCreate, "and has its calls");
    check(FreeLibrary(kernel) && DisableThreadLibraryCalls(kernel) && GetModuleHandleA("kernel32"),
          "and stays");
    check(!LoadLibraryA("gdi32.dll") && GetLastError() == ERROR_MOD_NOT_FOUND &&
              !FreeLibrary((HMODULE)8) && !LoadLibraryA(NULL),
          "there are no others: 126");
    check(GetModuleFileNameA(kernel, text, 64) == 32 &&
              same(text, "C:\\Windows\\System32\\kernel32.dll") &&
              GetModuleFileNameA(NULL, text, 64) && strstr(text, argv[0]),
          "modules have files' names");
    check(GetModuleFileNameA(kernel, text, 4) == 4 && same(text, "C:\\") &&
              GetLastError() == ERROR_INSUFFICIENT_BUFFER &&
              !GetModuleFileNameA((HMODULE)8, text, 4),
          "which may be cut: 122");
    STARTUPINFOA info;
    GetStartupInfoA(&info);
    check(info.cb == 68 && same(info.lpTitle, argv[0]), "GetStartupInfoA");
    strcpy(text, argv[0]);
    strcat(text, " a \"b c\"");
    check(same(GetCommandLineA(), text), "the command line has quotes where words have blanks");
}

/* FormatMessageA with arguments. */
static DWORD format(DWORD flags, const void *source, char *buffer, DWORD size, ...)
{
    va_list list;
    va_start(list, size);
    DWORD length = FormatMessageA(flags, source, 0, 0, buffer, size, &list);
    va_end(list);
    return length;
}

static void check_messages(void)
{
    enum { TEXT_OF_2 = 44 };
    char text[80], *made = NULL;
    check(FormatMessageA(FORMAT_MESSAGE_FROM_SYSTEM, NULL, 2, 0, text, 80, NULL) == TEXT_OF_2 &&
              same(text, "The system cannot find the file specified.\r\n"),
          "the system has a text for error 2");
    check(FormatMessageA(FORMAT_MESSAGE_FROM_SYSTEM | FORMAT_MESSAGE_MAX_WIDTH_MASK, NULL,
                         0x80070002, 0, text, 80, NULL) == TEXT_OF_2 - 1 &&
              same(text, "The system cannot find the file specified. "),
          "its end may be a blank, and an HRESULT has it, too");
    check(FormatMessageA(FORMAT_MESSAGE_FROM_SYSTEM | FORMAT_MESSAGE_ALLOCATE_BUFFER, NULL, 5,
                         MAKELANGID(LANG_NEUTRAL, SUBLANG_DEFAULT), (char *)&made, 0, NULL) == 19 &&
              same(made, "Access is denied.\r\n") && !LocalFree(made),
          "the call may find the memory");
    check(!FormatMessageA(FORMAT_MESSAGE_FROM_SYSTEM, NULL, 2, 0, text, TEXT_OF_2, NULL) &&
              GetLastError() == ERROR_INSUFFICIENT_BUFFER,
          "a text without room: 122");
    check(!FormatMessageA(FORMAT_MESSAGE_FROM_SYSTEM, NULL, 77777, 0, text, 80, NULL) &&
              GetLastError() == ERROR_MR_MID_NOT_FOUND,
          "a number without a text: 317");
    check(format(FORMAT_MESSAGE_FROM_STRING, "%2 %1!5d!%n100%% %!%t%3!*.*s!\n%0x", text, 80, -42,
                 "b", 4, 2, "cde") == 22 &&
              same(text, "b   -42\r\n100% !\t  cd\r\n"),
          "inserts and escapes");
    DWORD_PTR row[] = {(DWORD_PTR) "x", 7};
    check(FormatMessageA(FORMAT_MESSAGE_FROM_STRING | FORMAT_MESSAGE_ARGUMENT_ARRAY, "%1%2!u!", 0,
                         0, text, 80, (va_list *)row) == 2 &&
              same(text, "x7"),
          "inserts of an array");
    enum { PAGE = 4096 };
    DWORD old;
    char *pages = VirtualAlloc(NULL, 2 * PAGE, MEM_COMMIT | MEM_RESERVE, PAGE_READWRITE);
    memcpy(pages + PAGE - sizeof *row, row, sizeof *row);
    VirtualProtect(pages + PAGE, PAGE, PAGE_NOACCESS, &old);
    check(FormatMessageA(FORMAT_MESSAGE_FROM_STRING | FORMAT_MESSAGE_ARGUMENT_ARRAY, "%1", 0, 0,
                         text, 80, (va_list *)(pages + PAGE - sizeof *row)) == 1 &&
              same(text, "x"),
          "what stands behind the array is not read");
    VirtualFree(pages, 0, MEM_RELEASE);
    check(format(FORMAT_MESSAGE_FROM_STRING, "%1!*.*f! %5!I64d!", text, 80, 6, 2, 1.5, 1ll << 40) ==
                  20 &&
              same(text, "  1.50 1099511627776"),
          "inserts of eight bytes have two words");
    check(format(FORMAT_MESSAGE_FROM_STRING | FORMAT_MESSAGE_IGNORE_INSERTS, "%1 %2!d!%%", text,
                 80) == 10 &&
              same(text, "%1 %2!d!%%"),
          "inserts may stay");
    check(!FormatMessageA(FORMAT_MESSAGE_FROM_STRING, "%1", 0, 0, text, 80, NULL) &&
              GetLastError() == ERROR_INVALID_PARAMETER && !format(0, "x", text, 80) &&
              !format(FORMAT_MESSAGE_FROM_STRING, "x%", text, 80),
          "inserts without arguments, no source, half an escape: 87");
}

static void check_heaps(void)
{
    HANDLE heap = HeapCreate(0, 0, 0), fixed = HeapCreate(HEAP_GENERATE_EXCEPTIONS, 100, 10);
    char *block = HeapAlloc(heap, HEAP_ZERO_MEMORY, 17), *other = HeapAlloc(GetProcessHeap(), 0, 5);
    check(block && !block[16] && HeapSize(heap, 0, block) == 17 && (DWORD)block % 8 == 0,
          "a heap of one's own has blocks");
    check(HeapValidate(heap, 0, block) && HeapValidate(heap, 0, NULL) &&
              !HeapValidate(heap, 0, other) && HeapSize(heap, 0, other) == (SIZE_T)-1,
          "and knows them");
    check(!HeapFree(heap, 0, other) && GetLastError() == ERROR_INVALID_PARAMETER &&
              HeapFree(GetProcessHeap(), 0, other),
          "another heap's block is none of it: 87");
    block[0] = 'x';
    block = HeapReAlloc(heap, HEAP_ZERO_MEMORY, block, 5000);
    check(block && block[0] == 'x' && !block[4999] && HeapSize(heap, 0, block) == 5000,
          "a block becomes larger");
    HeapAlloc(heap, 0, 100);
    check(HeapFree(heap, 0, block) && HeapDestroy(heap), "blocks go with their heap");
    check(!HeapAlloc(heap, 0, 1) && !HeapDestroy(heap) && GetLastError() == ERROR_INVALID_HANDLE &&
              !HeapDestroy(GetProcessHeap()),
          "a heap goes once, and the process' never: 6");
    volatile DWORD raised = 0;
    block = HeapAlloc(fixed, 0, 2000);
    __try {
        HeapAlloc(fixed, 0, 2000);
    } __except (EXCEPTION_EXECUTE_HANDLER) {
        raised = GetExceptionCode();
    }
    check(block && raised == STATUS_NO_MEMORY, "a fixed heap is full at its size: C0000017");
    check(HeapFree(fixed, 0, block) && HeapAlloc(fixed, 0, 2000) && HeapDestroy(fixed),
          "what is freed makes room");
    char *memory = LocalAlloc(LPTR, 10);
    check(memory && !memory[9] && LocalSize(memory) == 10 && LocalLock(memory) == memory &&
              !LocalUnlock(memory) && (memory = LocalReAlloc(memory, 99, LMEM_MOVEABLE)) &&
              LocalSize(memory) == 99 && !LocalFree(memory) && !LocalFree(NULL),
          "LocalAlloc and its kin");
    HGLOBAL handle = GlobalAlloc(GHND, 10);
    memory = GlobalLock(handle);
    check(memory && memory != handle && !memory[9] && GlobalFlags(handle) == 1 &&
              GlobalHandle(memory) == handle && LocalFlags(handle) == 1 &&
              LocalHandle(memory) == handle && !GlobalUnlock(handle) && GetLastError() == 0 &&
              !GlobalUnlock(handle) && GetLastError() == ERROR_NOT_LOCKED &&
              GlobalReAlloc(handle, 20, GMEM_MOVEABLE) == handle && GlobalSize(handle) == 20 &&
              !GlobalFree(handle),
          "GlobalAlloc and its kin, whose handle is no address");
}

static void check_texts(void)
{
    char text[8];
    check(lstrlenA("abc") == 3 && lstrlenA(NULL) == 0 && lstrlenA((char *)8) == 0,
          "a text that cannot be read has no length");
    check(same(lstrcpyA(text, "ab"), "ab") && same(lstrcatA(text, "cd"), "abcd") &&
              !lstrcpyA((char *)8, "x") && !lstrcpyA(text, (char *)8) && !lstrcatA(text, NULL),
          "and is not copied");
    check(same(lstrcpynA(text, "abcdef", 4), "abc") && !lstrcpynA(text, NULL, 4), "lstrcpynA cuts");
    check(lstrcmpA("a", "B") < 0 && lstrcmpA("a", "A") < 0 && lstrcmpA("A", "a") > 0 &&
              lstrcmpiA("a", "A") == 0 && lstrcmpiA("1", "a") < 0 && lstrcmpiA("_", "1") < 0 &&
              lstrcmpA(NULL, "") < 0 && lstrcmpA("ab", "ab") == 0,
          "texts are in the order of words");
    check(lstrcmpA("co-op", "coop") > 0 && lstrcmpA("co-op", "cop") < 0 &&
              lstrcmpiA("co-op", "CO-OP") == 0 && lstrcmpiA("it's", "its") > 0 &&
              lstrcmpiA("it's", "itt") < 0 && lstrcmpA("co-op", "Coop") < 0 &&
              lstrcmpA("a-b", "ab-") < 0 && lstrcmpA("a'b", "a-b") < 0,
          "a hyphen counts only where they are the same otherwise");
    check(MulDiv(7, 3, 2) == 11 && MulDiv(-7, 3, 2) == -11 && MulDiv(1, 1, 3) == 0 &&
              MulDiv(1, 1, 0) == -1 && MulDiv(0x7FFFFFFF, 2, 1) == -1 &&
              MulDiv(0x7FFFFFFF, 4, 8) == 0x40000000,
          "MulDiv rounds to the nearest");
}

/* Blocks of all sizes take all memory; they begin with the next one's address. */
static void check_without_memory(void)
{
    void **first = NULL, **block;
    char text[16];
    for (size_t size = 0x70000; size >= sizeof *block; size /= 2)
        while ((block = malloc(size))) {
            *block = first;
            first = block;
        }
    SetLastError(0);
    DWORD length = ExpandEnvironmentStringsA("%path%", text, 16), error = GetLastError();
    SetLastError(0);
    DWORD made = format(FORMAT_MESSAGE_FROM_STRING, "%1", text, 16, "x"), why = GetLastError();
    while ((block = first)) {
        first = *block;
        free(block);
    }
    check(length == 0 && error == ERROR_NOT_ENOUGH_MEMORY, "names need memory: 8");
    check(made == 0 && why == ERROR_NOT_ENOUGH_MEMORY, "and inserts do");
}

int main(int argc, char **argv)
{
    BOOL present = TRUE;
    check(argc == 3 && same(argv[2], "b c"), "the program has its arguments");
    check_environment();
    check_modules(argv);
    check_messages();
    check_heaps();
    check_texts();
    check_without_memory();
    check(CheckRemoteDebuggerPresent(GetCurrentProcess(), &present) && !present &&
              !CheckRemoteDebuggerPresent(NULL, &present) &&
              !CheckRemoteDebuggerPresent((HANDLE)2, &present),
          "no debugger is there");
    check(FlushInstructionCache(GetCurrentProcess(), main, 16) &&
              !FlushInstructionCache((HANDLE)2, NULL, 0),
          "FlushInstructionCache");
    check(SetErrorMode(SEM_FAILCRITICALERRORS) == 0 && GetErrorMode() == SEM_FAILCRITICALERRORS &&
              SetErrorMode(0) == SEM_FAILCRITICALERRORS,
          "the mode of errors is kept");
    return done();
}
