/* Frames as compilers for Windows lay them out run their filters and blocks in Windows' order.
 *
 * run: emulator=qemu
 * run: name=checked-chains args="trapline:safeseh trapline:sehop" compilers=gcc
 * run: emulator=bochs
 * run: name=ring3 ring=3 compilers=gcc
 */
#include "tests/harness/tap.h"

#include <seh.h>
#include <seh_frames.h>
#include <stdio.h>
#include <string.h>

/* compiler_frames_scene.S: returns 1 when the __except block ran. */
int scene3(void (*body)(void));
int scene4(void (*body)(void));

/* Called by the scene. */
void note(int letter);
int filter_called(EXCEPTION_POINTERS *pointers);
void finally_called(void);
void __attribute__((fastcall)) scene_cookie_check(ULONG_PTR value);
ULONG_PTR scene_cookie = 0xBB40E64E;

static char notes[64];
static int filter_answer;
static EXCEPTION_POINTERS seen;
static DWORD seen_code, seen_flags;
static void (*in_finally)(void);
static int (*scene)(void (*body)(void));
static _JUMP_BUFFER jump;
static bool cookie_wrong;

void note(int letter)
{
    size_t length = strlen(notes);
    if (length < sizeof notes - 1)
        notes[length] = (char)letter;
}

int filter_called(EXCEPTION_POINTERS *pointers)
{
    seen = *pointers;
    seen_code = pointers->ExceptionRecord->ExceptionCode;
    seen_flags = pointers->ExceptionRecord->ExceptionFlags;
    if (filter_answer < 0)
        pointers->ContextRecord->Eip += 2; /* past the ud2 */
    return filter_answer;
}

void finally_called(void)
{
    void (*run)(void) = in_finally;
    in_finally = NULL;
    if (run)
        run();
}

void __attribute__((fastcall)) scene_cookie_check(ULONG_PTR value)
{
    if (value != scene_cookie) {
        if (!cookie_wrong)
            note('C');
        cookie_wrong = true;
    }
}

/* ---------------------------------------------------------------- bodies */

static void return_at_once(void) {}
static void fault(void) { __asm__ volatile("ud2"); }
static void raise(void) { RaiseException(0xE0000001, 0, 0, NULL); }

static void raise_noncontinuable(void)
{
    RaiseException(0xE0000002, EXCEPTION_NONCONTINUABLE, 0, NULL);
}

static void fault_in_inner_scene(void) { scene(fault); }

static void fault_at_depth(void)
{
    char room[256];
    snprintf(room, sizeof room, "%d", filter_answer);
    note(room[0] == '-' ? '-' : room[0]);
    fault();
}

static void jump_out(void) { longjmp(&jump, 5); }
static void jump_out_of_inner_scene(void) { scene(jump_out); }

static void damage_cookie(void)
{
    ((DWORD *)seh_head())[-3] ^= 1; /* ebp - 1Ch of the scene */
    fault();
}

/* ---------------------------------------------------------------- the table */

static const struct row {
    const char *what;
    void (*body)(void);
    int filter_answer;
    void (*in_finally)(void);
    int result;
    const char *notes;
} rows[] = {
    {"nothing happens", return_at_once, 1, NULL, 0, "abcnd"},
    {"a fault, executed", fault, 1, NULL, 1, "abFNE"},
    {"a fault, executed by any positive answer", fault, 77, NULL, 1, "abFNE"},
    {"a fault, continued", fault, -1, NULL, 0, "abFcnd"},
    {"a fault, continued by any negative answer", fault, -77, NULL, 0, "abFcnd"},
    {"a raised exception, executed", raise, 1, NULL, 1, "abFNE"},
    {"a raised exception, executed from a deeper function", fault_at_depth, 1, NULL, 1, "ab1FNE"},
    {"an exception of the inner scene, executed there", fault_in_inner_scene, 1, NULL, 0,
     "ababFNEcnd"},
    {"a fault in __finally after a normal end, executed", return_at_once, 1, fault, 1, "abcnFE"},
    {"a fault in __finally during the unwind, executed again", fault, 1, fault, 1, "abFNFE"},
};

static void check(const char *generation, const struct row *row)
{
    EXCEPTION_REGISTRATION_RECORD *head = seh_head();
    memset(notes, 0, sizeof notes);
    filter_answer = row->filter_answer;
    in_finally = row->in_finally;
    int result = scene(row->body);
    is_dec(result, row->result, "%s: %s: result", generation, row->what);
    if (!ok(strcmp(notes, row->notes) == 0, "%s: %s: order", generation, row->what))
        tap_note("got %s, expected %s", notes, row->notes);
    ok(seh_head() == head, "%s: %s: the chain is as before", generation, row->what);
}

