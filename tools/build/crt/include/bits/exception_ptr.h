// std::exception_ptr by the calls of msvcp140.dll, which keeps the exceptions of code by Windows'
// conventions.
#pragma once

#include <bits/c++config.h>
#include <bits/move.h>
#include <new>
#include <typeinfo>

void __cdecl __ExceptionPtrCreate(void *pointer);
void __cdecl __ExceptionPtrDestroy(void *pointer);
void __cdecl __ExceptionPtrCopy(void *to, const void *from);
void __cdecl __ExceptionPtrAssign(void *to, const void *from);
bool __cdecl __ExceptionPtrCompare(const void *one, const void *other);
bool __cdecl __ExceptionPtrToBool(const void *pointer);
void __cdecl __ExceptionPtrSwap(void *one, void *other);
void __cdecl __ExceptionPtrCurrentException(void *pointer);
[[noreturn]] void __cdecl __ExceptionPtrRethrow(const void *pointer);
void __cdecl __ExceptionPtrCopyException(void *pointer, const void *object, const void *info);

namespace std
{

class exception_ptr
{
  public:
    exception_ptr() noexcept
    {
        __ExceptionPtrCreate(this);
    }
    exception_ptr(nullptr_t) noexcept
    {
        __ExceptionPtrCreate(this);
    }
    exception_ptr(const exception_ptr &other) noexcept
    {
        __ExceptionPtrCopy(this, &other);
    }
    exception_ptr(exception_ptr &&other) noexcept : exception_ptr()
    {
        swap(other);
    }
    ~exception_ptr()
    {
        __ExceptionPtrDestroy(this);
    }
    exception_ptr &operator=(const exception_ptr &other) noexcept
    {
        __ExceptionPtrAssign(this, &other);
        return *this;
    }
    exception_ptr &operator=(exception_ptr &&other) noexcept
    {
        exception_ptr(static_cast<exception_ptr &&>(other)).swap(*this);
        return *this;
    }

    void swap(exception_ptr &other) noexcept
    {
        __ExceptionPtrSwap(this, &other);
    }
    explicit operator bool() const noexcept
    {
        return __ExceptionPtrToBool(this);
    }
    friend bool operator==(const exception_ptr &one, const exception_ptr &other) noexcept
    {
        return __ExceptionPtrCompare(&one, &other);
    }
    friend bool operator!=(const exception_ptr &one, const exception_ptr &other) noexcept
    {
        return !(one == other);
    }

  private:
    void *_record, *_kept;
};

inline void swap(exception_ptr &one, exception_ptr &other) noexcept
{
    one.swap(other);
}

inline exception_ptr current_exception() noexcept
{
    exception_ptr made;
    __ExceptionPtrCurrentException(&made);
    return made;
}

[[noreturn]] inline void rethrow_exception(exception_ptr given)
{
    __ExceptionPtrRethrow(&given);
}

template <typename _Ex> exception_ptr make_exception_ptr(_Ex given) noexcept
{
    try {
        throw given;
    } catch (...) {
        return current_exception();
    }
}

} // namespace std
