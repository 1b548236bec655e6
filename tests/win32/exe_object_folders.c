/* Folders of objects and links between them, by system calls. */

#include <stdio.h>
#include <windows.h>
#include <winternl.h>

static HMODULE ntdll;
#define CALL(name, ...) ((LONG(NTAPI *)(__VA_ARGS__))(void *)GetProcAddress(ntdll, #name))

/* The attributes of a name in a folder, of which there is one at a time. */
static OBJECT_ATTRIBUTES *in(HANDLE folder, const wchar_t *name, ULONG flags)
{
    static UNICODE_STRING text;
    static OBJECT_ATTRIBUTES attributes;
    text.Buffer = (wchar_t *)name;
    text.Length = name ? (USHORT)(2 * wcslen(name)) : 0;
    text.MaximumLength = (USHORT)(text.Length + 2);
    attributes =
        (OBJECT_ATTRIBUTES){sizeof attributes, folder, name ? &text : NULL, flags, NULL, NULL};
    return &attributes;
}

#define NAMED(name) in(NULL, name, 0)
#define MAKE(name, object, attributes)                                                             \
    CALL(name, HANDLE *, ULONG, OBJECT_ATTRIBUTES *)(object, GENERIC_ALL, attributes)
#define FOLDER(folder, attributes) MAKE(NtCreateDirectoryObject, folder, attributes)
#define OPEN(folder, attributes)   MAKE(NtOpenDirectoryObject, folder, attributes)
#define MUTANT(mutant, attributes)                                                                 \
    CALL(NtCreateMutant, HANDLE *, ULONG, OBJECT_ATTRIBUTES *, BOOLEAN)                            \
    (mutant, GENERIC_ALL, attributes, FALSE)

static void close(HANDLE handle) { CloseHandle(handle); }

static LONG close_after(LONG status, const HANDLE *handle)
{
    if (status >= 0)
        close(*handle);
    return status;
}

static void show(HANDLE object)
{
    struct {
        UNICODE_STRING text;
        char rest[600];
    } name, type;
#define QUERY(which, facts)                                                                        \
    CALL(NtQueryObject, HANDLE, ULONG, void *, ULONG, ULONG *)                                     \
    (object, which, &facts, sizeof facts, NULL)
    QUERY(1, name);
    QUERY(2, type);
    printf("%.*ls %.*ls\n", type.text.Length / 2, type.text.Buffer, name.text.Length / 2,
           name.text.Buffer ? name.text.Buffer : L"");
}

static void paths(void)
{
    static const wchar_t *const names[] = {L"\\",
                                           L"\\BaseNamedObjects",
                                           L"\\basenamedobjects",
                                           L"BaseNamedObjects",
                                           L"\\BaseNamedObjects\\",
                                           L"\\\\BaseNamedObjects",
                                           L"\\BaseNamedObjects\\none\\",
                                           L"\\BaseNamedObjects\\none",
                                           L"\\BaseNamedObjects\\Local",
                                           L"\\BaseNamedObjects\\Global",
                                           L"\\BaseNamedObjects\\Session\\1",
                                           L"\\??\\GLOBALROOT\\??",
                                           L"\\Device\\Null",
                                           L"\\Device\\Null\\x",
                                           L""};
    HANDLE handle;
    for (unsigned i = 0; i < sizeof names / sizeof names[0]; i++) {
        LONG status = OPEN(&handle, NAMED(names[i]));
        printf("%ls: %lX ", names[i], status);
        if (status == 0) {
            show(handle);
            close(handle);
        } else {
            puts("");
        }
    }
    printf(
        "without regard to case: %lX",
        close_after(OPEN(&handle, in(NULL, L"\\basenamedobjects", OBJ_CASE_INSENSITIVE)), &handle));
    printf(", no attributes %lX, no name %lX\n", OPEN(&handle, NULL), OPEN(&handle, NAMED(NULL)));
}

