/* How a layer above the kernel joins its start without the kernel knowing it. */
#ifndef KERNEL_START_H
#define KERNEL_START_H

typedef void start_hook(void);

/* At file level: has function called once, interrupts off, when memory, traps and the serial ports
 * work and before the program runs. */
#define ON_START(function)                                                                         \
    static start_hook *const start_hook_##function                                                 \
        __attribute__((used, section(".start_hooks"))) = (function)

#endif
