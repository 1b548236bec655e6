/* One-instruction wrappers, and what the CPU can do. Everything here costs what its instruction
 * costs.
 *
 * Inline assembly elsewhere: cpu.c (asking for cpuid), the heads of blocks that a segment register
 * reaches (cpu_block.h, tib.h, include/seh.h, include/errhandlingapi.h), include/ring3.h, the
 * macros of include/seh_try.h, lib/memory_impl.h, and boot/boot.c, which can call nothing up here.
 */
#ifndef KERNEL_CPU_CPU_H
#define KERNEL_CPU_CPU_H

#include <stdbool.h>
#include <stdint.h>

#define EFLAGS_TF      0x00000100u
#define EFLAGS_IF      0x00000200u
#define EFLAGS_DF      0x00000400u
#define EFLAGS_IOPL    0x00003000u
#define EFLAGS_NT      0x00004000u
#define EFLAGS_RF      0x00010000u /* no execute breakpoint for one instruction */
#define EFLAGS_VM      0x00020000u
#define EFLAGS_FIXED   0x00000002u /* bit 1 is always set */
#define EFLAGS_AC      0x00040000u

#define CR0_MP         0x00000002u
#define CR0_EM         0x00000004u
#define CR0_TS         0x00000008u
#define CR0_NE         0x00000020u
#define CR0_WP         0x00010000u /* rights hold for ring 0, too */
#define CR0_AM         0x00040000u
#define CR4_OSFXSR     0x00000200u
#define CR4_OSXMMEXCPT 0x00000400u
#define MXCSR_AT_RESET 0x1F80u
#define X87_CW_WINDOWS 0x027Fu /* what Windows gives a thread: everything masked, 53 bits */

static inline void io_out8(uint16_t port, uint8_t value)
{
    __asm__ volatile("outb %0, %1" : : "a"(value), "Nd"(port));
}

static inline void io_out16(uint16_t port, uint16_t value)
{
    __asm__ volatile("outw %0, %1" : : "a"(value), "Nd"(port));
}

static inline uint8_t io_in8(uint16_t port)
{
    uint8_t value;
    __asm__ volatile("inb %1, %0" : "=a"(value) : "Nd"(port));
    return value;
}

static inline uint32_t eflags_read(void)
{
    uint32_t value;
    __asm__ volatile("pushfl; popl %0" : "=r"(value));
    return value;
}

static inline void interrupts_off(void)
{
    __asm__ volatile("cli" : : : "memory");
}

static inline void interrupts_on(void)
{
    __asm__ volatile("sti" : : : "memory");
}

/* Turns interrupts off; returns whether they were on, for interrupts_restore. */
static inline bool interrupts_save(void)
{
    bool were_on = eflags_read() & EFLAGS_IF;
    interrupts_off();
    return were_on;
}

static inline void interrupts_restore(bool were_on)
{
    if (were_on)
        interrupts_on();
}

/* Waits for an interrupt, with interrupts on; no interrupt can slip in between the two. */
static inline void cpu_wait(void)
{
    __asm__ volatile("sti; hlt" : : : "memory");
}

/* Never goes on: only a non-maskable interrupt still gets through. */
static inline _Noreturn void cpu_stop(void)
{
    for (;;)
        __asm__ volatile("cli; hlt");
}

static inline uint32_t cr0_read(void)
{
    uint32_t value;
    __asm__ volatile("movl %%cr0, %0" : "=r"(value));
    return value;
}

static inline void cr0_write(uint32_t value)
{
    __asm__ volatile("movl %0, %%cr0" : : "r"(value) : "memory");
}

/* Clears CR0's task-switched bit, with which every FPU instruction would fault. */
static inline void fpu_claim(void)
{
    __asm__ volatile("clts");
}

static inline uint32_t cr2_read(void)
{
    uint32_t value;
    __asm__ volatile("movl %%cr2, %0" : "=r"(value));
    return value;
}

static inline uint32_t cr3_read(void)
{
    uint32_t value;
    __asm__ volatile("movl %%cr3, %0" : "=r"(value) : : "memory");
    return value;
}

static inline void cr3_write(uint32_t value)
{
    __asm__ volatile("movl %0, %%cr3" : : "r"(value) : "memory");
}

static inline uint32_t cr4_read(void)
{
    uint32_t value;
    __asm__ volatile("movl %%cr4, %0" : "=r"(value));
    return value;
}

static inline void cr4_write(uint32_t value)
{
    __asm__ volatile("movl %0, %%cr4" : : "r"(value) : "memory");
}

static inline uint32_t dr6_read(void)
{
    uint32_t value;
    __asm__ volatile("movl %%dr6, %0" : "=r"(value));
    return value;
}

static inline uint32_t dr7_read(void)
{
    uint32_t value;
    __asm__ volatile("movl %%dr7, %0" : "=r"(value));
    return value;
}

