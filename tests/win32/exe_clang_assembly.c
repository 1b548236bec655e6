/* Functions without a prolog, and assembly between the lines of C, also a frame of one's own on the
   chain.

   compiler: clang */

#include <windows.h>

#include <stdio.h>

static __declspec(naked) int __cdecl sum(int a, int b)
{
    __asm {
        mov eax, [esp + 4]
        add eax, [esp + 8]
        ret
    }
}

/* The callee takes the arguments off. */
static __declspec(naked) int __stdcall difference(int a, int b)
{
    __asm {
        mov eax, [esp + 4]
        sub eax, [esp + 8]
        ret 8
    }
}

static int bits_of(unsigned value)
{
    int count = 0;
    __asm {
        mov ecx, value
        xor eax, eax
    again:
        jecxz done
        lea edx, [ecx - 1]
        and ecx, edx
        inc eax
        jmp again
    done:
        mov count, eax
    }
    return count;
}

static DWORD seen_code;

/* Steps over the two bytes of the store. */
EXCEPTION_DISPOSITION __cdecl step_over(EXCEPTION_RECORD *record, void *frame, CONTEXT *context,
                                        void *dispatcher)
{
    seen_code = record->ExceptionCode;
    context->Eip += 2;
    context->Ecx = 77;
    return ExceptionContinueExecution;
}

__asm__(".safeseh _step_over");

static int with_a_frame(void)
{
    int found;
    PVOID handler = step_over;
    __asm {
        push handler
        push dword ptr fs:[0]
        mov dword ptr fs:[0], esp
        xor eax, eax
        xor ecx, ecx
        mov [eax], ecx
        pop dword ptr fs:[0]
        add esp, 4
        mov found, ecx
    }
    return found;
}

int main(void)
{
    printf("sum %d, difference %d, bits %d\n", sum(40, 2), difference(40, 2), bits_of(0xF0F00001));
    int found = with_a_frame();
    printf("after %08lX: %d\n", seen_code, found);
    return 0;
}
