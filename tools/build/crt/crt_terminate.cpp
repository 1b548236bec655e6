// The end of a program whose exceptions nobody takes, and how many are on their way.
#include <exception>

// ucrtbase.dll has the handler that vcruntime140.dll calls.
extern "C" {
[[noreturn]] void terminate_by_handler() __asm__("_terminate");
std::terminate_handler set_terminate_handler(std::terminate_handler handler) __asm__("_set_terminate");
[[noreturn]] void unexpected_by_handler() __asm__("_unexpected");
std::terminate_handler set_unexpected_handler(std::terminate_handler handler) __asm__("_set_unexpected");
std::terminate_handler get_unexpected_handler() __asm__("__get_unexpected");
bool is_one_uncaught() __asm__("___uncaught_exception");
int uncaught_count() __asm__("___uncaught_exceptions");
}

namespace std {

void terminate() noexcept { terminate_by_handler(); }
terminate_handler set_terminate(terminate_handler handler) noexcept { return set_terminate_handler(handler); }

terminate_handler get_terminate() noexcept
{
    terminate_handler now = set_terminate(nullptr);
    set_terminate(now);
    return now;
}

// The headers declare these for C++14 and before.
void unexpected() { unexpected_by_handler(); }

terminate_handler get_unexpected() noexcept
{
    terminate_handler now = get_unexpected_handler();
    return now ? now : terminate;
}

terminate_handler set_unexpected(terminate_handler handler) noexcept
{
    terminate_handler before = get_unexpected();
    set_unexpected_handler(handler);
    return before;
}

bool uncaught_exception() noexcept { return is_one_uncaught(); }
int uncaught_exceptions() noexcept { return uncaught_count(); }
nested_exception::~nested_exception() noexcept {}

} // namespace std
