/* Which frames of the chain may be asked. */
#ifndef SEH_EMUL_FRAME_CHECK_H
#define SEH_EMUL_FRAME_CHECK_H

#include <nt.h>
#include <stdbool.h>

enum frame_refusal {
    FRAME_ACCEPTED,
#define FRAME_REFUSAL(name, words) FRAME_##name,
#include "seh_emul/frame_refusals.h"
#undef FRAME_REFUSAL
};

/* A frame and what is wrong with it; FRAME_ACCEPTED when nothing is wrong with any. */
struct refused_frame {
    const EXCEPTION_REGISTRATION_RECORD *frame;
    enum frame_refusal why;
};

/* Whether a frame may be read: aligned, whole inside the thread's stack. */
enum frame_refusal frame_check_place(const EXCEPTION_REGISTRATION_RECORD *frame);

/* Whether this handler may be called in the search pass. */
enum frame_refusal frame_check_handler(PEXCEPTION_ROUTINE handler);

/* What SEHOP finds in the whole chain before any of it is asked; nothing where it is off. */
struct refused_frame frame_check_chain(void);

/* How many frames the thread's stack can hold at most: whoever meets more walks in a circle. */
unsigned frames_at_most(void);

/* The first frame of the running thread's chain that the search pass does not ask. */
struct refused_frame frame_find_refused(void);

/* A few words for a refusal other than FRAME_ACCEPTED. */
const char *frame_refusal_words(enum frame_refusal why);

#endif
