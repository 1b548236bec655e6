/* What compiled C++ refers to, and no DLL of Windows 7 exports. */

extern void terminate(void) __asm__("?terminate@@YAXXZ");

/* An exception leaves a function that is noexcept. */
void __std_terminate(void)
{
    terminate();
}

/* Virtual functions of type_info: each type's descriptor points to them, and only type_info's own
 * destructor would be called by them. */
extern const void *const type_info_functions[1] __asm__("??_7type_info@@6B@");
const void *const type_info_functions[1] = {0};
