/* Variables of threads that C++ constructs: each thread makes its own when it begins, and destroys
 * them when it ends. The first thread does so around main. */
#include "crt_thread_ends.h"

#include <stdlib.h>
#include <windows.h>

typedef void function(void);

/* The linker sorts these sections. Entries between the two are functions that construct. */
#pragma section(".CRT$XDA", read)
#pragma section(".CRT$XDZ", read)
#pragma section(".CRT$XLC", read)
__declspec(allocate(".CRT$XDA")) static function *first_constructor[] = {NULL};
__declspec(allocate(".CRT$XDZ")) static function *constructors_end[] = {NULL};

struct destructor {
    struct destructor *next;
    function *destroy;
};

static __declspec(thread) struct destructor *destructors; /* the last one first */
static __declspec(thread) struct thread_end_call *end_calls;

/* The function of a constructor calls this for the object that it has made. */
void __tlregdtor(function *destroy)
{
    struct destructor *made = malloc(sizeof *made);
    if (!made)
        abort();
    *made = (struct destructor){destructors, destroy};
    destructors = made;
}

/* Whether the thread has made its variables. Newer compilers look before each use. */
__declspec(thread) char __tls_guard;

void thread_locals_begin(void)
{
    if (__tls_guard)
        return;
    __tls_guard = 1;
    for (function **each = first_constructor; each < constructors_end; each++)
        if (*each)
            (*each)();
}

void thread_locals_end(void)
{
    struct destructor *each;
    while ((each = destructors)) {
        destructors = each->next;
        each->destroy();
        free(each);
    }
    struct thread_end_call *call;
    while ((call = end_calls)) {
        end_calls = call->next;
        call->function(call);
    }
}

void thread_end_calls(struct thread_end_call *element)
{
    element->next = end_calls;
    end_calls = element;
}

/* The first use of a variable comes before the thread's own begin: another one's constructor uses
 * it. */
void __dyn_tls_on_demand_init(void)
{
    thread_locals_begin();
}

/* The compiler asks the linker for it by this name. */
void WINAPI __dyn_tls_init(void *module, DWORD reason, void *reserved)
{
    (void)module;
    (void)reserved;
    if (reason == DLL_THREAD_ATTACH)
        thread_locals_begin();
    else if (reason == DLL_THREAD_DETACH)
        thread_locals_end();
}

__declspec(allocate(".CRT$XLC")) PIMAGE_TLS_CALLBACK _tls_thread_callback = __dyn_tls_init;
