// The library's clocks, and sleep.
#include <chrono>
#include <thread>

#include <windows.h>

namespace std {

static const long long TICKS_TO_1970 = 116444736000000000; // of 100 ns, since 1601
enum { NANOSECONDS_A_TICK = 100, NANOSECONDS_A_SECOND = 1000000000, NANOSECONDS_A_MILLISECOND = 1000000, MILLISECONDS_A_SECOND = 1000 };

namespace chrono {
inline namespace _V2 {

system_clock::time_point system_clock::now() noexcept
{
    FILETIME time;
    GetSystemTimeAsFileTime(&time);
    long long ticks = static_cast<long long>(time.dwHighDateTime) << 32 | time.dwLowDateTime;
    return time_point(nanoseconds((ticks - TICKS_TO_1970) * NANOSECONDS_A_TICK));
}

steady_clock::time_point steady_clock::now() noexcept
{
    LARGE_INTEGER count, rate;
    QueryPerformanceFrequency(&rate);
    QueryPerformanceCounter(&count);
    long long seconds = count.QuadPart / rate.QuadPart, part = count.QuadPart % rate.QuadPart;
    return time_point(nanoseconds(seconds * NANOSECONDS_A_SECOND + part * NANOSECONDS_A_SECOND / rate.QuadPart));
}

} // namespace _V2
} // namespace chrono

// It sleeps a whole millisecond more rather than less than it was told. Long times are slept in parts.
void this_thread::__sleep_for(chrono::seconds seconds, chrono::nanoseconds nanoseconds)
{
    const long long most = 1000000000;
    long long left = seconds.count() > most ? most * MILLISECONDS_A_SECOND : seconds.count() * MILLISECONDS_A_SECOND;
    left += (nanoseconds.count() + NANOSECONDS_A_MILLISECOND - 1) / NANOSECONDS_A_MILLISECOND;
    for (; left > most; left -= most)
        Sleep(most);
    Sleep(static_cast<DWORD>(left));
}

} // namespace std
