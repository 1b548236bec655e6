/* Lists without a lock, in one thread; threads that meet at them are in tests/host/win32_locks.c.
 *
 * run: emulator=qemu
 * run: name=486 cpu=486 compilers=gcc
 * run: name=486-ring3 ring=3 cpu=486 compilers=gcc
 * run: name=checked checked=1 compilers=gcc
 * run: name=ring3 ring=3
 */
#include <windows.h>

#include "tests/windows/windows_check.h"

struct item {
    SLIST_ENTRY entry;
    DWORD number;
};

static struct item items[10] __attribute__((aligned(MEMORY_ALLOCATION_ALIGNMENT)));
static SLIST_HEADER list __attribute__((aligned(MEMORY_ALLOCATION_ALIGNMENT)));

static PSLIST_ENTRY entry(unsigned i) { return &items[i].entry; }

/* The calls of kernel32, and those of ntdll, which do the same. */
struct calls {
    const char *module;
    VOID(NTAPI *initialize)(PSLIST_HEADER);
    WORD(NTAPI *depth)(PSLIST_HEADER);
    PSLIST_ENTRY(NTAPI *push)(PSLIST_HEADER, PSLIST_ENTRY);
    PSLIST_ENTRY(NTAPI *push_chain)(PSLIST_HEADER, PSLIST_ENTRY, PSLIST_ENTRY, ULONG);
    PSLIST_ENTRY(NTAPI *pop)(PSLIST_HEADER);
    PSLIST_ENTRY(NTAPI *flush)(PSLIST_HEADER);
};

static const struct calls kernel32 = {"kernel32",
                                      InitializeSListHead,
                                      QueryDepthSList,
                                      InterlockedPushEntrySList,
                                      InterlockedPushListSListEx,
                                      InterlockedPopEntrySList,
                                      InterlockedFlushSList};
static const struct calls ntdll = {"ntdll",
                                   RtlInitializeSListHead,
                                   RtlQueryDepthSList,
                                   RtlInterlockedPushEntrySList,
                                   RtlInterlockedPushListSListEx,
                                   RtlInterlockedPopEntrySList,
                                   RtlInterlockedFlushSList};

static void check_calls(const struct calls *of)
{
    printf("# calls of %s\n", of->module);
    list.Alignment = 0x5555555555555555;
    of->initialize(&list);
    check(list.Alignment == 0 && of->depth(&list) == 0 && !RtlFirstEntrySList(&list),
          "a new list is empty");
    check(of->pop(&list) == NULL && of->flush(&list) == NULL, "nothing is popped from it");
    check(of->push(&list, entry(0)) == NULL && of->depth(&list) == 1,
          "push returns the entry that was first: none");
    check(of->push(&list, entry(1)) == entry(0) && of->depth(&list) == 2 &&
              RtlFirstEntrySList(&list) == entry(1) && entry(1)->Next == entry(0) &&
              entry(0)->Next == NULL,
          "or the last one pushed, which is behind it now");
    check(of->pop(&list) == entry(1) && of->depth(&list) == 1, "pop takes the last one pushed");
    entry(2)->Next = entry(3);
    entry(3)->Next = entry(4);
    check(of->push_chain(&list, entry(2), entry(4), 3) == entry(0) && of->depth(&list) == 4 &&
              entry(4)->Next == entry(0),
          "a chain is pushed in one step");
    check(of->pop(&list) == entry(2) && of->depth(&list) == 3, "its first entry is the list's");
    check(of->flush(&list) == entry(3) && entry(3)->Next == entry(4) &&
              entry(4)->Next == entry(0) && !entry(0)->Next && of->depth(&list) == 0 &&
              !RtlFirstEntrySList(&list),
          "flush takes all of them, still linked");
}

/* The calls that take two of their words in registers. */
static void check_fast(void)
{
    InitializeSListHead(&list);
    entry(0)->Next = entry(1);
    entry(2)->Next = entry(3);
    check(!InterlockedPushListSList(&list, entry(0), entry(1), 2) &&
              RtlInterlockedPushListSList(&list, entry(2), entry(3), 2) == entry(0) &&
              QueryDepthSList(&list) == 4 && InterlockedFlushSList(&list) == entry(2) &&
              entry(3)->Next == entry(0),
          "InterlockedPushListSList pushes a chain, too");
}

/* The number that counts changes tells two equal lists apart. */
static void check_sequence(void)
{
    InitializeSListHead(&list);
    InterlockedPushEntrySList(&list, entry(0));
    WORD before = list.Sequence;
    InterlockedPopEntrySList(&list);
    InterlockedPushEntrySList(&list, entry(0));
    check(list.Sequence != before, "a list that was changed and changed back is another one");
    for (unsigned i = 0; i < 70000; i++) {
        InterlockedPushEntrySList(&list, entry(1));
        InterlockedPopEntrySList(&list);
    }
    check(QueryDepthSList(&list) == 1 && InterlockedPopEntrySList(&list) == entry(0) &&
              list.Alignment >> 32 << 16 >> 16 != 0 && QueryDepthSList(&list) == 0,
          "70000 pushes and pops, and the number has gone around");
}

static DWORD popped_from(PSLIST_HEADER from)
{
    __try {
        InterlockedPopEntrySList(from);
    } __except (EXCEPTION_EXECUTE_HANDLER) {
        return GetExceptionCode();
    }
    return 0;
}

static void check_fault(void)
{
    InitializeSListHead(&list);
    DWORD chain = __readfsdword(0);
    list.Next.Next = (PSLIST_ENTRY)0x10008;
    list.Depth = 1;
    check(popped_from(&list) == 0xC0000005 && __readfsdword(0) == chain,
          "an entry that is no memory faults in the program that has pushed it");
}

/* A handler that sees the fault first plays the thread that has popped and freed the entry. */
static LONG CALLBACK pops_meanwhile(PEXCEPTION_POINTERS pointers)
{
    if (pointers->ExceptionRecord->ExceptionCode == EXCEPTION_ACCESS_VIOLATION) {
        list.Next.Next = entry(5);
        list.Sequence++;
    }
    return EXCEPTION_CONTINUE_SEARCH;
}

static void check_freed_entry(void)
{
    InitializeSListHead(&list);
    list.Next.Next = (PSLIST_ENTRY)0x10008;
    list.Depth = 2;
    entry(5)->Next = NULL;
    PVOID handler = AddVectoredExceptionHandler(1, pops_meanwhile);
    check(InterlockedPopEntrySList(&list) == entry(5) && QueryDepthSList(&list) == 1,
          "an entry that was popped and freed meanwhile does not fault: the pop begins again");
    RemoveVectoredExceptionHandler(handler);
}

int main(void)
{
    check_calls(&kernel32);
    check_calls(&ntdll);
    check_fast();
    check_sequence();
    check_fault();
    check_freed_entry();
    return done();
}
