/* The security cookie, and the load configuration, which tells the loader of it and of the handlers
 * that the linker has listed (/safeseh). */
#include "crt_cookie.h"

#include <windows.h>

#define DEFAULT_COOKIE       0xBB40E64E
#define STACK_BUFFER_OVERRUN ((DWORD)0xC0000409)

uintptr_t __security_cookie = DEFAULT_COOKIE;

/* Symbols that the linker makes: the addresses are a list of handlers, relative to the image, and
 * its length. */
extern DWORD __safe_se_handler_table[];
extern BYTE __safe_se_handler_count[];

/* The linker puts the name's address into the image's directories. */
const IMAGE_LOAD_CONFIG_DIRECTORY32 _load_config_used = {
    .Size = FIELD_OFFSET(IMAGE_LOAD_CONFIG_DIRECTORY32, SEHandlerCount) + sizeof(DWORD),
    .SecurityCookie = (DWORD)&__security_cookie,
    .SEHandlerTable = (DWORD)__safe_se_handler_table,
    .SEHandlerCount = (DWORD)__safe_se_handler_count,
};

void cookie_begin(void)
{
    FILETIME time;
    LARGE_INTEGER count;
    if (__security_cookie != DEFAULT_COOKIE)
        return;
    GetSystemTimeAsFileTime(&time);
    QueryPerformanceCounter(&count);
    __security_cookie = time.dwLowDateTime ^ time.dwHighDateTime ^ GetCurrentProcessId() ^
                        GetCurrentThreadId() ^ GetTickCount() ^ count.LowPart;
    if (__security_cookie == DEFAULT_COOKIE)
        __security_cookie++;
}

/* A function calls this before it returns. No handler is asked, because frames may be broken. The
 * place that is told is in that function: where it would have returned to may be overrun. */
void __fastcall __security_check_cookie(uintptr_t cookie)
{
    if (cookie == __security_cookie)
        return;
    CONTEXT context;
    RtlCaptureContext(&context);
    const DWORD *frame = __builtin_frame_address(0); /* the caller's ebp, the return address */
    context.Ebp = frame[0];
    context.Eip = frame[1];
    context.Esp = (DWORD)(frame + 2);
    EXCEPTION_RECORD record = {
        .ExceptionCode = STACK_BUFFER_OVERRUN,
        .ExceptionFlags = EXCEPTION_NONCONTINUABLE,
        .ExceptionAddress = (void *)context.Eip,
    };
    SetUnhandledExceptionFilter(NULL);
    UnhandledExceptionFilter(&(EXCEPTION_POINTERS){&record, &context});
    TerminateProcess(GetCurrentProcess(), STACK_BUFFER_OVERRUN);
}
