#include "win32/ntdll/rtl_environment.h"

#include "win32/letters.h"

#include <heapapi.h>
#include <processenv.h>
#include <stdbool.h>
#include <string.h>
#include <winnt.h>

/* The first = behind a variable's first letter, because names of drives begin with one. */
static PCWSTR name_end(PCWSTR variable)
{
    PCWSTR end = wcschr(variable + 1, '=');
    return end ? end : variable + wcslen(variable);
}

static PCWSTR next_variable(PCWSTR variable)
{
    return variable + wcslen(variable) + 1;
}

/* As strcmp, for a variable's name and another one. */
static int compare_name(PCWSTR variable, PCWSTR name, size_t units)
{
    size_t own = (size_t)(name_end(variable) - variable);
    for (size_t i = 0; i < own && i < units; i++) {
        int difference = letter_large(variable[i]) - letter_large(name[i]);
        if (difference)
            return difference;
    }
    return (int)own - (int)units;
}

static size_t block_units(PCWSTR env)
{
    PCWSTR end = env;
    while (*end)
        end = next_variable(end);
    return (size_t)(end - env) + 1;
}

/* The value of a name, in a block. NULL: it has none. */
static PCWSTR find_value(PCWSTR env, PCWSTR name, size_t units)
{
    if (units == 0 || wmemchr(name + 1, '=', units - 1))
        return NULL;
    for (; *env; env = next_variable(env))
        if (compare_name(env, name, units) == 0 && *name_end(env) == '=')
            return name_end(env) + 1;
    return NULL;
}

/* The block to look at: env, or one of the process's variables, which leave_block gives back. */
static PWSTR enter_block(PWSTR env)
{
    return env ? env : GetEnvironmentStringsW();
}

static void leave_block(PWSTR env, PWSTR entered)
{
    if (!env)
        FreeEnvironmentStringsW(entered);
}

NTSTATUS NTAPI RtlCreateEnvironment(BOOLEAN copies, PWSTR *env)
{
    static WCHAR empty[1];
    PWSTR from = enter_block(copies ? NULL : empty);
    if (!from)
        return (NTSTATUS)STATUS_NO_MEMORY;
    SIZE_T size = block_units(from) * sizeof *from;
    *env = HeapAlloc(GetProcessHeap(), 0, size);
    if (*env)
        memcpy(*env, from, size);
    leave_block(copies ? NULL : empty, from);
    return (NTSTATUS)(*env ? STATUS_SUCCESS : STATUS_NO_MEMORY);
}

NTSTATUS NTAPI RtlDestroyEnvironment(PWSTR env)
{
    HeapFree(GetProcessHeap(), 0, env);
    return STATUS_SUCCESS;
}

/* ---------------------------------------------------------------- the process's variables */

/* Copies a counted name, which calls of kernel32 want with a zero. NULL: no memory. */
static PWSTR copy_counted(PCWSTR text, size_t units)
{
    PWSTR copy = HeapAlloc(GetProcessHeap(), 0, (units + 1) * sizeof *copy);
    if (!copy)
        return NULL;
    memcpy(copy, text, units * sizeof *copy);
    copy[units] = 0;
    return copy;
}

static bool set_own(PCWSTR name, size_t units, PCWSTR value)
{
    PWSTR copy = copy_counted(name, units);
    bool is_set = copy && (SetEnvironmentVariableW(copy, value) || !value);
    HeapFree(GetProcessHeap(), 0, copy);
    return is_set;
}

VOID NTAPI RtlSetCurrentEnvironment(PWSTR env, PWSTR *before)
{
    PRTL_USER_PROCESS_PARAMETERS parameters =
        NtCurrentTeb()->ProcessEnvironmentBlock->ProcessParameters;
    PWSTR own = GetEnvironmentStringsW();
    for (PCWSTR variable = own; variable && *variable; variable = next_variable(variable))
        set_own(variable, (size_t)(name_end(variable) - variable), NULL);
    for (PCWSTR variable = env; *variable; variable = next_variable(variable))
        set_own(variable, (size_t)(name_end(variable) - variable), name_end(variable) + 1);
    FreeEnvironmentStringsW(own);
    if (before)
        *before = parameters->Environment;
    parameters->Environment = env;
    parameters->EnvironmentSize = (ULONG)(block_units(env) * sizeof *env);
}

static NTSTATUS set_in_process(PCUNICODE_STRING name, PCUNICODE_STRING value)
{
    PWSTR text = value ? copy_counted(value->Buffer, value->Length / sizeof *text) : NULL;
    bool is_set = (text || !value) && set_own(name->Buffer, name->Length / sizeof *text, text);
    HeapFree(GetProcessHeap(), 0, text);
    return (NTSTATUS)(is_set ? STATUS_SUCCESS : STATUS_NO_MEMORY);
}

/* ---------------------------------------------------------------- changing a block */

