/* Exceptions of C++ by those of Windows. With a word behind the program's name the machine faults
 * where otherwise an object is thrown. */
#include <cstdio>

struct Object {
    int number;
    explicit Object(int number) : number(number) { printf("+%d\n", number); }
    ~Object() { printf("~%d\n", number); }
};

struct Error { int code; };
struct DiskError : Error {};

static void inner(bool faults)
{
    Object three(3); /* 3: +3 | 4: ~3 */
    if (faults)
        *(volatile int *)0 = 1;
    throw DiskError{{7}};
}

static void outer(bool faults)
{
    Object one(1); /* 1: +1 | 9: ~1 */
    try {
        Object two(2); /* 2: +2 | 5: ~2 */
        inner(faults);
    } catch (int) {
        printf("an int\n");
    } catch (const Error &error) {
        Object four(4);                   /* 6: +4 | 8: ~4 */
        printf("error %d\n", error.code); /* 7: error 7 */
    } catch (...) {
        printf("anything\n");
    }
}

int main(int argc, char **)
{
    __try {
        __try {
            outer(argc > 1);
        } __finally {
            printf("finally\n"); /* 10: finally */
        }
    } __except (1) {
        printf("except\n");
    }
    return 0;
}