static void made(void)
{
    HANDLE folder, again, inner, mutant, other, nameless;
    printf("made %lX", FOLDER(&folder, NAMED(L"\\BaseNamedObjects\\here")));
    printf(", again %lX", FOLDER(&again, NAMED(L"\\BaseNamedObjects\\here")));
    printf(", or opened %lX",
           close_after(FOLDER(&again, in(NULL, L"\\BaseNamedObjects\\here", OBJ_OPENIF)), &again));
    printf(", inside %lX", FOLDER(&inner, in(folder, L"inner", 0)));
    printf(", with a backslash %lX\n", FOLDER(&again, in(folder, L"\\inner", 0)));
    show(inner);
    printf("mutant %lX", MUTANT(&mutant, in(inner, L"x", 0)));
    printf(", there again %lX", MUTANT(&other, in(inner, L"x", 0)));
    printf(", by its path %lX",
           close_after(CALL(NtOpenMutant, HANDLE *, ULONG, OBJECT_ATTRIBUTES *)(
                           &other, SYNCHRONIZE, NAMED(L"\\BaseNamedObjects\\here\\inner\\x")),
                       &other));
    printf(", elsewhere %lX\n", close_after(MUTANT(&other, in(folder, L"x", 0)), &other));
    show(mutant);
    HANDLE global = CreateMutexA(NULL, FALSE, "Global\\x");
    printf("for all sessions %lX ", MUTANT(&other, NAMED(L"\\BaseNamedObjects\\Global\\x")));
    show(global);
    close(global);
    printf("a folder of its name %lX", FOLDER(&other, in(inner, L"x", 0)));
    printf(", opened %lX", OPEN(&other, in(inner, L"x", 0)));
    printf(", a mutant of a folder's %lX", MUTANT(&other, in(folder, L"inner", 0)));
    printf(", a mutant as a folder %lX", OPEN(&other, in(mutant, L"x", 0)));
    SetLastError(77);
    printf(", no handle %lX", OPEN(&other, in((HANDLE)0xBAD0, L"x", 0)));
    printf(" %lX", MUTANT(&other, in((HANDLE)0xBAD0, L"x", 0)));
    printf(", the error stays %lu\n", GetLastError());
    printf("without a name %lX", FOLDER(&nameless, NULL));
    printf(", a mutant in it %lX", MUTANT(&other, in(nameless, L"x", 0)));
    printf(", again %lX", MUTANT(&again, in(nameless, L"x", 0)));
    printf(", without a name %lX", close_after(MUTANT(&again, in(nameless, L"", 0)), &again));
    printf(", the folder itself %lX\n", close_after(OPEN(&again, in(nameless, L"", 0)), &again));
    close(nameless);
    close(other);
    close(inner);
    printf("closed %lX", OPEN(&again, in(folder, L"inner", 0)));
    close(mutant);
    close(folder);
    printf(" %lX\n", OPEN(&again, NAMED(L"\\BaseNamedObjects\\here")));
}

