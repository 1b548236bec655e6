/* The one list of what msvcp140.dll exports, sorted by name as strcmp has it: the library of C++
 * itself is no part of the runtime, but what its exceptions need is. */
EXPORT_TEXT("?__ExceptionPtrAssign@@YAXPAXPBX@Z", exception_ptr_assign)
EXPORT_TEXT("?__ExceptionPtrCompare@@YA_NPBX0@Z", exception_ptr_compare)
EXPORT_TEXT("?__ExceptionPtrCopy@@YAXPAXPBX@Z", exception_ptr_copy)
EXPORT_TEXT("?__ExceptionPtrCopyException@@YAXPAXPBX1@Z", exception_ptr_of_object)
EXPORT_TEXT("?__ExceptionPtrCreate@@YAXPAX@Z", exception_ptr_create)
EXPORT_TEXT("?__ExceptionPtrCurrentException@@YAXPAX@Z", exception_ptr_current)
EXPORT_TEXT("?__ExceptionPtrDestroy@@YAXPAX@Z", exception_ptr_destroy)
EXPORT_TEXT("?__ExceptionPtrRethrow@@YAXPBX@Z", exception_ptr_rethrow)
EXPORT_TEXT("?__ExceptionPtrSwap@@YAXPAX0@Z", exception_ptr_swap)
EXPORT_TEXT("?__ExceptionPtrToBool@@YA_NPBX@Z", exception_ptr_to_bool)
EXPORT_TEXT("?uncaught_exception@std@@YA_NXZ", __uncaught_exception)
EXPORT_TEXT("?uncaught_exceptions@std@@YAHXZ", __uncaught_exceptions)
