/* The last errors that the switches set. Assembly cannot read winerror.h; ums_calls.c compares. */
#ifndef UMS_ERRORS_H
#define UMS_ERRORS_H

#define ERROR_NOT_SUPPORTED_     50
#define ERROR_INVALID_PARAMETER_ 87
#define ERROR_RETRY_             1237
#define ERROR_INTERNAL_ERROR_    1359

#endif
