/* The parts of a block. Each object has this function with one of the blocks, or with none (BLOCK
 * 0). tools/bench/code_sizes.py compares their sizes. */
extern "C" void call();
extern "C" void taken();

struct Object {
    ~Object();
};

extern "C" void function()
{
#if BLOCK == 1
    __try {
        call();
    } __except (1) {
        taken();
    }
#elif BLOCK == 2
    try {
        call();
    } catch (int) {
        taken();
    }
#elif BLOCK == 3
    Object object;
    call();
#else
    call();
#endif
}
