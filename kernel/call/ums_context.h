/* Workers, schedulers and completion lists as the program sees them: records of this layout in
 * pages that no program can unmap. Program and kernel both write them. The kernel believes nothing
 * in them that could harm it: facts that it has to be sure of are in struct ums. Serves C and
 * assembly.
 */
#ifndef KERNEL_CALL_UMS_CONTEXT_H
#define KERNEL_CALL_UMS_CONTEXT_H

#include "kernel/shared/offsets.h"

#define UMS_VERSION_1        0x0100

/* Flags. */
#define UMS_WORKER           1
#define UMS_SCHEDULER        2
#define UMS_SUSPENDED        4
#define UMS_TERMINATED       8
#define UMS_TRACED           16 /* a scheduler's, while events are recorded */

/* Why an activation begins: as UMS_SCHEDULER_REASON has it, and one more of ums_ext.h. */
#define UMS_REASON_STARTUP   0
#define UMS_REASON_BLOCKED   1
#define UMS_REASON_YIELD     2
#define UMS_REASON_PREEMPTED 3

/* The lock: 0 while any scheduler may execute the worker; the number of the thread of the scheduler
 * that does; or UMS_LOCK_KERNEL, which is no thread's. */
#define UMS_LOCK_KERNEL      1

/* Where the kernel may find a worker or its scheduler in the switches. FS says whose code runs, but
 * not which side has the worker's registers. So ums/ums_switch.S has a table of its instructions
 * (struct ums_range), which says what a stop there does. */
#define UMS_IN_NO_SWITCH     0
#define UMS_IN_SWITCH        1 /* as in other code, but no slice ends here */
#define UMS_IN_STORE         2 /* the worker has stored its stack pointer, and has to do it again */
#define UMS_IN_YIELD         3 /* the scheduler is about to give the lock of the worker in eax back */
#define UMS_IN_EXECUTE       4 /* the worker in ecx is locked; its context still has its registers */
#define UMS_IN_REFUSAL       5 /* the scheduler is about to give its lock back, unused */

/* Bytes below a worker's stack pointer that the switches need: for a frame of ring 0. */
#define UMS_ROOM             192

#ifndef __ASSEMBLER__
#include <stdint.h>

struct ums_context {
    uint32_t next; /* in a completion list */
    uint32_t lock;
    uint32_t flags;
    uint32_t selector; /* for FS; 0: only the kernel can execute it (sys_ums_execute) */
    uint32_t esp;      /* 0: the kernel has the registers. A scheduler's: where activations begin */
    uint32_t eip, ebp, ebx, esi, edi, eax, eflags;
    uint32_t mxcsr, x87_control; /* a scheduler's: of its activations */
    uint32_t user;               /* the program's own word */
    uint32_t teb;
    uint32_t id;        /* a scheduler's: the number of its thread */
    uint32_t procedure; /* a scheduler's; ums/traced.c's, while events are recorded */
    uint32_t chain;     /* a scheduler's: the head of its handler chain in activations */
    uint32_t last;   /* a scheduler's: the worker that the kernel took off last, by its context */
    uint32_t handle; /* by which the kernel finds its own record */
    uint32_t traced; /* a scheduler's: the program's procedure, while events are recorded */
};

/* A row of that table. It begins behind the row above it; the last one ends with the last address.
 */
struct ums_range {
    uint32_t last;  /* the last address */
    uint32_t what;  /* UMS_IN_... */
    uint32_t go_on; /* where the store begins, or where the scheduler leaves the worker's stack; 0:
                       it goes on where it is */
};

struct ums_list_words {
    uint32_t head;   /* the program's address of the worker that came last, or 0 */
    uint32_t event;  /* a handle, for waits in DequeueUmsCompletionListItems */
    uint32_t handle; /* by which the kernel finds its own record */
};
#endif

/* clang-format off */
#define UMS_OFFSETS(row) \
    row(UMS_LOCK,      offsetof(struct ums_context, lock),        0x04) \
    row(UMS_FLAGS,     offsetof(struct ums_context, flags),       0x08) \
    row(UMS_SELECTOR,  offsetof(struct ums_context, selector),    0x0C) \
    row(UMS_ESP,       offsetof(struct ums_context, esp),         0x10) \
    row(UMS_EIP,       offsetof(struct ums_context, eip),         0x14) \
    row(UMS_EBP,       offsetof(struct ums_context, ebp),         0x18) \
    row(UMS_EBX,       offsetof(struct ums_context, ebx),         0x1C) \
    row(UMS_ESI,       offsetof(struct ums_context, esi),         0x20) \
    row(UMS_EDI,       offsetof(struct ums_context, edi),         0x24) \
    row(UMS_EAX,       offsetof(struct ums_context, eax),         0x28) \
    row(UMS_EFLAGS,    offsetof(struct ums_context, eflags),      0x2C) \
    row(UMS_MXCSR,     offsetof(struct ums_context, mxcsr),       0x30) \
    row(UMS_X87,       offsetof(struct ums_context, x87_control), 0x34) \
    row(UMS_ID,        offsetof(struct ums_context, id),          0x40) \
    row(UMS_PROCEDURE, offsetof(struct ums_context, procedure),   0x44) \
    row(UMS_CHAIN,     offsetof(struct ums_context, chain),       0x48) \
    row(UMS_SIZE,      sizeof(struct ums_context),                0x58)
/* clang-format on */
OFFSETS(UMS_OFFSETS)

#endif
