/* Objects by system calls: names, states, types, rights. */

#include <stdio.h>
#include <windows.h>
#include <winternl.h>

static HMODULE ntdll;
#define CALL(name, ...) ((LONG(NTAPI *)(__VA_ARGS__))(void *)GetProcAddress(ntdll, #name))
#define QUERY(name)     CALL(name, HANDLE, ULONG, void *, ULONG, ULONG *)

/* The attributes of a name, of which there is one at a time. */
static OBJECT_ATTRIBUTES *named(const wchar_t *name, ULONG flags)
{
    static UNICODE_STRING text;
    static OBJECT_ATTRIBUTES attributes;
    text.Buffer = (wchar_t *)name;
    text.Length = (USHORT)(2 * wcslen(name));
    text.MaximumLength = (USHORT)(text.Length + 2);
    attributes = (OBJECT_ATTRIBUTES){sizeof attributes, NULL, &text, flags, NULL, NULL};
    return &attributes;
}

#define MAKE_EVENT(event, attributes, type, set)                                                   \
    CALL(NtCreateEvent, HANDLE *, ULONG, OBJECT_ATTRIBUTES *, ULONG, BOOLEAN)                      \
    (event, EVENT_ALL_ACCESS, attributes, type, set)
#define OPEN(name, object, access, attributes)                                                     \
    CALL(name, HANDLE *, ULONG, OBJECT_ATTRIBUTES *)(object, access, attributes)

static void names(void)
{
    const wchar_t *one = L"\\BaseNamedObjects\\one", *two = L"\\Sessions\\1\\BaseNamedObjects\\two";
    HANDLE event, again, opened, mutant, semaphore, timer;
    printf("made %lX", MAKE_EVENT(&event, named(one, 0), 0, TRUE));
    printf(", again %lX", MAKE_EVENT(&again, named(one, 0), 0, TRUE));
    printf(", or opened %lX\n", MAKE_EVENT(&again, named(one, OBJ_OPENIF), 1, FALSE));
    opened = OpenEventA(SYNCHRONIZE, FALSE, "one");
    printf("kernel32 finds it: %d, set %lX\n", opened != NULL, WaitForSingleObject(opened, 0));
    printf("opened %lX", OPEN(NtOpenEvent, &opened, 1, named(one, 0)));
    printf(", no rights %lX", OPEN(NtOpenEvent, &again, 0, named(one, 0)));
    printf(", another kind %lX", OPEN(NtOpenMutant, &again, MUTEX_ALL_ACCESS, named(one, 0)));
    printf(", none %lX",
           OPEN(NtOpenEvent, &again, EVENT_ALL_ACCESS, named(L"\\BaseNamedObjects\\none", 0)));
    printf(", no folder %lX", OPEN(NtOpenEvent, &again, EVENT_ALL_ACCESS, named(L"\\no\\one", 0)));
    printf(", no path %lX", OPEN(NtOpenEvent, &again, EVENT_ALL_ACCESS, named(L"one", 0)));
    printf(" %lX", OPEN(NtOpenEvent, &again, EVENT_ALL_ACCESS, named(L"", 0)));
    printf(", no attributes %lX\n", OPEN(NtOpenEvent, &again, EVENT_ALL_ACCESS, NULL));
    printf("mutant %lX", CALL(NtCreateMutant, HANDLE *, ULONG, OBJECT_ATTRIBUTES *,
                              BOOLEAN)(&mutant, MUTEX_ALL_ACCESS, named(two, 0), TRUE));
    printf(" %lX", OPEN(NtOpenMutant, &again, SYNCHRONIZE, named(two, 0)));
    printf(", semaphore %lX", CALL(NtCreateSemaphore, HANDLE *, ULONG, OBJECT_ATTRIBUTES *, LONG,
                                   LONG)(&semaphore, SEMAPHORE_ALL_ACCESS, named(two, 0), 1, 2));
    wchar_t third[] = L"\\BaseNamedObjects\\three";
    printf(" %lX", CALL(NtCreateSemaphore, HANDLE *, ULONG, OBJECT_ATTRIBUTES *, LONG,
                        LONG)(&semaphore, SEMAPHORE_ALL_ACCESS, named(third, 0), 1, 2));
    printf(" %lX", OPEN(NtOpenSemaphore, &again, SYNCHRONIZE, named(third, 0)));
    third[18] = 'T';
    printf(", another case %lX\n", OPEN(NtOpenSemaphore, &again, SYNCHRONIZE, named(third, 0)));
    printf("timer %lX", CALL(NtCreateTimer, HANDLE *, ULONG, OBJECT_ATTRIBUTES *,
                             ULONG)(&timer, TIMER_ALL_ACCESS, named(third, 0), 1));
    printf(" %lX\n", OPEN(NtOpenTimer, &again, SYNCHRONIZE, named(third, 0)));
}

