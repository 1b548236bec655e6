/* Files in memory.
 *
 * run: emulator=qemu
 *
 * run: name=ring3 ring=3
 *
 * run: name=checked checked=1
 */
#include <errno.h>
#include <io.h>
#include <memoryapi.h>
#include <seh.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "kernel/call/eflags.h"
#include "lib/ram_files.h"
#include "tests/harness/open_host.h"
#include "tests/harness/tap.h"

static char text[200000];

static bool holds(const char *name, const char *expected)
{
    FILE *file = fopen(name, "rb");
    if (!file)
        return false;
    size_t length = fread(text, 1, sizeof text, file);
    return fclose(file) == 0 && length == strlen(expected) && memcmp(text, expected, length) == 0;
}

static void check_modes(void)
{
    errno = 0;
    ok(!fopen("none", "r") && errno == ENOENT, "a file that is not there cannot be read");
    ok(!fopen("none", "r+"), "nor changed");
    ok(!fopen("none", "x") && errno == EINVAL, "a mode that does not exist is refused");

    FILE *file = fopen("a", "wb");
    ok(file && fprintf(file, "%d %s\n", 12, "lines") == 9, "fprintf writes to a file");
    ok(fputs("second\n", file) == 0 && fputc('x', file) == 'x' && fwrite("yz", 1, 2, file) == 2,
       "fputs, fputc and fwrite do");
    ok(fgetc(file) == EOF && ferror(file) && !feof(file), "w does not read");
    fclose(file);
    ok(holds("a", "12 lines\nsecond\nxyz"), "all of it is in the file");

    file = fopen("a", "a+b");
    ok(fgetc(file) == '1', "a+ reads from the start");
    fputs("!", file);
    fclose(file);
    ok(holds("a", "12 lines\nsecond\nxyz!"), "and writes at the end");

    file = fopen("a", "r+b");
    fputs("34", file);
    ok(fputs("", file) == 0 && fgetc(file) == ' ', "r+ writes over what is there");
    fclose(file);
    file = fopen("a", "rb");
    ok(fputs("x", file) == EOF && ferror(file), "r does not write");
    clearerr(file);
    ok(!ferror(file), "clearerr forgets it");
    fclose(file);
    ok(holds("a", "34 lines\nsecond\nxyz!"), "only those bytes are changed");
    fclose(fopen("a", "wb"));
    ok(holds("a", ""), "w empties a file");
}

static void check_reading(void)
{
    char line[20];
    FILE *file = fopen("lines", "w+b");
    fputs("one\ntwo\nthree", file);
    rewind(file);
    ok(fgets(line, sizeof line, file) && strcmp(line, "one\n") == 0, "fgets reads a line");
    ok(fgets(line, 3, file) && strcmp(line, "tw") == 0, "or as much as there is room for");
    ok(ungetc('T', file) == 'T' && ftell(file) == 5 && fgetc(file) == 'T', "ungetc gives back");
    ok(fgets(line, sizeof line, file) && strcmp(line, "o\n") == 0, "and the rest follows");
    ok(fgets(line, sizeof line, file) && strcmp(line, "three") == 0, "the last line has no end");
    ok(feof(file) && !fgets(line, sizeof line, file), "then the file has ended");
    int number = 0;
    ok(fseek(file, -5, SEEK_END) == 0 && !feof(file) && ftell(file) == 8, "fseek from the end");
    ok(fseek(file, -4, SEEK_CUR) == 0 && fgetc(file) == 't', "from here");
    ok(fseek(file, -1, SEEK_SET) == -1 && errno == EINVAL, "not before the start");
    ok(fseek(file, 20, SEEK_SET) == 0 && fputc('7', file) == '7', "writing behind the end");
    fseek(file, 13, SEEK_SET);
    ok(fgetc(file) == 0 && ftell(file) == 14, "fills with zeros");
    fseek(file, 20, SEEK_SET);
    ok(fscanf(file, "%d", &number) == 1 && number == 7, "fscanf reads a number");
    fclose(file);
}

