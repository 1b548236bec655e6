/* The modules that the runtime itself brings, and the exports that programs import from them.
 * tools/build/lay-modules reads these rows from the linked program. */
#ifndef WIN32_IMAGE_RUNTIME_MODULE_H
#define WIN32_IMAGE_RUNTIME_MODULE_H

#include <stdbool.h>

/* A row of a table. The modules have them sorted by name, as strcmp has it; of two rows with one
 * name the later one counts. */
struct runtime_export {
    const char *name;
    const void *address;
    bool is_data; /* programs read and write what lies there; a function gets an entry of its own in
                     the module */
    /* The end of bytes that become the module's own code; NULL: an entry leads to the address. A
     * row whose address lies in the code of a row before it stands for that place. */
    const char *code_end;
    unsigned short number; /* by which programs import it; 0: any */
};

#define RUNTIME_EXPORT(name, address, is_data, code_end, number)                                   \
    {                                                                                              \
        name, address, is_data, code_end, number                                                   \
    }

struct runtime_module {
    const char *name; /* without ".dll" */
    const struct runtime_export *exports;
    unsigned count;
    void (*begin)(void); /* called when the module is loaded; NULL: nothing is to be done */
};

extern const struct runtime_module msvcp_module, msvcr_module, msvcrt_module, ucrt_module,
    vcruntime_module, shell32_module, ws2_32_module, wsock32_module, ole32_module, version_module,
    winmm_module, psapi_module, rpcrt4_module, bcrypt_module, shlwapi_module, oleaut32_module;

#endif
