/* The modules that the runtime itself brings: what programs import from them. */
#ifndef WIN32_IMAGE_RUNTIME_MODULE_H
#define WIN32_IMAGE_RUNTIME_MODULE_H

#include <stdbool.h>

/* A row of a table that is sorted by name, as strcmp has it. */
struct runtime_export {
    const char *name;
    const void *address;
    bool is_data; /* programs read and write what lies there; a function gets an entry of its own in
                     the module */
    /* The end of bytes that become the module's own code; NULL: an entry leads to the address. A
     * row whose address lies in the code of a row before it stands for that place. */
    const char *code_end;
};

struct runtime_module {
    const char *name; /* without ".dll" */
    const struct runtime_export *exports;
    unsigned count;
    void (*begin)(void); /* called when the module is loaded; NULL: nothing is to be done */
};

extern const struct runtime_module msvcp_module, msvcrt_module, ucrt_module, vcruntime_module;

#endif
