/* user32's calls of windows, of which there are none. */
#include "lib/utf16.h"
#include "win32/console/console_io.h"

#include <stdlib.h>
#include <string.h>
#include <winuser.h>

/* The answers to the kinds of boxes, which nobody sees: a box with buttons for several ways gets
 * the one that ends the matter. */
static int answer_of(UINT kind)
{
    static const int answers[] = {[MB_OK] = IDOK,
                                  [MB_OKCANCEL] = IDOK,
                                  [MB_ABORTRETRYIGNORE] = IDABORT,
                                  [MB_YESNOCANCEL] = IDYES,
                                  [MB_YESNO] = IDYES,
                                  [MB_RETRYCANCEL] = IDCANCEL,
                                  [MB_CANCELTRYCONTINUE] = IDCANCEL};
    kind &= MB_TYPEMASK;
    return kind < sizeof answers / sizeof answers[0] ? answers[kind] : 0;
}

int WINAPI MessageBoxA(HWND owner, LPCSTR text, LPCSTR title, UINT kind)
{
    (void)owner;
    int answer = answer_of(kind);
    if (!answer)
        return 0;
    title = title ? title : "Error";
    text = text ? text : "";
    console_write_bytes(title, (DWORD)strlen(title));
    console_write_bytes(": ", 2);
    console_write_bytes(text, (DWORD)strlen(text));
    console_write_bytes("\n", 1);
    return answer;
}

int WINAPI MessageBoxW(HWND owner, LPCWSTR text, LPCWSTR title, UINT kind)
{
    char *narrow = wide_narrow_copy(text ? text : L"");
    char *narrow_title = wide_narrow_copy(title ? title : L"Error");
    int answer = narrow && narrow_title ? MessageBoxA(owner, narrow, narrow_title, kind) : 0;
    free(narrow);
    free(narrow_title);
    return answer;
}

int WINAPI GetSystemMetrics(int which)
{
    static const struct {
        int which, value;
    } rows[] = {{SM_CXSCREEN, 720}, {SM_CYSCREEN, 400}, {SM_CMONITORS, 1}};
    for (unsigned i = 0; i < sizeof rows / sizeof rows[0]; i++)
        if (rows[i].which == which)
            return rows[i].value;
    return 0;
}
