/* The reasons why a frame of the chain is not asked, in words, for people. Tools on the host read
 * this file, too.
 *
 * FRAME_REFUSAL(name, words)
 */
FRAME_REFUSAL(MISALIGNED, "its address is no multiple of four")
FRAME_REFUSAL(OUTSIDE, "it lies outside the thread's stack")
FRAME_REFUSAL(CIRCLE, "the chain runs in a circle")
FRAME_REFUSAL(NOT_CODE, "its handler is no executable memory")
FRAME_REFUSAL(ON_STACK, "its handler lies on the stack (SafeSEH, SEHOP)")
FRAME_REFUSAL(NO_HANDLERS, "the program has declared that it has no handlers (SafeSEH)")
FRAME_REFUSAL(NOT_REGISTERED, "its handler is not in the program's table (SafeSEH)")
FRAME_REFUSAL(NOT_ASCENDING, "the next frame does not lie above it (SEHOP)")
FRAME_REFUSAL(NOT_FINAL, "the chain ends here and not at the outermost frame (SEHOP)")
