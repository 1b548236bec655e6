/* Modules as events. */
#include "win32/process/tell.h"

#include "kernel/call/trace.h"
#include "win32/process/module.h"

#include <string.h>

void tell_module(const struct module *module)
{
    const char *name = module->name;
    size_t left = strlen(name);
    while (left) {
        uint32_t arg[4] = {0};
        uint8_t part = (uint8_t)(left < sizeof arg ? left : sizeof arg);
        memcpy(arg, name, part);
        sys_trace_write(TRACE_module_name, arg, part);
        name += part;
        left -= part;
    }
    sys_trace_write(TRACE_module,
                    (const uint32_t[4]){(uint32_t)module_base(module), module->row.SizeOfImage}, 0);
}
