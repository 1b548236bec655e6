/* The exceptions of C++ that a thread, or a fiber, remembers. */
#ifndef WIN32_CXX_CXX_STATE_H
#define WIN32_CXX_CXX_STATE_H

#include "win32/cxx/cxx_tables.h"

/* Called with the code and the pointers of an exception that is none of C++; may throw one. */
typedef void cxx_translator(unsigned code, EXCEPTION_POINTERS *pointers);

/* An object that a catch block handles; the blocks that run form a list, the innermost first. */
struct cxx_caught {
    void *object;
    struct cxx_caught *next;
};

struct cxx_state {
    EXCEPTION_RECORD *record; /* of the exception that is handled; NULL: none */
    CONTEXT *context;
    int throws;         /* unwinds that destroy objects now */
    bool is_rethrowing; /* every function is unwound, because the unwind has no record */
    struct cxx_caught *caught;
    cxx_translator *translator;
};

/* Returns the running thread's or fiber's. */
struct cxx_state *cxx_state_now(void);

/* One unwind less destroys objects. */
static inline void cxx_throw_ends(struct cxx_state *state)
{
    if (state->throws > 0)
        state->throws--;
}

/* The list of handled objects. */
struct cxx_caught *_CreateFrameInfo(struct cxx_caught *caught, void *object);
void _FindAndUnlinkFrame(struct cxx_caught *caught);
int _IsExceptionObjectToBeDestroyed(const void *object);

/* Ends the program because of this exception: it becomes the one that is handled. */
_Noreturn void cxx_end(EXCEPTION_RECORD *record);

#endif
