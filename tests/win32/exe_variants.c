/* The texts and variants of oleaut32.
 * flags: -loleaut32 */
#define COBJMACROS
#include <windows.h>

#include <oleauto.h>
#include <stdio.h>
#include <string.h>

static ULONG holders = 1;

static ULONG STDMETHODCALLTYPE keep(IUnknown *own) { return (void)own, ++holders; }
static ULONG STDMETHODCALLTYPE release(IUnknown *own) { return (void)own, --holders; }

static void texts(void)
{
    BSTR text = SysAllocString(L"abc"), same = text;
    printf("%u %u %ls", SysStringLen(text), SysStringByteLen(text), text);
    printf(" %lu\n", ((DWORD *)text)[-1]);
    printf("%d", SysReAllocStringLen(&text, L"longer text", 6));
    printf(" %ls %u", text, SysStringLen(text));
    printf(" %d", SysReAllocStringLen(&text, NULL, 4));
    printf(" %ls %u", text, SysStringLen(text));
    same = text;
    printf(" %d", SysReAllocStringLen(&text, text, 2));
    printf(" %ls %u\n", text, SysStringLen(text));
    printf("%d", SysReAllocString(&text, L"new"));
    printf(" %ls", text);
    printf(" %d", SysReAllocString(&text, NULL));
    printf(" %d\n", text == NULL);
    text = SysAllocStringLen(L"a\0b", 3);
    printf("%u %x", SysStringLen(text), text[2]);
    SysFreeString(text);
    text = SysAllocStringByteLen("xyz", 3);
    printf(" %u %u %s\n", SysStringLen(text), SysStringByteLen(text), (char *)text);
    SysFreeString(text);
    SysFreeString(NULL);
    printf("%d %u %u", SysAllocString(NULL) == NULL, SysStringLen(NULL), SysStringByteLen(NULL));
    text = SysAllocStringLen(NULL, 0);
    printf(" %d", text && !*text);
    same = text;
    printf(" %d %d", SysAllocStringLen(NULL, 0x7FFFFFFF) == NULL,
           SysReAllocStringLen(&text, NULL, 0xFFFFFFF0u));
    printf(" %d\n", text == same);
    SysFreeString(text);
}

static void variants(void)
{
    static const IUnknownVtbl calls = {NULL, keep, release};
    IUnknown object = {(IUnknownVtbl *)&calls};
    VARIANT one, other;
    VariantInit(&one);
    VariantInit(&other);
    printf("%d", V_VT(&one));
    V_VT(&one) = VT_BSTR;
    V_BSTR(&one) = SysAllocStringLen(L"a\0b", 3);
    printf(" %lx", VariantCopy(&other, &one));
    printf(" %d %d %u\n", V_VT(&other), V_BSTR(&other) != V_BSTR(&one),
           SysStringLen(V_BSTR(&other)));
    printf("%lx", VariantCopy(&one, &one));
    printf(" %lx", VariantClear(&one));
    printf(" %d", V_VT(&one));
    V_VT(&one) = VT_UNKNOWN;
    V_UNKNOWN(&one) = &object;
    printf(" %lx", VariantCopy(&other, &one));
    printf(" %lu", holders);
    printf(" %lx", VariantClear(&other));
    printf(" %lu\n", holders);
    V_VT(&one) = VT_BYREF | VT_UNKNOWN;
    printf("%lx", VariantCopy(&other, &one));
    printf(" %lx", VariantClear(&one));
    printf(" %lx", VariantClear(&other));
    printf(" %lu", holders);
    V_VT(&one) = VT_I8;
    V_I8(&one) = 0x1234567890ll;
    printf(" %lx", VariantCopy(&other, &one));
    printf(" %lx %lx\n", (ULONG)(V_I8(&other) >> 32), (ULONG)V_I8(&other));
    static const VARTYPE none[] = {15, 24, 74, VT_VECTOR | VT_I4, VT_BYREF, VT_BYREF | VT_NULL};
    for (unsigned i = 0; i < sizeof none / sizeof *none; i++) {
        V_VT(&one) = none[i];
        printf("%lx ", VariantClear(&one));
        printf("%lx ", VariantCopy(&other, &one));
    }
    printf("%d\n", V_VT(&other));
}

int main(void)
{
    texts();
    variants();
    return 0;
}
