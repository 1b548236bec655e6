/* The report of an exception of C++ for people, and of a program's end by one. */
#ifndef WIN32_CXX_CXX_REPORT_H
#define WIN32_CXX_CXX_REPORT_H

#include <nt.h>

/* Reports what was thrown, in lines of a report; nothing for other exceptions. Tables of the
 * program are looked up before they are read. */
void cxx_report(const EXCEPTION_RECORD *record);

/* Reports the type alone. */
void cxx_report_type(const EXCEPTION_RECORD *record);

/* Reports an exception's text; nothing for an address without one. */
void cxx_report_text(const char *text);

/* Finds the std::exception, or that of Visual C++ 6, that a thrown object is. NULL: it is none. */
void *cxx_exception_in(const EXCEPTION_RECORD *record);

/* Lets an exception of C++ that nothing takes end the program by terminate, as msvcrt.dll does when
 * it begins. */
void cxx_end_unhandled(void);

#endif
