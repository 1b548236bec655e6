/* The calls that compilers for 32-bit Windows emit around __try, and the stack layout that they
 * expect.
 *
 * A function with __try blocks has one frame on the chain for all of them. A scope table lists its
 * blocks; a try level says which block is running. Sources: the layouts that Microsoft's compilers
 * emit, as described by Pietrek (1997) and readable in any program's disassembly.
 *
 *                 _except_handler3                        _except_handler4
 *	ebp	     caller's ebp                            caller's ebp
 *	ebp - 04h    try level, -1 outside of all blocks     try level, -2 outside of all blocks
 *	ebp - 08h    scope table                             scope table xor cookie
 *	ebp - 0Ch    handler                                 handler
 *	ebp - 10h    next frame <- fs:[0]                    next frame <- fs:[0]
 *	ebp - 14h    EXCEPTION_POINTERS * in filters         the same
 *	ebp - 18h    esp to load in an __except block        the same
 */
#ifndef SEH_FRAMES_H
#define SEH_FRAMES_H

#include <nt.h>
#include <setjmp.h>

/* A block of a function. A NULL filter marks a __finally; handler is its code then. Filter and
 * __finally block are called with the function's ebp, and a filter returns in eax. An __except
 * block is jumped to.
 */
struct scope_entry {
    LONG previous; /* level of the block around this one */
    void *filter;
    void *handler;
};

/* The frame on the chain: from ebp - 10h on. */
struct scope_frame {
    EXCEPTION_REGISTRATION_RECORD link;
    ULONG_PTR scope_table; /* struct scope_entry *, or struct scope_table4 * xor cookie */
    LONG level;
    DWORD ebp[1]; /* its address is the function's ebp */
};

/* _except_handler4's table has these words before its entries. The offsets are from the function's
 * ebp. A cookie is stored xor the address that the second offset names. -2: there is no such
 * cookie. */
struct scope_table4 {
    LONG gs_cookie, gs_cookie_xor;
    LONG eh_cookie, eh_cookie_xor;
    struct scope_entry entries[];
};

#define OUTSIDE3 (-1)
#define OUTSIDE4 (-2)

/* The handlers of such frames. Only the dispatcher calls them. */
EXCEPTION_DISPOSITION _except_handler3(EXCEPTION_RECORD *record,
                                       EXCEPTION_REGISTRATION_RECORD *frame, CONTEXT *context,
                                       EXCEPTION_REGISTRATION_RECORD **dispatcher);

/* Its frames have two more words at ebp[0]: the function's ebp, and in filters the
 * EXCEPTION_POINTERS *. */
EXCEPTION_DISPOSITION _except_handler2(EXCEPTION_RECORD *record,
                                       EXCEPTION_REGISTRATION_RECORD *frame, CONTEXT *context,
                                       EXCEPTION_REGISTRATION_RECORD **dispatcher);

/* cookie and check are the program's own. check is called with the value to compare in ecx; it does
 * not return when the value differs. */
typedef void __attribute__((fastcall)) cookie_check(ULONG_PTR value);
EXCEPTION_DISPOSITION _except_handler4_common(const ULONG_PTR *cookie, cookie_check *check,
                                              EXCEPTION_RECORD *record,
                                              EXCEPTION_REGISTRATION_RECORD *frame,
                                              CONTEXT *context,
                                              EXCEPTION_REGISTRATION_RECORD **dispatcher);

/* Runs the __finally blocks of one frame, from its try level outwards to level stop, whose own
 * block does not run. Registers are preserved, except eax, ecx and edx. */
void _local_unwind2(EXCEPTION_REGISTRATION_RECORD *frame, LONG stop);
void _local_unwind4(const ULONG_PTR *cookie, EXCEPTION_REGISTRATION_RECORD *frame, LONG stop);

/* Called in a __finally block. Tells whether an unwind runs the block. */
int _abnormal_termination(void);

/* ---------------------------------------------------------------- setjmp */

/* setjmp.h has _setjmp3 and longjmp. */
#define JUMP_COOKIE 0x56433230u /* "VC20" */

/* The unwind function that compilers hand to _setjmp3 in functions with __try. */
void NTAPI _seh_longjmp_unwind(_JUMP_BUFFER *buffer);

_Static_assert(sizeof(struct scope_frame) == 0x14, "struct scope_frame");
_Static_assert(sizeof(_JUMP_BUFFER) == 0x40, "_JUMP_BUFFER");
NT_ASSERT_OFFSET(_JUMP_BUFFER, Registration, 0x18);
NT_ASSERT_OFFSET(_JUMP_BUFFER, UnwindFunc, 0x24);

#endif
