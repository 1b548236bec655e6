/* setjmp and longjmp, with Windows' semantics: longjmp runs the __finally blocks that it leaves.
 *
 * The function that called setjmp must not have returned. setjmp may stand in a __try block, and
 * longjmp in the __finally or __except block that belongs to it. Execution then goes on in the
 * __try block, which is no longer active, as on Windows: its filter is not asked again, and its
 * __finally block runs once more only at the block's own end.
 */
#ifndef SETJMP_H
#define SETJMP_H

#ifdef __cplusplus
extern "C" {
#endif

struct _EXCEPTION_REGISTRATION_RECORD;

typedef struct _JUMP_BUFFER {
    unsigned long Ebp, Ebx, Edi, Esi, Esp, Eip;
    struct _EXCEPTION_REGISTRATION_RECORD *Registration; /* head of the chain */
    long TryLevel;
    unsigned long Cookie; /* JUMP_COOKIE: the fields below are there */
    void(__attribute__((stdcall)) * UnwindFunc)(struct _JUMP_BUFFER *buffer);
    unsigned long UnwindData[6];
} _JUMP_BUFFER;

typedef _JUMP_BUFFER jmp_buf[1];

/* Fills buffer and returns 0. After longjmp it returns again, with longjmp's value (1 for 0). The
 * arguments behind count are the unwind function (count > 0), the try level (count > 1), and data.
 */
int _setjmp3(_JUMP_BUFFER *buffer, int count, ...) __attribute__((returns_twice));

/* Unwinds to the frame that was the head at _setjmp3, runs its __finally blocks down to the level
 * it had then, and goes on behind _setjmp3. */
_Noreturn void longjmp(_JUMP_BUFFER *buffer, int value);

#define setjmp(buffer)  _setjmp3(buffer, 0)
#define _setjmp(buffer) _setjmp3(buffer, 0)

#ifdef __cplusplus
}
#endif

#endif
