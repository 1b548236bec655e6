// The links of std::list, and the sizes of hash tables.
#include <list>
#include <unordered_map>

namespace std {
namespace __detail {

void _List_node_base::_M_hook(_List_node_base *const before) noexcept
{
    _M_next = before;
    _M_prev = before->_M_prev;
    _M_prev->_M_next = before->_M_prev = this;
}

void _List_node_base::_M_unhook() noexcept
{
    _M_prev->_M_next = _M_next;
    _M_next->_M_prev = _M_prev;
}

// [first, end) goes before this one.
void _List_node_base::_M_transfer(_List_node_base *const first, _List_node_base *const end) noexcept
{
    if (first == end || this == end)
        return;
    _List_node_base *last = end->_M_prev;
    first->_M_prev->_M_next = end;
    end->_M_prev = first->_M_prev;
    first->_M_prev = _M_prev;
    _M_prev->_M_next = first;
    last->_M_next = this;
    _M_prev = last;
}

void _List_node_base::_M_reverse() noexcept
{
    _List_node_base *node = this;
    do {
        std::swap(node->_M_next, node->_M_prev);
        node = node->_M_prev;
    } while (node != this);
}

// The two lists change their heads.
void _List_node_base::swap(_List_node_base &one, _List_node_base &other) noexcept
{
    _List_node_base between;
    between._M_next = between._M_prev = &between;
    between._M_transfer(one._M_next, &one);
    one._M_transfer(other._M_next, &other);
    other._M_transfer(between._M_next, &between);
}

static bool is_prime(size_t number)
{
    for (size_t factor = 2; factor <= number / factor; factor++)
        if (number % factor == 0)
            return false;
    return true;
}

size_t _Prime_rehash_policy::_M_next_bkt(size_t least) const
{
    size_t count = least < 2 ? 2 : least;
    while (!is_prime(count))
        count++;
    _M_next_resize = (size_t)(count * (double)_M_max_load_factor);
    return count;
}

pair<bool, size_t> _Prime_rehash_policy::_M_need_rehash(size_t buckets, size_t elements, size_t more) const
{
    if (elements + more <= _M_next_resize)
        return {false, 0};
    size_t least = (size_t)((elements + more) / (double)_M_max_load_factor) + 1;
    if (least < buckets) {
        _M_next_resize = (size_t)(buckets * (double)_M_max_load_factor);
        return {false, 0};
    }
    return {true, _M_next_bkt(max(least, buckets * _S_growth_factor))};
}

} // namespace __detail

// FNV-1a.
size_t _Hash_bytes(const void *bytes, size_t count, size_t seed)
{
    for (size_t at = 0; at < count; at++)
        seed = (seed ^ static_cast<const unsigned char *>(bytes)[at]) * 16777619u;
    return seed;
}

} // namespace std
