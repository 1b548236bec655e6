/* RtlUnwind and RtlCaptureContext, which seh.h has. */
#ifndef RTLSUPPORTAPI_H
#define RTLSUPPORTAPI_H

#include <seh.h>

#endif
