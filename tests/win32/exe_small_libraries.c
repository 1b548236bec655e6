/* Identifiers, memory and classes of ole32, and what rpcrt4, bcrypt, winmm, psapi, shlwapi and
 * version tell.
 * flags: -lole32 -lrpcrt4 -lwinmm -lpsapi -lshlwapi -lversion -lbcrypt -luuid */
#include <windows.h>

#include <bcrypt.h>
#include <mmsystem.h>
#include <objbase.h>
#include <psapi.h>
#include <rpc.h>
#include <shlwapi.h>
#include <stdio.h>
#include <string.h>

static DWORD WINAPI begin_for_itself(LPVOID unused)
{
    void *made = &made;
    (void)unused;
    printf("%d", CoCreateInstance(&IID_IUnknown, NULL, CLSCTX_ALL, &IID_IUnknown, &made) ==
                     CO_E_NOTINITIALIZED);
    printf(" %lx", CoInitialize(NULL));
    printf(" %lx\n", CoInitializeEx(NULL, COINIT_MULTITHREADED));
    CoUninitialize();
    return 0;
}

static void ids(void)
{
    GUID id, other, read;
    WCHAR text[40];
    unsigned char *plain;
    void *made = &id;
    printf("%lx", CoInitializeEx(NULL, COINIT_MULTITHREADED));
    printf(" %lx", CoInitialize(NULL));
    printf(" %lx\n", CoInitializeEx(NULL, COINIT_MULTITHREADED));
    HANDLE thread = CreateThread(NULL, 0, begin_for_itself, NULL, 0, NULL);
    WaitForSingleObject(thread, INFINITE);
    printf("%lx", CoCreateInstance(&IID_IUnknown, NULL, CLSCTX_ALL, &IID_IUnknown, &made));
    printf(" %d\n", made == NULL);
    CoUninitialize();
    CoUninitialize();
    CLSIDFromString(L"{00112233-4455-6677-8899-aAbBcCdDeEfF}", &id);
    printf("%lx %x %x %x %x\n", id.Data1, id.Data2, id.Data3, id.Data4[0], id.Data4[7]);
    printf("%d", StringFromGUID2(&id, text, 39));
    printf(" %ls %d\n", text, StringFromGUID2(&id, text, 38));
    printf("%lx %lx\n", CLSIDFromString(L"{00112233-4455-6677-8899-aAbBcCdDeEf}", &id),
           CLSIDFromString(L"x", &id));
    printf("%lx %lx", CoCreateGuid(&id), UuidCreate(&other));
    printf(" %d %x\n", memcmp(&id, &other, sizeof id) != 0, id.Data3 >> 12);
    UuidToStringA(&id, &plain);
    printf("%d", (int)strlen((char *)plain));
    printf(" %lx", UuidFromStringA(plain, &read));
    printf(" %d\n", memcmp(&id, &read, sizeof id));
    RpcStringFreeA(&plain);
    void *block = CoTaskMemRealloc(CoTaskMemAlloc(8), 100);
    printf("%d %d\n", block != NULL, plain == NULL);
    CoTaskMemFree(block);
}

