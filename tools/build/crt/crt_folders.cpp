// The entries of folders, one after the other, and errors of the file system.
#include <utility>
#include <vector>

#include "crt_files.h"

namespace std::filesystem {

struct filesystem_error::_Impl {
    path one, other;
    string what;
};

static string told(const char *what, const path *one, const path *other)
{
    string text = string("filesystem error: ") + what;
    for (const path *each : {one, other})
        if (each)
            text += " [" + each->string() + "]";
    return text;
}

filesystem_error::filesystem_error(const string &what, error_code problem)
    : system_error(problem, what), _M_impl(__make_shared<const _Impl>(_Impl{path(), path(), told(system_error::what(), nullptr, nullptr)}))
{
}

filesystem_error::filesystem_error(const string &what, const path &name, error_code problem)
    : system_error(problem, what), _M_impl(__make_shared<const _Impl>(_Impl{name, path(), told(system_error::what(), &name, nullptr)}))
{
}

filesystem_error::filesystem_error(const string &what, const path &one, const path &other, error_code problem)
    : system_error(problem, what), _M_impl(__make_shared<const _Impl>(_Impl{one, other, told(system_error::what(), &one, &other)}))
{
}

filesystem_error::~filesystem_error() = default;
const path &filesystem_error::path1() const noexcept { return _M_impl->one; }
const path &filesystem_error::path2() const noexcept { return _M_impl->other; }
const char *filesystem_error::what() const noexcept { return _M_impl->what.c_str(); }

// A folder that is being read, at one of its entries.
struct __cxx11::_Dir {
    path folder;
    HANDLE search;
    WIN32_FIND_DATAW found;
    directory_entry entry;

    _Dir(const path &name, error_code &problem) : folder(name), search(FindFirstFileW((name / L"*").c_str(), &found))
    {
        worked(search != INVALID_HANDLE_VALUE, problem);
    }

    _Dir(const _Dir &) = delete;

    ~_Dir()
    {
        if (search != INVALID_HANDLE_VALUE)
            FindClose(search);
    }

    // Makes the entry of what was found, or of the first behind it that is neither the folder nor the one around it. False at the end.
    bool take(error_code &problem)
    {
        wstring_view name = found.cFileName;
        if (name == L"." || name == L"..")
            return next(problem);
        problem.clear();
        entry = directory_entry(folder / name, kind_of(found.dwFileAttributes));
        return true;
    }

    bool next(error_code &problem)
    {
        if (worked(FindNextFileW(search, &found), problem))
            return take(problem);
        if (problem.value() == ERROR_NO_MORE_FILES)
            problem.clear();
        return false;
    }
};

// The folder, at its first entry; none if it is empty. A folder that may not be read is empty where that is asked for.
static shared_ptr<_Dir> opened(const path &name, directory_options options, error_code &problem)
{
    shared_ptr<_Dir> made = make_shared<_Dir>(name, problem);
    bool skips = (options & directory_options::skip_permission_denied) != directory_options::none;
    if (problem.value() == ERROR_FILE_NOT_FOUND || (skips && problem.value() == ERROR_ACCESS_DENIED))
        problem.clear();
    else if (!problem && made->take(problem))
        return made;
    return nullptr;
}

static void throw_or_tell(const error_code &problem, error_code *given, const char *what, const path &name)
{
    if (given)
        *given = problem;
    else if (problem)
        throw filesystem_error(what, name, problem);
}

directory_iterator::directory_iterator(const path &name, directory_options options, error_code *given)
{
    error_code problem;
    _M_dir = opened(name, options, problem);
    throw_or_tell(problem, given, "directory_iterator", name);
}

const directory_entry &directory_iterator::operator*() const noexcept { return _M_dir->entry; }

directory_iterator &directory_iterator::increment(error_code &problem)
{
    if (!_M_dir->next(problem))
        _M_dir.reset();
    return *this;
}

directory_iterator &directory_iterator::operator++()
{
    error_code problem;
    path name = _M_dir->folder;
    increment(problem);
    throw_or_tell(problem, nullptr, "directory_iterator", name);
    return *this;
}

// The folders around an entry, the inner one last.
struct recursive_directory_iterator::_Dir_stack {
    vector<shared_ptr<_Dir>> folders;
    directory_options options;
    bool goes_in;
};

recursive_directory_iterator::recursive_directory_iterator(const path &name, directory_options options, error_code *given)
{
    error_code problem;
    if (shared_ptr<_Dir> folder = opened(name, options, problem))
        _M_dirs = __make_shared<_Dir_stack>(_Dir_stack{{folder}, options, true});
    throw_or_tell(problem, given, "recursive_directory_iterator", name);
}

recursive_directory_iterator::~recursive_directory_iterator() = default;
recursive_directory_iterator &recursive_directory_iterator::operator=(const recursive_directory_iterator &) noexcept = default;
recursive_directory_iterator &recursive_directory_iterator::operator=(recursive_directory_iterator &&) noexcept = default;
const directory_entry &recursive_directory_iterator::operator*() const noexcept { return _M_dirs->folders.back()->entry; }
directory_options recursive_directory_iterator::options() const noexcept { return _M_dirs->options; }
int recursive_directory_iterator::depth() const noexcept { return static_cast<int>(_M_dirs->folders.size()) - 1; }
bool recursive_directory_iterator::recursion_pending() const noexcept { return _M_dirs->goes_in; }
void recursive_directory_iterator::disable_recursion_pending() noexcept { _M_dirs->goes_in = false; }

recursive_directory_iterator &recursive_directory_iterator::increment(error_code &problem)
{
    directory_entry entry = **this;
    bool follows = (options() & directory_options::follow_directory_symlink) != directory_options::none;
    problem.clear();
    if (exchange(_M_dirs->goes_in, true) && entry.is_directory(problem) && (follows || !entry.is_symlink(problem)))
        if (shared_ptr<_Dir> inner = opened(entry.path(), options(), problem)) {
            _M_dirs->folders.push_back(inner);
            return *this;
        }
    if (problem)
        _M_dirs.reset();
    while (_M_dirs && !_M_dirs->folders.back()->next(problem)) {
        _M_dirs->folders.pop_back();
        if (problem || _M_dirs->folders.empty())
            _M_dirs.reset();
    }
    return *this;
}

void recursive_directory_iterator::pop(error_code &problem)
{
    problem.clear();
    do {
        _M_dirs->folders.pop_back();
        if (problem || _M_dirs->folders.empty())
            _M_dirs.reset();
    } while (_M_dirs && !_M_dirs->folders.back()->next(problem));
}

recursive_directory_iterator &recursive_directory_iterator::operator++()
{
    error_code problem;
    path name = (**this).path();
    increment(problem);
    throw_or_tell(problem, nullptr, "recursive_directory_iterator", name);
    return *this;
}

void recursive_directory_iterator::pop()
{
    error_code problem;
    path name = (**this).path();
    pop(problem);
    throw_or_tell(problem, nullptr, "recursive_directory_iterator", name);
}

} // namespace std::filesystem

template class std::__shared_ptr<std::filesystem::_Dir>;
template class std::__shared_ptr<std::filesystem::recursive_directory_iterator::_Dir_stack>;
