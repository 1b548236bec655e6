/* Wait groups: waiters go on when the count of open tasks is 0. */
#include "uthread/waits/ut_wait.h"

struct utWaitGroupObject {
    struct ut_object object;
    int count; /* not 0 while a thread waits */
};

static const struct ut_wait_kind waits = {.text = "waits for a wait group"};

utWaitGroup utWaitGroupCreate(int count)
{
    if (count < 0) {
        ut_set_error(UtErrorRange);
        return NULL;
    }
    utWaitGroup group = ut_object_create(sizeof *group, WAIT_GROUP_MAGIC);
    if (group)
        group->count = count;
    return group;
}

int utWaitGroupDestroy(utWaitGroup group)
{
    return ut_object_destroy(group, WAIT_GROUP_MAGIC);
}

int utWaitGroupAdd(utWaitGroup group, int more)
{
    ut_need_stack();
    if (!ut_object_is(group, WAIT_GROUP_MAGIC))
        return ut_set_error(UtErrorInvalid);
    if (more < -group->count || more > UT_COUNT_MOST - group->count)
        return ut_set_error(UtErrorRange);
    group->count += more;
    if (!group->count)
        ut_serve_all(&group->object.waiters);
    return UtErrorNone;
}

int utWaitGroupDone(utWaitGroup group)
{
    return utWaitGroupAdd(group, -1);
}

int utWaitGroupWait(utWaitGroup group, utTime until)
{
    if (!ut_object_is(group, WAIT_GROUP_MAGIC))
        return ut_set_error(UtErrorInvalid);
    if (!group->count)
        return UtErrorNone;
    return ut_wait_until(&group->object.waiters, &waits, until);
}

int utWaitGroupCount(utWaitGroup group)
{
    return ut_valid(ut_object_is(group, WAIT_GROUP_MAGIC)) ? group->count : -1;
}
