/* __try, __except, __finally and __leave for compilers that do not have them. Part of seh.h.
 *
 *     SEH_FUNCTION int divide(int a, int b)
 *     {
 *         int quotient = 0;
 *         __try {
 *             quotient = a / b;
 *         } __except (GetExceptionCode() == STATUS_INTEGER_DIVIDE_BY_ZERO) {
 *             puts("divided by zero");
 *         }
 *         return quotient;
 *     }
 *
 * The blocks have the meaning that they have on Windows, and nest to any depth:
 *
 *   __except (filter)  The filter runs before anything is unwound, with the function's variables. A
 *                      value below 0 continues the execution, 0 goes on searching, a value above 0
 *                      unwinds and runs the block. Filter and block may use GetExceptionCode(), the
 *                      filter also GetExceptionInformation().
 *   __finally          The block runs on every way out of the __try block. AbnormalTermination()
 *                      is 0 in it after the __try block's end or __leave. It is 1 after an unwind,
 *                      return, break, continue or goto.
 *   __leave            Goes to the end of the innermost __try block.
 *
 * If return or goto leaves a __finally block while an exception unwinds, the unwind ends there. A
 * break or continue out of the block is refused: the latter by tools/build/compile-program, because
 * the compiler takes it for the block's end.
 *
 * SEH_FUNCTION marks the function. The function is compiled without optimisation even in an
 * optimised file, because an optimiser does not know that control can leave the middle of a
 * statement for a block. So every variable has its last value in filters and blocks. The compiler
 * refuses a function without the mark, unless the whole file is compiled without optimisation.
 * tools/build/try_texts.py takes away what would still defeat it: `register`, and __forceinline.
 *
 * Memory from alloca in a __try block is gone at the block's end. A frame linked by hand (seh_link)
 * inside a __try block belongs into a function of its own.
 *
 * How it works: each __try pushes a frame, which names the addresses of filter and block. They are
 * entered with the function's base registers, but with the stack pointer of the code that runs
 * them; see seh_emul/frames/try.c and try_blocks.S.
 */
#ifndef SEH_TRY_H
#define SEH_TRY_H

#include <nt.h>

/* No warnings about the macros' text, because the program's author has not written it. */
#pragma GCC system_header

/* gcc also gives each variable its own place on the stack, because filters and blocks run while
 * more variables are in use than the compiler sees. It adds no code for the exceptions of other
 * languages to the macros' cleanups. */
#if defined(__clang__)
#define SEH_FUNCTION __attribute__((noinline, optnone))
#else
#define SEH_FUNCTION                                                                               \
    __attribute__((noipa, optimize("O0", "stack-reuse=none", "no-ira-share-spill-slots",           \
                                   "no-exceptions", "no-non-call-exceptions")))
#endif

/* The constant part of a __try statement. The assembler can say where the function keeps the state
 * only by an instruction: leal at(%ebp), %edx; ret. If a variable is aligned to more than 4 bytes,
 * clang addresses variables by esi instead. */
struct __attribute__((packed)) seh_site {
    void *filter; /* NULL for __finally */
    void *block;
    void *begin; /* of the __try itself; NULL when its frame is given up */
    WORD lea;    /* SEH_LEA_* */
    LONG at;
    BYTE ret;
};

#define SEH_LEA_EBP 0x958D
#define SEH_LEA_ESI 0x968D

/* __try pushes this frame. The function's own esp is the end of it. */
struct seh_frame {
    EXCEPTION_REGISTRATION_RECORD link;
    const struct seh_site *site;
    DWORD ebp, esi;
};

/* Filter and blocks need this state, even when the frame is gone. */
struct seh_state {
    EXCEPTION_POINTERS *pointers; /* for the filter */
    DWORD code;                   /* for filter and __except block */
    struct seh_frame *frame;      /* until a __finally block runs for an abnormal end */
    DWORD back; /* in a __finally block: esp of its caller; 0 if the __try block ended normally */
};

