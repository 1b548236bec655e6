/* The frames of functions with objects to destroy, or with try blocks. */
#ifndef WIN32_CXX_CXX_FRAME_H
#define WIN32_CXX_CXX_FRAME_H

#include "win32/cxx/cxx_tables.h"

/* The exception, and the function's frame, that a handler is asked about. */
struct cxx_question {
    EXCEPTION_RECORD *record;
    CONTEXT *context;
    struct cxx_node *node;
    const struct cxx_function *function;
    /* In a catch block: how many of the function's blocks run, one inside another, and the guard of
     * the innermost one. Its try blocks alone are asked. */
    int depth;
    EXCEPTION_REGISTRATION_RECORD *guard;
    bool is_translated; /* thrown by a translator for another exception */
};

/* Returns when the search goes on behind the function. */
EXCEPTION_DISPOSITION cxx_ask(struct cxx_question *question,
                              EXCEPTION_REGISTRATION_RECORD **dispatcher);

/* Destroys the function's objects, from its state outwards to this one, which becomes its state. */
void cxx_unwind_to(struct cxx_node *node, const struct cxx_function *function, LONG to);

/* Unwinds the frames above target. The dispatcher that asks now stays at the head of the chain. */
void cxx_unwind_frames(EXCEPTION_REGISTRATION_RECORD *target, EXCEPTION_RECORD *record);

/* Runs a catch block of the try block, and goes on behind it. Returns when the block throws the
 * same exception again. catchable: NULL for an exception that is none of C++. */
void cxx_catch(const struct cxx_question *question, const struct cxx_try *block,
               const struct cxx_handler *handler, const struct cxx_catchable *catchable);

/* Asks the translator about an exception that is none of C++. Returns whether it has thrown another
 * one, which the function does not take. */
bool cxx_translate(const struct cxx_question *question);

/* ---------------------------------------------------------------- cxx_frame_entry.S */

/* Calls function(argument), so that cxx_come_back can return from the call, too. *place becomes
 * what that needs. */
void *cxx_call(void *(*function)(void *), void *argument, DWORD *place);
_Noreturn void cxx_come_back(DWORD place, void *value);

/* RtlUnwind with this record; ebx, esi and edi are kept. */
void cxx_unwind_with(EXCEPTION_REGISTRATION_RECORD *target, EXCEPTION_RECORD *record);

/* Goes on in the function, with this esp and without the head of the chain. */
_Noreturn void cxx_go_on(const void *place, void *ebp, DWORD esp);

#endif
