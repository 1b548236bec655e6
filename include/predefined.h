/* Names that a compiler for 32-bit Windows knows before the first header: the names by which
 * programs ask for the system, and Microsoft's keywords. Every program has them without an
 * #include, but those that are built with --bare.
 */
#ifndef PREDEFINED_H
#define PREDEFINED_H

/* ---------------------------------------------------------------- the system */

/* Microsoft's compilers, and MinGW's beside them. __MINGW32__ and _MSC_VER are not defined: they
 * promise those compilers' own headers. */
#define _WIN32             1
#define __WIN32            1
#define __WIN32__          1
#define __WINNT            1
#define __WINNT__          1
#define __MSVCRT__         1
#define _INTEGRAL_MAX_BITS 64
#define _M_IX86            600
#define _X86_              1
#ifndef __STRICT_ANSI__
#define WIN32 1
#define WINNT 1
#endif

/* ---------------------------------------------------------------- C's words that C++ has not */

#ifdef __cplusplus
#define _Alignas alignas
#define _Alignof alignof
#define _Noreturn __attribute__((noreturn))
#define _Static_assert static_assert
#define _Thread_local thread_local
#endif

/* ---------------------------------------------------------------- Microsoft's keywords */

/* The formatter and the compilers know some of these words. */
/* clang-format off */
#define _cdecl          __attribute__((cdecl))
#define _stdcall        __attribute__((stdcall))
#define _fastcall       __attribute__((fastcall))
#define _thiscall       __attribute__((thiscall))
#define __thiscall      _thiscall
#define __cdecl         _cdecl
#define __stdcall       _stdcall
#define __fastcall      _fastcall
#define __forceinline   __inline __attribute__((always_inline))
#define __int8          char
#define __int16         short
#define __int32         int
#define __int64         long long
#define __w64
#define __unaligned

/* The compiler itself has alloca, header or not, but calls are made as they are written here. */
#define alloca(size) __builtin_alloca(size)

/* __declspec(noinline) and the like: one word, or align with its number. */
#define __declspec(word)      DECLSPEC_WORD_##word
#define DECLSPEC_WORD_noinline    __attribute__((noinline))
#define DECLSPEC_WORD_noreturn    __attribute__((noreturn))
#define DECLSPEC_WORD_naked       __attribute__((naked))
#define DECLSPEC_WORD_deprecated  __attribute__((deprecated))
#define DECLSPEC_WORD_selectany   __attribute__((weak))
#define DECLSPEC_WORD_align(size) __attribute__((aligned(size)))
#define DECLSPEC_WORD_allocate(s) __attribute__((section(s)))
#define DECLSPEC_WORD_nothrow
#define DECLSPEC_WORD_noalias
#define DECLSPEC_WORD_dllimport
#define DECLSPEC_WORD_dllexport
#define DECLSPEC_WORD_guard(kind)
#define DECLSPEC_WORD_safebuffers
#define DECLSPEC_WORD_thread _Thread_local
/* clang-format on */

#endif