#define SEH_FRAME_SIZE  20 /* for the assembly */
#define SEH_FRAME_EBP   12
#define SEH_FRAME_ESI   16
#define SEH_STATE_FRAME 8
#define SEH_STATE_BACK  12
#define SEH_BACK_FRAME  24 /* from back to the frame that was left */
_Static_assert(sizeof(struct seh_frame) == SEH_FRAME_SIZE, "struct seh_frame");
NT_ASSERT_OFFSET(struct seh_frame, ebp, SEH_FRAME_EBP);
NT_ASSERT_OFFSET(struct seh_frame, esi, SEH_FRAME_ESI);
NT_ASSERT_OFFSET(struct seh_state, frame, SEH_STATE_FRAME);
NT_ASSERT_OFFSET(struct seh_state, back, SEH_STATE_BACK);

/* ---------------------------------------------------------------- functions for the macros */

/* The handler of all such frames. */
EXCEPTION_DISPOSITION seh_try_handler(EXCEPTION_RECORD *record, EXCEPTION_REGISTRATION_RECORD *link,
                                      CONTEXT *context, EXCEPTION_REGISTRATION_RECORD **dispatcher);

/* Unlinks the innermost frame of the calling function, and runs its __finally block as an unwind
 * does. Returns the frame. */
struct seh_frame *seh_leave_abnormally(void);

/* Runs when return, goto, break or continue leaves a __try block. */
static __inline __attribute__((always_inline)) void seh_try_left(const char *guard)
{
    (void)guard;
    __asm__ volatile("movl %0, %%esp" : : "r"(seh_leave_abnormally() + 1) : "memory");
}

/* Runs when return or goto leaves a __finally block. If an unwind ran the block, the unwind ends
 * here. */
static __inline __attribute__((always_inline)) void seh_finally_left(struct seh_state **state)
{
    if ((*state)->back) {
        struct seh_frame *frame = *(struct seh_frame **)((*state)->back + SEH_BACK_FRAME);
        __asm__ volatile("movl %0, %%fs:0; movl %1, %%esp"
                         :
                         : "r"(frame->link.Next), "r"(frame + 1)
                         : "memory");
    }
}

void seh_mark_function(void)
    __attribute__((error("a function that uses __try needs SEH_FUNCTION in front of it")));
void seh_break_in_finally(void)
    __attribute__((error("break cannot leave a __finally block: use goto")));

/* ---------------------------------------------------------------- the macros */

/* The formatter takes __except for a keyword even where it is defined. */
/* clang-format off */

/* By these constants a block knows the __try statements around it: each is the number of the
 * innermost one of its kind. Numbers begin at 1. */
enum { seh_in_try = 0, seh_in_filter = 0, seh_in_except = 0, seh_in_finally = 0 };

#define SEH_TEXT_(x)     #x
#define SEH_TEXT(x)      SEH_TEXT_(x)
#define SEH_PASTE_(a, b) a##b
#define SEH_PASTE(a, b)  SEH_PASTE_(a, b)

/* No value survives in a register where a block may be entered. */
#define SEH_REGISTERS                                                                              \
    "eax", "ecx", "edx", "ebx", "esi", "edi", "st", "st(1)", "st(2)", "st(3)", "st(4)", "st(5)",   \
        "st(6)", "st(7)", "cc", "memory"

/* The state of a statement, from anywhere in its function. */
#define SEH_STATE_OF(number)                                                                       \
    __extension__({                                                                                \
        struct seh_state *seh_found;                                                               \
        __asm__ volatile("call .Lseh_state_%c1" : "=d"(seh_found) : "i"(number));                  \
        seh_found;                                                                                 \
    })

#define SEH_REQUIRE(number, message)                                                               \
    ((void)sizeof(struct {                                                                         \
        _Static_assert(number, message);                                                           \
        int seh_member;                                                                            \
    }))

/* Constants that all parts of an if statement know. As a condition this is false. */
#define SEH_KNOW(...) !sizeof(enum {__VA_ARGS__})

