/* The events of a run's story about exceptions of C++. Called while events are recorded. */
#ifndef WIN32_CXX_CXX_TRACE_H
#define WIN32_CXX_CXX_TRACE_H

#include "win32/cxx/cxx_tables.h"

/* An object is thrown; thrown: NULL for "throw;". */
void cxx_trace_throw(const struct cxx_thrown *thrown);

/* A catch block takes the exception. */
void cxx_trace_catch(const struct cxx_handler *handler);

#endif
