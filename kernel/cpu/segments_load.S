/* C cannot say this part of loading segments: only a far jump changes CS. */
#include "kernel/call/selectors.h"

	.text

/* void segments_reload(void)
 *
 * Loads CS, SS, DS and ES with the flat ring 0 selectors. Changes eax.
 */
	.globl	segments_reload
segments_reload:
	ljmp	$SELECTOR_CODE0, $1f
1:	movl	$SELECTOR_DATA0, %eax
	movl	%eax, %ss
	movl	%eax, %ds
	movl	%eax, %es
	ret
