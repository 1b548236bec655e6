// operator new, which asks the program's handler where no memory is and then throws, and operator delete. A program may have
// any of them itself: these are weak, and the forms end in the plain ones.
#include <atomic>
#include <cstdlib>
#include <malloc.h>
#include <new>

#define REPLACEABLE __attribute__((weak))

static std::atomic<std::new_handler> handler;

// Memory by this call, which returns NULL where none is.
template <class taker> static void *memory(taker take)
{
    for (;;) {
        if (void *block = take())
            return block;
        if (std::new_handler ask = handler)
            ask();
        else
            throw std::bad_alloc();
    }
}

// Returns the call's result, or NULL instead of an exception.
template <class maker> static void *memory_or_null(maker make) noexcept
{
    try {
        return make();
    } catch (...) {
        return nullptr;
    }
}

using std::align_val_t;
using std::nothrow_t;
using std::size_t;

REPLACEABLE void *operator new(size_t size) { return memory([&] { return std::malloc(size ? size : 1); }); }
REPLACEABLE void *operator new[](size_t size) { return operator new(size); }
REPLACEABLE void *operator new(size_t size, const nothrow_t &) noexcept { return memory_or_null([&] { return operator new(size); }); }
REPLACEABLE void *operator new[](size_t size, const nothrow_t &) noexcept { return memory_or_null([&] { return operator new[](size); }); }
REPLACEABLE void operator delete(void *block) noexcept { std::free(block); }
REPLACEABLE void operator delete[](void *block) noexcept { operator delete(block); }
REPLACEABLE void operator delete(void *block, size_t) noexcept { operator delete(block); }
REPLACEABLE void operator delete[](void *block, size_t) noexcept { operator delete[](block); }
REPLACEABLE void operator delete(void *block, const nothrow_t &) noexcept { operator delete(block); }
REPLACEABLE void operator delete[](void *block, const nothrow_t &) noexcept { operator delete[](block); }

// Types that are aligned to more than malloc's 8 bytes.
REPLACEABLE void *operator new(size_t size, align_val_t to) { return memory([&] { return _aligned_malloc(size ? size : 1, static_cast<size_t>(to)); }); }
REPLACEABLE void *operator new[](size_t size, align_val_t to) { return operator new(size, to); }
REPLACEABLE void *operator new(size_t size, align_val_t to, const nothrow_t &) noexcept { return memory_or_null([&] { return operator new(size, to); }); }
REPLACEABLE void *operator new[](size_t size, align_val_t to, const nothrow_t &) noexcept { return memory_or_null([&] { return operator new[](size, to); }); }
REPLACEABLE void operator delete(void *block, align_val_t) noexcept { _aligned_free(block); }
REPLACEABLE void operator delete[](void *block, align_val_t to) noexcept { operator delete(block, to); }
REPLACEABLE void operator delete(void *block, size_t, align_val_t to) noexcept { operator delete(block, to); }
REPLACEABLE void operator delete[](void *block, size_t, align_val_t to) noexcept { operator delete[](block, to); }
REPLACEABLE void operator delete(void *block, align_val_t to, const nothrow_t &) noexcept { operator delete(block, to); }
REPLACEABLE void operator delete[](void *block, align_val_t to, const nothrow_t &) noexcept { operator delete[](block, to); }

namespace std {

const nothrow_t nothrow;
new_handler set_new_handler(new_handler other) noexcept { return handler.exchange(other); }
new_handler get_new_handler() noexcept { return handler; }

} // namespace std