static int prints(FILE *file, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    int length = vfprintf(file, format, args);
    va_end(args);
    return length;
}

static int scans(FILE *file, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    int count = file ? vfscanf(file, format, args) : vscanf(format, args);
    va_end(args);
    return count;
}

static void check_others(void)
{
    int number = 0;
    FILE *file = fopen("others", "w+");
    ok(putc('a', file) == 'a' && prints(file, "%d", 42) == 2, "putc and vfprintf write to a file");
    rewind(file);
    ok(getc(file) == 'a' && scans(file, "%d", &number) == 1 && number == 42,
       "getc and vfscanf read from one");
    fclose(file);
    ok(putchar('#') == '#' && putchar('\n') == '\n', "putchar writes to the console");
    ok(scanf("%d", &number) == EOF && scans(NULL, "%d", &number) == EOF && number == 42,
       "scanf and vscanf find its end");
}

static void check_names(void)
{
    FILE *file = fopen("old", "w");
    fputs("content", file);
    ok(rename("old", "new") == 0 && !fopen("old", "r"), "rename takes the old name away");
    fputs("s", file);
    fclose(file);
    ok(holds("new", "contents"), "and a FILE stays with its file");
    file = fopen("new", "r");
    ok(remove("new") == 0 && remove("new") == -1 && errno == ENOENT, "remove works once");
    ok(fgetc(file) == 'c', "an open file stays readable");
    fclose(file);

    file = tmpfile();
    ok(file && fputs("temporary", file) == 0, "tmpfile");
    rewind(file);
    ok(fread(text, 3, 4, file) == 3 && memcmp(text, "temporary", 9) == 0, "can be read");
    fclose(file);

    char name[FILENAME_MAX + 1] = "";
    memset(name, 'n', FILENAME_MAX);
    ok(!fopen(name, "w") && errno == ENOENT, "a name that is too long is refused");
}

static void check_limits(void)
{
    FILE *files[FOPEN_MAX + 1];
    int opened = 0;
    while (opened <= FOPEN_MAX && (files[opened] = fopen("many", "a")))
        opened++;
    ok(opened == FOPEN_MAX && errno == EMFILE, "so many may be open");
    while (opened > 0)
        fclose(files[--opened]);

    FILE *file = fopen("large", "w+");
    memset(text, 'l', sizeof text);
    ok(fwrite(text, 1, sizeof text, file) == sizeof text && ftell(file) == (long)sizeof text,
       "a large file");
    rewind(file);
    memset(text, 0, sizeof text);
    ok(fread(text, 1, sizeof text, file) == sizeof text && text[0] == 'l' &&
           text[sizeof text - 1] == 'l',
       "comes back whole");
    fclose(file);
    remove("large");
    for (int i = 0; i < 2000; i++) { /* more than the memory has, if any is lost */
        file = tmpfile();
        if (!file || fwrite(text, 1, sizeof text, file) != sizeof text || fclose(file) != 0)
            break;
        files[0] = file;
        opened++;
    }
    ok(opened == 2000, "files that are gone give their memory back");
    ok(fseek(stdout, 0, SEEK_SET) == -1 && ftell(stdin) == -1, "the console has no positions");
}

/* Whether to write length bytes from there to the console faults at this address. */
SEH_FUNCTION static bool faults_at(const char *bytes, size_t length, DWORD address)
{
    EXCEPTION_RECORD record = {0};
    CONTEXT context = {0};
    bool faulted = false;
    __try {
        fwrite(bytes, 1, length, stdout);
    } __except (record = *GetExceptionInformation()->ExceptionRecord,
                context = *GetExceptionInformation()->ContextRecord, EXCEPTION_EXECUTE_HANDLER) {
        faulted = true;
    }
    return faulted && record.ExceptionCode == STATUS_ACCESS_VIOLATION &&
           record.ExceptionInformation[0] == 0 && record.ExceptionInformation[1] == address &&
           (context.EFlags & EFLAGS_IF);
}

