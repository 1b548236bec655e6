// Errors of the C library and of Windows as objects, and what streams throw.
#include <cstring>
#include <ios>
#include <system_error>

namespace std {

error_category::~error_category() {}
system_error::~system_error() noexcept {}

__cow_string error_category::_M_message(int number) const { return __cow_string(message(number).c_str()); }
error_condition error_category::default_error_condition(int number) const noexcept { return error_condition(number, *this); }
bool error_category::equivalent(int number, const error_condition &other) const noexcept { return default_error_condition(number) == other; }
bool error_category::equivalent(const error_code &other, int number) const noexcept { return *this == other.category() && other.value() == number; }
error_condition error_code::default_error_condition() const noexcept { return category().default_error_condition(value()); }

namespace {

struct named_category : error_category {
    const char *const named;
    explicit named_category(const char *name) : named(name) {}
    const char *name() const noexcept override { return named; }
    string message(int number) const override { return strerror(number); }
};

struct stream_category : named_category {
    stream_category() : named_category("iostream") {}
    string message(int number) const override { return number == static_cast<int>(io_errc::stream) ? "iostream error" : "Unknown error"; }
};

} // namespace

inline namespace _V2 {

const error_category &generic_category() noexcept
{
    static named_category made("generic");
    return made;
}

const error_category &system_category() noexcept
{
    static named_category made("system");
    return made;
}

} // namespace _V2

const error_category &iostream_category() noexcept
{
    static stream_category made;
    return made;
}

ios_base::failure::failure(const string &text) : system_error(io_errc::stream, text) {}
ios_base::failure::failure(const string &text, const error_code &code) : system_error(code, text) {}
ios_base::failure::failure(const char *text, const error_code &code) : system_error(code, text) {}
ios_base::failure::~failure() throw() {}
const char *ios_base::failure::what() const throw() { return runtime_error::what(); }

void __throw_ios_failure(const char *text) { throw ios_base::failure(text); }
void __throw_ios_failure(const char *text, int number) { throw ios_base::failure(text, error_code(number, system_category())); }
void __throw_system_error(int number) { throw system_error(error_code(number, generic_category())); }

} // namespace std
