/* Lets a layer above join the kernel's start. The kernel does not know the layer. */
#ifndef KERNEL_CALL_START_H
#define KERNEL_CALL_START_H

typedef void start_hook(void);

/* At file level: function is called once at the start, interrupts off. Memory, traps and the serial
 * ports work then; the program does not run yet. */
#define ON_START(function)                                                                         \
    static start_hook *const start_hook_##function                                                 \
        __attribute__((used, section(".start_hooks"))) = (function)

/* A variable that is set before the program runs. From then on every ring can read it and none can
 * write it. */
#define START_CONSTANT __attribute__((section(".start_constants")))

/* A variable that the kernel fills for the program, which can write it in either ring. The kernel
 * does not rely on it afterwards. */
#define SHARED_DATA    __attribute__((section(".shared_data")))

#endif
