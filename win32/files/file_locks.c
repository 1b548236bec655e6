/* Locks of bytes of files. */
#include "kernel/call/calls.h"
#include "kernel/call/service.h"
#include "win32/files/open_files.h"

#include <errhandlingapi.h>

/* Counts the times at which locks have gone. Calls wait for its next change. */
static uint32_t changes;

void file_locks_changed(void)
{
    __atomic_add_fetch(&changes, 1, __ATOMIC_RELEASE);
    sys_address_wake(&changes, UINT32_MAX);
}

/* Bytes that a file keeps from others. */
static struct file_lock {
    const struct open_file *owner; /* NULL: the row is free */
    uint64_t first, size;
    bool shared;
} locks[256];

static struct file_lock *const behind_locks = locks + sizeof locks / sizeof locks[0];

static bool overlaps(const struct file_lock *lock, uint64_t first, uint64_t size)
{
    return size && lock->size && (first - lock->first < lock->size || lock->first - first < size);
}

/* Whether a lock of the same file meets these bytes: an exclusive one of another handle, or, if the
 * caller wants them, a shared one, or one of its own handle. */
static bool meets(const struct open_file *file, uint64_t first, uint64_t size, bool with_shared,
                  bool with_own)
{
    for (const struct file_lock *lock = locks; lock < behind_locks; lock++)
        if (lock->owner && lock->owner->ram == file->ram && overlaps(lock, first, size) &&
            (lock->shared ? with_shared : with_own || lock->owner != file))
            return true;
    return false;
}

bool file_lock_meets(const struct open_file *file, uint64_t first, uint64_t size, bool writes)
{
    return meets(file, first, size, writes, false);
}

bool file_locks_end(const struct open_file *file)
{
    bool some = false;
    for (struct file_lock *lock = locks; lock < behind_locks; lock++)
        if (lock->owner == file) {
            lock->owner = NULL;
            some = true;
        }
    return some;
}

/* Adds the lock. Returns the error of a lock that it meets, or of no room. */
static DWORD add_lock(const struct file_lock *added)
{
    DWORD error = ERROR_NOT_ENOUGH_MEMORY;
    lock_take(&ram_lock);
    if (meets(added->owner, added->first, added->size, !added->shared, !added->shared))
        error = ERROR_LOCK_VIOLATION;
    for (struct file_lock *lock = locks; error == ERROR_NOT_ENOUGH_MEMORY && lock < behind_locks;
         lock++)
        if (!lock->owner) {
            *lock = *added;
            error = ERROR_SUCCESS;
        }
    lock_release(&ram_lock);
    return error;
}

static BOOL lock_bytes(HANDLE handle, DWORD flags, uint64_t first, uint64_t size)
{
    struct open_file *file = open_file_use(handle, 0);
    if (!file)
        return FALSE;
    struct file_lock lock = {file, first, size, !(flags & LOCKFILE_EXCLUSIVE_LOCK)};
    DWORD error = ERROR_INVALID_FUNCTION;
    if (file->kind == FILE_ON_DISK)
        error =
            file->access & (FILE_READ_DATA | FILE_WRITE_DATA) ? ERROR_SUCCESS : ERROR_ACCESS_DENIED;
    if (!error && size && first + size - 1 < first)
        error = ERROR_INVALID_LOCK_RANGE;
    for (bool done = error; !done;) {
        uint32_t seen = __atomic_load_n(&changes, __ATOMIC_ACQUIRE);
        error = add_lock(&lock);
        done = error != ERROR_LOCK_VIOLATION || flags & LOCKFILE_FAIL_IMMEDIATELY;
        if (!done)
            sys_address_wait(&changes, seen, WAIT_FOREVER);
    }
    open_file_leave(file);
    return error ? file_fails(error) : TRUE;
}

static BOOL unlock_bytes(HANDLE handle, uint64_t first, uint64_t size)
{
    struct open_file *file = open_file_use(handle, 0);
    struct file_lock *found = NULL;
    if (!file)
        return FALSE;
    lock_take(&ram_lock);
    for (struct file_lock *lock = locks; lock < behind_locks; lock++)
        if (lock->owner == file && lock->first == first && lock->size == size &&
            (!found || !lock->shared)) /* an exclusive one goes first */
            found = lock;
    if (found)
        found->owner = NULL;
    lock_release(&ram_lock);
    open_file_leave(file);
    if (!found)
        return file_fails(ERROR_NOT_LOCKED);
    file_locks_changed();
    return TRUE;
}

static uint64_t both(DWORD low, DWORD high)
{
    return low | (uint64_t)high << 32;
}

BOOL WINAPI LockFile(HANDLE file, DWORD offset, DWORD offset_high, DWORD size, DWORD size_high)
{
    return lock_bytes(file, LOCKFILE_EXCLUSIVE_LOCK | LOCKFILE_FAIL_IMMEDIATELY,
                      both(offset, offset_high), both(size, size_high));
}

BOOL WINAPI LockFileEx(HANDLE file, DWORD flags, DWORD reserved, DWORD size, DWORD size_high,
                       LPOVERLAPPED offset)
{
    if (reserved || flags & ~(LOCKFILE_FAIL_IMMEDIATELY | LOCKFILE_EXCLUSIVE_LOCK))
        return file_fails(ERROR_INVALID_PARAMETER);
    return lock_bytes(file, flags, both(offset->Offset, offset->OffsetHigh),
                      both(size, size_high)) &&
           file_complete(offset, STATUS_SUCCESS, 0);
}

BOOL WINAPI UnlockFile(HANDLE file, DWORD offset, DWORD offset_high, DWORD size, DWORD size_high)
{
    return unlock_bytes(file, both(offset, offset_high), both(size, size_high));
}

BOOL WINAPI UnlockFileEx(HANDLE file, DWORD reserved, DWORD size, DWORD size_high,
                         LPOVERLAPPED offset)
{
    if (reserved)
        return file_fails(ERROR_INVALID_PARAMETER);
    return unlock_bytes(file, both(offset->Offset, offset->OffsetHigh), both(size, size_high)) &&
           file_complete(offset, STATUS_SUCCESS, 0);
}
