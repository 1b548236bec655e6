/* Why a branch is laid out for one case. Any ring. */
#ifndef KERNEL_CALL_BRANCHES_H
#define KERNEL_CALL_BRANCHES_H

/* A condition that mostly holds, or hardly ever, where a counted figure needs the branch laid out
 * for that. */
#define MOSTLY(condition) __builtin_expect(condition, 1)
#define RARELY(condition) __builtin_expect(condition, 0)

#endif
