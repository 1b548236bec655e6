/* Calls and variables that only the table of exports knows: no header declares them. */
#ifndef WIN32_MSVCRT_CALL_H
#define WIN32_MSVCRT_CALL_H

/* The head of such a call's definition: CALL(int, _rmtmp, void) { ... } */
#define CALL(type, name, ...)                                                                      \
    type name(__VA_ARGS__);                                                                        \
    type name(__VA_ARGS__)

/* A variable, and the call that tells its place. */
#define VARIABLE(type, name)                                                                       \
    extern type name;                                                                              \
    type *__p_##name(void);                                                                        \
    type *__p_##name(void)                                                                         \
    {                                                                                              \
        return &name;                                                                              \
    }                                                                                              \
    type name

#endif