#define DEBUG_WRITE(register)                                                                      \
    static inline void register##_write(uint32_t value)                                            \
    {                                                                                              \
        __asm__ volatile("movl %0, %%" #register : : "r"(value) : "memory");                       \
    }
DEBUG_WRITE(dr0)
DEBUG_WRITE(dr1)
DEBUG_WRITE(dr2)
DEBUG_WRITE(dr3)
DEBUG_WRITE(dr6)
DEBUG_WRITE(dr7)
#undef DEBUG_WRITE

#define SEGMENT_READ(register)                                                                     \
    static inline uint16_t register##_read(void)                                                   \
    {                                                                                              \
        uint16_t value;                                                                            \
        __asm__ volatile("movw %%" #register ", %0" : "=r"(value));                                \
        return value;                                                                              \
    }
SEGMENT_READ(cs)
SEGMENT_READ(ds)
SEGMENT_READ(es)
SEGMENT_READ(fs)
SEGMENT_READ(gs)
SEGMENT_READ(ss)
#undef SEGMENT_READ

/* Whether a selector names a segment that can be read at this privilege level. */
static inline bool selector_readable(uint16_t selector)
{
    bool readable;
    __asm__("verr %1; setz %0" : "=q"(readable) : "m"(selector) : "cc");
    return readable;
}

/* The access bits of the selector's descriptor, shifted as they lie there; 0 when it may not be
 * looked at from this privilege level. */
static inline uint32_t selector_access(uint16_t selector)
{
    uint32_t access = 0;
    __asm__("larl %1, %0" : "+r"(access) : "r"((uint32_t)selector) : "cc");
    return access;
}

/* Writes a byte back as it is: faults now if a later write would. */
static inline void memory_touch(uint32_t address)
{
    __asm__ volatile("orb $0, %0" : "+m"(*(char *)address) : : "cc");
}

static inline void tlb_forget(const void *address)
{
    __asm__ volatile("invlpg %0" : : "m"(*(const char *)address) : "memory");
}

static inline uint64_t tsc_read(void)
{
    uint64_t value;
    __asm__ volatile("rdtsc" : "=A"(value));
    return value;
}

static inline void cpuid(uint32_t leaf, uint32_t out[4])
{
    __asm__ volatile("cpuid" : "=a"(out[0]), "=b"(out[1]), "=c"(out[2]), "=d"(out[3]) : "a"(leaf));
}

#define X87_STATE_SIZE 108 /* bytes of what fnsave stores */

/* Resets the FPU; a pending exception does not fire, then or later. */
static inline void x87_reset(void)
{
    __asm__ volatile("fninit");
}

/* Stores the state and resets the FPU; a pending exception does not fire. */
static inline void x87_save(void *area)
{
    __asm__ volatile("fnsave %0" : "=m"(*(char(*)[X87_STATE_SIZE])area));
}

static inline void x87_load(const void *area)
{
    __asm__ volatile("frstor %0" : : "m"(*(const char(*)[X87_STATE_SIZE])area));
}

static inline uint16_t x87_status(void)
{
    uint16_t value;
    __asm__ volatile("fnstsw %0" : "=m"(value)); /* QEMU lets the form with ax raise */
    return value;
}

/* Forgets every exception that the status word tells of. */
static inline void x87_clear(void)
{
    __asm__ volatile("fnclex");
}

static inline void x87_control_write(uint16_t value)
{
    __asm__ volatile("fldcw %0" : : "m"(value));
}

#define FXSAVE_SIZE      512 /* bytes of what fxsave stores */
#define FXSAVE_ALIGNMENT 16

/* Both: only where cpu_features.fxsr. */
static inline void fx_save(void *area)
{
    __asm__ volatile("fxsave %0" : "=m"(*(char(*)[FXSAVE_SIZE])area));
}

static inline void fx_load(const void *area)
{
    __asm__ volatile("fxrstor %0" : : "m"(*(const char(*)[FXSAVE_SIZE])area));
}

static inline uint32_t mxcsr_read(void)
{
    uint32_t value;
    __asm__ volatile("stmxcsr %0" : "=m"(value));
    return value;
}

static inline void mxcsr_write(uint32_t value)
{
    __asm__ volatile("ldmxcsr %0" : : "m"(value));
}

static inline void gdt_load(const void *descriptor)
{
    __asm__ volatile("lgdt %0" : : "m"(*(const char *)descriptor) : "memory");
}

static inline void idt_load(const void *descriptor)
{
    __asm__ volatile("lidt %0" : : "m"(*(const char *)descriptor) : "memory");
}

static inline void ldt_load(uint16_t selector)
{
    __asm__ volatile("lldt %0" : : "r"(selector) : "memory");
}

static inline void tr_load(uint16_t selector)
{
    __asm__ volatile("ltr %0" : : "r"(selector) : "memory");
}

static inline void fs_load(uint16_t selector)
{
    __asm__ volatile("movw %0, %%fs" : : "r"(selector) : "memory");
}

static inline void gs_load(uint16_t selector)
{
    __asm__ volatile("movw %0, %%gs" : : "r"(selector) : "memory");
}

static inline void *frame_pointer(void)
{
    void *value;
    __asm__ volatile("movl %%ebp, %0" : "=r"(value));
    return value;
}

/* What this CPU can do beyond a 486. Filled once by cpu_detect, before anything asks. */
struct cpu_features {
    bool tsc;        /* rdtsc */
    bool fxsr;       /* fxsave, fxrstor */
    bool sse;        /* mxcsr */
    bool no_execute; /* pages without the right to execute fault */
};

extern struct cpu_features cpu_features;

/* Fills cpu_features without executing anything a 486 lacks. */
void cpu_detect(void);

/* Brings the FPU, and SSE where there is one, into the state a thread starts with. Any ring. */
static inline void fpu_reset(void)
{
    uint16_t control = X87_CW_WINDOWS;
    __asm__ volatile("fninit; fldcw %0" : : "m"(control));
    if (cpu_features.sse)
        mxcsr_write(MXCSR_AT_RESET);
}

/* Turns the FPU and SSE on and resets them. Ring 0. */
void cpu_init_fpu(void);

#endif