static void states(void)
{
    HANDLE event, semaphore = CreateSemaphoreA(NULL, 2, 5, NULL),
                  mutant = CreateMutexA(NULL, TRUE, NULL), weak;
    LONG facts[4] = {7, 7, 7, 7};
    ULONG length = 0;
    MAKE_EVENT(&event, NULL, 1, TRUE);
    printf("event %lX", QUERY(NtQueryEvent)(event, 0, facts, 8, &length));
    printf(" %ld %ld, %lu bytes", facts[0], facts[1], length);
    printf(", class %lX", QUERY(NtQueryEvent)(event, 1, facts, 8, NULL));
    printf(", length %lX", QUERY(NtQueryEvent)(event, 0, facts, 9, NULL));
    printf(", kind %lX", QUERY(NtQueryEvent)(semaphore, 0, facts, 8, NULL));
    DuplicateHandle((HANDLE)-1, event, (HANDLE)-1, &weak, SYNCHRONIZE, FALSE, 0);
    printf(", rights %lX", QUERY(NtQueryEvent)(weak, 0, facts, 8, NULL));
    printf(", handle %lX\n", QUERY(NtQueryEvent)((HANDLE)0xBAD0, 0, facts, 8, NULL));
    QUERY(NtQuerySemaphore)(semaphore, 0, facts, 8, NULL);
    printf("semaphore %ld of %ld\n", facts[0], facts[1]);
    WaitForSingleObject(mutant, 0);
    QUERY(NtQueryMutant)(mutant, 0, facts, 8, NULL);
    printf("mutant %ld, own %ld, abandoned %ld\n", facts[0], facts[1] & 1, facts[1] >> 8 & 1);
    ReleaseMutex(mutant);
    ReleaseMutex(mutant);
    printf("signal and wait %lX", CALL(NtSignalAndWaitForSingleObject, HANDLE, HANDLE, BOOLEAN,
                                       LARGE_INTEGER *)(semaphore, event, FALSE, NULL));
    QUERY(NtQuerySemaphore)(semaphore, 0, facts, 8, NULL);
    QUERY(NtQueryEvent)(event, 0, facts + 2, 8, NULL);
    printf(": semaphore %ld, event %ld", facts[0], facts[3]);
    CALL(NtSetEventBoostPriority, HANDLE)(event);
    QUERY(NtQueryEvent)(event, 0, facts, 8, NULL);
    printf(", set %ld\n", facts[1]);
}

static int calls;

static void WINAPI count(void *argument, DWORD low, DWORD high)
{
    (void)low, (void)high;
    calls += (int)argument;
}

static void timers(void)
{
    HANDLE timer;
    LARGE_INTEGER due = {.QuadPart = -600 * 10000000LL}, soon = {.QuadPart = -10000};
    struct {
        LONGLONG left;
        BOOLEAN is_signalled;
    } facts;
    BOOLEAN before = 9;
    CALL(NtCreateTimer, HANDLE *, ULONG, OBJECT_ATTRIBUTES *, ULONG)
    (&timer, TIMER_ALL_ACCESS, NULL, 0);
#define SET(due, routine)                                                                          \
    CALL(NtSetTimer, HANDLE, LARGE_INTEGER *, PTIMERAPCROUTINE, void *, BOOLEAN, LONG, BOOLEAN *)  \
    (timer, due, routine, (void *)5, FALSE, 0, &before)
    printf("timer %lX", SET(&due, NULL));
    printf(" %d", before);
    printf(", asked %lX", QUERY(NtQueryTimer)(timer, 0, &facts, sizeof facts, NULL));
    printf(" %d %d", facts.left > 590 * 10000000LL && facts.left < 601 * 10000000LL,
           facts.is_signalled);
    printf(", soon %lX", SET(&soon, count));
    printf(" %lX", SleepEx(5000, TRUE));
    printf(", calls %d", calls);
    QUERY(NtQueryTimer)(timer, 0, &facts, sizeof facts, NULL);
    printf(", signalled %d", facts.is_signalled);
    before = 9;
    printf(", cancelled %lX", CALL(NtCancelTimer, HANDLE, BOOLEAN *)(timer, &before));
    printf(" %d\n", before);
}

static void show(const char *what, HANDLE object, ULONG which)
{
    struct {
        UNICODE_STRING text;
        char rest[600];
    } facts = {{9, 9, NULL}, ""};
    ULONG length = 0;
    LONG status = QUERY(NtQueryObject)(object, which, &facts, sizeof facts, &length);
    printf("%s: %lX %.*ls, %lu\n", what, status, facts.text.Length / 2, facts.text.Buffer, length);
}

