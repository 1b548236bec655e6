// The errors of a regular expression.
#include <regex>

namespace std {

using namespace regex_constants;

static const char *words_for(error_type code)
{
    static const struct {
        error_type code;
        const char *text;
    } rows[] = {
        {error_collate, "regex: no such collating element"},
        {error_ctype, "regex: no such class of characters"},
        {error_escape, "regex: wrong escape"},
        {error_backref, "regex: no such group to refer to"},
        {error_brack, "regex: [ and ] do not match"},
        {error_paren, "regex: ( and ) do not match"},
        {error_brace, "regex: { and } do not match"},
        {error_badbrace, "regex: no range between { and }"},
        {error_range, "regex: wrong range of characters"},
        {error_space, "regex: no memory"},
        {error_badrepeat, "regex: nothing to repeat before *, ?, + or {"},
        {error_complexity, "regex: the match is too complex"},
        {error_stack, "regex: no memory for the match"},
    };
    for (auto &row : rows)
        if (row.code == code)
            return row.text;
    return "regex: wrong expression";
}

regex_error::regex_error(error_type code) : runtime_error(words_for(code)), _M_code(code) {}
regex_error::~regex_error() throw() {}
void __throw_regex_error(error_type code) { throw regex_error(code); }

} // namespace std
