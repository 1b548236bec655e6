/* How a layer above the kernel joins its start without the kernel knowing it. */
#ifndef KERNEL_START_H
#define KERNEL_START_H

typedef void start_hook(void);

/* At file level: has function called once, interrupts off, when memory, traps and the serial ports
 * work and before the program runs. */
#define ON_START(function)                                                                         \
    static start_hook *const start_hook_##function                                                 \
        __attribute__((used, section(".start_hooks"))) = (function)

/* A variable that is set before the program runs, and that nothing changes later: read-only from
 * then on in every ring, and readable in every ring. */
#define START_CONSTANT __attribute__((section(".start_constants")))

/* A variable of the kernel's that the program gets, in whichever ring it runs. The kernel does not
 * rely on it afterwards. */
#define SHARED_DATA    __attribute__((section(".shared_data")))

#endif
