/* Tells which frames of the chain may be asked. */
#ifndef SEH_EMUL_DISPATCH_FRAME_CHECK_H
#define SEH_EMUL_DISPATCH_FRAME_CHECK_H

#include "kernel/call/tib.h"

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

/* Says which checks the run has turned on. At the start. */
void frame_check_start(bool with_safeseh, bool with_sehop);

/* Tells whether a frame may be read: it is aligned, and lies whole inside the thread's stack. */
static inline enum frame_refusal frame_check_place(const EXCEPTION_REGISTRATION_RECORD *frame)
{
    if (!tib_stack_holds((uint32_t)frame, sizeof *frame))
        return FRAME_OUTSIDE;
    return (uint32_t)frame % 4 ? FRAME_MISALIGNED : FRAME_ACCEPTED;
}

/* Watches a walk for a circle. A circle leads downwards at least once a round; the watch keeps the
 * frame to which the 1st, 2nd, 4th, 8th, ... step downwards led, and meets it again. */
struct circle_watch {
    const EXCEPTION_REGISTRATION_RECORD *kept;
    unsigned steps;
};
static inline bool circle_closes(struct circle_watch *watch,
                                 const EXCEPTION_REGISTRATION_RECORD *frame)
{
    if (frame == watch->kept)
        return true;
    watch->steps++;
    if ((watch->steps & (watch->steps - 1)) == 0)
        watch->kept = frame;
    return false;
}

/* Tells the same for a frame in a walk, and whether it closes a circle. before: the frame that was
 * before it, or NULL. */
static inline enum frame_refusal frame_check_next(const EXCEPTION_REGISTRATION_RECORD *frame,
                                                  const EXCEPTION_REGISTRATION_RECORD *before,
                                                  struct circle_watch *watch)
{
    enum frame_refusal why = frame_check_place(frame);
    if (!why && frame <= before && circle_closes(watch, frame))
        why = FRAME_CIRCLE;
    return why;
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
