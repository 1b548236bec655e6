/* A program on the C library of Visual C++ 2010, and what those of 2005 to 2013 have otherwise than
 * msvcrt.dll: exceptions of std, ends, encoded addresses. It ends with an invalid parameter.
 * flags: -Wno-cast-function-type -nodefaultlibs -lmingw32 -lgcc -lmoldname -lmingwex -lmsvcr100 -lkernel32 -luser32 -ladvapi32 -lgcc */
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <windows.h>

#define THIS __attribute__((thiscall))

static const char *const versions[] = {"MSVCR80.dll", "msvcr90", "MSVCR100.DLL", "msvcr110.dll",
                                       "MSVCR120.dll"};
static jmp_buf back;
static int calls;

static void *named(const char *name)
{
    void *found = (void *)GetProcAddress(GetModuleHandleA("msvcr100.dll"), name);
    if (!found)
        printf("no %s\n", name);
    return found;
}

static void on_invalid(const wchar_t *expression, const wchar_t *function, const wchar_t *file,
                       unsigned line, uintptr_t reserved)
{
    calls++;
}

static void on_abort(int number) { longjmp(back, number); }

/* ---------------------------------------------------------------- modules */

static void modules(void)
{
    char path[MAX_PATH];
    HMODULE own = GetModuleHandleA("msvcr100.dll");
    GetModuleFileNameA(own, path, sizeof path);
    printf("%s, %s\n", strrchr(path, '\\') + 1,
           GetModuleHandleA("msvcrt.dll") ? "and msvcrt.dll" : "alone");
    DWORD before;
    VirtualProtect(own, 4, PAGE_READWRITE, &before);
    ((char *)own)[2] = 7;
    for (unsigned i = 0; i < sizeof versions / sizeof *versions; i++) {
        HMODULE module = LoadLibraryA(versions[i]);
        double (*rounds)(double) = (void *)GetProcAddress(module, "round");
        GetModuleFileNameA(module, path, sizeof path);
        printf("%s %g, %s\n", strrchr(path, '\\') + 1, rounds ? rounds(2.5) : 0,
               module == own ? "the same" : "another");
    }
    printf("written to: %d %d\n", ((char *)own)[2] == 7,
           ((char *)GetModuleHandleA("msvcr90"))[2] == 7);
}

/* ---------------------------------------------------------------- C++ */

struct thrown {
    DWORD attributes;
    void *destructor, *forward;
    struct {
        DWORD count;
        struct {
            DWORD properties;
            struct descriptor {
                const void *methods;
                char *undecorated;
                char name[32];
            } * type;
        } * first;
    } * types;
};

static LONG CALLBACK on_throw(EXCEPTION_POINTERS *pointers)
{
    const EXCEPTION_RECORD *record = pointers->ExceptionRecord;
    if (record->ExceptionCode != 0xE06D7363)
        return EXCEPTION_CONTINUE_SEARCH;
    const struct thrown *thrown = (const void *)record->ExceptionInformation[2];
    struct object {
        const char *(THIS *const *methods)(struct object *);
    } *object = (void *)record->ExceptionInformation[1];
    printf("thrown: %s, %s\n", thrown->types->first->type->name, object->methods[1](object));
    longjmp(back, 1);
}

