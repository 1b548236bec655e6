/* Tells which frames of the chain may be asked. */
#ifndef SEH_EMUL_DISPATCH_FRAME_CHECK_H
#define SEH_EMUL_DISPATCH_FRAME_CHECK_H

#include "kernel/threads/tib.h"

#include <nt.h>
#include <stdbool.h>

enum frame_refusal {
    FRAME_ACCEPTED,
#define FRAME_REFUSAL(name, words) FRAME_##name,
#include "seh_emul/dispatch/frame_refusals.h"
#undef FRAME_REFUSAL
};

/* A refused frame and the reason; FRAME_ACCEPTED when no frame is refused. */
struct refused_frame {
    const EXCEPTION_REGISTRATION_RECORD *frame;
    enum frame_refusal why;
};

/* Tells whether a frame may be read: it is aligned, and lies whole inside the thread's stack. */
static inline enum frame_refusal frame_check_place(const EXCEPTION_REGISTRATION_RECORD *frame)
{
    if (!tib_stack_holds((uint32_t)frame, sizeof *frame))
        return FRAME_OUTSIDE;
    return (uint32_t)frame % 4 ? FRAME_MISALIGNED : FRAME_ACCEPTED;
}

/* The same for a frame in a walk. *left counts the frames that may still come; one too many closes
 * a circle. */
static inline enum frame_refusal frame_check_next(const EXCEPTION_REGISTRATION_RECORD *frame,
                                                  unsigned *left)
{
    enum frame_refusal why = frame_check_place(frame);
    if (!why && (*left)-- == 0)
        why = FRAME_CIRCLE;
    return why;
}

/* Returns the number of frames that the thread's stack can hold at most. A walk that meets more is
 * in a circle. */
static inline unsigned frames_at_most(void)
{
    return (tib_stack_base() - tib_stack_limit()) / sizeof(EXCEPTION_REGISTRATION_RECORD);
}

/* Bytes of the image's text, from shared_text_start on, in which handlers need no second look: none
 * when SafeSEH looks each handler up, else all of it. Once the program has changed the rights of
 * its own text, only the runtime's part is left; frame_check_text sees to that. It is called for
 * each address whose rights have changed. */
extern uint32_t frame_text_size;
extern const char shared_text_start[];
void frame_check_text(const void *changed);

/* Tells whether this handler may be called in the search pass. */
enum frame_refusal frame_look_at_handler(PEXCEPTION_ROUTINE handler);
static inline enum frame_refusal frame_check_handler(PEXCEPTION_ROUTINE handler)
{
    return (uint32_t)handler - (uint32_t)shared_text_start < frame_text_size
               ? FRAME_ACCEPTED
               : frame_look_at_handler(handler);
}

/* Tells whether SEHOP is on. frame_check_chain returns the first frame that SEHOP refuses; it looks
 * at the whole chain before any frame is asked. */
extern bool frame_check_sehop;
struct refused_frame frame_check_chain(void);

/* Returns the first frame of the running thread's chain that the search pass does not ask. */
struct refused_frame frame_find_refused(void);

/* Returns a few words for a refusal, none for FRAME_ACCEPTED. */
const char *frame_refusal_words(enum frame_refusal why);

#endif
