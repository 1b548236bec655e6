/* Critical sections. LockCount has Windows' meaning (nt_objects.h). LockSemaphore counts the wakes
 * that no waiter has taken yet, 0 or 1: as long as one is on its way, bit 1 of LockCount is clear
 * and no second one is sent.
 *
 * An owner is known by its number in the TEB, so user-level threads and fibers of one thread are
 * one owner.
 */
#include "kernel/call/program.h"
#include "kernel/call/tib.h"
#include "seh_emul/error_codes.h"
#include "win32/address_wait_calls.h"
#include "win32/word.h"

#include <synchapi.h>
#include <winternl.h>

/* LockCount's steps: from free to owned, for a wake on its way, for a waiter. */
enum { OWNED = 1, WAKE = 2, WAITER = 4 };
#define FREE       0xFFFFFFFFu
#define IS_FREE    1u
#define NO_WAKE    2u
#define MOST_SPINS 0x00FFFFFFu
#define KNOWN_FLAGS                                                                                \
    (RTL_CRITICAL_SECTION_FLAG_NO_DEBUG_INFO | RTL_CRITICAL_SECTION_FLAG_DYNAMIC_SPIN |            \
     RTL_CRITICAL_SECTION_FLAG_STATIC_INIT)

static inline HANDLE this_owner(void)
{
    DWORD number;
    __asm__ volatile("movl %%fs:%c1, %0" : "=r"(number) : "i"(offsetof(TEB, UniqueThread)));
    return (HANDLE)number;
}

/* Takes a free section: bit 0 is set as long as it is free. */
static inline bool section_take(PRTL_CRITICAL_SECTION section)
{
    bool was_free;
    __asm__ volatile("lock btrl $0, %1" : "=@ccc"(was_free), "+m"(section->LockCount) : : "memory");
    return was_free;
}

static inline void own(PRTL_CRITICAL_SECTION section, HANDLE owner)
{
    section->OwningThread = owner;
    section->RecursionCount = 1;
}

/* ---------------------------------------------------------------- with other threads */

static bool take_after_spins(PRTL_CRITICAL_SECTION section)
{
    for (ULONG_PTR i = 0; i < (section->SpinCount & MOST_SPINS); i++) {
        if (word_read(&section->LockCount) & IS_FREE && section_take(section))
            return true;
        __asm__ volatile("pause");
    }
    return false;
}

/* Waits for a wake, and takes it. */
static void wait_for_wake(PRTL_CRITICAL_SECTION section)
{
    while (!word_change(&section->LockSemaphore, 1, 0))
        address_wait(&section->LockSemaphore, 0, WAIT_WITHOUT_END);
}

/* Takes the section as a waiter that has had its wake. If another thread was faster, the waiter
 * stays one, and only the wake is over. */
static bool take_as_waiter(PRTL_CRITICAL_SECTION section)
{
    uint32_t now, becomes;
    do {
        now = word_read(&section->LockCount);
        becomes = now & IS_FREE ? now - OWNED + WAITER + WAKE : now + WAKE;
    } while (!word_change(&section->LockCount, now, becomes));
    return now & IS_FREE;
}

static void NTAPI enter_slowly(PRTL_CRITICAL_SECTION section)
{
    HANDLE owner = this_owner();
    if (section->OwningThread == owner) {
        section->RecursionCount++;
        return;
    }
    if (!take_after_spins(section)) {
        uint32_t now;
        do {
            now = word_read(&section->LockCount);
        } while (
            !word_change(&section->LockCount, now, now & IS_FREE ? now - OWNED : now - WAITER));
        if (!(now & IS_FREE)) {
            do
                wait_for_wake(section);
            while (!take_as_waiter(section));
        }
    }
    own(section, owner);
}

/* Sets the section free; sends a wake if a thread waits and none is on its way. */
static void NTAPI set_free_slowly(PRTL_CRITICAL_SECTION section)
{
    uint32_t now;
    bool wakes;
    do {
        now = word_read(&section->LockCount);
        wakes = now & NO_WAKE && now < FREE - OWNED;
    } while (!word_change(&section->LockCount, now, now + OWNED - (wakes ? WAKE : 0)));
    if (wakes) {
        word_add(&section->LockSemaphore, 1);
        address_wake(&section->LockSemaphore, 1);
    }
}

/* ---------------------------------------------------------------- the calls */