/* Ways out of a scene by longjmp, and the letters noted on the way. */
static const struct way_out {
    const char *what;
    void (*body)(void);
    void (*in_finally)(void);
    const char *notes;
} ways_out[] = {
    {"from the body", jump_out, NULL, "abN"},
    {"from a scene inside the body", jump_out_of_inner_scene, NULL, "ababNN"},
    {"from __finally after a normal end", return_at_once, jump_out, "abcn"},
    {"from __finally during an unwind", fault, jump_out, "abFN"},
    {"from __finally of a scene inside, during an unwind", fault_in_inner_scene, jump_out,
     "ababFNN"},
};

static void check_ways_out(const char *generation)
{
    EXCEPTION_REGISTRATION_RECORD *const volatile head = seh_head();
    filter_answer = 1;
    for (volatile unsigned i = 0; i < sizeof ways_out / sizeof ways_out[0]; i++) {
        const struct way_out *way = &ways_out[i];
        memset(notes, 0, sizeof notes);
        int value = _setjmp3(&jump, 0);
        if (value == 0) {
            in_finally = way->in_finally;
            scene(way->body);
        }
        way = &ways_out[i];
        is_dec(value, 5, "%s: longjmp %s: brings its value", generation, way->what);
        if (!ok(strcmp(notes, way->notes) == 0, "%s: longjmp %s: order", generation, way->what))
            tap_note("got %s, expected %s", notes, way->notes);
        ok(seh_head() == head, "%s: longjmp %s: the chain is as before", generation, way->what);
    }
}

/* A function with __try hands a function and words to _setjmp3. They are kept in the buffer, and
 * longjmp calls the function. */
static _JUMP_BUFFER *unwound;

static void NTAPI note_unwind(_JUMP_BUFFER *buffer) { unwound = buffer; }

static void check_setjmp_arguments(void)
{
    EXCEPTION_REGISTRATION_RECORD frame = {seh_head(), _except_handler3};
    __asm__ volatile("movl %0, %%fs:0" : : "r"(&frame) : "memory");
    int value = _setjmp3(&jump, 4, note_unwind, 7, 0x1111, 0x2222);
    if (value == 0) {
        is_hex(jump.Cookie, JUMP_COOKIE, "_setjmp3 marks its buffer");
        ok(jump.UnwindFunc == note_unwind, "_setjmp3 keeps the unwind function");
        is_dec((uint32_t)jump.TryLevel, 7, "_setjmp3 keeps the try level");
        is_hex(jump.UnwindData[0], 0x1111, "_setjmp3 keeps the first word of data");
        is_hex(jump.UnwindData[1], 0x2222, "_setjmp3 keeps the second word of data");
        ok(jump.Registration == &frame, "_setjmp3 keeps the head of the chain");
        longjmp(&jump, 0);
    }
    seh_unlink(&frame);
    is_dec((uint32_t)value, 1, "longjmp with 0 brings 1");
    ok(unwound == &jump, "longjmp calls the unwind function with its buffer");
}

/* ---------------------------------------------------------------- flags and cookies */

static void check_noncontinuable(const char *generation)
{
    memset(notes, 0, sizeof notes);
    filter_answer = 1;
    is_dec(scene(raise_noncontinuable), 1, "%s: a noncontinuable exception can be executed",
           generation);
    is_hex(seen_code, 0xE0000002, "%s: the filter sees its code", generation);
    is_hex(seen_flags, EXCEPTION_NONCONTINUABLE, "%s: the filter sees its flags", generation);
}

static void check_cookie(void)
{
    memset(notes, 0, sizeof notes);
    filter_answer = 1;
    cookie_wrong = false;
    scene(damage_cookie);
    ok(cookie_wrong && notes[2] == 'C', "a damaged cookie is noticed before any filter runs");
}

int main(void)
{
    static const struct {
        const char *name;
        int (*scene)(void (*body)(void));
    } generations[] = {{"_except_handler3", scene3}, {"_except_handler4", scene4}};

    for (unsigned g = 0; g < sizeof generations / sizeof generations[0]; g++) {
        scene = generations[g].scene;
        for (unsigned i = 0; i < sizeof rows / sizeof rows[0]; i++)
            check(generations[g].name, &rows[i]);
        check_ways_out(generations[g].name);
        check_noncontinuable(generations[g].name);
    }
    check_setjmp_arguments();
    ok(!cookie_wrong, "cookies were right all along");
    check_cookie();
    return tap_done();
}
