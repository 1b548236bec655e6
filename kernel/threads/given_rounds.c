/* One place is kept, and compared with all that come behind it. When no round has ended there for
 * long, the place is another one, so a round is found wherever it begins. */
#include "kernel/threads/given_rounds.h"

#include "kernel/trap/trap.h"

#include <string.h>

#define LONGEST_ROUND 256 /* instructions, those of other threads included */

struct stand {
    const struct thread *thread;
    uint32_t eip, esp, ebp;
    uint32_t edi, esi, ebx, edx, ecx, eax;
};

static struct stand kept;
static uint32_t since; /* instructions since it was kept, or a round ended there */

bool given_round_ends(const struct thread *thread, const struct trap_frame *frame)
{
    struct stand now = {thread,     frame->eip, trap_esp(frame), frame->link_ebp, frame->edi,
                        frame->esi, frame->ebx, frame->edx,      frame->ecx,      frame->eax};
    bool ends = memcmp(&now, &kept, sizeof now) == 0;
    if (ends) {
        since = 0;
    } else if (++since == LONGEST_ROUND) {
        kept = now;
        since = 0;
    }
    return ends;
}