/* Lays the new variable, unless it has no value. Returns the place behind it. */
static PWSTR lay_variable(PWSTR to, PCUNICODE_STRING name, PCUNICODE_STRING value)
{
    if (!value)
        return to;
    memcpy(to, name->Buffer, name->Length);
    to += name->Length / sizeof *to;
    *to++ = '=';
    memcpy(to, value->Buffer, value->Length);
    to += value->Length / sizeof *to;
    *to++ = 0;
    return to;
}

/* Lays the variables of env, in which the new one stands where its name is sorted. */
static void lay_block(PWSTR to, PCWSTR env, PCUNICODE_STRING name, PCUNICODE_STRING value)
{
    bool is_laid = false;
    for (; *env; env = next_variable(env)) {
        int order = compare_name(env, name->Buffer, name->Length / sizeof *to);
        if (order >= 0 && !is_laid) {
            to = lay_variable(to, name, value);
            is_laid = true;
        }
        if (order != 0) {
            wcscpy(to, env);
            to += wcslen(env) + 1;
        }
    }
    if (!is_laid)
        to = lay_variable(to, name, value);
    *to = 0;
}

NTSTATUS NTAPI RtlSetEnvironmentVariable(PWSTR *env, PUNICODE_STRING name, PUNICODE_STRING value)
{
    size_t units = name->Length / sizeof(WCHAR);
    if (!units || wmemchr(name->Buffer + 1, '=', units - 1))
        return (NTSTATUS)STATUS_INVALID_PARAMETER;
    if (!env)
        return set_in_process(name, value);
    size_t room = block_units(*env) + (value ? units + value->Length / sizeof(WCHAR) + 2 : 0);
    PWSTR made = HeapAlloc(GetProcessHeap(), 0, room * sizeof *made);
    if (!made)
        return (NTSTATUS)STATUS_NO_MEMORY;
    lay_block(made, *env, name, value);
    HeapFree(GetProcessHeap(), 0, *env);
    PWSTR fitting = HeapReAlloc(GetProcessHeap(), 0, made, block_units(made) * sizeof *made);
    *env = fitting ? fitting : made;
    return STATUS_SUCCESS;
}

/* ---------------------------------------------------------------- looking at a block */

NTSTATUS NTAPI RtlQueryEnvironmentVariable(PWSTR env, PCWSTR name, SIZE_T name_length, PWSTR value,
                                           SIZE_T room, PSIZE_T length)
{
    PWSTR block = enter_block(env);
    PCWSTR found = block ? find_value(block, name, name_length) : NULL;
    NTSTATUS status = (NTSTATUS)STATUS_VARIABLE_NOT_FOUND;
    if (found) {
        SIZE_T units = wcslen(found);
        bool fits = units < room;
        if (fits)
            wcscpy(value, found);
        *length = fits ? units : units + 1;
        status = (NTSTATUS)(fits ? STATUS_SUCCESS : STATUS_BUFFER_TOO_SMALL);
    }
    leave_block(env, block);
    return status;
}

NTSTATUS NTAPI RtlQueryEnvironmentVariable_U(PWSTR env, PUNICODE_STRING name, PUNICODE_STRING value)
{
    SIZE_T length = 0;
    NTSTATUS status =
        RtlQueryEnvironmentVariable(env, name->Buffer, name->Length / sizeof(WCHAR), value->Buffer,
                                    value->MaximumLength / sizeof(WCHAR), &length);
    if (status == STATUS_SUCCESS)
        value->Length = (USHORT)(length * sizeof(WCHAR));
    else if (status == (NTSTATUS)STATUS_BUFFER_TOO_SMALL)
        value->Length = (USHORT)((length - 1) * sizeof(WCHAR));
    return status;
}

/* The value that stands for what begins at a %, and the place behind it. NULL: none does. */
static PCWSTR expand_one(PCWSTR block, PCWSTR *at, PCWSTR end)
{
    PCWSTR name = *at + 1, last = **at == '%' ? wmemchr(name, '%', (size_t)(end - name)) : NULL;
    PCWSTR value = last ? find_value(block, name, (size_t)(last - name)) : NULL;
    if (value)
        *at = last + 1;
    return value;
}

NTSTATUS NTAPI RtlExpandEnvironmentStrings_U(PWSTR env, PUNICODE_STRING source,
                                             PUNICODE_STRING text, PULONG needed)
{
    PWSTR block = enter_block(env);
    PCWSTR at = source->Buffer, end = at + source->Length / sizeof *at;
    size_t room = text->MaximumLength / sizeof *at, units = 0;
    if (!block)
        return (NTSTATUS)STATUS_NO_MEMORY;
    while (at < end) {
        PCWSTR value = expand_one(block, &at, end);
        size_t part = value ? wcslen(value) : 1;
        PCWSTR from = value ? value : at++;
        for (size_t i = 0; i < part; i++, units++)
            if (units < room)
                text->Buffer[units] = from[i];
    }
    leave_block(env, block);
    if (needed)
        *needed = (ULONG)((units + 1) * sizeof *at);
    if (units >= room)
        return (NTSTATUS)STATUS_BUFFER_TOO_SMALL;
    text->Buffer[units] = 0;
    text->Length = (USHORT)(units * sizeof *at);
    return STATUS_SUCCESS;
}
