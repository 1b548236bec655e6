// Locks of objects that have none of their own: for shared_ptr that is read and written at once, and for streams that write in turns.
#include <functional>
#include <memory>
#include <mutex>

namespace std {

enum { LOCKS = 16, ALL = LOCKS - 1 };

static mutex &lock_of(unsigned char place)
{
    static mutex locks[LOCKS];
    return locks[place];
}

static unsigned char place_of(const void *object) { return _Hash_impl::hash(object) & ALL; }

_Sp_locker::_Sp_locker(const void *object) noexcept : _M_key1(place_of(object)), _M_key2(LOCKS) { lock_of(_M_key1).lock(); }

// The lower one is taken first, so that two threads do not wait for each other.
_Sp_locker::_Sp_locker(const void *one, const void *other) noexcept : _M_key1(min(place_of(one), place_of(other))), _M_key2(max(place_of(one), place_of(other)))
{
    lock_of(_M_key1).lock();
    if (_M_key2 != _M_key1)
        lock_of(_M_key2).lock();
}

_Sp_locker::~_Sp_locker()
{
    lock_of(_M_key1).unlock();
    if (_M_key2 != LOCKS && _M_key2 != _M_key1)
        lock_of(_M_key2).unlock();
}

} // namespace std
