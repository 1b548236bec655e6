/* A library's load configuration: a cookie that the loader makes, and a table of handlers. */

#include <stdio.h>
#include <stdlib.h>
#include <windows.h>

/* Copies the library to another file, whose headers lead to its configuration. */
static BOOL configure(const char *from, const char *to)
{
    HMODULE module = LoadLibraryA(from);
    DWORD offset = (DWORD)GetProcAddress(module, "config") - (DWORD)module;
    FILE *file = fopen(from, "rb");
    fseek(file, 0, SEEK_END);
    size_t size = (size_t)ftell(file);
    char *bytes = malloc(size);
    rewind(file);
    fread(bytes, 1, size, file);
    fclose(file);
    IMAGE_NT_HEADERS *headers = (void *)(bytes + ((IMAGE_DOS_HEADER *)bytes)->e_lfanew);
    headers->OptionalHeader.DataDirectory[10].VirtualAddress = offset;
    headers->OptionalHeader.DataDirectory[10].Size = 0x40;
    file = fopen(to, "wb");
    fwrite(bytes, 1, size, file);
    free(bytes);
    return fclose(file) == 0 && FreeLibrary(module);
}

static LONG CALLBACK watch(EXCEPTION_POINTERS *pointers)
{
    printf("a vectored handler sees %lX, flags %lX\n", pointers->ExceptionRecord->ExceptionCode,
           pointers->ExceptionRecord->ExceptionFlags);
    return EXCEPTION_CONTINUE_SEARCH;
}

static LONG WINAPI filter(EXCEPTION_POINTERS *pointers)
{
    (void)pointers;
    printf("the filter is asked\n");
    return EXCEPTION_EXECUTE_HANDLER;
}

static void raise_under(HMODULE module, const char *handler)
{
    struct {
        void *next, *handler;
    } frame;
    __asm__ volatile("movl %%fs:0, %0" : "=r"(frame.next));
    frame.handler = (void *)GetProcAddress(module, handler);
    __asm__ volatile("movl %0, %%fs:0" : : "r"(&frame) : "memory");
    RaiseException(0xE0000005, 0, 0, NULL);
    __asm__ volatile("movl %0, %%fs:0" : : "r"(frame.next) : "memory");
}

static BOOL is_seeded(HMODULE module)
{
    return ((BOOL(*)(void))GetProcAddress(module, "is_seeded"))();
}

int main(void)
{
    printf("written: %d\n", configure("exe_load_config_dll.dll", "configured.dll"));
    HMODULE plain = LoadLibraryA("exe_load_config_dll.dll");
    printf("without: a cookie %d\n", is_seeded(plain));
    raise_under(plain, "other");
    HMODULE configured = LoadLibraryA("configured.dll");
    printf("with: a cookie %d\n", is_seeded(configured));
    raise_under(configured, "registered");
    AddVectoredExceptionHandler(1, watch);
    SetUnhandledExceptionFilter(filter);
    printf("now one that is in no table\n");
    fflush(stdout);
    raise_under(configured, "other");
    printf("it goes on\n");
    return 0;
}
