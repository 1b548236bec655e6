/* A stub for each vector of the list, and the way in and out that they share. */
#include "boot/layout.h"
#include "kernel/cpu/cpu.h"
#include "kernel/call/selectors.h"
#include "kernel/devices/clock.h"
#include "kernel/devices/pic.h"
#include "kernel/call/tib.h"
#include "kernel/trap/trap.h"

	.text

/* A stub completes the words that the CPU pushed to the same picture for every vector:
 *
 *	ss, esp			only when the trap came from ring 3
 *	eflags
 *	cs
 *	eip
 *	error code		0 where the CPU has none, dr6 for a debug trap
 *	vector			<- esp at trap_enter
 *
 * cr2 is saved in the CPU's block at once, because a later push may double-fault, and growing the stack
 * then changes cr2. If the push of eax itself double-faults, the block gets that push's address. This
 * is harmless: the page exists by then, and the interrupted instruction is restarted.
 *
 * GS is not loaded yet, and a register to find the block by would take a word more of the stack. So
 * stubs that touch the block exist once for each CPU, and each CPU's table of gates leads to its own.
 */
	.globl	trap_code_start, trap_dr6_read_0, trap_code_end
trap_code_start:
#define THIS_CPU(n) %ss:cpus + n * CPU_SIZE
#define PUSH_CR2(n) pushl %eax; movl %cr2, %eax; movl %eax, THIS_CPU(n) + CPU_CR2; popl %eax;
#define PUSH_DR6(n) pushl %eax; movl %dr6, %eax; trap_dr6_read_##n: xchgl %eax, (%esp); \
	cmpb $0, THIS_CPU(n) + CPU_UNUSUAL; je 1f; \
	pushl %eax; xorl %eax, %eax; movl %eax, %dr7; popl %eax; 1:

/* A stub of a vector, or a stub for each CPU and a table of these stubs by the CPU's number. */
#define STUB(label, push, number) \
	.globl	label; \
label:	push \
	pushl	$number; \
	jmp	trap_enter;
#define CPU_STUB(n, mnemonic, number, push) STUB(trap_stub_##mnemonic##_##n, push(n), number)
#define ENTRY(n, mnemonic)                  .long trap_stub_##mnemonic##_##n;
#define CPU_STUBS(mnemonic, number, push) \
	EACH_CPU(CPU_STUB, mnemonic, number, push) \
	.pushsection .rodata; \
	.globl	trap_stubs_##mnemonic; \
trap_stubs_##mnemonic: \
	EACH_CPU(ENTRY, mnemonic) \
	.popsection;

#define STUBS_ERROR(mnemonic, number) STUB(trap_stub_##mnemonic, , number)
#define STUBS_PLAIN(mnemonic, number) STUB(trap_stub_##mnemonic, pushl $0;, number)
#define STUBS_CR2(mnemonic, number)   CPU_STUBS(mnemonic, number, PUSH_CR2)
#define STUBS_DR6(mnemonic, number)   CPU_STUBS(mnemonic, number, PUSH_DR6)
#define STUBS_OWN(mnemonic, number)   .set vector_##mnemonic, number;
#define VECTOR(number, mnemonic, code, dpl, way, status, name) STUBS_##code(mnemonic, number)
#include "kernel/trap/vectors.h"
#undef VECTOR

/* A tick by the short way, which nearly all ticks go: it counts, and takes four words of the
 * interrupted stack. When the count's low half wraps, a slice ends or the countdown does, it changes nothing and goes the
 * common way. When other code needs the ticks, the gate leads to the common way at once
 * (tick_choose_way). trap_tick notes the time stamp, too; trap_tick_unstamped is for CPUs that have none.
 *
 *	eflags, cs, eip		of the interrupted code, whose DS, ES, FS, GS may be anything
 *	eax			<- esp
 *
 * Only the first push can fault; double_fault.c sends that tick to the common way, too.
 */
	.macro count_tick stamp
	pushl	%eax
	cmpl	$-1, %ss:clock_page+SHARED_TICKS
	je	2f
	decl	THIS_CPU(0) + CPU_COUNTDOWN
	jz	0f
	movl	THIS_CPU(0) + CPU_TEB, %eax
	decl	%ss:TIB_SLICE(%eax)
	jz	1f
	movl	$-1, %ss:TIB_ATTENTION(%eax)
	incl	%ss:clock_page+SHARED_OLD_TICKS
	.if	\stamp				/* between the counts: see fine_time */
	movl	%edx, THIS_CPU(0) + CPU_TICK_EDX
	rdtsc
	movl	%eax, %ss:clock_page+SHARED_STAMP
	movl	%edx, %ss:clock_page+SHARED_STAMP+4
	movl	THIS_CPU(0) + CPU_TICK_EDX, %edx
	.endif
	incl	%ss:clock_page+SHARED_TICKS
	movb	$PIC_END_OF_INTERRUPT, %al
	outb	%al, $PIC_COMMAND1
	popl	%eax
	iret