/* The console takes bytes from where they lie. */
static void check_bad_bytes(void)
{
    enum { PAGE = 4096 };
    char *page = VirtualAlloc(NULL, 2 * PAGE, MEM_RESERVE, PAGE_NOACCESS);
    VirtualAlloc(page, PAGE, MEM_COMMIT, PAGE_READWRITE);
    memset(page, '\n', PAGE);
    DWORD end = (DWORD)page + PAGE;
    ok(faults_at((const char *)0x1234, 10, 0x1234), "bytes that are nowhere fault in the program");
    ok(faults_at(page + PAGE - 5, 10, end + 4), "so do bytes whose last one is");
    ok(faults_at(page, 3 * PAGE, end), "and those of which a page is");
    ok(fwrite((const char *)0x1234, 1, 0, stdout) == 0, "none are written from anywhere");
    VirtualFree(page, 0, MEM_RELEASE);
}

static int renames(const char *name) { return rename(name, "renamed"); }
static int asks(const char *name) { return _access(name, 0); }
static FILE *open_one;
static int reopens(const char *name) { return freopen(name, "r", open_one) != NULL; }

/* Whether the call faults, and leaves no lock behind. */
SEH_FUNCTION static bool faults_freely(int (*call)(const char *), const char *name)
{
    bool faulted = false;
    __try {
        call(name);
    } __except (EXCEPTION_EXECUTE_HANDLER) {
        faulted = true;
    }
    return faulted && ram_lock.word == 0;
}

/* Names that begin as a file's, and go on where nothing is. */
static void check_bad_names(void)
{
    enum { PAGE = 4096 };
    char *page = VirtualAlloc(NULL, 2 * PAGE, MEM_RESERVE, PAGE_NOACCESS);
    VirtualAlloc(page, PAGE, MEM_COMMIT, PAGE_READWRITE);
    memset(page, 'n', PAGE);
    open_one = fopen("nnn", "w");
    const char *name = page + PAGE - 3;
    ok(faults_freely(remove, name) && faults_freely(renames, name) && faults_freely(asks, name) &&
           faults_freely(reopens, name),
       "a name that is nowhere faults while other threads may use files");
    ok(fputc('n', open_one) == 'n' && fclose(open_one) == 0, "and freopen's FILE stays open");
    remove("nnn");
    VirtualFree(page, 0, MEM_RELEASE);
}

static void (*range_free)(void *base);
static FILE *between, *again;

static void open_between(void *base)
{
    between = fopen("between", "w");
    range_free(base);
}

/* freopen gives the memory of a temporary file back before it opens the next one. */
static void check_reopening(void)
{
    FILE *file = tmpfile();
    fputs("temporary", file);
    range_free = lib_host.range_free;
    lib_host.range_free = open_between;
    again = freopen("again", "w", file);
    lib_host.range_free = range_free;
    ok(again == file && between && between != file, "freopen keeps its FILE between two files");
    fclose(between);
    again = freopen("none", "r", file);
    between = tmpfile();
    ok(!again && between == file, "unless it opens none");
    fclose(file);
    remove("between");
    remove("again");
}

static void *(*range_alloc)(size_t size);

static void *alloc_little(size_t size) { return size <= sizeof text ? range_alloc(size) : NULL; }

/* As text it may need 200000 bytes of room: a range of 262144. */
static void check_little_memory(void)
{
    FILE *file = fopen("little", "w");
    memset(text, 'l', sizeof text / 2);
    range_alloc = lib_host.range_alloc;
    lib_host.range_alloc = alloc_little;
    size_t written = fwrite(text, 1, sizeof text / 2, file);
    lib_host.range_alloc = range_alloc;
    ok(written == sizeof text / 2, "text without ends of lines needs no more memory than it has");
    fclose(file);
    remove("little");
}

int main(void)
{
    check_bad_bytes();
    check_bad_names();
    open_host();
    check_reopening();
    check_little_memory();
    check_modes();
    check_reading();
    check_others();
    check_names();
    check_limits();
    return tap_done();
}
