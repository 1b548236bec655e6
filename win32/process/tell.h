/* Records for the host about a process. */
#ifndef WIN32_PROCESS_TELL_H
#define WIN32_PROCESS_TELL_H

struct module;

/* Records, whether tracing is on or off, where a module lies. So the host can name its addresses.
 * With the loader's lock. */
void tell_module(const struct module *module);

#endif
