// Where containers of std::pmr have their memory from.
#include <algorithm>
#include <memory_resource>
#include <mutex>
#include <new>

#include "crt_kept.h"

namespace std::pmr {

memory_resource::~memory_resource() {}

namespace {

struct operators : memory_resource {
    void *do_allocate(size_t bytes, size_t alignment) override { return operator new(bytes, align_val_t(alignment)); }
    void do_deallocate(void *given, size_t, size_t alignment) override { operator delete(given, align_val_t(alignment)); }
    bool do_is_equal(const memory_resource &other) const noexcept override { return this == &other; }
};

struct nothing : memory_resource {
    void *do_allocate(size_t, size_t) override { __throw_bad_alloc(); }
    void do_deallocate(void *, size_t, size_t) override {}
    bool do_is_equal(const memory_resource &other) const noexcept override { return this == &other; }
};

template <class resource> memory_resource *only()
{
    static kept<resource> one;
    return &one.made;
}

memory_resource *chosen;

} // namespace

memory_resource *new_delete_resource() noexcept { return only<operators>(); }
memory_resource *null_memory_resource() noexcept { return only<nothing>(); }

memory_resource *get_default_resource() noexcept
{
    memory_resource *now = __atomic_load_n(&chosen, __ATOMIC_ACQUIRE);
    return now ? now : new_delete_resource();
}

memory_resource *set_default_resource(memory_resource *given) noexcept
{
    memory_resource *before = __atomic_exchange_n(&chosen, given, __ATOMIC_ACQ_REL);
    return before ? before : new_delete_resource();
}

// The data behind a buffer's bytes, by which it is given back.
struct monotonic_buffer_resource::_Chunk {
    _Chunk *next;
    void *begin;
    size_t bytes, alignment;
};

void monotonic_buffer_resource::_M_new_buffer(size_t bytes, size_t alignment)
{
    size_t room = max(bytes, _M_next_bufsiz);
    room = (room + alignof(_Chunk) - 1) & ~(alignof(_Chunk) - 1);
    alignment = max(alignment, alignof(max_align_t));
    void *begin = _M_upstream->allocate(room + sizeof(_Chunk), alignment);
    _M_head = new (static_cast<char *>(begin) + room) _Chunk{_M_head, begin, room + sizeof(_Chunk), alignment};
    _M_current_buf = begin;
    _M_avail = room;
    _M_next_bufsiz = _S_next_bufsize(room);
}

void monotonic_buffer_resource::_M_release_buffers() noexcept
{
    while (_M_head) {
        _Chunk chunk = *_M_head;
        _M_head = chunk.next;
        _M_upstream->deallocate(chunk.begin, chunk.bytes, chunk.alignment);
    }
}

monotonic_buffer_resource::~monotonic_buffer_resource() { release(); }

// Pools have blocks of 8, 16, 32 ... bytes, and larger pieces are had from above alone.
enum { LEAST_BITS = 3, MOST_BITS = 22, USUAL_BITS = 12, MOST_BLOCKS = 1 << 14, FIRST_BLOCKS = 16 };

static int bits_of(size_t bytes)
{
    int bits = LEAST_BITS;
    while ((static_cast<size_t>(1) << bits) < bytes)
        bits++;
    return bits;
}

struct __pool_resource::_BigBlock {
    void *begin;
    size_t bytes, alignment;
};

// A free block has the next one's address.
struct __pool_resource::_Pool {
    void *free;
    size_t next_blocks;
};

static pool_options completed(const pool_options &given)
{
    pool_options made = given;
    if (!made.max_blocks_per_chunk || made.max_blocks_per_chunk > MOST_BLOCKS)
        made.max_blocks_per_chunk = MOST_BLOCKS;
    int bits = made.largest_required_pool_block ? bits_of(made.largest_required_pool_block) : USUAL_BITS + 0;
    made.largest_required_pool_block = static_cast<size_t>(1) << min(bits, MOST_BITS + 0);
    return made;
}

__pool_resource::__pool_resource(const pool_options &options, memory_resource *upstream)
    : _M_opts(completed(options)), _M_unpooled(upstream), _M_npools(bits_of(_M_opts.largest_required_pool_block) - LEAST_BITS + 1)
{
}

__pool_resource::~__pool_resource() { release(); }

void *__pool_resource::allocate(size_t bytes, size_t alignment)
{
    void *begin = resource()->allocate(bytes, alignment);
    try {
        _M_unpooled.push_back({begin, bytes, alignment});
    } catch (...) {
        resource()->deallocate(begin, bytes, alignment);
        throw;
    }
    return begin;
}

void __pool_resource::deallocate(void *begin, size_t bytes, size_t alignment)
{
    auto found = find_if(_M_unpooled.begin(), _M_unpooled.end(), [=](const _BigBlock &block) { return block.begin == begin; });
    *found = _M_unpooled.back();
    _M_unpooled.pop_back();
    resource()->deallocate(begin, bytes, alignment);
}

void __pool_resource::release() noexcept
{
    memory_resource *upstream = resource();
    for (_BigBlock &block : _M_unpooled)
        upstream->deallocate(block.begin, block.bytes, block.alignment);
    vector<_BigBlock>(upstream).swap(_M_unpooled);
}

__pool_resource::_Pool *__pool_resource::_M_alloc_pools()
{
    size_t bytes = _M_npools * sizeof(_Pool);
    _Pool *pools = static_cast<_Pool *>(allocate(bytes, alignof(_Pool)));
    for (int i = 0; i < _M_npools; i++)
        pools[i] = {nullptr, FIRST_BLOCKS};
    return pools;
}

// The pools are had when the first block is, and go with all other memory.
static void *pooled(__pool_resource &from, __pool_resource::_Pool *&pools, size_t bytes, size_t alignment)
{
    size_t block = max(bytes, alignment);
    if (block > from._M_opts.largest_required_pool_block)
        return from.allocate(bytes, alignment);
    if (!pools)
        pools = from._M_alloc_pools();
    int bits = bits_of(block);
    __pool_resource::_Pool &pool = pools[bits - LEAST_BITS];
    if (!pool.free) {
        size_t size = static_cast<size_t>(1) << bits, blocks = min(pool.next_blocks, from._M_opts.max_blocks_per_chunk);
        char *chunk = static_cast<char *>(from.allocate(blocks * size, size));
        pool.next_blocks = blocks * 2;
        for (size_t i = blocks; i-- > 0; pool.free = chunk + i * size)
            *reinterpret_cast<void **>(chunk + i * size) = pool.free;
    }
    void *given = pool.free;
    pool.free = *static_cast<void **>(given);
    return given;
}

static void give_back(__pool_resource &to, __pool_resource::_Pool *pools, void *given, size_t bytes, size_t alignment)
{
    size_t block = max(bytes, alignment);
    if (block > to._M_opts.largest_required_pool_block)
        return to.deallocate(given, bytes, alignment);
    __pool_resource::_Pool &pool = pools[bits_of(block) - LEAST_BITS];
    *static_cast<void **>(given) = pool.free;
    pool.free = given;
}

unsynchronized_pool_resource::unsynchronized_pool_resource(const pool_options &options, memory_resource *upstream) : _M_impl(options, upstream) {}
unsynchronized_pool_resource::~unsynchronized_pool_resource() {}

void unsynchronized_pool_resource::release()
{
    _M_pools = nullptr;
    _M_impl.release();
}

void *unsynchronized_pool_resource::do_allocate(size_t bytes, size_t alignment) { return pooled(_M_impl, _M_pools, bytes, alignment); }
void unsynchronized_pool_resource::do_deallocate(void *given, size_t bytes, size_t alignment) { give_back(_M_impl, _M_pools, given, bytes, alignment); }

// The library has pools for each thread in mind. Here all threads share some, in turns.
struct synchronized_pool_resource::_TPools {};

static __pool_resource::_Pool *&shared_pools(synchronized_pool_resource::_TPools *&place) { return reinterpret_cast<__pool_resource::_Pool *&>(place); }

synchronized_pool_resource::synchronized_pool_resource(const pool_options &options, memory_resource *upstream) : _M_impl(options, upstream) {}
synchronized_pool_resource::~synchronized_pool_resource() {}

void synchronized_pool_resource::release()
{
    lock_guard<shared_mutex> held(_M_mx);
    _M_tpools = nullptr;
    _M_impl.release();
}

void *synchronized_pool_resource::do_allocate(size_t bytes, size_t alignment)
{
    lock_guard<shared_mutex> held(_M_mx);
    return pooled(_M_impl, shared_pools(_M_tpools), bytes, alignment);
}

void synchronized_pool_resource::do_deallocate(void *given, size_t bytes, size_t alignment)
{
    lock_guard<shared_mutex> held(_M_mx);
    give_back(_M_impl, shared_pools(_M_tpools), given, bytes, alignment);
}

} // namespace std::pmr
