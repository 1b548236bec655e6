/* Calls by the start and the code of programs by Visual C++ 2005 to 2013, beside the C library:
 * kernel32 by other names, and the names of types in a list of the module. */
#include "win32/cxx/cxx_names.h"
#include "win32/cxx/cxx_tables.h"
#include "win32/msvcrt/call.h"

#include <errhandlingapi.h>
#include <processthreadsapi.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <synchapi.h>
#include <winbase.h>

/* ---------------------------------------------------------------- kernel32 */

CALL(void *, _encode_pointer, void *pointer)
{
    return EncodePointer(pointer);
}

CALL(void *, _decode_pointer, void *code)
{
    return DecodePointer(code);
}

CALL(void *, _encoded_null, void)
{
    return EncodePointer(NULL);
}

CALL(void, __crtSleep, DWORD milliseconds)
{
    Sleep(milliseconds);
}

CALL(void, __crtTerminateProcess, UINT status)
{
    TerminateProcess(GetCurrentProcess(), status);
}

CALL(LPTOP_LEVEL_EXCEPTION_FILTER, __crtSetUnhandledExceptionFilter,
     LPTOP_LEVEL_EXCEPTION_FILTER filter)
{
    return SetUnhandledExceptionFilter(filter);
}

/* No filter of the program is asked. */
CALL(LONG, __crtUnhandledException, EXCEPTION_POINTERS *pointers)
{
    SetUnhandledExceptionFilter(NULL);
    return UnhandledExceptionFilter(pointers);
}

enum { SHOW_AS_USUAL = 10 };

/* How a program's first window is shown: as its caller has said. */
CALL(WORD, __crtGetShowWindowMode, void)
{
    STARTUPINFOW start;
    GetStartupInfoW(&start);
    return start.dwFlags & STARTF_USESHOWWINDOW ? start.wShowWindow : SHOW_AS_USUAL;
}

/* va_copy by 2013's headers. */
CALL(void, _vacopy, va_list *copy, va_list from)
{
    va_copy(*copy, from);
}

/* ---------------------------------------------------------------- names of types */

/* Each module has a list of the names that its types were told, and frees them at its end. */
struct type_info_node {
    void *name;
    struct type_info_node *next;
};

/* type_info::name. Returns NULL without memory. */
const char *__attribute__((thiscall))
type_info_name_in_list(struct type_descriptor *this, struct type_info_node *list);
const char *__attribute__((thiscall))
type_info_name_in_list(struct type_descriptor *this, struct type_info_node *list)
{
    char text[CXX_NAME_SIZE], *kept = __atomic_load_n(&this->undecorated, __ATOMIC_ACQUIRE);
    if (kept)
        return kept;
    cxx_read_name(this->name, false, text);
    char *made = _strdup(text);
    struct type_info_node *node = made ? malloc(sizeof *node) : NULL;
    if (!node || !__atomic_compare_exchange_n(&this->undecorated, &kept, made, false,
                                              __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE)) {
        free(node);
        free(made);
        return kept;
    }
    node->name = made;
    node->next = __atomic_load_n(&list->next, __ATOMIC_ACQUIRE);
    while (!__atomic_compare_exchange_n(&list->next, &node->next, node, false, __ATOMIC_ACQ_REL,
                                        __ATOMIC_ACQUIRE))
        ;
    return made;
}

CALL(void, __clean_type_info_names_internal, struct type_info_node *list)
{
    struct type_info_node *node = __atomic_exchange_n(&list->next, NULL, __ATOMIC_ACQ_REL);
    while (node) {
        struct type_info_node *next = node->next;
        free(node->name);
        free(node);
        node = next;
    }
}