VOID WINAPI EnterCriticalSection(PCRITICAL_SECTION section)
{
    if (section_take(section))
        own(section, this_owner());
    else
        enter_slowly(section);
}

NTSTATUS NTAPI RtlEnterCriticalSection(PRTL_CRITICAL_SECTION section)
{
    EnterCriticalSection(section);
    return STATUS_SUCCESS;
}

BOOL NTAPI RtlTryEnterCriticalSection(PRTL_CRITICAL_SECTION section)
{
    if (section_take(section))
        own(section, this_owner());
    else if (section->OwningThread == this_owner())
        section->RecursionCount++;
    else
        return FALSE;
    return TRUE;
}

VOID WINAPI LeaveCriticalSection(PCRITICAL_SECTION section)
{
#if CHECKED
    if (section->OwningThread != this_owner())
        program_panic("critical section %p is left by a thread that does not own it", section);
#endif
    if (--section->RecursionCount != 0)
        return;
    section->OwningThread = NULL;
    if (!word_change(&section->LockCount, FREE - OWNED, FREE))
        set_free_slowly(section);
}

NTSTATUS NTAPI RtlLeaveCriticalSection(PRTL_CRITICAL_SECTION section)
{
    LeaveCriticalSection(section);
    return STATUS_SUCCESS;
}

/* Spinning helps only while the owner runs on another CPU. */
static ULONG_PTR spins(ULONG_PTR wanted)
{
    return tib_current()->ProcessEnvironmentBlock->NumberOfProcessors > 1 ? wanted & MOST_SPINS : 0;
}

NTSTATUS NTAPI RtlInitializeCriticalSectionEx(PRTL_CRITICAL_SECTION section, ULONG spin_count,
                                              ULONG flags)
{
    if (flags & ~KNOWN_FLAGS)
        return (NTSTATUS)STATUS_INVALID_PARAMETER_3;
    if (spin_count & ~MOST_SPINS)
        return (NTSTATUS)STATUS_INVALID_PARAMETER_2;
    *section = (RTL_CRITICAL_SECTION){
        (PRTL_CRITICAL_SECTION_DEBUG)-1, -1, 0, NULL, NULL, spins(spin_count)};
    return STATUS_SUCCESS;
}

NTSTATUS NTAPI RtlInitializeCriticalSectionAndSpinCount(PRTL_CRITICAL_SECTION section,
                                                        ULONG spin_count)
{
    return RtlInitializeCriticalSectionEx(section, spin_count & MOST_SPINS, 0);
}

NTSTATUS NTAPI RtlInitializeCriticalSection(PRTL_CRITICAL_SECTION section)
{
    return RtlInitializeCriticalSectionEx(section, 0, 0);
}

VOID WINAPI DeleteCriticalSection(PCRITICAL_SECTION section)
{
#if CHECKED
    if (section->OwningThread)
        program_panic("critical section %p is deleted while thread %u owns it", section,
                      (unsigned)section->OwningThread);
#endif
    *section = (RTL_CRITICAL_SECTION){0};
}

NTSTATUS NTAPI RtlDeleteCriticalSection(PRTL_CRITICAL_SECTION section)
{
    DeleteCriticalSection(section);
    return STATUS_SUCCESS;
}

ULONG NTAPI RtlSetCriticalSectionSpinCount(PRTL_CRITICAL_SECTION section, ULONG spin_count)
{
    ULONG before = section->SpinCount;
    section->SpinCount = spins(spin_count);
    return before;
}

BOOL WINAPI InitializeCriticalSectionEx(PCRITICAL_SECTION section, DWORD spin_count, DWORD flags)
{
    return error_if_failed((uint32_t)RtlInitializeCriticalSectionEx(section, spin_count, flags));
}

BOOL WINAPI InitializeCriticalSectionAndSpinCount(PCRITICAL_SECTION section, DWORD spin_count)
{
    RtlInitializeCriticalSectionAndSpinCount(section, spin_count);
    return TRUE;
}

VOID WINAPI InitializeCriticalSection(PCRITICAL_SECTION section)
{
    RtlInitializeCriticalSection(section);
}

BOOL WINAPI TryEnterCriticalSection(PCRITICAL_SECTION)
    __attribute__((alias("RtlTryEnterCriticalSection")));
DWORD WINAPI SetCriticalSectionSpinCount(PCRITICAL_SECTION, DWORD)
    __attribute__((alias("RtlSetCriticalSectionSpinCount")));
