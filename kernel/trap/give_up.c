/* The end of a run by a trap that nothing can serve. */
#include "kernel/cpu/control.h"
#include "kernel/cpu/cpu.h"
#include "kernel/cpus/panic.h"
#include "kernel/trap/trap.h"

void trap_state(const struct trap_frame *frame, struct machine_state *state)
{
    *state = (struct machine_state){
        .eax = frame->eax,
        .ebx = frame->ebx,
        .ecx = frame->ecx,
        .edx = frame->edx,
        .esi = frame->esi,
        .edi = frame->edi,
        .ebp = frame->link_ebp,
        .esp = trap_esp(frame),
        .eip = frame->eip,
        .eflags = frame->eflags,
        .cs = frame->cs & 0xFFFF,
        .ss = trap_ss(frame) & 0xFFFF,
        .ds = frame->ds & 0xFFFF,
        .es = frame->es & 0xFFFF,
        .fs = frame->fs & 0xFFFF,
        .gs = frame->gs & 0xFFFF,
        .cr2 = frame->vector == VECTOR_PF ? this_cpu()->cr2 : cr2_read(),
        .known = STATE_GENERAL | STATE_CR2,
    };
}

IN_REGISTERS void trap_give_up(const struct trap_frame *frame)
{
    struct machine_state state;
    struct vector_names names = trap_names(frame->vector);
    trap_state(frame, &state);
    panic_at(&state, "%s (%s, error code %X)%s", names.name, names.mnemonic, frame->error,
             trap_is_nested() ? " inside the runtime's own trap code" : "");
}