static void links(void)
{
    HANDLE link, opened, folder, other;
    wchar_t room[40];
    UNICODE_STRING target = {40, 42, L"\\BaseNamedObjects\\to"}, told = {0, sizeof room, room};
    ULONG length = 0;
    FOLDER(&folder, NAMED(target.Buffer));
#define LINK(link, attributes)                                                                     \
    CALL(NtCreateSymbolicLinkObject, HANDLE *, ULONG, OBJECT_ATTRIBUTES *, UNICODE_STRING *)       \
    (link, GENERIC_ALL, attributes, &target)
#define OPEN_LINK(link, attributes) MAKE(NtOpenSymbolicLinkObject, link, attributes)
#define ASK(link)                                                                                  \
    CALL(NtQuerySymbolicLinkObject, HANDLE, UNICODE_STRING *, ULONG *)(link, &told, &length)
    printf("link %lX", LINK(&link, NAMED(L"\\BaseNamedObjects\\link")));
    printf(", again %lX", LINK(&opened, NAMED(L"\\BaseNamedObjects\\link")));
    printf(", opened %lX", OPEN_LINK(&opened, NAMED(L"\\BaseNamedObjects\\link")));
    printf(", asked %lX", ASK(opened));
    printf(" %ls %u %lu", room, told.Length, length);
    told.MaximumLength = told.Length;
    printf(", short %lX", ASK(opened));
    printf(", a folder %lX\n", ASK(folder));
    show(link);
    printf("a mutant through it %lX\n", MUTANT(&other, NAMED(L"\\BaseNamedObjects\\link\\y")));
    show(other);
    printf("a folder there %lX",
           close_after(OPEN(&other, NAMED(L"\\BaseNamedObjects\\link")), &other));
    printf(", as a folder %lX", OPEN(&other, in(link, L"y", 0)));
    printf(", a folder as a link %lX", OPEN_LINK(&other, NAMED(L"\\BaseNamedObjects")));
    target = (UNICODE_STRING){44, 46, L"\\BaseNamedObjects\\round"};
    printf(", round %lX", LINK(&opened, NAMED(L"\\BaseNamedObjects\\round")));
    printf(" %lX", OPEN(&other, NAMED(L"\\BaseNamedObjects\\round")));
    target.MaximumLength = 0;
    printf(", no room %lX", LINK(&other, NAMED(L"\\BaseNamedObjects\\none")));
    target.MaximumLength = 42;
    printf(" %lX\n", LINK(&other, NAMED(L"\\BaseNamedObjects\\none")));
    told.Buffer = (wchar_t *)16;
    printf("no memory %lX", ASK(link));
#define ASK_AT(target, length)                                                                     \
    CALL(NtQuerySymbolicLinkObject, HANDLE, UNICODE_STRING *, ULONG *)(link, target, length)
    told.Buffer = room;
    printf(" %lX %lX\n", ASK_AT(NULL, NULL), ASK_AT(&told, (ULONG *)16));
    close(opened);
    close(link);
    close(folder);
}

struct entry {
    UNICODE_STRING name, type;
};

static ULONG place, size;
static union {
    struct entry entries[20];
    char bytes[700];
} list;

static LONG ask(HANDLE folder, ULONG room, BOOLEAN is_single, BOOLEAN restart)
{
    LONG status = CALL(NtQueryDirectoryObject, HANDLE, void *, ULONG, BOOLEAN, BOOLEAN, ULONG *,
                       ULONG *)(folder, &list, room, is_single, restart, &place, &size);
    printf("%lX at %lu, %lu bytes:", status, place, size);
    for (const struct entry *one = list.entries; status >= 0 && one->name.Buffer; one++)
        printf(" %ls %ls", one->type.Buffer, one->name.Buffer);
    puts("");
    return status;
}

static void lists(void)
{
    HANDLE folder, mutant, event, inner, again;
    FOLDER(&folder, NAMED(L"\\BaseNamedObjects\\list"));
    ask(folder, sizeof list, FALSE, TRUE);
    FOLDER(&inner, in(folder, L"inner", 0));
    MUTANT(&mutant, in(folder, L"mutant", 0));
    MUTANT(&again, in(inner, L"deeper", 0));
    CALL(NtCreateEvent, HANDLE *, ULONG, OBJECT_ATTRIBUTES *, ULONG, BOOLEAN)
    (&event, GENERIC_ALL, in(folder, L"event", 0), 0, FALSE);
    MUTANT(&again, in(folder, L"mutant", OBJ_OPENIF));
    ask(folder, sizeof list, FALSE, TRUE);
    ULONG whole = size;
    ask(folder, whole - 1, FALSE, TRUE);
    ask(folder, sizeof(struct entry), FALSE, TRUE);
    while (ask(folder, sizeof list, TRUE, place == 0) == 0)
        ;
    ask(folder, 20, TRUE, TRUE);
    ask(mutant, sizeof list, TRUE, TRUE);
    printf("no memory %lX\n",
           CALL(NtQueryDirectoryObject, HANDLE, void *, ULONG, BOOLEAN, BOOLEAN, ULONG *,
                ULONG *)(folder, &list, sizeof list, FALSE, TRUE, &place, (ULONG *)16));
    OPEN(&again, NAMED(L"\\"));
    ask(again, sizeof list, FALSE, TRUE);
}

