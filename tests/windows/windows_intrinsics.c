/* Intrinsics for bits, strings of bytes, products, and what CPUID says.
 *
 * run: name=plain
 * run: name=ring3 ring=3
 */
#include <intrin.h>
#include <windows.h>

#include <cpuid.h>

#include "tests/windows/windows_check.h"

#include <string.h>

static void check_bits(void)
{
    long words[3] = {0, 0, 0};
    check(!_bittestandset(&words[1], 33) && words[2] == 2 && _bittest(&words[1], 33) &&
              !_bittest(&words[1], 32),
          "a bit lies in the word that it belongs to");
    check(!_bittestandset(&words[1], -1) && words[0] == (long)0x80000000 &&
              _bittestandcomplement(&words[1], -1) && words[0] == 0,
          "also in one before");
    check(_bittestandset(&words[1], 33) && _bittestandreset(&words[1], 33) && words[2] == 0 &&
              !_bittestandreset(&words[1], 33) && !_bittestandcomplement(&words[1], 0) &&
              words[1] == 1,
          "bits are set, cleared and changed; what they were is returned");
    check(__popcnt(0xF000000Fu) == 8 && __popcnt(0) == 0 && __popcnt16(0xFFFF) == 16,
          "bits are counted");
    check(__lzcnt(1) == 31 && __lzcnt(0) == 32, "and the zeros above them");
    check(__emul(-0x40000000, 8) == -0x200000000ll && __emulu(0xFFFFFFFF, 2) == 0x1FFFFFFFEull,
          "products have 64 bits");
}

static void check_strings(void)
{
    unsigned char bytes[8] = "abcdefg", copy[8] = "";
    unsigned short words[3] = {1, 2, 3}, others[3] = {0, 0, 9};
    unsigned long dwords[3] = {5, 6, 7}, more[3] = {0, 0, 9};
    __movsb(copy, bytes, 3);
    __movsw(others, words, 2);
    __movsd(more, dwords, 2);
    check(memcmp(copy, "abc", 4) == 0 && others[1] == 2 && others[2] == 9 && more[1] == 6 &&
              more[2] == 9,
          "bytes, words and dwords are copied, as many as are said");
    __movsb(bytes + 1, bytes, 6);
    check(memcmp(bytes, "aaaaaaa", 8) == 0, "upwards");
    __stosb(copy, 'x', 2);
    __stosw(others, 0x1234, 2);
    __stosd(more, 0x12345678, 2);
    check(memcmp(copy, "xxc", 4) == 0 && others[0] == 0x1234 && others[1] == 0x1234 &&
              others[2] == 9 && more[1] == 0x12345678 && more[2] == 9,
          "or stored");
}

static void check_cpu(void)
{
    int plain[4], part[4];
    __cpuidex(part, 0, 0);
    unsigned eax, ebx, ecx, edx;
    __cpuid(0, eax, ebx, ecx, edx);
    check((unsigned)part[0] == eax && (unsigned)part[1] == ebx && (unsigned)part[2] == ecx &&
              (unsigned)part[3] == edx,
          "__cpuidex says what cpuid.h's macro says");
    (__cpuid)(plain, 0);
    check(memcmp(plain, part, sizeof part) == 0, "and what __cpuid says");
    __cpuidex(part, 11, 1);
    check(plain[0] < 11 || (part[2] & 0xFF) == 1, "the part of a leaf is in ecx");
}

int main(void)
{
    check_bits();
    check_strings();
    check_cpu();
    return done();
}
