/* thread_stress.c's step of User-Mode Scheduling: a thread becomes a scheduler for a few workers,
 * which do steps like other threads. Each is delivered once for each block and yield, and in the
 * end the list can be deleted.
 */
enum { MEMBERS = 3, CREW_STEPS = 6 };

struct member {
    struct worker own;
    PUMS_CONTEXT context;
    volatile uint32_t hands; /* 1 from a delivery to the execution */
    bool victim;             /* it never ends by itself, and owns nothing */
    struct crew *crew;
};

struct crew {
    struct worker *me;
    PUMS_COMPLETION_LIST list;
    struct member members[MEMBERS];
    PUMS_CONTEXT queue[MEMBERS];
    unsigned count, left, first, last;
};

static void do_any_step(struct worker *me);

static uint32_t live_in_crew(void *argument)
{
    struct member *member = argument;
    struct worker *me = &member->own;
    for (unsigned i = 0; i < CREW_STEPS && !member->victim; i++) {
        do_any_step(me);
        if (chance(me, 2))
            MUST(UmsThreadYield(me) == TRUE, i);
    }
    while (member->victim) {
        if (chance(me, 2))
            wait_one(pulsed, chance(me, 2));
        UmsThreadYield(me);
    }
    return 11;
}

static bool has_ended(PUMS_CONTEXT context)
{
    BOOLEAN ended = 77;
    QueryUmsThreadInformation(context, UmsThreadIsTerminated, &ended, sizeof ended, NULL);
    return ended;
}

static struct member *member_of(PUMS_CONTEXT context)
{
    struct member *member = NULL;
    QueryUmsThreadInformation(context, UmsThreadUserContext, &member, sizeof member, NULL);
    return member;
}

static void deliver(struct crew *crew, PUMS_CONTEXT context)
{
    struct member *member = member_of(context);
    MUST(member->crew == crew && add(&member->hands, 1) == 1, member->hands);
    if (has_ended(context))
        crew->left--;
    else
        crew->queue[crew->last++ % MEMBERS] = context;
}

/* Suspends one for a moment, or ends a victim, wherever they are. */
static void disturb(struct crew *crew)
{
    struct member *member = &crew->members[chance(crew->me, crew->count)];
    if (member->victim && (stop || chance(crew->me, 8) == 0)) {
        sys_thread_terminate(member->own.thread, 12);
    } else if (sys_thread_suspend(member->own.thread, NULL) == STATUS_SUCCESS) {
        spin(crew->me);
        sys_thread_resume(member->own.thread, NULL);
    }
}

static void execute_next(struct crew *crew)
{
    PUMS_CONTEXT context = crew->queue[crew->first++ % MEMBERS];
    MUST(add(&member_of(context)->hands, -1u) == 0, 0);
    ExecuteUmsThread(context);
    MUST(GetLastError() == ERROR_INVALID_PARAMETER || GetLastError() == ERROR_RETRY,
         GetLastError());
    deliver(crew, context);
}

static VOID NTAPI lead(UMS_SCHEDULER_REASON reason, ULONG_PTR payload, PVOID parameter)
{
    PUMS_CONTEXT own = GetCurrentUmsThread(), context, next;
    struct crew *crew = parameter;
    if (reason == UmsSchedulerStartup)
        SetUmsThreadInformation(own, UmsThreadUserContext, &crew, sizeof crew);
    QueryUmsThreadInformation(own, UmsThreadUserContext, &crew, sizeof crew, NULL);
    if (reason == UmsSchedulerThreadYield)
        deliver(crew, (PUMS_CONTEXT)payload);
    while (crew->left) {
        if (chance(crew->me, 4) == 0)
            disturb(crew);
        bool idle = crew->first == crew->last;
        MUST(DequeueUmsCompletionListItems(crew->list, idle ? LONG_MS : 0, &context), crew->left);
        for (; context; context = next) {
            next = GetNextUmsListItem(context);
            deliver(crew, context);
        }
        if (crew->first != crew->last)
            execute_next(crew);
    }
}

/* Memory may be exhausted, because others have all of it. */
static bool join(struct crew *crew, struct member *member)
{
    UMS_CREATE_THREAD_ATTRIBUTES attributes = {UMS_VERSION, NULL, crew->list};
    if (!CreateUmsThreadContext(&member->context))
        return false;
    SetUmsThreadInformation(member->context, UmsThreadUserContext, &member, sizeof member);
    attributes.UmsContext = member->context;
    const struct thread_creation creation = {.eip = (uint32_t)begin_thread,
                                             .argument = {(uint32_t)live_in_crew, (uint32_t)member},
                                             .stack_size = 0x10000,
                                             .worker = (uint32_t)&attributes};
    if (sys_thread_create(&member->own.thread, &creation, NULL) == STATUS_SUCCESS)
        return true;
    DeleteUmsThreadContext(member->context);
    return false;
}

static void crew_step(struct worker *me)
{
    struct crew crew = {.me = me};
    if (GetCurrentUmsThread() || !CreateUmsCompletionList(&crew.list))
        return;
    UMS_SCHEDULER_STARTUP_INFO info = {UMS_VERSION, crew.list, lead, &crew};
    unsigned wanted = 1 + chance(me, MEMBERS);
    while (crew.count < wanted) {
        struct member *member = &crew.members[crew.count];
        *member = (struct member){
            .own.random = chance(me, 1 << 24), .victim = chance(me, 4) == 0, .crew = &crew};
        if (!join(&crew, member))
            break;
        crew.count++;
    }
    crew.left = crew.count;
    while (crew.left && !EnterUmsSchedulingMode(&info))
        sys_thread_yield(); /* no memory for a moment */
    for (unsigned i = 0; i < crew.count; i++) {
        struct member *member = &crew.members[i];
        MUST(exit_code_of(member->own.thread) == (member->victim ? 12u : 11u), i);
        MUST(wait_one(member->own.thread, 0) == STATUS_SUCCESS, i);
        MUST(DeleteUmsThreadContext(member->context), i);
        sys_handle_close(member->own.thread);
        add(&crew_lives, 1);
    }
    MUST(DeleteUmsCompletionList(crew.list), crew.count);
}
