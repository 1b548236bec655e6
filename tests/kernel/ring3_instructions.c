/* Instructions in ring 3: privileged ones, gates, and ways into another mode.
 *
 * run: name=qemu ring=3
 * run: name=486 ring=3 cpu=486 compilers=gcc
 * run: name=bochs ring=3 emulator=bochs compilers=gcc
 */
#include "kernel/call/eflags.h"
#include "kernel/call/features.h"
#include "tests/harness/gaps.h"
#include "tests/harness/probe.h"
#include "tests/harness/tap.h"

#include <memoryapi.h>
#include <string.h>

#define CODE(...) .length = sizeof((uint8_t[]){__VA_ARGS__}), .bytes = {__VA_ARGS__}

/* Each is the privileged instruction alone. */
static const struct row {
    const char *what;
    uint8_t length, bytes[15];
    enum gap gap;
} privileged[] = {
    {"hlt", CODE(0xF4)},
    {"cli", CODE(0xFA)},
    {"sti", CODE(0xFB)},
    {"in al, 20h", CODE(0xE4, 0x20)},
    {"in eax, 20h", CODE(0xE5, 0x20)},
    {"out 20h, al", CODE(0xE6, 0x20)},
    {"out 20h, eax", CODE(0xE7, 0x20)},
    {"in al, dx", CODE(0xEC)},
    {"in eax, dx", CODE(0xED)},
    {"in ax, dx", CODE(0x66, 0xED)},
    {"out dx, al", CODE(0xEE)},
    {"out dx, eax", CODE(0xEF)},
    {"insb", CODE(0x6C)},
    {"insd", CODE(0x6D)},
    {"outsb", CODE(0x6E)},
    {"outsd", CODE(0x6F)},
    {"rep outsb", CODE(0xF3, 0x6E)},
    {"lldt ax", CODE(0x0F, 0x00, 0xD0)},
    {"ltr ax", CODE(0x0F, 0x00, 0xD8)},
    {"lgdt [esp]", CODE(0x0F, 0x01, 0x14, 0x24)},
    {"lidt [esp]", CODE(0x0F, 0x01, 0x1C, 0x24)},
    {"lmsw ax", CODE(0x0F, 0x01, 0xF0)},
    {"clts", CODE(0x0F, 0x06)},
    {"invd", CODE(0x0F, 0x08), GAP_CACHE_IN_RING3},
    {"wbinvd", CODE(0x0F, 0x09), GAP_CACHE_IN_RING3},
    {"mov eax, cr0", CODE(0x0F, 0x20, 0xC0)},
    {"mov eax, cr2", CODE(0x0F, 0x20, 0xD0)},
    {"mov eax, cr3", CODE(0x0F, 0x20, 0xD8)},
    {"mov cr0, eax", CODE(0x0F, 0x22, 0xC0)},
    {"mov cr3, eax", CODE(0x0F, 0x22, 0xD8)},
    {"mov eax, dr0", CODE(0x0F, 0x21, 0xC0)},
    {"mov eax, dr7", CODE(0x0F, 0x21, 0xF8)},
    {"mov dr0, eax", CODE(0x0F, 0x23, 0xC0)},
    {"mov dr7, eax", CODE(0x0F, 0x23, 0xF8)},
    {"cli behind fourteen prefixes", CODE(0x2E, 0x2E, 0x2E, 0x2E, 0x2E, 0x2E, 0x2E, 0x2E, 0x2E,
                                          0x2E, 0x2E, 0x2E, 0x2E, 0x2E, 0xFA)},
};

/* These need a CPU beyond the 486. */
static const struct row privileged_later[] = {
    {"mov eax, cr4", CODE(0x0F, 0x20, 0xE0)},
    {"mov cr4, eax", CODE(0x0F, 0x22, 0xE0)},
    {"wrmsr", CODE(0x0F, 0x30)},
    {"rdmsr", CODE(0x0F, 0x32)},
    {"rdpmc", CODE(0x0F, 0x33)},
    {"sysexit", CODE(0x0F, 0x35)},
};

/* Privileged, too, but Windows does not look: an access violation without an address. */
#define SELECTOR(s) (s) & 0xFF, (s) >> 8
static const struct row refused[] = {
    {"a far jump to ring 0's code", CODE(0xEA, 0, 0, 0, 0, SELECTOR(0x08))},
    {"a far jump to the task", CODE(0xEA, 0, 0, 0, 0, SELECTOR(0x28))},
    {"a far call to ring 0's code", CODE(0x9A, 0, 0, 0, 0, SELECTOR(0x08))},
    {"mov ds, ring 0's data", CODE(0xB0, 0x10, 0x0F, 0xB6, 0xC0, 0x8E, 0xD8)},
    {"mov es, ring 0's data with ring 3's privilege", CODE(0x6A, 0x13, 0x07)},
    {"mov ss, ring 0's data", CODE(0x6A, 0x10, 0x17)},
    {"mov fs, ring 0's TIB", CODE(0x6A, 0x30, 0x0F, 0xA1)},
    {"mov gs, the CPU's block", CODE(0x6A, 0x60, 0x0F, 0xA9)},
    {"mov gs, the CPU's block with ring 3's privilege", CODE(0x6A, 0x63, 0x0F, 0xA9)},
    {"invlpg", CODE(0x0F, 0x01, 0x3C, 0x24)},
};

