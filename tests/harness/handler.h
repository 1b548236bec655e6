/* A handler of a frame, by its name alone:
 *
 *     static EXCEPTION_DISPOSITION HANDLER(skips)
 *     {
 *         context->Eip += 2;
 *         return ExceptionContinueExecution;
 *     }
 */
#ifndef TESTS_HANDLER_H
#define TESTS_HANDLER_H

#include <seh.h>

#define HANDLER(name)                                                                              \
    name(EXCEPTION_RECORD *record, EXCEPTION_REGISTRATION_RECORD *frame, CONTEXT *context,         \
         EXCEPTION_REGISTRATION_RECORD **dispatcher)

#endif
