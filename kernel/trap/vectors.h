/* The one list of the CPU's vectors. Stubs (vectors.S), gates (idt.c), names (reports), the mapping
 * to Windows' statuses (seh_emul/trap/status.c) and the test that raises each of them all come from
 * it. Serves C and assembly.
 *
 * VECTOR(number, mnemonic, code, dpl, way, status, name)
 *
 *   code    ERROR when the CPU pushes an error code, DR6 when dr6 tells the cause, CR2 when the CPU
 *           pushes an error code and cr2 tells the cause, OWN for a stub that vectors.S has by
 *           itself, else PLAIN
 *   dpl     the least privileged ring that may reach the gate by an `int` instruction
 *   way     EXCEPTION  becomes a Windows exception
 *           CLAIMABLE  the same, unless the kernel finds it to be its own business
 *           INTERRUPT  a device's, through the 8259 pair
 *           LOCAL      of the CPU's own controller; the gate is open where there are several CPUs
 *           SERVICE    a call of the kernel (kernel/call/services.h)
 *           MACHINE    reported with the machine's state; the run ends
 *           TASK       enters through a task gate on a stack of its own
 *   status  the status of an EXCEPTION. Where the choice needs a look at the instruction or the
 *           FPU, it is the commonest one, and seh_emul/trap/status.c decides. 0 for other ways
 *
 * A vector without a row has no gate: using it raises #NP at the instruction, which ends as the
 * access violation that Windows gives for an unused `int n`. Missing on purpose: 9 (no CPU after
 * the 386 raises it), 15, 20 to 31 (reserved, or of features never turned on).
 *
 * Sources: Intel's manual volume 3, table 6-1; Windows' vectors 29h, 2Ch, 2Dh, 2Eh, device base
 * 30h, and D1h and E1h for a CPU's timer and for calls between CPUs.
 */
VECTOR(0x00, DE, PLAIN, 0, EXCEPTION, STATUS_INTEGER_DIVIDE_BY_ZERO, "divide error")
VECTOR(0x01, DB, DR6, 0, CLAIMABLE, STATUS_SINGLE_STEP, "debug trap")
VECTOR(0x02, NMI, PLAIN, 0, MACHINE, 0, "non-maskable interrupt")
VECTOR(0x03, BP, PLAIN, 3, EXCEPTION, STATUS_BREAKPOINT, "breakpoint")
VECTOR(0x04, OF, PLAIN, 3, EXCEPTION, STATUS_INTEGER_OVERFLOW, "overflow trap")
VECTOR(0x05, BR, PLAIN, 0, EXCEPTION, STATUS_ARRAY_BOUNDS_EXCEEDED, "bound exceeded")
VECTOR(0x06, UD, PLAIN, 0, EXCEPTION, STATUS_ILLEGAL_INSTRUCTION, "invalid opcode")
VECTOR(0x07, NM, PLAIN, 0, CLAIMABLE, STATUS_ILLEGAL_INSTRUCTION, "no FPU")
VECTOR(0x08, DF, ERROR, 0, TASK, 0, "double fault")
VECTOR(0x0A, TS, ERROR, 0, EXCEPTION, STATUS_ACCESS_VIOLATION, "invalid TSS")
VECTOR(0x0B, NP, ERROR, 0, EXCEPTION, STATUS_ACCESS_VIOLATION, "segment not present")
VECTOR(0x0C, SS, ERROR, 0, EXCEPTION, STATUS_ACCESS_VIOLATION, "stack segment fault")
VECTOR(0x0D, GP, ERROR, 0, EXCEPTION, STATUS_ACCESS_VIOLATION, "general protection fault")
VECTOR(0x0E, PF, CR2, 0, CLAIMABLE, STATUS_ACCESS_VIOLATION, "page fault")
VECTOR(0x10, MF, PLAIN, 0, EXCEPTION, STATUS_FLOAT_INVALID_OPERATION, "x87 fault")
VECTOR(0x11, AC, ERROR, 0, EXCEPTION, STATUS_DATATYPE_MISALIGNMENT, "alignment check")
VECTOR(0x12, MC, PLAIN, 0, MACHINE, 0, "machine check")
VECTOR(0x13, XM, PLAIN, 0, EXCEPTION, STATUS_FLOAT_MULTIPLE_TRAPS, "SSE exception")
VECTOR(0x29, FASTFAIL, PLAIN, 3, EXCEPTION, STATUS_STACK_BUFFER_OVERRUN, "fast fail")
VECTOR(0x2C, ASSERT, PLAIN, 3, EXCEPTION, STATUS_ASSERTION_FAILURE, "assertion")
VECTOR(0x2D, DEBUG, PLAIN, 3, EXCEPTION, STATUS_BREAKPOINT, "debug service")
VECTOR(0x2E, SERVICE, OWN, 3, SERVICE, 0, "service")
VECTOR(0x30, IRQ0, PLAIN, 0, INTERRUPT, 0, "timer")
VECTOR(0x31, IRQ1, PLAIN, 0, INTERRUPT, 0, "keyboard")
VECTOR(0x32, IRQ2, PLAIN, 0, INTERRUPT, 0, "second interrupt controller")
VECTOR(0x33, IRQ3, PLAIN, 0, INTERRUPT, 0, "second serial port")
VECTOR(0x34, IRQ4, PLAIN, 0, INTERRUPT, 0, "first serial port")
VECTOR(0x35, IRQ5, PLAIN, 0, INTERRUPT, 0, "interrupt 5")
VECTOR(0x36, IRQ6, PLAIN, 0, INTERRUPT, 0, "floppy disk")
VECTOR(0x37, IRQ7, PLAIN, 0, INTERRUPT, 0, "interrupt 7, or a spurious one")
VECTOR(0x38, IRQ8, PLAIN, 0, INTERRUPT, 0, "real-time clock")
VECTOR(0x39, IRQ9, PLAIN, 0, INTERRUPT, 0, "interrupt 9")
VECTOR(0x3A, IRQ10, PLAIN, 0, INTERRUPT, 0, "interrupt 10")
VECTOR(0x3B, IRQ11, PLAIN, 0, INTERRUPT, 0, "interrupt 11")
VECTOR(0x3C, IRQ12, PLAIN, 0, INTERRUPT, 0, "mouse")
VECTOR(0x3D, IRQ13, PLAIN, 0, INTERRUPT, 0, "FPU, by the old way")
VECTOR(0x3E, IRQ14, PLAIN, 0, INTERRUPT, 0, "first disk")
VECTOR(0x3F, IRQ15, PLAIN, 0, INTERRUPT, 0, "second disk, or a spurious one")
VECTOR(0xD1, TICK, PLAIN, 0, LOCAL, 0, "a CPU's own timer")
VECTOR(0xE1, WAKE, PLAIN, 0, LOCAL, 0, "another CPU has work for this one")
VECTOR(0xE2, FORGET, PLAIN, 0, LOCAL, 0, "another CPU has changed page tables")
VECTOR(0xFF, SPURIOUS, PLAIN, 0, LOCAL, 0, "an interrupt that was taken back")
