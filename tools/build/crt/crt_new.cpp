// operator new, which asks the program's handler where no memory is and then throws, and operator delete. A program may have
// any of them itself: these are weak, and all forms end in the two plain ones.
#include <atomic>
#include <cstdlib>
#include <new>

#define REPLACEABLE __attribute__((weak))

static std::atomic<std::new_handler> handler;

REPLACEABLE void *operator new(std::size_t size)
{
    for (;;) {
        if (void *block = std::malloc(size ? size : 1))
            return block;
        if (std::new_handler ask = handler)
            ask();
        else
            throw std::bad_alloc();
    }
}

REPLACEABLE void *operator new(std::size_t size, const std::nothrow_t &) noexcept
{
    try {
        return operator new(size);
    } catch (...) {
        return nullptr;
    }
}

REPLACEABLE void *operator new[](std::size_t size, const std::nothrow_t &) noexcept
{
    try {
        return operator new[](size);
    } catch (...) {
        return nullptr;
    }
}

REPLACEABLE void *operator new[](std::size_t size) { return operator new(size); }
REPLACEABLE void operator delete(void *block) noexcept { std::free(block); }
REPLACEABLE void operator delete[](void *block) noexcept { operator delete(block); }
REPLACEABLE void operator delete(void *block, std::size_t) noexcept { operator delete(block); }
REPLACEABLE void operator delete[](void *block, std::size_t) noexcept { operator delete[](block); }
REPLACEABLE void operator delete(void *block, const std::nothrow_t &) noexcept { operator delete(block); }
REPLACEABLE void operator delete[](void *block, const std::nothrow_t &) noexcept { operator delete[](block); }

namespace std {

const nothrow_t nothrow;
new_handler set_new_handler(new_handler other) noexcept { return handler.exchange(other); }
new_handler get_new_handler() noexcept { return handler; }

} // namespace std
