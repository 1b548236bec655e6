// Errors of the C library and of Windows as objects, and what streams throw.
#include <cstring>
#include <ios>
#include <system_error>

#include <windows.h>

#include "crt_kept.h"

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
    constexpr explicit named_category(const char *name) : named(name) {}
    const char *name() const noexcept override { return named; }
    string message(int number) const override { return strerror(number); }
};

struct stream_category : named_category {
    using named_category::named_category;
    string message(int number) const override { return number == static_cast<int>(io_errc::stream) ? "iostream error" : "Unknown error"; }
};

// Errors of Windows' own calls.
struct windows_category : named_category {
    using named_category::named_category;

    string message(int number) const override
    {
        char text[512];
        DWORD length = FormatMessageA(FORMAT_MESSAGE_FROM_SYSTEM | FORMAT_MESSAGE_IGNORE_INSERTS, nullptr, number, 0, text, sizeof text, nullptr);
        while (length && static_cast<unsigned char>(text[length - 1]) <= ' ')
            length--;
        return length ? string(text, length) : "Unknown error";
    }

    error_condition default_error_condition(int number) const noexcept override
    {
        static const struct {
            int number;
            errc meaning;
        } rows[] = {
            {0, errc()},
            {ERROR_FILE_NOT_FOUND, errc::no_such_file_or_directory},
            {ERROR_PATH_NOT_FOUND, errc::no_such_file_or_directory},
            {ERROR_BAD_NETPATH, errc::no_such_file_or_directory},
            {ERROR_INVALID_NAME, errc::no_such_file_or_directory},
            {ERROR_TOO_MANY_OPEN_FILES, errc::too_many_files_open},
            {ERROR_ACCESS_DENIED, errc::permission_denied},
            {ERROR_SHARING_VIOLATION, errc::permission_denied},
            {ERROR_CURRENT_DIRECTORY, errc::permission_denied},
            {ERROR_NOACCESS, errc::permission_denied},
            {ERROR_WRITE_PROTECT, errc::permission_denied},
            {ERROR_INVALID_HANDLE, errc::invalid_argument},
            {ERROR_INVALID_PARAMETER, errc::invalid_argument},
            {ERROR_NEGATIVE_SEEK, errc::invalid_argument},
            {ERROR_DIRECTORY, errc::invalid_argument},
            {ERROR_NOT_ENOUGH_MEMORY, errc::not_enough_memory},
            {ERROR_OUTOFMEMORY, errc::not_enough_memory},
            {ERROR_NOT_SAME_DEVICE, errc::cross_device_link},
            {ERROR_NOT_READY, errc::resource_unavailable_try_again},
            {ERROR_FILE_EXISTS, errc::file_exists},
            {ERROR_ALREADY_EXISTS, errc::file_exists},
            {ERROR_BROKEN_PIPE, errc::broken_pipe},
            {ERROR_DISK_FULL, errc::no_space_on_device},
            {ERROR_HANDLE_DISK_FULL, errc::no_space_on_device},
            {ERROR_DIR_NOT_EMPTY, errc::directory_not_empty},
            {ERROR_BUSY, errc::device_or_resource_busy},
            {ERROR_INVALID_DRIVE, errc::no_such_device},
            {ERROR_INVALID_FUNCTION, errc::function_not_supported},
            {ERROR_NOT_SUPPORTED, errc::not_supported},
            {ERROR_CALL_NOT_IMPLEMENTED, errc::function_not_supported},
            {ERROR_BUFFER_OVERFLOW, errc::filename_too_long},
            {ERROR_FILENAME_EXCED_RANGE, errc::filename_too_long},
            {ERROR_CANCELLED, errc::operation_canceled},
            {ERROR_OPERATION_ABORTED, errc::operation_canceled},
            {ERROR_TIMEOUT, errc::timed_out},
        };
        for (auto &row : rows)
            if (row.number == number)
                return make_error_condition(row.meaning);
        return error_condition(number, *this);
    }
};

// They are there without a call, because the headers promise that the functions do nothing but name them, and the compiler leaves calls
// away.
kept<named_category> generic("generic");
kept<windows_category> of_system("system");
kept<stream_category> of_streams("iostream");

} // namespace

inline namespace _V2 {

const error_category &generic_category() noexcept { return generic.made; }
const error_category &system_category() noexcept { return of_system.made; }

} // namespace _V2

const error_category &iostream_category() noexcept { return of_streams.made; }

ios_base::failure::failure(const string &text) : system_error(io_errc::stream, text) {}
ios_base::failure::failure(const string &text, const error_code &code) : system_error(code, text) {}
ios_base::failure::failure(const char *text, const error_code &code) : system_error(code, text) {}
ios_base::failure::~failure() throw() {}
const char *ios_base::failure::what() const throw() { return runtime_error::what(); }

void __throw_ios_failure(const char *text) { throw ios_base::failure(text); }
void __throw_ios_failure(const char *text, int number) { throw ios_base::failure(text, error_code(number, generic_category())); }
void __throw_system_error(int number) { throw system_error(error_code(number, generic_category())); }

} // namespace std
