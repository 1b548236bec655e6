/* Waiting for a value in memory to change: WaitOnAddress and its kin.
 *
 * Most values are whole aligned words. A thread waits for such a word itself, so a wake reaches the
 * threads of this word, and one of them if only one is wanted. For a value of another size a thread
 * waits for its bucket's count of wakes, and each wake in the bucket lets it look again.
 *
 * A bucket counts the threads that wait, so that a wake without a waiter stays in user mode. A
 * waiter is counted before it looks at the value, and the value has changed before the count is
 * looked at: one of the two sees the other.
 */
#include "win32/address_wait_calls.h"
#include "win32/word.h"

#include <errhandlingapi.h>
#include <string.h>
#include <synchapi.h>

enum { BUCKETS = 64 };

static struct bucket {
    volatile uint32_t words; /* threads that wait for a word */
    volatile uint32_t others;
    volatile uint32_t wakes;
} buckets[BUCKETS];

static struct bucket *bucket_of(const volatile void *address)
{
    return &buckets[((uint32_t)address >> 2) % BUCKETS];
}

/* A value is read in one piece where the CPU can do that. */
static bool is_equal(const volatile void *address, const void *value, SIZE_T size)
{
    switch (size) {
    case 1:
        return *(const volatile uint8_t *)address == *(const uint8_t *)value;
    case 2:
        return *(const volatile uint16_t *)address == *(const uint16_t *)value;
    case 4:
        return *(const volatile uint32_t *)address == *(const uint32_t *)value;
    default:
        return ((const volatile uint32_t *)address)[0] == ((const uint32_t *)value)[0] &&
               ((const volatile uint32_t *)address)[1] == ((const uint32_t *)value)[1];
    }
}

static uint32_t wait_for_word(volatile VOID *address, uint32_t value, uint64_t deadline)
{
    struct bucket *bucket = bucket_of(address);
    uint32_t status = STATUS_SUCCESS;
    word_add(&bucket->words, 1);
    if (word_read(address) == value)
        status = address_wait(address, value, deadline);
    word_add(&bucket->words, -1u);
    return status;
}

static uint32_t wait_for_other(volatile VOID *address, const void *value, SIZE_T size,
                               uint64_t deadline)
{
    struct bucket *bucket = bucket_of(address);
    uint32_t status = STATUS_SUCCESS;
    word_add(&bucket->others, 1);
    uint32_t wakes = word_read(&bucket->wakes);
    if (is_equal(address, value, size))
        status = address_wait(&bucket->wakes, wakes, deadline);
    word_add(&bucket->others, -1u);
    return status;
}

BOOL WINAPI WaitOnAddress(volatile VOID *address, PVOID value, SIZE_T size, DWORD ms)
{
    if (size != 1 && size != 2 && size != 4 && size != 8) {
        SetLastError(ERROR_INVALID_PARAMETER);
        return FALSE;
    }
    uint64_t deadline = wait_deadline(ms);
    bool is_word = size == 4 && (uint32_t)address % 4 == 0;
    uint32_t status = is_word ? wait_for_word(address, *(const uint32_t *)value, deadline)
                              : wait_for_other(address, value, size, deadline);
    if (status == STATUS_TIMEOUT)
        SetLastError(ERROR_TIMEOUT);
    return status != STATUS_TIMEOUT;
}

static void wake(PVOID address, uint32_t count)
{
    struct bucket *bucket = bucket_of(address);
    __atomic_thread_fence(__ATOMIC_SEQ_CST); /* the caller's change is seen before the counts */
    if (word_read(&bucket->words))
        address_wake(address, count);
    if (word_read(&bucket->others)) {
        word_add(&bucket->wakes, 1);
        address_wake(&bucket->wakes, WAKE_ALL);
    }
}

VOID WINAPI WakeByAddressSingle(PVOID address)
{
    wake(address, 1);
}

VOID WINAPI WakeByAddressAll(PVOID address)
{
    wake(address, WAKE_ALL);
}
