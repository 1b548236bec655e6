/* Runs the random programs of tests/model, one a line of input; seh_model.t sends them and compares
 * the events with an interpreter of the rules. Prints a sum over each program's events, or with the
 * argument "show" the events themselves.
 *
 * A function of a program has a frame as compilers for Windows lay it out, or a handler of its own.
 * seh_model_code.S has the parts that the compiler would have made. The rest of the function is a
 * list of operations. The place in the list is kept in the frame, so that an __except block or a
 * longjmp can go on there when all callees of the function are gone.
 *
 * run: name=plain args=show input="$$#################&#(,\n" expect="^m5 E$"
 * run: name=ring3 ring=3 compilers=gcc args=show input="$$#################&#(,\n" expect="^m5 E$"
 */
#include "tests/seh/seh_model.h"

#include "kernel/call/tib.h"
#include "tests/harness/exact.h"
#include "tests/seh/seh_model_events.h"
#include "tests/seh/seh_model_frames.h"
#include "tests/seh/seh_model_program.h"

#include <seh.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <uthread.h>

/* ---------------------------------------------------------------- operations */

/* The exception that a filter or handler is asked about. */
struct asked {
    EXCEPTION_RECORD *record;
    CONTEXT *context;
    EXCEPTION_REGISTRATION_RECORD *link, **named;
};

static struct jump {
    _JUMP_BUFFER buffer;
    unsigned landed;
} jumps[SLOTS];
#define SLOT_FACTOR 16 /* more than the largest value for longjmp */
static unsigned visits[MOST_CODE];

/* The results of the code that runs for one function. */
struct running {
    _JUMP_BUFFER *buffer; /* to be filled before it goes on */
    bool abnormal;        /* native: how its __finally block was reached */
    unsigned place;       /* native: where to go on when it has been left */
};

static int run(uint32_t *ebp, unsigned place, const struct asked *asked, struct running *running);

static LONG ask_vectored(unsigned number, EXCEPTION_POINTERS *pointers)
{
    struct asked asked = {.record = pointers->ExceptionRecord, .context = pointers->ContextRecord};
    tell(number < FIRST_CONTINUE ? 'v' : 'c', number, asked.record);
    DWORD status = asked.record->ExceptionCode;
    int answer = run(NULL, vectored[number].place, &asked, NULL);
    /* RtlUnwind with a wrong target would go on to the chain's end. */
    return status == STATUS_INVALID_UNWIND_TARGET ? EXCEPTION_CONTINUE_SEARCH : answer;
}

#define VECTORED_HANDLER(number)                                                                   \
    static LONG NTAPI vectored##number(EXCEPTION_POINTERS *pointers)                               \
    {                                                                                              \
        return ask_vectored(number, pointers);                                                     \
    }
VECTORED_HANDLER(0)
VECTORED_HANDLER(1)
VECTORED_HANDLER(2)
VECTORED_HANDLER(3)
VECTORED_HANDLER(4)

static void add_vectored(unsigned number, bool first)
{
    static const PVECTORED_EXCEPTION_HANDLER handlers[VECTORED] = {vectored0, vectored1, vectored2,
                                                                   vectored3, vectored4};
    PVECTORED_EXCEPTION_HANDLER handler = handlers[number];
    if (vectored[number].handle)
        return;
    vectored[number].handle = number < FIRST_CONTINUE ? AddVectoredExceptionHandler(first, handler)
                                                      : AddVectoredContinueHandler(first, handler);
}

static ULONG remove_vectored(unsigned number)
{
    PVOID handle = vectored[number].handle;
    vectored[number].handle = NULL;
    return number < FIRST_CONTINUE ? RemoveVectoredExceptionHandler(handle)
                                   : RemoveVectoredContinueHandler(handle);
}

static int native_try(struct running *running, unsigned number, unsigned body);

static void raise(const uint16_t *operands)
{
    static const ULONG_PTR parameters[] = {1,  2,  3,  4,  5,  6,  7,  8, 9,
                                           10, 11, 12, 13, 14, 15, 16, 17};
    EXCEPTION_RECORD record = {.ExceptionCode = CODE(operands[1]), .ExceptionFlags = operands[2]};
    switch ((enum how)operands[0]) {
    case BY_RAISE_EXCEPTION:
        RaiseException(CODE(operands[1]), operands[2], operands[3], parameters);
        event("r0");
        break;
    case BY_RTL_RAISE_EXCEPTION: model_fault(MODEL_PLACES - 1, &record); break;
    case BY_RTL_RAISE_STATUS:
        RtlRaiseStatus((NTSTATUS)CODE(operands[1]));
        event("r0");
        break;
    }
}

