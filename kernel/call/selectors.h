/* Selectors of the global descriptor table: NT's values. Serves C and assembly. */
#ifndef KERNEL_CALL_SELECTORS_H
#define KERNEL_CALL_SELECTORS_H

#define SELECTOR_CODE0        0x08
#define SELECTOR_DATA0        0x10
#define SELECTOR_CODE3        0x1B
#define SELECTOR_DATA3        0x23
#define SELECTOR_TSS          0x28
#define SELECTOR_TIB0         0x30 /* FS in ring 0: the current thread's TIB */
#define SELECTOR_TIB3         0x3B /* FS in ring 3: the same */
#define SELECTOR_DOUBLE_FAULT 0x50
#define SELECTOR_CPU          0x60 /* GS in ring 0: this CPU's block */
#define SELECTOR_LDT          0x68
#define SELECTOR_COUNT        14
#define SELECTOR_LOCAL        4 /* this bit is set in selectors of the local table: FS of workers */
#define LDT_ENTRIES           8192

#endif
