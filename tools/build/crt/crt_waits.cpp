// Conditions, things done once, and results that are waited for.
#include <condition_variable>
#include <future>
#include <mutex>

namespace std {

void __at_thread_exit(__at_thread_exit_elt *element);

condition_variable::condition_variable() noexcept = default;
condition_variable::~condition_variable() noexcept = default;
void condition_variable::wait(unique_lock<mutex> &lock) { _M_cond.wait(*lock.mutex()); }
void condition_variable::notify_one() noexcept { _M_cond.notify_one(); }
void condition_variable::notify_all() noexcept { _M_cond.notify_all(); }

__thread void *__once_callable;
__thread void (*__once_call)();
extern "C" void __once_proxy() { __once_call(); }

namespace {

struct future_texts : error_category {
    const char *name() const noexcept override { return "future"; }

    string message(int number) const override
    {
        static const struct {
            future_errc number;
            const char *text;
        } rows[] = {
            {future_errc::promise_already_satisfied, "Promise already satisfied"},
            {future_errc::future_already_retrieved, "Future already retrieved"},
            {future_errc::no_state, "No associated state"},
            {future_errc::broken_promise, "Broken promise"},
        };
        for (auto &row : rows)
            if (static_cast<int>(row.number) == number)
                return row.text;
        return "Unknown error";
    }
};

} // namespace

const error_category &future_category() noexcept
{
    static future_texts made;
    return made;
}

future_error::~future_error() noexcept {}
const char *future_error::what() const noexcept { return logic_error::what(); }
void __throw_future_error(int number) { throw future_error(make_error_code(static_cast<future_errc>(number))); }

__future_base::_Result_base::_Result_base() = default;
__future_base::_Result_base::~_Result_base() = default;

// The work at a thread's end: a result becomes ready if another thread still waits for it.
void __future_base::_State_baseV2::_Make_ready::_S_run(void *given)
{
    unique_ptr<_Make_ready> made(static_cast<_Make_ready *>(given));
    if (auto state = made->_M_shared_state.lock())
        state->_M_status._M_store_notify_all(_Status::__ready, memory_order_release);
}

void __future_base::_State_baseV2::_Make_ready::_M_set()
{
    _M_cb = _S_run;
    __at_thread_exit(this);
}

namespace {

struct notifier : __at_thread_exit_elt {
    condition_variable &condition;
    unique_lock<mutex> lock;

    notifier(condition_variable &given, unique_lock<mutex> &&held) : condition(given), lock(std::move(held))
    {
        _M_cb = run;
        __at_thread_exit(this);
    }

    static void run(void *given)
    {
        notifier *made = static_cast<notifier *>(given);
        made->lock.unlock();
        made->condition.notify_all();
        delete made;
    }
};

} // namespace

void notify_all_at_thread_exit(condition_variable &condition, unique_lock<mutex> lock) { new notifier(condition, std::move(lock)); }

} // namespace std
