/* Makes room on the stack for a large frame. In eax: its bytes. Each page on the way down is
 * touched, so that the guard page moves; all other registers stay.
 *
 *     at the entry            at the end
 *     return address  <- esp  (given back)
 *                             room of eax bytes
 *                             <- esp
 */
__attribute__((naked)) void _chkstk(void)
{
    __asm__("pushl %ecx\n"
            "leal 8(%esp), %ecx\n" /* esp of the caller */
            "1: cmpl $0x1000, %eax\n"
            "jb 2f\n"
            "subl $0x1000, %ecx\n"
            "testl %eax, (%ecx)\n"
            "subl $0x1000, %eax\n"
            "jmp 1b\n"
            "2: subl %eax, %ecx\n"
            "testl %eax, (%ecx)\n"
            "movl %esp, %eax\n"
            "movl %ecx, %esp\n"
            "movl (%eax), %ecx\n"
            "jmp *4(%eax)\n");
}
