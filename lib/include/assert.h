/* assert checks a claim about the program itself. If the claim does not hold, file, line and
 * expression are reported and the machine stops. With NDEBUG nothing is evaluated. The header may
 * be included repeatedly; the last NDEBUG counts.
 */
#undef assert

#ifdef NDEBUG
#define assert(held) ((void)0)
#else
#define assert(held) ((held) ? (void)0 : assert_failed(__FILE__, __LINE__, #held))
#endif

#ifndef LIB_ASSERT_H
#define LIB_ASSERT_H

#ifdef __cplusplus
extern "C" {
#endif

#ifndef __cplusplus
#define static_assert _Static_assert
#endif

_Noreturn void assert_failed(const char *file, int line, const char *expression);

#ifdef __cplusplus
}
#endif

#endif