static void process(void)
{
    HMODULE modules[64];
    DWORD needed;
    char name[MAX_PATH], path[MAX_PATH];
    MODULEINFO information;
    PROCESS_MEMORY_COUNTERS memory;
    HANDLE own = GetCurrentProcess();
    BOOL done = EnumProcessModules(own, modules, sizeof modules, &needed);
    printf("%d %d %d\n", done, needed / sizeof *modules > 8, modules[0] == GetModuleHandleA(NULL));
    GetModuleBaseNameA(own, modules[0], name, sizeof name);
    printf("%s %d\n", name, GetModuleFileNameExA(own, modules[0], path, MAX_PATH) > strlen(name));
    GetModuleInformation(own, modules[0], &information, sizeof information);
    printf("%d %d\n", information.lpBaseOfDll == modules[0],
           (char *)ids > (char *)information.lpBaseOfDll &&
               (char *)ids < (char *)information.lpBaseOfDll + information.SizeOfImage);
    done = GetProcessMemoryInfo(own, &memory, sizeof memory);
    SIZE_T before = memory.PagefileUsage;
    void *more = VirtualAlloc(NULL, 1 << 20, MEM_RESERVE | MEM_COMMIT, PAGE_READWRITE);
    GetProcessMemoryInfo(own, &memory, sizeof memory);
    printf("%d %d\n", done, (int)(memory.PagefileUsage - before));
    VirtualFree(more, 0, MEM_RELEASE);
    PERFORMANCE_INFORMATION machine;
    printf("%d", GetPerformanceInfo(&machine, sizeof machine - 1));
    printf(" %lu", GetLastError());
    printf(" %d", GetPerformanceInfo(&machine, sizeof machine));
    printf(" %d %d\n", machine.cb == sizeof machine && machine.PageSize == 4096,
           machine.CommitTotal < machine.CommitLimit &&
               machine.PhysicalAvailable < machine.PhysicalTotal);
    printf("%d %d %d\n", (int)machine.ProcessCount, (int)machine.ThreadCount,
           machine.HandleCount > 0);
}

static void paths(void)
{
    char path[MAX_PATH] = "C:\\one\\two.txt", joined[MAX_PATH];
    printf("%s %s\n", PathFindFileNameA(path), PathFindExtensionA(path));
    printf("%d", PathRemoveFileSpecA(path));
    printf(" %s\n", path);
    PathRemoveFileSpecA(path);
    printf("%s\n", path);
    printf("%s\n", PathCombineA(joined, "C:\\a\\b", "..\\c\\.\\d.e"));
    printf("%s\n", PathCombineA(joined, "C:\\a", "\\root"));
    printf("%s\n", PathCombineA(joined, "C:\\a", "D:\\x"));
    PathAppendA(joined, "y");
    printf("%s %d %d\n", joined, PathIsRelativeA("a\\b"), PathIsRelativeA(joined));
    printf("%d %d %d\n", PathFileExistsA("C:\\exe_small_libraries.exe"),
           PathFileExistsA("C:\\none"), PathIsDirectoryA("C:\\exe_small_libraries.exe"));
    printf("%s %ls\n", StrStrIA("The Word", "WORD"), StrStrIW(L"The Word", L"wo"));
}

static void say(const char *text) { printf("%s.", text ? text : "none"); }

static void more_paths(void)
{
    char path[MAX_PATH] = "C:\\a b\\c.txt", other[MAX_PATH];
    PathRenameExtensionA(path, ".c");
    say(path);
    printf(" %d", PathAddExtensionA(path, NULL));
    PathRemoveExtensionA(path);
    printf("%d ", PathAddExtensionA(path, NULL));
    PathQuoteSpacesA(path);
    say(path);
    PathUnquoteSpacesA(path);
    say(PathSkipRootA(path));
    say(PathSkipRootA("\\\\server\\share\\x"));
    say(PathFindNextComponentA(path));
    say(PathGetArgsA("\"a b\" c d"));
    printf("\n%d%d%d%d%d%d", PathIsRootA("C:\\"), PathIsRootA("C:\\a"),
           PathIsRootA("\\\\server\\share"), PathIsRootA("\\\\server\\share\\x"),
           PathIsFileSpecA("a.b"), PathIsFileSpecA("a\\b"));
    printf(" %d %d %d", PathGetDriveNumberA("d:x"), PathGetDriveNumberA("x"), PathIsUNCA("\\\\x"));
    PathStripToRootA(path);
    printf(" %s %s", path, PathBuildRootA(other, 25));
    PathRemoveBackslashA(path);
    strcpy(other, "C:\\a\\");
    PathRemoveBackslashA(other);
    printf(" %s %s", path, other);
    printf(" %d", PathCommonPrefixA("C:\\One\\two\\x", "c:\\one\\two\\y", other));
    printf(" %s %d\n", other, PathCommonPrefixA("C:\\a", "C:\\b", NULL));
    printf("%d%d%d%d%d\n", PathMatchSpecA("name.C", "*.h;*.c"),
           PathMatchSpecA("name.cc", "*.h; *.c"), PathMatchSpecA("name", "*.*"),
           PathMatchSpecW(L"abcde", L"a*c?e"), PathMatchSpecW(L"abcde", L"a*c"));
}

