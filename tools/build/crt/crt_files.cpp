// Files and folders: their facts, and what is done to them.
#include "crt_files.h"

namespace std::filesystem {

namespace {

// A file or a folder that is open while its facts are asked for.
struct opened {
    HANDLE handle;
    opened(const path &name, DWORD rights, DWORD flags = 0)
        : handle(CreateFileW(name.c_str(), rights, FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE, nullptr, OPEN_EXISTING, FILE_FLAG_BACKUP_SEMANTICS | flags, nullptr))
    {
    }
    ~opened()
    {
        DWORD error = GetLastError();
        if (is_open())
            CloseHandle(handle);
        SetLastError(error);
    }
    bool is_open() const { return handle != INVALID_HANDLE_VALUE; }
};

bool facts_of(const path &name, BY_HANDLE_FILE_INFORMATION &facts, error_code &problem)
{
    opened file(name, FILE_READ_ATTRIBUTES);
    return worked(file.is_open() && GetFileInformationByHandle(file.handle, &facts), problem);
}

uintmax_t whole(DWORD high, DWORD low) { return static_cast<uintmax_t>(high) << 32 | low; }

enum { NANOSECONDS_A_TICK = 100 };
const long long TICKS_TO_1970 = 116444736000000000;

file_time_type time_of(const FILETIME &time)
{
    long long ticks = static_cast<long long>(whole(time.dwHighDateTime, time.dwLowDateTime)) - TICKS_TO_1970;
    return file_time_type::clock::_S_from_sys(chrono::time_point<chrono::system_clock, chrono::nanoseconds>(chrono::nanoseconds(ticks * NANOSECONDS_A_TICK)));
}

file_status told(DWORD attributes, file_type kind)
{
    const perms nobody = perms::owner_write | perms::group_write | perms::others_write;
    return file_status(kind, attributes & FILE_ATTRIBUTE_READONLY ? perms::all & ~nobody : perms::all);
}

// A name that means nothing is no error.
file_status status_of(const path &name, bool follows, error_code &problem)
{
    WIN32_FILE_ATTRIBUTE_DATA data;
    BY_HANDLE_FILE_INFORMATION facts;
    bool is_there = worked(GetFileAttributesExW(name.c_str(), GetFileExInfoStandard, &data), problem);
    if (is_there && follows && kind_of(data.dwFileAttributes) == file_type::symlink && (is_there = facts_of(name, facts, problem)))
        data.dwFileAttributes = facts.dwFileAttributes & ~FILE_ATTRIBUTE_REPARSE_POINT;
    if (is_there)
        return told(data.dwFileAttributes, kind_of(data.dwFileAttributes));
    switch (problem.value()) {
    case ERROR_FILE_NOT_FOUND:
    case ERROR_PATH_NOT_FOUND:
    case ERROR_INVALID_NAME:
    case ERROR_BAD_NETPATH:
    case ERROR_INVALID_DRIVE:
        return file_status(file_type::not_found);
    case ERROR_SHARING_VIOLATION:
    case ERROR_ACCESS_DENIED:
        return file_status(file_type::unknown);
    default:
        return file_status(file_type::none);
    }
}

error_code missing() { return make_error_code(errc::no_such_file_or_directory); }

} // namespace

file_status status(const path &name, error_code &problem) noexcept { return status_of(name, true, problem); }
file_status symlink_status(const path &name, error_code &problem) noexcept { return status_of(name, false, problem); }

static file_status throwing_status(const path &name, bool follows)
{
    error_code problem;
    file_status told = status_of(name, follows, problem);
    if (told.type() == file_type::none)
        throw filesystem_error("status", name, problem);
    return told;
}

file_status status(const path &name) { return throwing_status(name, true); }
file_status symlink_status(const path &name) { return throwing_status(name, false); }

uintmax_t file_size(const path &name, error_code &problem) noexcept
{
    BY_HANDLE_FILE_INFORMATION facts;
    if (!facts_of(name, facts, problem))
        return -1;
    if (facts.dwFileAttributes & FILE_ATTRIBUTE_DIRECTORY) {
        problem = make_error_code(errc::is_a_directory);
        return -1;
    }
    return whole(facts.nFileSizeHigh, facts.nFileSizeLow);
}

uintmax_t hard_link_count(const path &name, error_code &problem) noexcept
{
    BY_HANDLE_FILE_INFORMATION facts;
    return facts_of(name, facts, problem) ? facts.nNumberOfLinks : -1;
}

file_time_type last_write_time(const path &name, error_code &problem) noexcept
{
    BY_HANDLE_FILE_INFORMATION facts;
    return facts_of(name, facts, problem) ? time_of(facts.ftLastWriteTime) : file_time_type::min();
}

void last_write_time(const path &name, file_time_type time, error_code &problem) noexcept
{
    long long nanoseconds = file_time_type::clock::_S_to_sys(time).time_since_epoch().count(), ticks = TICKS_TO_1970 + nanoseconds / NANOSECONDS_A_TICK;
    FILETIME made = {static_cast<DWORD>(ticks), static_cast<DWORD>(ticks >> 32)};
    opened file(name, FILE_WRITE_ATTRIBUTES);
    worked(file.is_open() && SetFileTime(file.handle, nullptr, nullptr, &made), problem);
}

// Windows knows only whether a file may be written to.
void permissions(const path &name, perms given, perm_options how, error_code &problem) noexcept
{
    const perms writes = perms::owner_write | perms::group_write | perms::others_write;
    DWORD attributes = GetFileAttributesW(name.c_str());
    if (!worked(attributes != INVALID_FILE_ATTRIBUTES, problem))
        return;
    bool names_writing = (given & writes) != perms::none, was = !(attributes & FILE_ATTRIBUTE_READONLY);
    bool may = (how & perm_options::add) != perm_options{}      ? was || names_writing
               : (how & perm_options::remove) != perm_options{} ? was && !names_writing
                                                                 : names_writing;
    attributes = may ? attributes & ~FILE_ATTRIBUTE_READONLY : attributes | FILE_ATTRIBUTE_READONLY;
    worked(SetFileAttributesW(name.c_str(), attributes), problem);
}

bool equivalent(const path &one, const path &other, error_code &problem) noexcept
{
    BY_HANDLE_FILE_INFORMATION first, second;
    return facts_of(one, first, problem) && facts_of(other, second, problem) && first.dwVolumeSerialNumber == second.dwVolumeSerialNumber &&
           whole(first.nFileIndexHigh, first.nFileIndexLow) == whole(second.nFileIndexHigh, second.nFileIndexLow);
}

bool is_empty(const path &name, error_code &problem)
{
    file_status told = status(name, problem);
    if (problem)
        return false;
    if (told.type() != file_type::directory)
        return file_size(name, problem) == 0;
    directory_iterator at(name, problem);
    return !problem && at == directory_iterator();
}

space_info space(const path &name, error_code &problem) noexcept
{
    ULARGE_INTEGER free, all, own;
    path absolute_name = absolute(name, problem);
    if (problem || !worked(GetDiskFreeSpaceExW((absolute_name.root_path() / L"").c_str(), &own, &all, &free), problem))
        return {uintmax_t(-1), uintmax_t(-1), uintmax_t(-1)};
    return {all.QuadPart, free.QuadPart, own.QuadPart};
}

void resize_file(const path &name, uintmax_t size, error_code &problem) noexcept
{
    LARGE_INTEGER end;
    end.QuadPart = static_cast<LONGLONG>(size);
    opened file(name, GENERIC_WRITE);
    worked(file.is_open() && SetFilePointerEx(file.handle, end, nullptr, FILE_BEGIN) && SetEndOfFile(file.handle), problem);
}

void rename(const path &from, const path &to, error_code &problem) noexcept { worked(MoveFileExW(from.c_str(), to.c_str(), MOVEFILE_REPLACE_EXISTING), problem); }

bool remove(const path &name, error_code &problem) noexcept
{
    file_status told = symlink_status(name, problem);
    problem.clear();
    if (told.type() == file_type::not_found)
        return false;
    DWORD attributes = GetFileAttributesW(name.c_str());
    return worked(attributes & FILE_ATTRIBUTE_DIRECTORY ? RemoveDirectoryW(name.c_str()) : DeleteFileW(name.c_str()), problem);
}

uintmax_t remove_all(const path &name, error_code &problem)
{
    uintmax_t count = 0;
    if (is_directory(symlink_status(name, problem))) {
        directory_iterator at(name, problem);
        while (!problem && at != directory_iterator()) {
            path inner = at->path();
            at.increment(problem); // Windows gives a folder's rest after its entries have gone
            error_code lost;
            uintmax_t gone = remove_all(inner, lost);
            if (lost) {
                problem = lost;
                return -1;
            }
            count += gone;
        }
        if (problem)
            return -1;
    }
    bool is_gone = remove(name, problem);
    return problem ? -1 : count + is_gone;
}

bool create_directory(const path &name, error_code &problem) noexcept
{
    if (worked(CreateDirectoryW(name.c_str(), nullptr), problem))
        return true;
    error_code unseen;
    if (problem.value() == ERROR_ALREADY_EXISTS && is_directory(name, unseen))
        problem.clear();
    return false;
}

bool create_directory(const path &name, const path &, error_code &problem) noexcept { return create_directory(name, problem); }

bool create_directories(const path &name, error_code &problem)
{
    path folder = name.has_filename() ? name : name.parent_path(), outer = folder.parent_path();
    problem.clear();
    if (name.empty())
        problem = missing();
    if (problem || is_directory(folder, problem))
        return false;
    if (!outer.empty() && outer != folder && !exists(outer, problem)) {
        create_directories(outer, problem);
        if (problem)
            return false;
    }
    return create_directory(folder, problem);
}

bool copy_file(const path &from, const path &to, copy_options how, error_code &problem)
{
    auto has = [=](copy_options option) { return (how & option) != copy_options::none; };
    error_code none;
    bool is_there = exists(to, none), replaces = has(copy_options::overwrite_existing);
    if (is_there && has(copy_options::skip_existing)) {
        problem.clear();
        return false;
    }
    if (is_there && has(copy_options::update_existing)) {
        if (last_write_time(from, problem) <= last_write_time(to, none))
            return false;
        replaces = true;
    }
    return worked(CopyFileW(from.c_str(), to.c_str(), !replaces), problem);
}

// An option that a copy of a folder passes on to the copies of its entries.
const copy_options INSIDE = static_cast<copy_options>(1 << 12);

void copy(const path &from, const path &to, copy_options how, error_code &problem)
{
    auto has = [=](copy_options option) { return (how & option) != copy_options::none; };
    file_status given = status(from, problem), there = status(to, problem);
    problem.clear();
    if (given.type() == file_type::not_found) {
        problem = missing();
    } else if (is_directory(given)) {
        if (!has(copy_options::recursive) && how != copy_options::none)
            return;
        if (!is_directory(there))
            create_directory(to, problem);
        for (directory_iterator at(from, problem), end; !problem && at != end; at.increment(problem)) {
            if (!has(copy_options::recursive) && at->is_directory())
                continue;
            error_code lost;
            copy(at->path(), to / at->path().filename(), how | INSIDE, lost);
            if (lost) {
                problem = lost;
                return;
            }
        }
    } else if (!has(copy_options::directories_only)) {
        if (has(copy_options::create_hard_links))
            create_hard_link(from, to, problem);
        else
            copy_file(from, is_directory(there) ? to / from.filename() : to, how, problem);
    }
}

void create_hard_link(const path &to, const path &made, error_code &problem) noexcept { worked(CreateHardLinkW(made.c_str(), to.c_str(), nullptr), problem); }

void create_symlink(const path &to, const path &made, error_code &problem) noexcept { worked(CreateSymbolicLinkW(made.c_str(), to.c_str(), 0), problem); }

void create_directory_symlink(const path &to, const path &made, error_code &problem) noexcept
{
    worked(CreateSymbolicLinkW(made.c_str(), to.c_str(), SYMBOLIC_LINK_FLAG_DIRECTORY), problem);
}

// Windows tells what a link leads to, but not what stands in it.
path read_symlink(const path &name, error_code &problem)
{
    if (!is_symlink(name, problem)) {
        problem = make_error_code(errc::invalid_argument);
        return path();
    }
    return canonical(name, problem);
}

void copy_symlink(const path &from, const path &made, error_code &problem) noexcept { create_symlink(read_symlink(from, problem), made, problem); }

// A call of Windows' that gives a path, or the room that it wants for one.
template <class call> static path path_from(call get, error_code &problem)
{
    wstring text(MAX_PATH, 0);
    DWORD length;
    while ((length = get(static_cast<DWORD>(text.size()), text.data())) > text.size())
        text.resize(length);
    if (!worked(length, problem))
        return path();
    text.resize(length);
    return text;
}

path current_path(error_code &problem) { return path_from(GetCurrentDirectoryW, problem); }
path temp_directory_path(error_code &problem) { return path_from(GetTempPathW, problem); }
void current_path(const path &name, error_code &problem) noexcept { worked(SetCurrentDirectoryW(name.c_str()), problem); }

path absolute(const path &name, error_code &problem)
{
    problem.clear();
    if (name.empty())
        problem = missing();
    if (name.empty() || name.is_absolute())
        return name;
    return path_from([&](DWORD room, wchar_t *to) { return GetFullPathNameW(name.c_str(), room, to, nullptr); }, problem);
}

path canonical(const path &name, error_code &problem)
{
    path made = absolute(name, problem).lexically_normal();
    if (!problem && !exists(made, problem))
        problem = missing();
    if (problem)
        return path();
    return made.has_filename() || made == made.root_path() ? made : made.parent_path();
}

path weakly_canonical(const path &name, error_code &problem)
{
    path begin, rest;
    auto at = name.begin();
    for (; at != name.end() && exists(status(begin / *at, problem)); ++at)
        begin /= *at;
    for (; at != name.end(); ++at)
        rest /= *at;
    problem.clear();
    if (!begin.empty())
        begin = canonical(begin, problem);
    return (begin / rest).lexically_normal();
}

path relative(const path &name, const path &base, error_code &problem)
{
    path from = weakly_canonical(name, problem), to = problem ? path() : weakly_canonical(base, problem);
    return problem ? path() : from.lexically_relative(to);
}

path proximate(const path &name, const path &base, error_code &problem)
{
    path from = weakly_canonical(name, problem), to = problem ? path() : weakly_canonical(base, problem);
    return problem ? path() : from.lexically_proximate(to);
}

// The calls that throw their errors as exceptions.
#define TOLD(type, call)                                                                                                                 \
    type call(const path &name)                                                                                                          \
    {                                                                                                                                    \
        return throwing(#call, [&](error_code &problem) { return call(name, problem); }, name);                                          \
    }
TOLD(uintmax_t, file_size)
TOLD(uintmax_t, hard_link_count)
TOLD(file_time_type, last_write_time)
TOLD(bool, is_empty)
TOLD(space_info, space)
TOLD(bool, remove)
TOLD(uintmax_t, remove_all)
TOLD(bool, create_directory)
TOLD(bool, create_directories)
TOLD(path, read_symlink)
TOLD(path, absolute)
TOLD(path, canonical)
TOLD(path, weakly_canonical)

#define DONE(call, type, given, ...)                                                                                                     \
    void call(const path &name, type given)                                                                                              \
    {                                                                                                                                    \
        throwing(#call, [&](error_code &problem) { return call(name, given, problem), true; }, __VA_ARGS__);                             \
    }
DONE(rename, const path &, to, name, to)
DONE(create_hard_link, const path &, to, name, to)
DONE(create_symlink, const path &, to, name, to)
DONE(create_directory_symlink, const path &, to, name, to)
DONE(copy_symlink, const path &, to, name, to)
DONE(resize_file, uintmax_t, size, name)
DONE(last_write_time, file_time_type, time, name)

path current_path()
{
    return throwing("current_path", [](error_code &problem) { return current_path(problem); });
}

path temp_directory_path()
{
    return throwing("temp_directory_path", [](error_code &problem) { return temp_directory_path(problem); });
}

void current_path(const path &name)
{
    throwing("current_path", [&](error_code &problem) { return current_path(name, problem), true; }, name);
}

void permissions(const path &name, perms given, perm_options how)
{
    throwing("permissions", [&](error_code &problem) { return permissions(name, given, how, problem), true; }, name);
}

bool create_directory(const path &name, const path &) { return create_directory(name); }

bool equivalent(const path &one, const path &other)
{
    return throwing("equivalent", [&](error_code &problem) { return equivalent(one, other, problem); }, one, other);
}

bool copy_file(const path &from, const path &to, copy_options how)
{
    return throwing("copy_file", [&](error_code &problem) { return copy_file(from, to, how, problem); }, from, to);
}

void copy(const path &from, const path &to, copy_options how)
{
    throwing("copy", [&](error_code &problem) { return copy(from, to, how, problem), true; }, from, to);
}

path relative(const path &name, const path &base)
{
    return throwing("relative", [&](error_code &problem) { return relative(name, base, problem); }, name, base);
}

path proximate(const path &name, const path &base)
{
    return throwing("proximate", [&](error_code &problem) { return proximate(name, base, problem); }, name, base);
}

} // namespace std::filesystem
