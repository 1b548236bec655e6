/* Texts of either width in places that have a size. */
#include "lib/secure_text.h"

#include <errno.h>
#include <stdbool.h>
#include <string.h>
#include <wchar.h>

#include "lib/invalid_parameter.h"

static size_t length_up_to(const void *text, size_t limit, size_t width)
{
    return width == sizeof(char) ? strnlen(text, limit) : wcsnlen(text, limit);
}

static void end_at(struct secure_place to, size_t length)
{
    memset((char *)to.at + length * to.width, 0, to.width);
}

int secure_refuse(struct secure_place to, int error)
{
    if (to.at && to.size)
        end_at(to, 0);
    return invalid_parameter(error, to.call);
}

/* Copies behind the `used` characters of a text. */
static int copy_behind(struct secure_place to, size_t used, const void *from, size_t count)
{
    if (!from && count)
        return secure_refuse(to, EINVAL);
    size_t room = to.size - used - 1, limit = count > room ? room + 1 : count;
    size_t length = from ? length_up_to(from, limit, to.width) : 0;
    bool is_cut = length > room;
    if (is_cut && count != _TRUNCATE)
        return secure_refuse(to, ERANGE);
    if (is_cut)
        length = room;
    if (length)
        memmove((char *)to.at + used * to.width, from, length * to.width);
    end_at(to, used + length);
    return is_cut ? STRUNCATE : 0;
}

int secure_copy(struct secure_place to, const void *from, size_t count)
{
    if (!to.at && !to.size && !count)
        return 0;
    return to.at && to.size ? copy_behind(to, 0, from, count) : secure_refuse(to, EINVAL);
}

int secure_append(struct secure_place to, const void *from, size_t count)
{
    if (!to.at && !to.size && !count)
        return 0;
    size_t used = to.at && to.size ? length_up_to(to.at, to.size, to.width) : 0;
    return to.at && used < to.size ? copy_behind(to, used, from, count) : secure_refuse(to, EINVAL);
}