1:	incl	%ss:TIB_SLICE(%eax)
0:	incl	THIS_CPU(0) + CPU_COUNTDOWN
2:	popl	%eax
	jmp	trap_stub_IRQ0
	.endm

	.globl	trap_tick, trap_tick_unstamped
trap_tick:
	count_tick 1
trap_tick_unstamped:
	count_tick 0

/* The common way: builds struct trap_frame, calls
 *
 *   struct trap_frame *trap_enter_c(struct trap_frame *frame)	frame in eax
 *
 * and leaves through the frame that it returns. C runs with DF clear, the runtime's DS, ES, FS and GS,
 * and interrupts off. The frame is all that the trap takes of the interrupted stack, because C runs on
 * the CPU's own stack, where traps inside of traps are already.
 */
	.macro	build_frame
	pushl	8(%esp)			/* link_eip: the interrupted eip */
	pushl	%ebp			/* link_ebp */
	movl	%esp, %ebp
	pushl	%eax
	pushl	%ecx
	pushl	%edx
	pushl	%ebx
	pushl	%esi
	pushl	%edi
	pushl	%ds
	pushl	%es
	pushl	%fs
	pushl	%gs
	cld
	movl	$SELECTOR_DATA0, %eax
	movl	%eax, %ds
	movl	%eax, %es
	movl	$SELECTOR_CPU, %eax
	movl	%eax, %gs
	movl	%esp, %eax
	.endm

/* The way of services. Their C function is service_trap, or service_trap_unusual where a scheduler's
 * thread runs, or a thread with breakpoints. A service inside of a trap goes the common way, which
 * refuses it.
 *
 * The two stubs of services lie in one piece of 64 KB (idt_set_service_stub).
 */
	.balign	128
	.globl	trap_stub_SERVICE
trap_stub_SERVICE:
	pushl	$0
	pushl	$vector_SERVICE
	build_frame
	cmpl	$0, %gs:CPU_IN_TRAP
	jne	.Lcommon
	movl	%gs:CPU_STACK, %esp
	movl	$1, %gs:CPU_IN_TRAP
	cmpb	$0, %gs:CPU_UNUSUAL
	jne	2f
	call	service_trap
1:	movl	$0, %gs:CPU_IN_TRAP
	movl	%eax, %esp
	jmp	trap_leave
2:	call	service_trap_unusual
	jmp	1b

/* The gate of services in a process of Windows, whose own code calls Windows' numbers. Such a call is
 * taken to code of the process, without an entry to the kernel. It needs no frame, because nothing but
 * eip and ecx changes.
 *
 *	esp, ss, eflags, cs
 *	eip			<- esp
 */
	.globl	trap_stub_foreign_service
trap_stub_foreign_service:
	cmpl	$shared_text_start, (%esp)
	jb	1f
	cmpl	$shared_text_end, (%esp)
	jb	trap_stub_SERVICE
1:	movl	%ss:foreign_service_entry, %ecx
	xchgl	%ecx, (%esp)
	iret

trap_enter:
	build_frame
.Lcommon:
	movl	%gs:CPU_STACK, %ecx
	subl	%esp, %ecx
	cmpl	$BOOT_STACK_SIZE, %ecx
	jbe	1f
	movl	%gs:CPU_STACK, %esp
1:	incl	%gs:CPU_IN_TRAP
	call	trap_enter_c
	decl	%gs:CPU_IN_TRAP
	movl	%eax, %esp

/* The double fault's task lets the main task go on here, with esp at a frame to leave through. */
	.globl	trap_leave
trap_leave:
	popl	%gs
	popl	%fs
	popl	%es
	popl	%ds
	popl	%edi
	popl	%esi
	popl	%ebx
	popl	%edx
	popl	%ecx
	popl	%eax
	popl	%ebp
	addl	$12, %esp		/* link_eip, vector, error */
	iret
trap_code_end:

/* _Noreturn void trap_leave_by(struct trap_frame *frame)
 */
	.globl	trap_leave_by
trap_leave_by:
	movl	4(%esp), %esp
	jmp	trap_leave

/* The double-fault task starts here, on its own stack, by a task switch that left the interrupted
 * state in the main task's segment. Calls
 *
 *   void double_fault(void)
 *
 * and switches back by iret. The next double fault, or double_fault_leave, continues this task behind
 * that iret. Only a double fault pushes an error code.
 */
	.globl	double_fault_entry
double_fault_entry:
	xorl	%ebp, %ebp
1:	call	double_fault
	movl	%gs:CPU_DOUBLE_FAULT_STACK, %esp
	iret				/* NT is set: a task switch */
	jmp	1b
