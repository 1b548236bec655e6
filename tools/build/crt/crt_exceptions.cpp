// The functions of the exceptions' classes, and the calls by which the library's headers throw.
#include <atomic>
#include <cstdarg>
#include <cstddef>
#include <cstdio>
#include <cstring>
#include <functional>
#include <memory>
#include <new>
#include <stdexcept>
#include <typeinfo>

void *std::type_info::__type_info_names[2];

namespace std {

exception::~exception() noexcept {}
bad_exception::~bad_exception() noexcept {}
bad_alloc::~bad_alloc() noexcept {}
bad_array_new_length::~bad_array_new_length() noexcept {}
bad_function_call::~bad_function_call() noexcept {}
bad_weak_ptr::~bad_weak_ptr() noexcept {}

const char *exception::what() const noexcept { return "std::exception"; }
const char *bad_exception::what() const noexcept { return "std::bad_exception"; }
const char *bad_alloc::what() const noexcept { return "std::bad_alloc"; }
const char *bad_array_new_length::what() const noexcept { return "std::bad_array_new_length"; }
const char *bad_function_call::what() const noexcept { return "bad_function_call"; }
const char *bad_weak_ptr::what() const noexcept { return "bad_weak_ptr"; }
const char *bad_cast::what() const noexcept { return "std::bad_cast"; }
const char *bad_typeid::what() const noexcept { return "std::bad_typeid"; }

struct counted {
    atomic<int> count;
    char text[1];
};

static counted *counted_of(const char *text)
{
    return reinterpret_cast<counted *>(const_cast<char *>(text) - offsetof(counted, text));
}

__cow_string::__cow_string(const char *text)
{
    counted *made = static_cast<counted *>(operator new(sizeof(counted) + strlen(text)));
    made->count = 1;
    _text = strcpy(made->text, text);
}

__cow_string::__cow_string(const __cow_string &other) noexcept : _text(other._text)
{
    counted_of(_text)->count++;
}

__cow_string &__cow_string::operator=(const __cow_string &other) noexcept
{
    __cow_string copy(other);
    swap(_text, copy._text);
    return *this;
}

__cow_string::~__cow_string()
{
    if (--counted_of(_text)->count == 0)
        operator delete(counted_of(_text));
}

const char *__cow_string::text() const noexcept { return _text; }

void __throw_bad_exception() { throw bad_exception(); }
void __throw_bad_alloc() { throw bad_alloc(); }
void __throw_bad_array_new_length() { throw bad_array_new_length(); }
void __throw_bad_cast() { throw bad_cast(); }
void __throw_bad_typeid() { throw bad_typeid(); }
void __throw_bad_function_call() { throw bad_function_call(); }
void __throw_logic_error(const char *text) { throw logic_error(text); }
void __throw_domain_error(const char *text) { throw domain_error(text); }
void __throw_invalid_argument(const char *text) { throw invalid_argument(text); }
void __throw_length_error(const char *text) { throw length_error(text); }
void __throw_out_of_range(const char *text) { throw out_of_range(text); }
void __throw_runtime_error(const char *text) { throw runtime_error(text); }
void __throw_range_error(const char *text) { throw range_error(text); }
void __throw_overflow_error(const char *text) { throw overflow_error(text); }
void __throw_underflow_error(const char *text) { throw underflow_error(text); }

void __throw_out_of_range_fmt(const char *format, ...)
{
    char text[300];
    va_list values;
    va_start(values, format);
    vsnprintf(text, sizeof text, format, values);
    va_end(values);
    throw out_of_range(text);
}

} // namespace std