static void facts(void)
{
    HANDLE event,
        file = CreateFileA("C:\\facts.txt", GENERIC_READ | GENERIC_WRITE, 0, NULL, CREATE_ALWAYS, 0,
                           NULL),
        weak, thread;
    ULONG counts[14], length = 0;
    BOOLEAN flags[2] = {9, 9};
    MAKE_EVENT(&event, named(L"\\BaseNamedObjects\\named event", 0), 0, FALSE);
    DuplicateHandle((HANDLE)-1, event, (HANDLE)-1, &weak, SYNCHRONIZE | EVENT_MODIFY_STATE, FALSE,
                    0);
    printf("counts %lX", QUERY(NtQueryObject)(weak, 0, counts, sizeof counts, &length));
    printf(" rights %lX, handles %lu, %lu bytes", counts[1], counts[2], length);
    printf(", length %lX\n", QUERY(NtQueryObject)(weak, 0, counts, 20, &length));
    show("name", event, 1);
    show("of a file", file, 1);
    show("no name", CreateEventA(NULL, TRUE, FALSE, NULL), 1);
    show("type", event, 2);
    show("of a file", file, 2);
    show("of the process", (HANDLE)-1, 2);
    show("of the thread", (HANDLE)-2, 2);
    show("of a mutant", CreateMutexA(NULL, FALSE, NULL), 2);
    printf("short %lX", QUERY(NtQueryObject)(event, 1, counts, 20, &length));
    printf(" %lu", length);
    printf(", flags %lX", QUERY(NtQueryObject)(event, 4, flags, 2, NULL));
    printf(" %d %d", flags[0], flags[1]);
    flags[0] = 1;
    printf(", set %lX",
           CALL(NtSetInformationObject, HANDLE, ULONG, void *, ULONG)(event, 4, flags, 2));
    printf(", class %lX, handle %lX\n", QUERY(NtQueryObject)(event, 77, flags, 2, NULL),
           QUERY(NtQueryObject)((HANDLE)0xBAD0, 0, counts, sizeof counts, NULL));
    CLIENT_ID id = {NULL, (HANDLE)GetCurrentThreadId()};
#define OPEN_THREAD                                                                                \
    CALL(NtOpenThread, HANDLE *, ULONG, OBJECT_ATTRIBUTES *, CLIENT_ID *)                          \
    (&thread, THREAD_QUERY_INFORMATION, NULL, &id)
    printf("thread %lX", OPEN_THREAD);
    printf(" %d", GetThreadId(thread) == GetCurrentThreadId());
    id.UniqueThread = (HANDLE)0xBAD0;
    printf(", none %lX", OPEN_THREAD);
    id = (CLIENT_ID){(HANDLE)0xBAD0, (HANDLE)GetCurrentThreadId()};
    printf(" %lX", OPEN_THREAD);
    printf(", nowhere %lX\n", CALL(NtOpenThread, HANDLE *, ULONG, OBJECT_ATTRIBUTES *, CLIENT_ID *)(
                                  (HANDLE *)0xDEADBEE0, THREAD_QUERY_INFORMATION, NULL, &id));
}

/* All types of objects, with what generic rights are of each. */
static void types(void)
{
    struct type {
        UNICODE_STRING name;
        ULONG counts[13], mapping[4], rights, rest[4];
    };
    static union {
        ULONG count;
        char bytes[4096];
    } all;
    ULONG length = 0, again = 0;
    printf("types %lX", QUERY(NtQueryObject)(NULL, 3, &all, 100, &length));
    printf(" %lX", QUERY(NtQueryObject)(NULL, 3, &all, length, &again));
    printf(", %lu, the same size %d\n", all.count, length == again);
    const struct type *type = (const struct type *)(all.bytes + 4);
    for (ULONG i = 0; i < all.count; i++) {
        printf("%ls %lX %lX %lX %lX, %lX\n", type->name.Buffer, type->mapping[0], type->mapping[1],
               type->mapping[2], type->mapping[3], type->rights);
        ULONG_PTR end = (ULONG_PTR)type->name.Buffer + type->name.MaximumLength;
        type = (const struct type *)((end + 3) & ~(ULONG_PTR)3);
    }
    printf("all of them %d\n", (const char *)type == all.bytes + length);
    struct {
        struct type type;
        wchar_t name[20];
    } one;
    QUERY(NtQueryObject)(CreateMutexA(NULL, FALSE, NULL), 2, &one, sizeof one, NULL);
    printf("of a mutant %ls %lX %lX\n", one.type.name.Buffer, one.type.mapping[3], one.type.rights);
}

/* Values that a call cannot use are refused, and no handle is left. */
static void refusals(void)
{
    HANDLE event = (HANDLE)7;
    OBJECT_ATTRIBUTES *attributes = named(L"\\BaseNamedObjects\\one", 0);
    printf("no place %lX", MAKE_EVENT(NULL, NULL, 0, TRUE));
    printf(", attributes %lX", MAKE_EVENT(&event, (OBJECT_ATTRIBUTES *)16, 0, TRUE));
    attributes->Length--;
    printf(", their length %lX", MAKE_EVENT(&event, attributes, 0, TRUE));
    printf(" %d", event == NULL);
    attributes->Length++;
    attributes->ObjectName->Length--;
    printf(", half a letter %lX", OPEN(NtOpenEvent, &event, 1, attributes));
    attributes->ObjectName->Length++;
    attributes->ObjectName->Buffer = (wchar_t *)16;
    printf(", no text %lX", OPEN(NtOpenEvent, &event, 1, attributes));
    attributes->ObjectName = (UNICODE_STRING *)16;
    printf(", no name %lX\n", OPEN(NtOpenEvent, &event, 1, attributes));
}

int main(void)
{
    ntdll = GetModuleHandleA("ntdll.dll");
    names();
    states();
    timers();
    facts();
    types();
    refusals();
    return 0;
}