/* Calls of kernel32 see names of ports, jobs and sections. */
static void names_of_kernel32(void)
{
#define TELL(made) (SetLastError(0), printf(" %d", (made) != NULL), printf("-%lu", GetLastError()))
    HANDLE own;
    printf("taken");
    TELL(CreateMutexA(NULL, FALSE, "port"));
    TELL(CreateEventW(NULL, FALSE, FALSE, L"Local\\port"));
    TELL(CreateSemaphoreA(NULL, 0, 1, "job"));
    TELL(CreateWaitableTimerA(NULL, FALSE, "section"));
    TELL(OpenMutexA(SYNCHRONIZE, FALSE, "port"));
    TELL(CreateFileMappingA(INVALID_HANDLE_VALUE, NULL, PAGE_READWRITE, 0, 4096, "port"));
    printf(", jobs");
    TELL(CreateJobObjectA(NULL, "port"));
    TELL(CreateJobObjectW(NULL, L"job"));
    TELL(OpenJobObjectW(JOB_OBJECT_QUERY, FALSE, L"Local\\job"));
    TELL(own = CreateJobObjectA(NULL, "own"));
    TELL(OpenJobObjectA(JOB_OBJECT_QUERY, FALSE, "own"));
    TELL(CreateMutexA(NULL, FALSE, "own"));
    TELL(OpenJobObjectA(JOB_OBJECT_QUERY, FALSE, "none"));
    TELL(OpenJobObjectA(JOB_OBJECT_QUERY, FALSE, NULL));
    TELL(CreateJobObjectW(NULL, NULL));
    printf("\n");
    close(own);
}

static void own_objects(void)
{
    HANDLE port, job, section, mutant, other;
    const wchar_t *name = L"\\BaseNamedObjects\\port";
#define PORT(port, attributes)                                                                     \
    CALL(NtCreateIoCompletion, HANDLE *, ULONG, OBJECT_ATTRIBUTES *, ULONG)                        \
    (port, GENERIC_ALL, attributes, 0)
    printf("port %lX", PORT(&port, NAMED(name)));
    printf(", again %lX", PORT(&other, NAMED(name)));
    printf(", or opened %lX", close_after(PORT(&other, in(NULL, name, OBJ_OPENIF)), &other));
    printf(", opened %lX", close_after(MAKE(NtOpenIoCompletion, &other, NAMED(name)), &other));
    printf(", as a job %lX", MAKE(NtOpenJobObject, &other, NAMED(name)));
    printf(", made one %lX", MAKE(NtCreateJobObject, &other, NAMED(name)));
    printf(", none %lX\n", MAKE(NtOpenJobObject, &other, NAMED(L"\\BaseNamedObjects\\job")));
    printf("job %lX", MAKE(NtCreateJobObject, &job, NAMED(L"\\BaseNamedObjects\\job")));
    printf(" %lX\n", MAKE(NtOpenJobObject, &other, NAMED(L"\\BaseNamedObjects\\job")));
    LARGE_INTEGER bytes = {{4096, 0}};
#define SECTION(section, attributes)                                                               \
    CALL(NtCreateSection, HANDLE *, ULONG, OBJECT_ATTRIBUTES *, LARGE_INTEGER *, ULONG, ULONG,     \
         HANDLE)                                                                                   \
    (section, SECTION_ALL_ACCESS, attributes, &bytes, PAGE_READWRITE, SEC_COMMIT, NULL)
    printf("its name is taken: %lX", MUTANT(&other, NAMED(name)));
    printf(" %lX %lX", FOLDER(&other, NAMED(name)), OPEN(&other, NAMED(name)));
    printf(" %lX\n", SECTION(&other, NAMED(name)));
    printf("a section's: %lX", SECTION(&section, NAMED(L"\\BaseNamedObjects\\section")));
    printf(" %lX", PORT(&other, NAMED(L"\\BaseNamedObjects\\section")));
    printf(" %lX", MUTANT(&other, NAMED(L"\\BaseNamedObjects\\section")));
    MUTANT(&mutant, NAMED(L"\\BaseNamedObjects\\mutant"));
    printf(", a mutant's %lX\n", SECTION(&other, NAMED(L"\\BaseNamedObjects\\mutant")));
    OPEN(&other, NAMED(L"\\BaseNamedObjects"));
    ask(other, sizeof list, FALSE, TRUE);
    names_of_kernel32();
    close(section);
    close(mutant);
    show(port);
    show(job);
    show(CreateFileMappingA(INVALID_HANDLE_VALUE, NULL, PAGE_READWRITE, 0, 4096, NULL));
    close(port);
    printf("closed %lX\n", MAKE(NtOpenIoCompletion, &other, NAMED(name)));
}

