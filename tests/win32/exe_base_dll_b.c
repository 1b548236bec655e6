/* One of the DLLs of exe_base.

   flags: -Wl,--image-base=0x12340000 -Wl,--disable-dynamicbase */

struct answers {
    const char *text;
    int (*function)(int);
    int *variable;
};

static int variable = 2000;

static int add(int value) { return variable += value; }

static const struct answers answers = {"this is b", add, &variable};

__declspec(dllexport) const struct answers *about(void) { return &answers; }
