// The locale: there is one, "C", and copies of it with facets of the program's own.
#include <cstring>
#include <ext/atomicity.h>
#include <locale>
#include <new>
#include <stdexcept>

namespace std {

enum { FACETS = 64, FOR_EVER = 2 }; // places for facets; references that nobody gives back

locale::_Impl *locale::_S_classic;
locale::_Impl *locale::_S_global;
_Atomic_word locale::id::_S_refcount;

locale::facet::~facet() {}
__c_locale locale::facet::_S_get_c_locale() { return nullptr; }
__c_locale locale::facet::_S_clone_c_locale(__c_locale &) throw() { return nullptr; }
const char *locale::facet::_S_get_c_name() throw() { return "C"; }
void locale::facet::_S_destroy_c_locale(__c_locale &) {}

// A locale without a name, or with this one, is "C".
void locale::facet::_S_create_c_locale(__c_locale &made, const char *name, __c_locale)
{
    if (!name || (*name && strcmp(name, "C") && strcmp(name, "POSIX")))
        __throw_runtime_error("locale::facet::_S_create_c_locale name not valid");
    made = nullptr;
}

// Places are numbered from 1 on: an identifier is used before a constructor could run.
size_t locale::id::_M_id() const throw()
{
    if (!_M_index) {
        _Atomic_word next = 1 + __gnu_cxx::__exchange_and_add_dispatch(&_S_refcount, 1);
        __sync_bool_compare_and_swap(&_M_index, 0u, static_cast<size_t>(next));
    }
    return _M_index - 1;
}

locale::_Impl::_Impl(size_t references) throw()
    : _M_refcount(references), _M_facets(new const facet *[FACETS]()), _M_facets_size(FACETS), _M_caches(new const facet *[FACETS]()), _M_names(new char *[1]())
{
    _M_init_facet(new std::ctype<char>(nullptr, false, 1));
    _M_init_facet(new codecvt<char, char, mbstate_t>(1));
    _M_init_facet(new numpunct<char>(1));
    _M_init_facet(new num_get<char>(1));
    _M_init_facet(new num_put<char>(1));
}

locale::_Impl::_Impl(const _Impl &other, size_t references)
    : _M_refcount(references), _M_facets(new const facet *[other._M_facets_size]()), _M_facets_size(other._M_facets_size),
      _M_caches(new const facet *[other._M_facets_size]()), _M_names(new char *[1]())
{
    for (size_t i = 0; i < _M_facets_size; i++)
        if ((_M_facets[i] = other._M_facets[i]))
            _M_facets[i]->_M_add_reference();
}

locale::_Impl::~_Impl() throw()
{
    for (size_t i = 0; i < _M_facets_size; i++) {
        if (_M_facets[i])
            _M_facets[i]->_M_remove_reference();
        if (_M_caches[i])
            _M_caches[i]->_M_remove_reference();
    }
    delete[] _M_facets;
    delete[] _M_caches;
    delete[] _M_names;
}

void locale::_Impl::_M_install_facet(const locale::id *id, const facet *given)
{
    size_t place = id->_M_id();
    if (!given)
        return;
    if (place >= _M_facets_size)
        __throw_runtime_error("too many kinds of facets");
    given->_M_add_reference();
    if (_M_facets[place])
        _M_facets[place]->_M_remove_reference();
    _M_facets[place] = given;
}

void locale::_Impl::_M_replace_facet(const _Impl *other, const locale::id *id)
{
    size_t place = id->_M_id();
    if (place >= other->_M_facets_size || !other->_M_facets[place])
        __throw_runtime_error("locale::_Impl::_M_replace_facet");
    _M_install_facet(id, other->_M_facets[place]);
}

// Two threads may have made one: the first stays.
void locale::_Impl::_M_install_cache(const facet *cache, size_t place)
{
    cache->_M_add_reference();
    if (!__sync_bool_compare_and_swap(&_M_caches[place], nullptr, cache))
        cache->_M_remove_reference();
}

void locale::_S_initialize()
{
    alignas(_Impl) static char room[sizeof(_Impl)];
    static _Impl *made = new (room) _Impl(FOR_EVER);
    _S_classic = made;
    if (!_S_global)
        _S_global = made;
}

const locale &locale::classic()
{
    static locale made((_S_initialize(), _S_classic));
    return made;
}

locale::locale() throw()
{
    _S_initialize();
    _M_impl = _S_global;
    _M_impl->_M_add_reference();
}

locale::locale(const char *name)
{
    __c_locale none;
    facet::_S_create_c_locale(none, name);
    _S_initialize();
    _M_impl = _S_classic;
    _M_impl->_M_add_reference();
}

// All that has a name is "C", so a part of it is as the other locale's part; facets that the program has added there stay.
locale::locale(const locale &other, const char *name, category) : locale(name) { *this = other; }
locale::locale(_Impl *impl) throw() : _M_impl(impl) {}
locale::locale(const locale &other) throw() : _M_impl(other._M_impl) { _M_impl->_M_add_reference(); }
locale::~locale() throw() { _M_impl->_M_remove_reference(); }

const locale &locale::operator=(const locale &other) throw()
{
    other._M_impl->_M_add_reference();
    _M_impl->_M_remove_reference();
    _M_impl = other._M_impl;
    return *this;
}

bool locale::operator==(const locale &other) const throw() { return _M_impl == other._M_impl; }
string locale::name() const { return _M_impl == _S_classic ? "C" : "*"; }

locale locale::global(const locale &given)
{
    _S_initialize();
    _Impl *before = _S_global;
    given._M_impl->_M_add_reference();
    _S_global = given._M_impl;
    return locale(before);
}

} // namespace std