static LONG inside, twice;

/* Makes a folder that another thread makes, too, and keeps it for so long. */
static void make_once(DWORD milliseconds)
{
    HANDLE folder;
    UNICODE_STRING name = {44, 46, L"\\BaseNamedObjects\\once"};
    OBJECT_ATTRIBUTES attributes = {sizeof attributes, NULL, &name, 0, NULL, NULL};
    if (FOLDER(&folder, &attributes))
        return;
    twice += InterlockedIncrement(&inside) > 1;
    if (milliseconds)
        Sleep(milliseconds);
    InterlockedDecrement(&inside);
    close(folder);
}

static LONG volatile is_over;

static DWORD WINAPI makes(void *unused)
{
    while (!is_over)
        make_once(0);
    return 0;
}

/* The more important thread interrupts the other one anywhere, mostly in the middle of its call. */
static void make_at_once(void)
{
    enum { TIMES = 100 };
    HANDLE thread = CreateThread(NULL, 0, makes, NULL, 0, NULL);
    SetThreadPriority(GetCurrentThread(), THREAD_PRIORITY_HIGHEST);
    for (unsigned i = 0; i < TIMES; i++) {
        Sleep(1);
        make_once(1);
    }
    is_over = TRUE;
    WaitForSingleObject(thread, INFINITE);
    printf("made twice %ld\n", twice);
}

static HANDLE changed;

/* A folder in another, whose name is a long and a short one in turn. It changes once each time that
 * the lister is preempted, which is mostly in the middle of a list. */
static DWORD WINAPI changes(void *unused)
{
    enum { CHANGES = 40 };
    static UNICODE_STRING names[] = {{2, 4, L"x"},
                                     {80, 82, L"a folder whose name has forty letters..."}};
    HANDLE folder, before = NULL;
    for (unsigned i = 0; i < CHANGES; i++) {
        OBJECT_ATTRIBUTES attributes = {sizeof attributes, changed, &names[i % 2], 0, NULL, NULL};
        FOLDER(&folder, &attributes);
        close(before);
        before = folder;
        SwitchToThread();
    }
    close(before);
    return 0;
}

/* Lists a folder that changes meanwhile, in room for the short name. */
static void list_changing(void)
{
    enum { ROOM = 2 * sizeof(struct entry) + 24 };
    unsigned wrong = 0;
    FOLDER(&changed, NAMED(L"\\BaseNamedObjects\\changed"));
    HANDLE thread = CreateThread(NULL, 0, changes, NULL, 0, NULL);
    while (WaitForSingleObject(thread, 0) == WAIT_TIMEOUT) {
        memset(&list, 0x5A, sizeof list);
        CALL(NtQueryDirectoryObject, HANDLE, void *, ULONG, BOOLEAN, BOOLEAN, ULONG *, ULONG *)
        (changed, &list, ROOM, FALSE, TRUE, &place, NULL);
        for (unsigned at = ROOM; at < sizeof list.bytes; at++)
            wrong += list.bytes[at] != 0x5A;
    }
    printf("behind a changing list %u bytes\n", wrong);
}

int main(void)
{
    ntdll = GetModuleHandleA("ntdll.dll");
    paths();
    made();
    links();
    lists();
    own_objects();
    list_changing();
    make_at_once();
    return 0;
}
