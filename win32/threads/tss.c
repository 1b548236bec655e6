/* C11's storage of threads: indexes of TlsAlloc, and destructors for the values. */
#include "win32/threads/tss.h"

#include "win32/word.h"

#include <processthreadsapi.h>
#include <threads.h>

/* As many as TlsAlloc can give out. */
enum { KEYS = TLS_MINIMUM_AVAILABLE + 1024 };

uint32_t tss_with_destructor;

static tss_dtor_t destructors[KEYS];

int tss_create(tss_t *key, tss_dtor_t destructor)
{
    DWORD index = TlsAlloc();
    if (index == TLS_OUT_OF_INDEXES)
        return thrd_error;
    destructors[index] = destructor;
    if (destructor)
        word_add(&tss_with_destructor, 1);
    *key = index;
    return thrd_success;
}

void tss_delete(tss_t key)
{
    if (key >= KEYS)
        return;
    if (destructors[key])
        word_add(&tss_with_destructor, -1u);
    destructors[key] = NULL;
    TlsFree(key);
}

void *tss_get(tss_t key)
{
    return TlsGetValue(key);
}

int tss_set(tss_t key, void *value)
{
    return TlsSetValue(key, value) ? thrd_success : thrd_error;
}

/* Calls each destructor whose value is set, once, after the value has become NULL. Returns whether
 * it called any. */
static bool call_destructors(void)
{
    bool any = false;
    for (tss_t key = 0; key < KEYS; key++) {
        tss_dtor_t destructor = destructors[key];
        void *value = destructor ? tss_get(key) : NULL;
        if (value) {
            tss_set(key, NULL);
            destructor(value);
            any = true;
        }
    }
    return any;
}

void tss_call_destructors(void)
{
    for (unsigned i = 0; i < TSS_DTOR_ITERATIONS && call_destructors(); i++)
        ;
}