/* A handler changes the context, when it is one in model_fault. */
static void change(const struct asked *asked, unsigned what, unsigned value)
{
    if (!asked)
        return;
    CONTEXT *context = asked->context;
    DWORD *const values[] = {&context->Eax, &context->Ecx, &context->Edx,
                             &context->Ebx, &context->Esi, &context->Edi};
    unsigned place = where(asked->record->ExceptionAddress);
    if (!place)
        return;
    if (what < sizeof values / sizeof values[0])
        *values[what] = value;
    else
        context->Eip = (DWORD)(value ? model_landing : model_places[place - 1].behind);
}

static void call(unsigned number)
{
    if (functions[number].kind == KIND_NATIVE)
        run(NULL, functions[number].body, NULL, &(struct running){0});
    else
        model_function(number);
}

static _Noreturn void execute(const struct asked *asked, bool own_record)
{
    uint32_t *ebp = ebp_of(asked->link);
    model_unwind(asked->link, own_record ? asked->record : NULL);
    *place_of(ebp) = function_of(ebp)->after;
    model_go_on(ebp);
}

static EXCEPTION_REGISTRATION_RECORD *link_named(const struct asked *asked, unsigned name)
{
    return name == 0 ? NULL : name == 1 ? asked->link : asked->link->Next;
}

/* Runs the code from place on, in the function with this ebp or in none. Returns an answer, 0 at
 * the end of the function or block, or how many native statements are left. */
static int run(uint32_t *ebp, unsigned place, const struct asked *asked, struct running *running)
{
    for (;;) {
        const uint16_t *operands = &code[place + 1];
        switch ((enum operation)code[place]) {
        case MARK:
            event("m%u", operands[0]);
            place += 2;
            break;
        case RAISE:
            raise(operands);
            place += 5;
            break;
        case FAULT:
            model_fault(operands[0], NULL);
            place += 2;
            break;
        case ABNORMAL:
            event("t%d", ebp ? model_abnormal(ebp) : running->abnormal);
            place += 1;
            break;
        case CALL:
            call(operands[0]);
            event("k%u", functions[operands[0]].id);
            place += 2;
            break;
        case TRY:
            frame_of(ebp)->level = level_of(ebp, operands[0]);
            place += 2;
            break;
        case FINALLY:
            model_call_finally(ebp, operands[0]);
            place += 2;
            break;
        case UNWIND:
            local_unwind(ebp, level_of(ebp, operands[0]));
            place += 2;
            break;
        case JUMP: place = operands[0]; break;
        case RETURN: return 0;
        case RETURN_NOW: model_return(ebp);
        case SETJUMP:
            jumps[operands[0]].landed = operands[1];
            *place_of(ebp) = place + 3;
            running->buffer = &jumps[operands[0]].buffer;
            return 0;
        case LONGJUMP:
            /* The value says which jump it was; for the first slot 0, which arrives as 1. */
            longjmp(&jumps[operands[0]].buffer,
                    operands[0] ? operands[0] * SLOT_FACTOR + (operands[1] ? operands[1] : 1)
                                : operands[1]);
        case VISIT:
            visits[operands[0]] += operands[1] == 0;
            place = visits[operands[0]] > operands[1] + 1u ? operands[2] : place + 4;
            break;
        case CHANGE:
            change(asked, operands[0], operands[1]);
            place += 3;
            break;
        case ANSWER:
            if (asked && asked->named && operands[1])
                *asked->named = link_named(asked, operands[1]);
            return operands[0] - ANSWER_BIAS;
        case EXECUTE: execute(asked, operands[0]);
        case STATEMENT: {
            int left = native_try(running, operands[0], place + 3);
            if (left > 1)
                return left - 1;
            place = left ? running->place : operands[1];
            break;
        }
        case BLOCK_END: return 0;
        case OUT: running->place = operands[1]; return operands[0];
        case BAD_UNWIND:
            model_unwind((void *)4, NULL);
            place += 1;
            break;
        case ADD:
            add_vectored(operands[0], operands[1]);
            place += 3;
            break;
        case REMOVE:
            event("q%u.%u", operands[0], (unsigned)remove_vectored(operands[0]));
            place += 2;
            break;
        }
    }
}

/* ---------------------------------------------------------------- entries */

_JUMP_BUFFER *model_run(uint32_t *ebp)
{
    struct running running = {.buffer = NULL};
    run(ebp, *place_of(ebp), NULL, &running);
    return running.buffer;
}

void model_landed(uint32_t *ebp, int value)
{
    unsigned slot = (unsigned)value / SLOT_FACTOR;
    *place_of(ebp) = jumps[slot].landed;
    event("j%u.%d", slot, value % SLOT_FACTOR);
}