/* The compiler cannot foresee that this way is never taken. */
#define SEH_PERHAPS(statement)                                                                     \
    do {                                                                                           \
        int seh_chosen;                                                                            \
        __asm__ volatile("" : "=r"(seh_chosen));                                                   \
        if (seh_chosen)                                                                            \
            statement;                                                                             \
    } while (0)

/* Links the frame and begins the __try block. The jumped-over code tells the compiler that control
 * may come to the entries, and that it cannot rely on the stack pointer. (asm goto would say the
 * same and save the jump. But clang assumes that each asm goto leads to the labels of all.) */
#define __try                                                                                      \
    if (SEH_KNOW(seh_in_try = __COUNTER__ + 1)) {                                                  \
    } else if (1) {                                                                                \
        __label__ seh_entries, __leave_is_for_try_blocks;                                          \
        __extension__({                                                                            \
            struct seh_state seh_state;                                                            \
            char seh_guard __attribute__((cleanup(seh_try_left), unused));                         \
            __asm__ volatile(".Lseh_begin_%c1:\n\t"                                                \
                             "pushl %%esi\n\t"                                                     \
                             "pushl %%ebp\n\t"                                                     \
                             "pushl $.Lseh_site_%c1\n\t"                                           \
                             "pushl $seh_try_handler\n\t"                                          \
                             "pushl %%fs:0\n\t"                                                    \
                             "movl %%esp, " SEH_TEXT(SEH_STATE_FRAME) "+%0\n\t"                    \
                             "movl %%esp, %%fs:0\n\t"                                              \
                             "jmp .Lseh_try_%c1\n\t"                                               \
                             ".pushsection .text.seh_sites, \"ax\"\n"                              \
                             ".Lseh_site_%c1:\n\t"                                                 \
                             ".long .Lseh_filter_%c1, .Lseh_block_%c1, .Lseh_begin_%c1\n"          \
                             ".Lseh_state_%c1:\n\t"                                                \
                             "%{disp32%} leal %0, %%edx\n\t"                                       \
                             "ret\n\t"                                                             \
                             ".popsection"                                                         \
                             : "=m"(seh_state)                                                     \
                             : "i"(seh_in_try)                                                     \
                             : SEH_REGISTERS);                                                     \
            SEH_PERHAPS(__asm__ volatile("" : : "r"(__builtin_alloca((unsigned)seh_chosen))));     \
            SEH_PERHAPS(goto seh_entries);                                                         \
            __asm__ volatile(".Lseh_try_%c0:" : : "i"(seh_in_try) : SEH_REGISTERS);

/* The __try block's own end. The frame is found by the state, because esp lies below it after an
 * alloca. The compiler does not see where the end goes, or it would run the guard's cleanup. */
#define SEH_END_OF_TRY(more, where)                                                                \
    __leave_is_for_try_blocks:                                                                     \
    __attribute__((unused));                                                                       \
    __asm__ volatile("movl " SEH_TEXT(SEH_STATE_FRAME) "+%0, %%esp\n\t"                            \
                     "popl %%fs:0\n\t"                                                             \
                     "addl $" SEH_TEXT(SEH_FRAME_SIZE) "-4, %%esp\n\t"                             \
                     more "jmp .Lseh_" where "_%c1"                                                \
                     :                                                                             \
                     : "m"(seh_state), "i"(seh_in_try)                                             \
                     : SEH_REGISTERS);                                                             \
    __builtin_unreachable();                                                                       \
    });

/* Never runs. It names the addresses, so that the compiler sees where control may come to. The
 * variable is a known constant only if the optimiser runs. */
#define SEH_ENTRIES(filter, block, after)                                                          \
    seh_entries : {                                                                                \
        int seh_known = 1;                                                                         \
        if (__builtin_constant_p(seh_known))                                                       \
            seh_mark_function();                                                                   \
    }                                                                                              \
    __asm__ volatile(".set .Lseh_filter_%c0, %c1\n\t"                                              \
                     ".set .Lseh_block_%c0, %c2\n\t"                                               \
                     ".set .Lseh_after_%c0, %c3"                                                   \
                     :                                                                             \
                     : "i"(seh_in_try), "i"(filter), "i"(&&block), "i"(&&after)                    \
                     : SEH_REGISTERS);                                                             \
    SEH_PERHAPS(goto block);                                                                       \
    SEH_PERHAPS(goto after);

/* Stands behind a label, because gcc moves a label that has no code behind it. */
#define SEH_HERE __asm__ volatile("" : : : SEH_REGISTERS);

#define __except(...)                                                                              \
    SEH_EXCEPT(SEH_PASTE(seh_filter_, __COUNTER__), SEH_PASTE(seh_block_, __COUNTER__),            \
               SEH_PASTE(seh_after_, __COUNTER__), (__VA_ARGS__))

#define SEH_EXCEPT(filter_label, block, after, value)                                              \
    SEH_END_OF_TRY("", "after")                                                                    \
    SEH_ENTRIES(&&filter_label, block, after)                                                      \
    filter_label:                                                                                  \
    SEH_HERE                                                                                       \
    {                                                                                              \
        enum { seh_in_filter = seh_in_try, seh_in_except = seh_in_try };                           \
        int seh_value = value;                                                                     \
        __asm__ volatile("ret" : : "a"(seh_value) : "memory");                                     \
        __builtin_unreachable();                                                                   \
    }                                                                                              \
    after:                                                                                         \
    SEH_HERE                                                                                       \
    }                                                                                              \
    else block : if (SEH_KNOW(seh_in_except = seh_in_try) || __extension__({ SEH_HERE 0; }))       \
    {                                                                                              \
    }                                                                                              \
    else

