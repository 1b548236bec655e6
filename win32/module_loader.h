/* Where the calls for modules find them: among the names that the runtime has, or, in a process
 * made of a file of Windows, among what its loader has loaded. A call that fails sets the last
 * error. */
#ifndef WIN32_MODULE_LOADER_H
#define WIN32_MODULE_LOADER_H

#include <nt.h>
#include <stdbool.h>
#include <stdint.h>
#include <winbase.h>

struct module_facts {
    HMODULE handle;
    const char *path;
    uint32_t size; /* bytes; 0: a library of a native program's, whose code is the program's */
    uint32_t loads;
};

struct module_loader {
    HMODULE (*find)(const char *name);
    HMODULE (*find_address)(const void *address);
    HMODULE (*load)(const char *name, DWORD flags); /* flags of LoadLibraryEx */
    bool (*release)(HMODULE module);
    bool (*count)(HMODULE module); /* once more */
    bool (*pin)(HMODULE module);   /* for ever */
    bool (*hear_no_threads)(HMODULE module);
    bool (*path_of)(HMODULE module, char path[MAX_PATH]); /* NULL: the program */
    /* Tells of each module, the program first, until the function returns false. Returns what it
     * returned last. */
    bool (*each)(bool (*tell)(const struct module_facts *facts, void *context), void *context);
    const void *(*find_call)(HMODULE module, const char *name);

    /* Images that are no modules: NULL of a native program, which maps none. They return a status;
     * the size is that of all pages. */
    uint32_t (*check_image)(const char *bytes, uint32_t file_size, uint32_t *size);
    uint32_t (*map_image)(const char *bytes, uint32_t file_size, char **base);
    void (*unmap_image)(char *base);
};

/* The native program's, until a process begins. */
extern struct module_loader module_loader;

#endif
