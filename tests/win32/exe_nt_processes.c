/* The own process by system calls: its handle, a second one, its code. */

#include <stdio.h>
#include <windows.h>
#include <winternl.h>

static HMODULE ntdll;
#define CALL(result, name, ...) ((result(NTAPI *)(__VA_ARGS__))GetProcAddress(ntdll, #name))

struct exception {
    ULONG code, flags, next, address, count, words[15], is_first;
};
struct state {
    ULONG state, process, thread;
    union {
        ULONG words[22];
        struct exception exception;
    };
};

static void convert(ULONG number)
{
    struct state state = {number, 7, 8, {{10, 11, 12, 13, 14, 15, 16, 17, 18}}};
    ULONG event[24] = {[1] = 99};
    LONG status = CALL(LONG, DbgUiConvertStateChangeStructure, void *, void *)(&state, event);
    printf("%lu: %lX, %lu,", number, status, event[0]);
    for (int i = 1; i < 13; i++)
        printf(" %lX", event[i]);
    puts("");
}

static void convert_exception(const char *what, ULONG code)
{
    struct state state = {6, 7, 8, {{0}}};
    ULONG event[24] = {0};
    state.exception = (struct exception){code, 1, 2, 3, 2, {4, 5}, 1};
    CALL(LONG, DbgUiConvertStateChangeStructure, void *, void *)(&state, event);
    printf("%s: %lu, %lX %lX, first %lu\n", what, event[0], event[3], event[4], event[23]);
}

/* Debug objects, which no process tells anything. */
static void debug(void)
{
    HANDLE object = (HANDLE)7, again;
    ULONG flags = 1, length = 9;
    struct {
        UNICODE_STRING text;
        wchar_t rest[100];
    } type;
    OBJECT_ATTRIBUTES attributes = {.Length = sizeof attributes};
#define CREATE(object, flags)                                                                      \
    CALL(LONG, NtCreateDebugObject, HANDLE *, ULONG, OBJECT_ATTRIBUTES *, ULONG)                   \
    (object, GENERIC_ALL, &attributes, flags)
#define SET(object, which, size)                                                                   \
    CALL(LONG, NtSetInformationDebugObject, HANDLE, ULONG, void *, ULONG, ULONG *)                 \
    (object, which, &flags, size, &length)
    printf("flags %lX", CREATE(&object, 2));
    printf(" %d", object == NULL);
    printf(", made %lX", CREATE(&object, 1));
    CALL(LONG, NtQueryObject, HANDLE, ULONG, void *, ULONG, ULONG *)
    (object, 2, &type, sizeof type, NULL);
    printf(" %ls", type.text.Buffer);
    printf(", class %lX %lX", SET(object, 0, 4), SET(object, 2, 4));
    printf(", size %lX", SET(object, 1, 5));
    printf(" %lu", length);
    printf(", set %lX", SET(object, 1, 4));
    printf(" %lu", length);
    flags = 2;
    printf(", flags %lX", SET(object, 1, 4));
    flags = 0;
    printf(", no object %lX", SET((HANDLE)0xBAD0, 1, 4));
    printf(", no memory %lX\n", CALL(LONG, NtSetInformationDebugObject, HANDLE, ULONG, void *,
                                     ULONG, ULONG *)(object, 1, NULL, 4, NULL));
    UNICODE_STRING name = {42, 44, L"\\BaseNamedObjects\\dbg"};
    attributes.ObjectName = &name;
    printf("with a name %lX", CREATE(&again, 0));
    printf(", again %lX\n", CREATE(&object, 0));
    CALL(void, DbgUiSetThreadDebugObject, HANDLE)(again);
    HANDLE in_teb;
    __asm__("movl %%fs:0xF24, %0" : "=r"(in_teb));
    printf("of the thread %d %d\n", CALL(HANDLE, DbgUiGetThreadDebugObject, void)() == again,
           in_teb == again);
    CALL(void, DbgUiSetThreadDebugObject, HANDLE)(NULL);
    for (ULONG state = 0; state <= 11; state++)
        if (state < 6 || state > 8)
            convert(state);
    convert_exception("exception", EXCEPTION_ACCESS_VIOLATION);
    convert_exception("text", 0x40010006);
    convert_exception("rip", 0x40010007);
}

int main(void)
{
    HANDLE process = NULL, second = NULL, none_open;
    ULONG_PTR id[2] = {GetCurrentProcessId(), 0}, none[2] = {0x7FFFFFF0, 0};
    OBJECT_ATTRIBUTES attributes = {.Length = sizeof attributes};
    ntdll = GetModuleHandleA("ntdll.dll");
    LONG(NTAPI * open_process)
    (HANDLE *, ULONG, OBJECT_ATTRIBUTES *, ULONG_PTR *) =
        CALL(LONG, NtOpenProcess, HANDLE *, ULONG, OBJECT_ATTRIBUTES *, ULONG_PTR *);
    printf("process: %lX", open_process(&process, PROCESS_ALL_ACCESS, &attributes, id));
    printf(" %d, none %lX\n", GetProcessId(process) == id[0],
           open_process(&none_open, PROCESS_ALL_ACCESS, &attributes, none));
    printf("second: %lX", CALL(LONG, NtDuplicateObject, HANDLE, HANDLE, HANDLE, HANDLE *, ULONG,
                               ULONG, ULONG)(GetCurrentProcess(), process, GetCurrentProcess(),
                                             &second, 0, 0, DUPLICATE_SAME_ACCESS));
    printf(" %d, code %lX\n", GetProcessId(second) == id[0],
           CALL(LONG, NtFlushInstructionCache, HANDLE, void *, SIZE_T)(second, NULL, 0));
    printf("no attributes %lX", open_process(&none_open, PROCESS_ALL_ACCESS, NULL, id));
    printf(", no number %lX", open_process(&none_open, PROCESS_ALL_ACCESS, &attributes, NULL));
    printf(", no place %lX\n", open_process((HANDLE *)16, PROCESS_ALL_ACCESS, &attributes, id));
    debug();
    return 0;
}