#define __finally                                                                                  \
    SEH_FINALLY(SEH_PASTE(seh_block_, __COUNTER__), SEH_PASTE(seh_after_, __COUNTER__))

/* Two loops around the block hold the code that runs behind it. The inner loop does not end, so
 * only a break reaches the outer loop's next round, and the compiler refuses it there. */
#define SEH_FINALLY(block, after)                                                                  \
    SEH_END_OF_TRY("movl $0, " SEH_TEXT(SEH_STATE_BACK) "+%0\n\t", "block")                        \
    SEH_ENTRIES(0, block, after)                                                                   \
    after:                                                                                         \
    SEH_HERE                                                                                       \
    }                                                                                              \
    else block : if (SEH_KNOW(seh_in_finally = seh_in_try) || __extension__({ SEH_HERE 0; }))      \
    {                                                                                              \
    }                                                                                              \
    else for (struct seh_state * seh_of __attribute__((cleanup(seh_finally_left))) =               \
                  SEH_STATE_OF(seh_in_try);                                                        \
              ; seh_break_in_finally()) for (;; __extension__({                                    \
                                                 if (seh_of->back)                                 \
                                                     __asm__ volatile("movl %0, %%esp; ret"        \
                                                                      :                            \
                                                                      : "r"(seh_of->back));        \
                                                 __asm__ volatile("jmp .Lseh_after_%c0"            \
                                                                  :                                \
                                                                  : "i"(seh_in_try)                \
                                                                  : "memory");                     \
                                                 __builtin_unreachable();                          \
                                             }))

#define __leave goto __leave_is_for_try_blocks

/* clang-format on */

/* ---------------------------------------------------------------- calls in blocks */

/* DWORD GetExceptionCode(void), in filters and __except blocks. */
#define GetExceptionCode()                                                                         \
    (SEH_REQUIRE(seh_in_except, "GetExceptionCode is for filters and __except blocks"),            \
     SEH_STATE_OF(seh_in_except)->code)

/* EXCEPTION_POINTERS *GetExceptionInformation(void), in filters. */
#define GetExceptionInformation()                                                                  \
    (SEH_REQUIRE(seh_in_filter, "GetExceptionInformation is for filters"),                         \
     SEH_STATE_OF(seh_in_filter)->pointers)

/* int AbnormalTermination(void), in __finally blocks. */
#define AbnormalTermination()                                                                      \
    (SEH_REQUIRE(seh_in_finally, "AbnormalTermination is for __finally blocks"),                   \
     SEH_STATE_OF(seh_in_finally)->back != 0)

#endif
