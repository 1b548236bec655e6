/* Why a function is never inlined, or always. */
#ifndef LIB_INLINING_H
#define LIB_INLINING_H

/* For rare work, above all for tracing: kept apart, and callers are laid out as if they never
 * called it. */
#define COLD      __attribute__((noinline, cold))

/* Inlined, its variables and the registers that it needs would take stack, and time, of calls that
 * do not come to it. */
#define OWN_STACK __attribute__((noinline))

/* A counted figure would pay for the call. */
#define HOT       inline __attribute__((always_inline))

#endif