static void check_rows(const struct row *row, unsigned count, DWORD status)
{
    for (; count--; row++) {
        struct probe probe;
        bool plain = status != STATUS_ACCESS_VIOLATION;
        if (gap_skips(row->gap, "%s", row->what))
            continue;
        probe_run(row->bytes, row->length, &probe);
        is_hex(probe.record.ExceptionCode, status, "%s", row->what);
        ok(probe.raised == 1 && probe.record.NumberParameters == (plain ? 0 : 2) &&
               (plain || probe.record.ExceptionInformation[1] == 0xFFFFFFFF),
           "%s: its parameters", row->what);
        if (plain)
            ok(probe.record.ExceptionAddress == probe_code() &&
                   probe.context.Eip == (DWORD)probe_code(),
               "%s: its address", row->what);
    }
}

#define COUNT(rows) (sizeof(rows) / sizeof(rows)[0])

static void check_instructions(void)
{
    check_rows(privileged, COUNT(privileged), STATUS_PRIVILEGED_INSTRUCTION);
    if (cpu_features.tsc)
        check_rows(privileged_later, COUNT(privileged_later), STATUS_PRIVILEGED_INSTRUCTION);
    else
        tap_skip("a 486 has none of them", "privileged instructions of later CPUs");
    check_rows(refused, COUNT(refused), STATUS_ACCESS_VIOLATION);
}

/* The exception of each `int n`. No handler sees that of 29h; 2Eh is the services'. */
static DWORD status_of_int(unsigned n)
{
    switch (n) {
    case 3:
    case 0x2D: return STATUS_BREAKPOINT;
    case 4: return STATUS_INTEGER_OVERFLOW;
    case 0x2C: return STATUS_ASSERTION_FAILURE;
    default: return STATUS_ACCESS_VIOLATION;
    }
}

static void check_interrupts(void)
{
    unsigned odd = 0;
    for (unsigned n = 0; n < 256; n++) {
        struct probe probe;
        if (n == 0x29 || n == 0x2E)
            continue;
        probe_run((const uint8_t[]){0xCD, (uint8_t)n}, 2, &probe);
        bool held = probe.raised == 1 && probe.record.ExceptionCode == status_of_int(n);
        if (held && probe.record.ExceptionCode == STATUS_ACCESS_VIOLATION)
            held = probe.record.ExceptionAddress == probe_code() &&
                   probe.record.NumberParameters == 2 &&
                   probe.record.ExceptionInformation[0] == 0 &&
                   probe.record.ExceptionInformation[1] == 0xFFFFFFFF;
        if (!held && odd++ == 0)
            tap_note("int %02Xh: %08X", n, (unsigned)probe.record.ExceptionCode);
    }
    is_dec(odd, 0, "int n reaches a gate only where ring 3 may");
}

/* QEMU's iret enters code of real mode in ring 3, too, at 1Bh * 16 + FF00h; other CPUs go on at
 * FF00h, where nothing is. Both get out of it as ring 3 does. */
static void check_virtual_8086(void)
{
    static const uint8_t enter[] = {
        0x68, 0x00, 0x10, 0,    0,               /* push: ss 1000h */
        0x68, 0x00, 0xFF, 0,    0,               /* esp */
        0x68, 0x02, 0x32, 0x02, 0x00,            /* eflags: VM, IOPL 3, IF */
        0x6A, 0x1B, 0x68, 0,    0xFF, 0, 0, 0xCF /* cs, eip; iret */
    };
    static const struct {
        const char *what;
        DWORD status;
        uint8_t code[5];
    } scenes[] = {
        {"ud2", STATUS_ILLEGAL_INSTRUCTION, {0x0F, 0x0B}},
        {"hlt", STATUS_PRIVILEGED_INSTRUCTION, {0xF4}},
        {"int3", STATUS_BREAKPOINT, {0xCC}},
        {"a division by zero", STATUS_INTEGER_DIVIDE_BY_ZERO, {0x66, 0x31, 0xC9, 0xF7, 0xF1}},
        {"int 2Eh, then int3", STATUS_BREAKPOINT, {0xCD, 0x2E, 0xCC}},
    };
    uint8_t *low =
        VirtualAlloc((PVOID)0x10000, 0x10000, MEM_RESERVE | MEM_COMMIT, PAGE_EXECUTE_READWRITE);
    for (unsigned i = 0; i < COUNT(scenes); i++) {
        struct probe probe;
        memcpy(low + 0xB0, scenes[i].code, sizeof scenes[i].code);
        probe_run(enter, sizeof enter, &probe);
        const CONTEXT *context = &probe.context;
        ok(probe.raised == 1 && (probe.record.ExceptionCode == scenes[i].status ||
                                 probe.record.ExceptionCode == STATUS_ACCESS_VIOLATION),
           "iret with VM, then %s: %08X", scenes[i].what, (unsigned)probe.record.ExceptionCode);
        ok(context->SegCs == 0x1B && context->SegSs == 0x23 &&
               (context->EFlags & (EFLAGS_VM | EFLAGS_IOPL | EFLAGS_IF)) == EFLAGS_IF,
           "it leads to no other mode");
    }
    VirtualFree(low, 0, MEM_RELEASE);
}

int main(void)
{
    check_instructions();
    check_interrupts();
    check_virtual_8086();
    return tap_done();
}
