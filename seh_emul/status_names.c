/* The words come from status_list.h. */
#include "seh_emul/status_names.h"

const char *status_name(DWORD status)
{
    static const struct {
        DWORD status;
        const char *words;
    } names[] = {
#define STATUS_NAME(status, words) {status, words},
#include "seh_emul/status_list.h"
#undef STATUS_NAME
    };
    for (unsigned i = 0; i < sizeof names / sizeof names[0]; i++)
        if (names[i].status == status)
            return names[i].words;
    return "exception";
}

const char *status_access_name(DWORD access)
{
    return access == 0 ? "reading" : access == 1 ? "writing" : "executing";
}
