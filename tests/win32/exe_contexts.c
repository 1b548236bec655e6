/* Activation contexts: there is the default one. */

#include <stdio.h>
#include <windows.h>

int main(void)
{
    HANDLE current = (HANDLE)1;
    ULONG_PTR cookie = 0;
    ACTCTX_SECTION_KEYED_DATA data = {.cbSize = sizeof data};
    ACTCTXA wish = {.cbSize = sizeof wish, .lpSource = "none.manifest"};
    printf("current: %d", GetCurrentActCtx(&current));
    printf(" %d\n", current == NULL);
    printf("of a missing file: %d", CreateActCtxA(&wish) != INVALID_HANDLE_VALUE);
    printf(" %lu\n", GetLastError());
    wish.cbSize = 3;
    printf("too small: %d", CreateActCtxA(&wish) != INVALID_HANDLE_VALUE);
    printf(" %lu\n", GetLastError());
    printf("default: %d", ActivateActCtx(NULL, &cookie));
    printf(" %d\n", DeactivateActCtx(0, cookie));
    printf("section: %d", FindActCtxSectionStringW(
                              0, NULL, ACTIVATION_CONTEXT_SECTION_DLL_REDIRECTION, L"x", &data));
    printf(" %lu\n", GetLastError());
    ACTIVATION_CONTEXT_BASIC_INFORMATION facts = {(HANDLE)1, 1};
    SIZE_T needed = 0;
    printf("facts: %d", QueryActCtxW(0, NULL, NULL, ActivationContextBasicInformation, &facts,
                                     sizeof facts, &needed));
    printf(" %d %lu %lu", facts.hActCtx == NULL, facts.dwFlags, needed);
    printf(", no room: %d",
           QueryActCtxW(0, NULL, NULL, ActivationContextBasicInformation, &facts, 7, NULL));
    printf(" %lu", GetLastError());
    printf(", of another: %d",
           QueryActCtxW(0, (HANDLE)0x10, NULL, ActivationContextBasicInformation, &facts,
                        sizeof facts, NULL));
    printf(" %lu", GetLastError());
    printf(", useless: %d", ZombifyActCtx((HANDLE)0x10));
    printf(" %lu\n", GetLastError());
    return 0;
}
