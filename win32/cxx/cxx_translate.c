/* _set_se_translator: a function of the program that throws an exception of C++ in place of another
 * one. */
#include "win32/cxx/cxx_frame.h"
#include "win32/cxx/cxx_state.h"

#include <seh.h>
#include <stddef.h>

enum { CODE_OF_NET = 0xE0434F4D, CODE_OF_NET_4 = 0xE0434352 };

/* Linked while the translator runs. An exception that it throws is offered to the function that the
 * other exception is offered to. */
struct translating {
    EXCEPTION_REGISTRATION_RECORD link;
    const struct cxx_question *question;
    cxx_translator *translator;
    DWORD place;
    bool is_unwound;
};

static EXCEPTION_DISPOSITION translating_handler(EXCEPTION_RECORD *record,
                                                 EXCEPTION_REGISTRATION_RECORD *link,
                                                 CONTEXT *context,
                                                 EXCEPTION_REGISTRATION_RECORD **dispatcher)
{
    struct translating *own = (struct translating *)link;
    if (record->ExceptionFlags & EXCEPTION_UNWIND) {
        own->is_unwound = true;
        return ExceptionContinueSearch;
    }
    struct cxx_question question = *own->question;
    question.record = record;
    question.context = context;
    question.is_translated = true;
    cxx_ask(&question, dispatcher);
    if (!own->is_unwound)
        cxx_unwind_with(link, record);
    cxx_come_back(own->place, own);
}
SEH_REGISTER_HANDLER(translating_handler);

static void *run_translator(void *data)
{
    const struct translating *own = data;
    const struct cxx_question *question = own->question;
    EXCEPTION_POINTERS pointers = {question->record, question->context};
    own->translator(question->record->ExceptionCode, &pointers);
    return NULL;
}

bool cxx_translate(const struct cxx_question *question)
{
    DWORD code = question->record->ExceptionCode;
    struct translating own = {.question = question, .translator = cxx_state_now()->translator};
    if (!own.translator || code == CODE_OF_NET || code == CODE_OF_NET_4)
        return false;
    seh_link(&own.link, translating_handler);
    bool has_thrown = cxx_call(run_translator, &own, &own.place);
    seh_unlink(&own.link);
    return has_thrown;
}
