// std::thread, and what is called at a thread's end.
#include <cerrno>
#include <condition_variable>
#include <process.h>
#include <system_error>
#include <thread>

#include <windows.h>

#include "crt_thread_ends.h"

static __thread __gthread_t self; // of threads that the library has made

__gthread_t __gthread_self() { return self.__number ? self : __gthread_t{static_cast<unsigned>(GetCurrentThreadId()), nullptr}; }

namespace std {

namespace {

struct start {
    thread::_State *state;
    __gthread_t thread;
};

// An exception that nobody takes ends the program.
void run(thread::_State *state) noexcept
{
    state->_M_run();
    delete state;
}

unsigned __stdcall begin(void *given)
{
    start *started = static_cast<start *>(given);
    thread::_State *state = started->state;
    self = started->thread;
    delete started;
    run(state);
    return 0;
}

} // namespace

thread::_State::~_State() {}

void thread::_M_start_thread(_State_ptr state, void (*)())
{
    unique_ptr<start> started(new start{state.get(), {}});
    unsigned number;
    uintptr_t handle = _beginthreadex(nullptr, 0, begin, started.get(), CREATE_SUSPENDED, &number);
    if (!handle)
        __throw_system_error(EAGAIN);
    started->thread = {number, reinterpret_cast<void *>(handle)};
    _M_id = id(started->thread);
    state.release();
    started.release();
    ResumeThread(reinterpret_cast<HANDLE>(handle));
}

void thread::join()
{
    if (!joinable())
        __throw_system_error(EINVAL);
    if (_M_id == this_thread::get_id())
        __throw_system_error(EDEADLK);
    WaitForSingleObject(_M_id._M_thread, INFINITE);
    detach();
}

void thread::detach()
{
    if (!joinable())
        __throw_system_error(EINVAL);
    CloseHandle(_M_id._M_thread);
    _M_id = id();
}

unsigned thread::hardware_concurrency() noexcept
{
    SYSTEM_INFO info;
    GetSystemInfo(&info);
    return info.dwNumberOfProcessors;
}

void __at_thread_exit(__at_thread_exit_elt *element);
void __at_thread_exit(__at_thread_exit_elt *element) { thread_end_calls(reinterpret_cast<thread_end_call *>(element)); }

} // namespace std
