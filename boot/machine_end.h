/* The machine's end. For boot and kernel. */
#ifndef BOOT_MACHINE_END_H
#define BOOT_MACHINE_END_H

#include "boot/ports.h"

/* A write to these ports ends an emulator. QEMU's isa-debug-exit is put at its port by
 * tools/run/emulator.py; Bochs' own port wants the word "Shutdown". */
#define QEMU_EXIT_PORT      0x501
#define BOCHS_SHUTDOWN_PORT 0x8900

/* Halts for ever: only a non-maskable interrupt still gets through. Ring 0. */
static inline _Noreturn void machine_halt(void)
{
    for (;;)
        __asm__ volatile("cli; hlt");
}

/* Ends an emulator that has one of the ports. Ring 0. */
static inline void machine_leave(void)
{
    io_out16(QEMU_EXIT_PORT, 0);
    for (const char *c = "Shutdown"; *c; c++)
        io_out8(BOCHS_SHUTDOWN_PORT, (uint8_t)*c);
}

/* Ends such an emulator; halts any other machine. Ring 0. */
static inline _Noreturn void machine_end(void)
{
    machine_leave();
    machine_halt();
}

#endif