/* Asks a block's filter, of the function with this ebp or of a native one. */
static int filter(uint32_t *ebp, unsigned number, const EXCEPTION_POINTERS *pointers)
{
    struct asked asked = {
        .record = pointers->ExceptionRecord,
        .context = pointers->ContextRecord,
        .link = ebp ? &frame_of(ebp)->link : NULL,
    };
    tell('f', blocks[number].id, asked.record);
    return run(ebp, blocks[number].filter - 1, &asked, NULL);
}

int model_filter(uint32_t *ebp, unsigned number)
{
    return filter(ebp, number, (const EXCEPTION_POINTERS *)ebp[-5]);
}

void model_except(uint32_t *ebp, unsigned number)
{
    *place_of(ebp) = blocks[number].handler;
    event("x%u", blocks[number].id);
}

void model_finally(uint32_t *ebp, unsigned number, int abnormal)
{
    event("n%u.%d", blocks[number].id, abnormal);
    run(ebp, blocks[number].handler, NULL, NULL);
}

static EXCEPTION_DISPOSITION raw_handler(EXCEPTION_RECORD *record,
                                         EXCEPTION_REGISTRATION_RECORD *link, CONTEXT *context,
                                         EXCEPTION_REGISTRATION_RECORD **dispatcher)
{
    struct asked asked = {record, context, link, dispatcher};
    const struct function *of = function_of(ebp_of(link));
    bool unwinding = record->ExceptionFlags & EXCEPTION_UNWIND;
    tell(unwinding ? 'u' : 's', of->id, record);
    return (EXCEPTION_DISPOSITION)run(ebp_of(link), unwinding ? of->unwind : of->search, &asked,
                                      NULL);
}

/* ---------------------------------------------------------------- native functions */

static int native_finally(struct running *running, unsigned number, bool abnormal)
{
    running->abnormal = abnormal;
    event("n%u.%d", blocks[number].id, abnormal);
    return run(NULL, blocks[number].handler, NULL, running);
}

/* One statement. Returns 0 at its end, else how many statements are left, itself included. */
SEH_FUNCTION static int native_try(struct running *running, unsigned number, unsigned body)
{
    int left = 0;
    if (blocks[number].filter) {
        __try {
            left = run(NULL, body, NULL, running);
            if (left)
                return left;
        } __except (filter(NULL, number, GetExceptionInformation())) {
            event("x%u", blocks[number].id);
            left = run(NULL, blocks[number].handler, NULL, running);
        }
        return left;
    }
    __try {
        left = run(NULL, body, NULL, running);
        if (left)
            return left;
    } __finally {
        int instead = native_finally(running, number, AbnormalTermination());
        if (instead)
            return instead;
    }
    return left;
}

/* ---------------------------------------------------------------- running programs */

/* The outermost frame, the chain's last: takes every exception, and ends the program. */
static EXCEPTION_DISPOSITION root_handler(EXCEPTION_RECORD *record,
                                          EXCEPTION_REGISTRATION_RECORD *link, CONTEXT *context,
                                          EXCEPTION_REGISTRATION_RECORD **dispatcher)
{
    tell('U', 0, record);
    if (!(record->ExceptionFlags & (EXCEPTION_NESTED_CALL | EXCEPTION_UNWIND)))
        model_unwind(link, NULL);
    exact_leave();
}

static void run_program(void)
{
    EXCEPTION_REGISTRATION_RECORD frame = {EXCEPTION_CHAIN_END, root_handler};
    EXCEPTION_REGISTRATION_RECORD *head = seh_head();
    events = 0;
    story_end = story;
    *story = 0;
    memset(visits, 0, sizeof visits[0] * (code_length + 1));
    for (unsigned i = 0; i < VECTORED; i++)
        if (vectored[i].installed)
            add_vectored(i, vectored[i].installed == 2);
    tib_current()->NtTib.ExceptionList = &frame;
    exact_prepare();
    if (exact_call((void *)call, 1, 0)) {
        bool same = seh_head() == &frame;
        if (events)
            *story_end++ = ' ';
        strcpy(story_end, same ? "E" : "chain");
    }
    tib_current()->NtTib.ExceptionList = head;
    for (unsigned i = 0; i < VECTORED; i++)
        if (vectored[i].handle)
            remove_vectored(i);
}

static void answer(bool shows)
{
    if (shows)
        puts(story);
    else
        printf("%08X\n", (unsigned)sum(story, strlen(story)));
}

static bool shows;

static void run_lines(void) { answer_lines(shows, read_program, run_program, answer); }

/* Programs nest deeply: they get a stack of their own. */
int main(int argc, char **argv)
{
    static char stack[1024 * 1024] __attribute__((aligned(4096)));
    shows = has_argument(argc, argv, "show");
    utSch scheduler = utSchedulerCreate();
    utSchAddUthd(scheduler, uThreadCreated(stack, sizeof stack, run_lines));
    utSchStart(scheduler);
    utSchedulerDestroy(scheduler);
    return 0;
}
