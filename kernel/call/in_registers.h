/* For functions on the shortest ways: up to three arguments in registers. */
#ifndef KERNEL_CALL_IN_REGISTERS_H
#define KERNEL_CALL_IN_REGISTERS_H

#define IN_REGISTERS __attribute__((regparm(3)))

#endif
