/* The one instruction of lists that may fault. */

	.text

/* PSLIST_ENTRY slist_next(PSLIST_ENTRY entry), entry in eax */
	.globl	slist_next, slist_next_read, slist_next_done
slist_next:
slist_next_read:
	movl	(%eax), %eax
slist_next_done:
	ret
