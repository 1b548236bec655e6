/* Loads segment registers and the registers of descriptor tables. Ring 0. */
#ifndef KERNEL_CPU_SEGMENT_LOADS_H
#define KERNEL_CPU_SEGMENT_LOADS_H

#include <stdint.h>

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

#endif