static void classes(void)
{
    struct {
        const void *methods;
        char *what;
        int frees;
    } one, other;
    const char *text = "a text";
    void *(THIS * construct)(void *, const char **) = named("??0exception@std@@QAE@ABQBD@Z");
    void *(THIS * copy)(void *, void *) = named("??0bad_cast@std@@QAE@ABV01@@Z");
    const char *(THIS * what)(void *) = named("?what@exception@std@@UBEPBDXZ");
    void(THIS * destruct)(void *) = named("??1exception@std@@UAE@XZ");
    construct(&one, &text);
    copy(&other, &one);
    printf("std::exception: %s, its copy: %s %d %d\n", what(&one), what(&other),
           other.methods == named("??_7bad_cast@std@@6B@"),
           one.methods == named("??_7exception@std@@6B@"));
    destruct(&one);
    destruct(&other);

    PVOID handler = AddVectoredExceptionHandler(1, on_throw);
    void *(*operator_new)(size_t) = named("??2@YAPAXI@Z");
    free(operator_new(8));
    if (!setjmp(back))
        operator_new(0x7FFFFFFF);
    void *(*type_of)(void *) = named("__RTtypeid");
    if (!setjmp(back))
        type_of(NULL);
    RemoveVectoredExceptionHandler(handler);

    struct node {
        void *name;
        struct node *next;
    } list = {NULL, NULL};
    struct descriptor type = {NULL, NULL, ".?AVone@two@@"};
    const char *(THIS * name)(void *, struct node *) =
        named("?_name_internal_method@type_info@@QBEPBDPAU__type_info_node@@@Z");
    void (*clean)(struct node *) = named("__clean_type_info_names_internal");
    const char *first = name(&type, &list);
    printf("name: %s, once: %d, listed: %d", first, first == name(&type, &list),
           list.next && list.next->name == first && !list.next->next);
    clean(&list);
    printf(", cleaned: %d\n", !list.next);
}

/* ---------------------------------------------------------------- calls */

static int sum(int count, ...)
{
    va_list one, other;
    int found = 0;
    void (*copy)(va_list *, va_list) = named("_vacopy");
    va_start(one, count);
    copy(&other, one);
    found += va_arg(one, int);
    found += va_arg(other, int);
    va_end(one);
    return found;
}

static LONG WINAPI filter(EXCEPTION_POINTERS *pointers) { return EXCEPTION_CONTINUE_SEARCH; }

static void other_calls(void)
{
    void *(*encode)(void *) = named("_encode_pointer"),
                         *(*decode)(void *) = named("_decode_pointer");
    void *(*null)(void) = named("_encoded_null");
    printf("addresses: %d %d %d\n", encode(&calls) != &calls, decode(encode(&calls)) == &calls,
           !decode(null()));

    void *(*zeroed)(size_t, size_t) = named("_calloc_crt"),
                            *(*again)(void *, size_t, size_t) = named("_recalloc_crt");
    char *block = zeroed(2, 2);
    memset(block, 'x', 4);
    block = again(block, 2, 4);
    printf("blocks: %.4s %d", block, block[4] | block[7]);
    free(block);
    size_t (*size)(void *, size_t, size_t) = named("_aligned_msize");
    block = _aligned_malloc(32, 64);
    printf(" %u\n", (unsigned)size(block, 64, 0));
    _aligned_free(block);

    void (*sleep)(DWORD) = named("__crtSleep");
    sleep(0);
    WORD (*show)(void) = named("__crtGetShowWindowMode");
    void *(*set_filter)(void *) = named("__crtSetUnhandledExceptionFilter");
    int (*widest)(void *) = named("___mb_cur_max_l_func");
    void *(*ending)(void) = named("_get_terminate");
    printf("widest: %d, ending: %d\n", widest(NULL), ending() != NULL);
    void *before = set_filter((void *)filter);
    printf("copied: %d, window: %d, filter: %d\n", sum(1, 21), show(),
           set_filter(before) == (void *)filter);
}

/* ---------------------------------------------------------------- ends */

static void ends(void)
{
    unsigned (*behave)(unsigned, unsigned) = named("_set_abort_behavior");
    void (*set_handler)(void *) = named("_set_invalid_parameter_handler");
    signal(SIGABRT, on_abort);
    if (!setjmp(back))
        abort();
    printf("behaves: %u\n", behave(0, 1));
    signal(SIGABRT, on_abort);
    if (!setjmp(back))
        abort();
    set_handler((void *)on_invalid);
    fclose(NULL);
    printf("behaves: %u, handled: %d\n", behave(1, 1), calls);
    set_handler(NULL);
    void (*invalid)(void) = named("_invalid_parameter_noinfo");
    invalid();
    printf("never printed\n");
}

int main(void)
{
    setvbuf(stdout, NULL, _IONBF, 0);
    modules();
    classes();
    other_calls();
    ends();
    return 0;
}
