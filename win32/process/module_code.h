/* Code that lies in the runtime's modules themselves, because programs look at its bytes
 * (module_code.S). A PROCESS_CODE of win32/exports.h begins at NAME_code here, and ends at
 * NAME_code_end. The stub of a system call begins at NAME_code. All stubs are one piece of code,
 * which begins with that of the first name, and ends at system_call_stubs_end. */
#ifndef WIN32_PROCESS_MODULE_CODE_H
#define WIN32_PROCESS_MODULE_CODE_H

#define PROCESS_CODE(module, name)              extern const char name##_code[], name##_code_end[];
#define SYSTEM_CALL(number, name, other, words) extern const char name##_code[];
#define PROCESS_SYSTEM_CALL                     SYSTEM_CALL
#define MISSING_SYSTEM_CALL                     SYSTEM_CALL
#define EXPORT(module, name)
#define PROCESS_EXPORT(module, name)
#define PROCESS_ALIAS(module, name, of)
#include "win32/exports.h"
#undef PROCESS_CODE
#undef SYSTEM_CALL
#undef PROCESS_SYSTEM_CALL
#undef MISSING_SYSTEM_CALL
#undef EXPORT
#undef PROCESS_EXPORT
#undef PROCESS_ALIAS

extern const char system_call_stubs_end[];

#endif
