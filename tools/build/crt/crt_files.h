// The calls that the parts of std::filesystem share.
#ifndef CRT_FILES_H
#define CRT_FILES_H

#include <filesystem>

#include <windows.h>

namespace std::filesystem
{

// Windows' error of the call that has just failed.
inline error_code last_problem()
{
    return error_code(static_cast<int>(GetLastError()), system_category());
}

// The kind of what has these attributes.
inline file_type kind_of(DWORD attributes)
{
    return attributes & FILE_ATTRIBUTE_REPARSE_POINT ? file_type::symlink
           : attributes & FILE_ATTRIBUTE_DIRECTORY   ? file_type::directory
                                                     : file_type::regular;
}

// Whether a call worked; its error goes to `problem`.
inline bool worked(bool done, error_code &problem)
{
    if (done)
        problem.clear();
    else
        problem = last_problem();
    return done;
}

// Runs a call that tells what is wrong, and throws that.
template <class call, class... paths>
auto throwing(const char *what, call run, const paths &...given)
{
    error_code problem;
    auto result = run(problem);
    if (problem)
        throw filesystem_error(what, given..., problem);
    return result;
}

} // namespace std::filesystem

#endif
