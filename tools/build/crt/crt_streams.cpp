// Streams of the program: the parts that all of them have in common, and streams of texts in memory.
#include <iomanip>
#include <iostream>
#include <sstream>

#include "crt_stream_parts.h"

namespace std {

ios_base::ios_base() throw() : _M_precision(), _M_width(), _M_flags(), _M_exception(), _M_streambuf_state(), _M_callbacks(), _M_word_zero(), _M_word_size(_S_local_word_size), _M_word(_M_local_word) {}

ios_base::~ios_base()
{
    _M_call_callbacks(erase_event);
    _M_dispose_callbacks();
    if (_M_word != _M_local_word)
        delete[] _M_word;
}

void ios_base::_M_init() throw()
{
    _M_precision = 6;
    _M_width = 0;
    _M_flags = skipws | dec;
    _M_ios_locale = locale();
}

locale ios_base::imbue(const locale &given) throw()
{
    locale before = _M_ios_locale;
    _M_ios_locale = given;
    _M_call_callbacks(imbue_event);
    return before;
}

void ios_base::register_callback(event_callback function, int index) { _M_callbacks = new _Callback_list(function, index, _M_callbacks); }

void ios_base::_M_call_callbacks(event what) throw()
{
    for (_Callback_list *each = _M_callbacks; each; each = each->_M_next)
        try {
            each->_M_fn(what, *this, each->_M_index);
        } catch (...) {
        }
}

// Two streams share a list after copyfmt.
void ios_base::_M_dispose_callbacks() throw()
{
    _Callback_list *each = _M_callbacks;
    while (each && each->_M_remove_reference() == 0) {
        _Callback_list *next = each->_M_next;
        delete each;
        each = next;
    }
    _M_callbacks = nullptr;
}

ios_base::_Words &ios_base::_M_grow_words(int index, bool)
{
    int size = index + 1;
    _Words *words = new _Words[size];
    for (int i = 0; i < _M_word_size; i++)
        words[i] = _M_word[i];
    if (_M_word != _M_local_word)
        delete[] _M_word;
    _M_word = words;
    _M_word_size = size;
    return words[index];
}

int ios_base::xalloc() throw()
{
    static _Atomic_word next = 4; // lower ones are the library's
    return __gnu_cxx::__exchange_and_add_dispatch(&next, 1);
}

void ios_base::_M_move(ios_base &other) noexcept
{
    _M_precision = other._M_precision;
    _M_width = other._M_width;
    _M_flags = other._M_flags;
    _M_exception = other._M_exception;
    _M_streambuf_state = other._M_streambuf_state;
    _M_ios_locale = other._M_ios_locale;
    _M_callbacks = other._M_callbacks;
    other._M_callbacks = nullptr;
    for (int i = 0; i < _S_local_word_size; i++)
        _M_local_word[i] = other._M_local_word[i];
    _M_word_size = other._M_word_size;
    _M_word = other._M_word == other._M_local_word ? _M_local_word : other._M_word;
    other._M_word = other._M_local_word;
    other._M_word_size = _S_local_word_size;
}

void ios_base::_M_swap(ios_base &other) noexcept
{
    swap(_M_precision, other._M_precision);
    swap(_M_width, other._M_width);
    swap(_M_flags, other._M_flags);
    swap(_M_exception, other._M_exception);
    swap(_M_streambuf_state, other._M_streambuf_state);
    swap(_M_ios_locale, other._M_ios_locale);
    swap(_M_callbacks, other._M_callbacks);
    swap(_M_local_word, other._M_local_word);
    bool is_own = _M_word == _M_local_word, others = other._M_word == other._M_local_word;
    _Words *word = _M_word;
    _M_word = others ? _M_local_word : other._M_word;
    other._M_word = is_own ? other._M_local_word : word;
    swap(_M_word_size, other._M_word_size);
}

bool ios_base::sync_with_stdio(bool) { return true; } // they always agree

STREAMS(char)
template ostream &operator<<(ostream &, unsigned char);
template ostream &operator<<(ostream &, signed char);
template ostream &operator<<(ostream &, const unsigned char *);
template ostream &operator<<(ostream &, const signed char *);
template istream &operator>>(istream &, unsigned char &);
template istream &operator>>(istream &, signed char &);

} // namespace std