static void texts(void)
{
    static const struct {
        const char *text;
        DWORD flags;
    } numbers[] = {{" -55", 0}, {"\t\n +3x", 0}, {"0x1F", 0}, {"-0x1F", STIF_SUPPORT_HEX},
                   {"- 1", 0},  {"\r1", 0}};
    char room[40] = "  --both--";
    wchar_t wide[40];
    int number = 7;
    for (unsigned i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        printf("%d", StrToIntExA(numbers[i].text, numbers[i].flags, &number));
        printf(" %d, ", number);
    }
    printf("\n%d%d ", StrTrimA(room, " -"), StrTrimA(room, "-"));
    say(room);
    say(StrChrIA("abc", 'B'));
    say(StrRChrA("abab", NULL, 'a'));
    say(StrRStrIA("ABAB", NULL, "ab"));
    say(StrPBrkA("abc", "xc"));
    printf(" %d %d %d %d\n", StrSpnA("aab", "a"), StrCSpnA("aab", "b"), StrCSpnIA("aaB", "b"),
           StrCmpNIA("ABc", "abd", 2));
    StrCpyNW(wide, L"abcdef", 4);
    StrCatBuffA(room, "whatever", 8);
    printf("%ls %s", wide, room);
    char *copy = StrDupA("copy");
    printf(" %s %p\n", copy, LocalFree(copy));
    static const LONGLONG sizes[] = {-24, 1023, 10191, 1022286, 1046862, 0xFFFFFFFFFFFFA9Bll};
    for (unsigned i = 0; i < sizeof sizes / sizeof *sizes; i++)
        printf("%s, ", StrFormatByteSize64A(sizes[i], room, sizeof room));
    printf("%s", StrFormatKBSizeA(1046862, room, sizeof room));
    for (int digits = 1; digits < 5; digits++) {
        StrFromTimeIntervalA(room, sizeof room, 150999850, digits);
        printf(",%s", room);
    }
    printf("\n");
    printf("%d", EnumProcessModules(GetCurrentProcess(), NULL, 0, NULL));
    printf(" %lu\n", GetLastError());
}

static void version(void)
{
    DWORD handle, size = GetFileVersionInfoSizeA("exe_small_libraries.exe", &handle);
    char block[4096];
    VS_FIXEDFILEINFO *fixed;
    WORD *translation;
    char *text;
    UINT length;
    printf("%d",
           GetFileVersionInfoA("exe_small_libraries.exe", 0, size, block) && size < sizeof block);
    VerQueryValueA(block, "\\", (void **)&fixed, &length);
    printf(" %lx %lx %u\n", fixed->dwSignature, fixed->dwFileVersionMS, length);
    VerQueryValueA(block, "\\VarFileInfo\\Translation", (void **)&translation, &length);
    printf("%04x%04x %u\n", translation[0], translation[1], length);
    printf("%d", VerQueryValueA(block, "\\StringFileInfo\\040904b0\\ProductName", (void **)&text,
                                &length));
    printf(" %s %u\n", text, length);
    printf("%d\n",
           VerQueryValueA(block, "\\StringFileInfo\\040904b0\\None", (void **)&text, &length));
    printf("%lu\n", GetFileVersionInfoSizeA("none.exe", &handle));
}

int main(void)
{
    UCHAR bytes[32] = {0}, zeros[32] = {0};
    ids();
    process();
    paths();
    more_paths();
    texts();
    version();
    printf("%lx", BCryptGenRandom(NULL, bytes, sizeof bytes, BCRYPT_USE_SYSTEM_PREFERRED_RNG));
    printf(" %d\n", memcmp(bytes, zeros, sizeof bytes) != 0);
    DWORD before = timeGetTime();
    printf("%d %d", timeBeginPeriod(1), timeBeginPeriod(0));
    Sleep(20);
    printf(" %d %d\n", timeGetTime() - before >= 15, timeEndPeriod(1));
    return 0;
}
