#!/usr/bin/env python3
"""The library of C++ in programs for Windows: threads, wide streams, dates, regular expressions, file systems, numbers, memory."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

sys.dont_write_bytecode = True
sys.path[:0] = [str(Path(__file__).resolve().parents[1] / "harness")]

from tap import ROOT, finish, ok, scratch_folder, trapline  # noqa: E402

scratch = scratch_folder()

THREADS = r"""
#include <condition_variable>
#include <functional>
#include <future>
#include <iostream>
#include <map>
#include <mutex>
#include <queue>
#include <shared_mutex>
#include <sstream>
#include <stdexcept>
#include <thread>
#include <vector>
using namespace std::chrono_literals;

static std::mutex lock;
struct Counted { int number = 0; ~Counted() { std::lock_guard<std::mutex> held(lock); ended += number; } static int ended; };
int Counted::ended;
static thread_local Counted counted;

template <class Item> class Channel {
    std::queue<Item> items;
    std::mutex lock;
    std::condition_variable ready;
public:
    void put(Item item) { { std::lock_guard<std::mutex> held(lock); items.push(std::move(item)); } ready.notify_one(); }
    Item get()
    {
        std::unique_lock<std::mutex> held(lock);
        ready.wait(held, [this] { return !items.empty(); });
        Item item = std::move(items.front());
        items.pop();
        return item;
    }
};

static void threads()
{
    std::vector<std::thread> all;
    long sum = 0;
    std::atomic<long long> atomic{0};
    for (int i = 0; i < 6; i++)
        all.emplace_back([&, i] { counted.number = i; for (int k = 0; k < 500; k++) { std::lock_guard<std::mutex> held(lock); sum += i; atomic += i; } });
    for (auto &each : all)
        each.join();
    std::cout << sum << ' ' << atomic << ' ' << Counted::ended << '\n';

    Channel<std::string> channel;
    std::thread producer([&channel](std::string begin, int &count) { for (auto end : {"a", "b", "c"}) channel.put(begin + end), count++; }, "x", std::ref(Counted::ended));
    std::string got;
    for (int i = 0; i < 3; i++)
        got += channel.get();
    producer.join();
    std::thread::id own = std::this_thread::get_id(), none;
    std::thread other([&] { none = std::this_thread::get_id(); });
    std::map<std::thread::id, int> known{{own, 1}, {other.get_id(), 2}};
    std::ostringstream name;
    name << other.get_id();
    std::thread::id others = other.get_id();
    other.join();
    std::cout << got << ' ' << Counted::ended << ' ' << known.size() << (none == others) << (none != own) << !name.str().empty() << other.joinable() << '\n';
    try { other.join(); } catch (const std::system_error &problem) { std::cout << (problem.code() == std::errc::invalid_argument) << '\n'; }
}

static void locks()
{
    std::recursive_mutex again;
    std::timed_mutex timed;
    std::shared_timed_mutex shared;
    std::mutex one, two;
    std::condition_variable condition;
    again.lock();
    again.lock();
    timed.lock();
    shared.lock_shared();
    std::async(std::launch::async, [&] { std::cout << again.try_lock() << timed.try_lock_for(20ms) << shared.try_lock() << shared.try_lock_shared(); shared.unlock_shared(); }).get();
    again.unlock();
    again.unlock();
    std::async(std::launch::async, [&] { std::cout << again.try_lock(); again.unlock(); }).get();
    {
        std::unique_lock<std::mutex> first(one, std::defer_lock), second(two, std::defer_lock);
        std::lock(first, second);
        auto before = std::chrono::steady_clock::now();
        std::cout << first.owns_lock() << second.owns_lock() << (condition.wait_for(first, 30ms) == std::cv_status::timeout);
        std::cout << (std::chrono::steady_clock::now() - before >= 30ms);
    }
    std::once_flag once;
    int count = 0;
    for (int i = 0; i < 3; i++)
        try { std::call_once(once, [&] { if (++count < 2) throw 1; }); } catch (int) { std::cout << " again "; }
    auto then = std::chrono::system_clock::now();
    std::this_thread::sleep_for(20ms);
    std::cout << count << (std::chrono::system_clock::now() - then >= 10ms) << (std::thread::hardware_concurrency() > 0) << '\n';
}

static void results()
{
    auto sum = std::async(std::launch::async, [](int a, int b) { return a + b; }, 3, 4);
    auto late = std::async(std::launch::deferred, [] { return std::string("late"); });
    std::cout << sum.get() << ' ' << late.get() << ' ';
    auto fails = std::async(std::launch::async, []() -> int { throw std::runtime_error("in a thread"); });
    try { fails.get(); } catch (const std::runtime_error &problem) { std::cout << problem.what() << '\n'; }
    std::promise<int> promise, *broken = new std::promise<int>;
    std::future<int> kept = promise.get_future(), lost = broken->get_future();
    std::thread setter([&] { promise.set_value_at_thread_exit(7); });
    std::cout << kept.get();
    setter.join();
    delete broken;
    try { lost.get(); } catch (const std::future_error &problem) { std::cout << ' ' << problem.what() << ' ' << (problem.code() == std::future_errc::broken_promise); }
    std::packaged_task<int(int)> task([](int value) { return value * value; });
    auto made = task.get_future().share();
    std::thread(std::move(task), 9).join();
    std::cout << ' ' << made.get() + made.get() << '\n';
    std::condition_variable condition;
    bool is_done = false;
    std::mutex other;
    std::unique_lock<std::mutex> held(other);
    std::thread last([&] { std::unique_lock<std::mutex> own(other); is_done = true; std::notify_all_at_thread_exit(condition, std::move(own)); });
    condition.wait(held, [&] { return is_done; });
    held.unlock();
    last.join();
    std::exception_ptr problem;
    std::thread([&] { try { throw std::out_of_range("far"); } catch (...) { problem = std::current_exception(); } }).join();
    try { std::rethrow_exception(problem); } catch (const std::out_of_range &far) { std::cout << far.what() << std::endl; }
}

int main()
{
    threads();
    locks();
    results();
    std::thread([] { std::set_terminate([] { std::cout << "ended" << std::endl; std::_Exit(5); }); throw 1; }).join();
}
"""
THREADS_SAY = "7500 7500 15\nxaxbxc 18 21110\n1\n000111111 again 211\n7 late in a thread\n7 std::future_error: Broken promise 1 162\nfar\nended\n"

NEWER = r"""
#include <barrier>
#include <iostream>
#include <latch>
#include <semaphore>
#include <shared_mutex>
#include <sstream>
#include <stop_token>
#include <syncstream>
#include <thread>
#include <vector>
int main()
{
    std::counting_semaphore<4> turns(0);
    std::latch done(3);
    std::atomic<int> count{0}, flag{0};
    std::vector<std::jthread> all;
    for (int i = 0; i < 3; i++)
        all.emplace_back([&] { turns.acquire(); count++; done.count_down(); });
    turns.release(3);
    done.wait();
    std::jthread stopped([](std::stop_token token) { while (!token.stop_requested()) std::this_thread::yield(); });
    stopped.request_stop();
    std::jthread waits([&] { flag.wait(0); count += flag; });
    flag = 4;
    flag.notify_all();
    waits.join();
    int phases = 0;
    auto next = [&]() noexcept { phases++; };
    std::barrier meeting(2, next);
    { std::jthread one([&] { meeting.arrive_and_wait(); meeting.arrive_and_wait(); }), other([&] { meeting.arrive_and_wait(); meeting.arrive_and_wait(); }); }
    std::shared_mutex mutex;
    std::shared_lock lock(mutex);
    auto own = std::this_thread::get_id();
    std::ostringstream text;
    text << mutex.try_lock_shared();
    std::osyncstream(std::cout) << count << phases << text.str() << ((own <=> own) == 0) << '\n';
}
"""

TEXTS = r"""
#include <cstdio>
#include <fstream>
#include <iomanip>
#include <iostream>
#include <regex>
#include <sstream>
int main()
{
    std::wcout << L"wide " << 42 << L' ' << 3.25 << L' ' << std::setw(4) << std::left << L"ab" << L'|' << std::boolalpha << true << std::hex << 255 << std::dec << std::endl;
    std::wstringstream memory(L"alpha beta 17");
    std::wstring word, line;
    wchar_t letters[8];
    int number, other;
    memory >> word >> std::setw(8) >> letters >> number;
    std::wcout << word << letters << number << std::endl;
    { std::wofstream out("wide.txt"); out << L"line one\n" << 3 << L"\n\u00fc\n"; }
    { std::wifstream in("wide.txt"); while (std::getline(in, line)) std::wcout << L'[' << line << L':' << line.size() << L']'; std::wcout << std::endl; }
    { std::wofstream out("wide.txt"); out << L"\u20ac" << std::flush; std::wcout << out.good() << std::endl; }
    std::remove("wide.txt");
    std::getline(std::wcin, line);
    std::wcin >> number >> other;
    std::wcout << line << number + other << std::isalpha(L'x', std::locale()) << std::toupper(L'x', std::locale()) << std::regex_match(line, std::wregex(L"[a-z]+ \\w*")) << std::endl;

    std::tm day = {}, read = {};
    day.tm_year = 124, day.tm_mon = 11, day.tm_mday = 30, day.tm_hour = 13, day.tm_min = 5, day.tm_sec = 9, day.tm_wday = 1, day.tm_yday = 364;
    std::cout << std::put_time(&day, "%Y-%m-%d %H:%M:%S|%F|%T|%D|%R|%r|%c|%x|%X|%a %A %b %B %h|%e|%j|%U %W %V %G %g|%u%w|%C|%y|%p|%I%%") << '\n';
    std::istringstream dates("2023-07-14 21:45:59, 14 March 2021 09:10 PM");
    char comma;
    dates >> std::get_time(&read, "%Y-%m-%d %H:%M:%S");
    std::cout << read.tm_year << ' ' << read.tm_mon << ' ' << read.tm_mday << ' ' << read.tm_hour << ' ' << read.tm_wday << ' ' << read.tm_yday;
    dates >> comma >> std::get_time(&read, "%d %B %Y %I:%M %p");
    std::cout << ' ' << read.tm_mday << ' ' << read.tm_mon << ' ' << read.tm_year << ' ' << read.tm_hour << dates.fail() << '\n';

    std::string text = "mail bob@example.com and amy@site.com", less = "abc";
    std::regex address("(\\w+)@(\\w+)\\.com");
    for (std::sregex_iterator at(text.begin(), text.end(), address), end; at != end; ++at)
        std::cout << at->str(1) << '/' << at->str(2) << ' ';
    std::cout << std::regex_replace(text, address, "<$1>") << std::regex_search("HELLO", std::regex("el+", std::regex::icase)) << '\n';
    try { std::regex("(open"); } catch (const std::regex_error &problem) { std::cout << (problem.code() == std::regex_constants::error_paren) << std::locale()(less, text) << '\n'; }
}
"""
TEXTS_SAY = """wide 42 3.25 ab  |trueff
alphabeta17
[line one:8][3:1][\u00fc:1]
false
hello world7trueXtrue
2024-12-30 13:05:09|2024-12-30|13:05:09|12/30/24|13:05|01:05:09 PM|Mon Dec 30 13:05:09 2024|12/30/24|13:05:09|Mon Monday Dec December Dec|30|365|52 53 01 2025 25|11|20|24|PM|01%
123 6 14 21 5 194 14 2 121 210
bob/example amy/site mail <bob> and <amy>1
11
"""

PARTS = r"""
#include <algorithm>
#include <charconv>
#include <codecvt>
#include <complex>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <locale>
#include <memory_resource>
#include <random>
#include <sstream>
#include <vector>
namespace fs = std::filesystem;

static void numbers()
{
    char text[64];
    for (double value : {0.1, 1e100, 123456.789, 5e-324, -2.5, 1e21, 0.00001}) {
        auto end = std::to_chars(text, text + sizeof text, value).ptr;
        std::cout << std::string(text, end) << ' ';
    }
    double read;
    const char *given = "2.75e2!";
    auto rest = std::from_chars(given, given + strlen(given), read).ptr;
    std::cout << read << rest << (std::from_chars(rest, rest + 1, read).ec == std::errc::invalid_argument) << '\n';
    long double root = std::sqrt(2.0L), scanned;
    sscanf("2.25", "%Lf", &scanned);
    snprintf(text, sizeof text, "%.6Lf %5.1Lf|%s", root, std::pow(root, 4), "end");
    std::mt19937 engine(42);
    std::random_device device;
    unsigned first = device(), other = device(), third = device();
    double part = std::uniform_real_distribution<>(0, 1)(engine);
    std::cout << text << scanned << std::to_string(2.5L) << std::abs(std::complex<long double>(3, 4)) << std::complex<double>(1, 2) << (first != other || other != third);
    std::cout << (part >= 0 && part < 1) << engine() << '\n';
    std::wstring_convert<std::codecvt_utf8_utf16<wchar_t>> wide;
    std::wstring made = wide.from_bytes("h\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80");
    std::cout << made.size() << (made[1] == 0xE9 && made[2] == 0x20AC) << wide.to_bytes(made);
    try { wide.from_bytes("\xff"); } catch (const std::range_error &problem) { std::cout << problem.what() << '\n'; }
}

static void memory()
{
    std::byte room[1024];
    std::pmr::monotonic_buffer_resource buffer(room, sizeof room);
    std::pmr::vector<int> many(&buffer);
    for (int i = 0; i < 500; i++)
        many.push_back(i);
    std::pmr::unsynchronized_pool_resource pools;
    std::pmr::synchronized_pool_resource shared;
    std::pmr::vector<std::pmr::string> texts(&pools), others(&shared);
    for (size_t i = 0; i < 60; i++)
        texts.emplace_back(i * 99, 'x'), others.emplace_back(i, 'y');
    size_t all = 0;
    for (auto &text : texts)
        all += std::count(text.begin(), text.end(), 'x');
    std::cout << many[499] << ' ' << all << ' ' << others[59].size();
    try { (void)std::pmr::null_memory_resource()->allocate(1); } catch (const std::bad_alloc &) { std::cout << " none\n"; }
}

static void files()
{
    fs::path name = "dir/sub/file.tar.gz";
    std::cout << name.filename().string() << name.extension().string() << name.stem().string() << name.parent_path().generic_string() << fs::path("C:/x").is_absolute() << '\n';
    for (auto &part : fs::path("C:/a//b/"))
        std::cout << part.string() << '|';
    std::cout << (fs::path("a") / "b").string() << fs::path("a/./b/../c").lexically_normal().string() << fs::path("/a/d").lexically_relative("/a/b/c").generic_string() << '\n';
    fs::remove_all("folder");
    std::cout << fs::create_directories("folder/one/two") << fs::is_directory("folder/one") << fs::exists("none");
    std::ofstream(fs::path("folder") / "f.txt") << "12345";
    fs::copy_file("folder/f.txt", "folder/one/g.txt");
    fs::rename("folder/one/g.txt", "folder/one/h.txt");
    fs::resize_file("folder/f.txt", 2);
    std::vector<std::string> names;
    for (auto &entry : fs::recursive_directory_iterator("folder"))
        names.push_back(entry.path().generic_string() + (entry.is_directory() ? "/ " : " "));
    std::sort(names.begin(), names.end());
    for (auto &each : names)
        std::cout << ' ' << each;
    std::cout << fs::file_size("folder/f.txt") << fs::file_size("folder/one/h.txt") << '\n';
    std::error_code problem;
    (void)fs::file_size("none", problem);
    std::cout << problem.value() << (problem == std::errc::no_such_file_or_directory);
    try { (void)fs::file_size("none"); } catch (const fs::filesystem_error &wrong) { std::cout << wrong.path1().string() << strlen(wrong.what()) % 1; }
    fs::copy("folder", "copied", fs::copy_options::recursive);
    std::cout << fs::exists("copied/one/h.txt") << fs::remove("folder/f.txt") << fs::remove("folder/f.txt") << fs::remove_all("folder") << fs::remove_all("copied") << fs::exists("folder");
    std::cout << fs::current_path().is_absolute() << fs::equivalent(".", fs::current_path()) << (fs::space(".").capacity > 0) << fs::absolute("x").filename().string() << '\n';
}

int main()
{
    numbers();
    memory();
    files();
}
"""
PARTS_SAY = """0.1 1e+100 123456.789 5e-324 -2.5 1e+21 1e-05 275!1
1.414214   4.0|end2.252.5000005(1,2)114083286876
51h\u00e9\u20ac\U0001f600wstring_convert::from_bytes
499 175230 59 none
file.tar.gz.gzfile.tardir/sub1
C:|/|a|b||a\\ba\\c../../d
110 folder/f.txt  folder/one/  folder/one/h.txt  folder/one/two/ 25
21none0110450111x
"""

VIEWS = """
#include <ranges>
#include <vector>
int main()
{
    std::vector<int> numbers{1, 2, 3};
    int sum = 0;
    for (int number : numbers | std::views::filter([](int number) { return number > 1; }))
        sum += number;
    return sum;
}
"""


def runs(status: int, says: str, claim: str, name: str, text: str, *options: str, given: str = "") -> None:
    source = scratch / f"{name}.cpp"
    source.write_text(text)
    done = trapline("run", *options, source, given=given)
    ok((done.returncode, done.stdout) == (status, says), claim, done)


def told(says: str, claim: str, name: str, text: str, *options: str) -> None:
    """That the command fails with one line, behind which the compiler's own words are none."""
    source = scratch / f"{name}.cpp"
    source.write_text(text)
    done = trapline("run", *options, source)
    said = done.stderr
    ok(done.returncode == 2 and says in said and said.count("\n") == 1, claim, done)


for options in ((), ("-O2",)):
    runs(5, THREADS_SAY, f"threads, locks, conditions, results; an exception that a thread does not take ends the program: {options}", "threads", THREADS, *options)
source = scratch / "uncaught.cpp"
source.write_text('#include <stdexcept>\nint main() { std::runtime_error problem("no such account"); throw problem; }\n')
done = trapline("run", source)
ok(done.returncode == 3 and "  it says: no such account\n" in done.stdout, "an exception that no handler takes is told with its text", done)
source.write_text("""#include <exception>
struct Own : std::exception { int number = 3; const char *what() const noexcept override { return "own words"; } };
int main() { throw Own(); }
""")
done = trapline("run", source)
ok(done.returncode == 3 and "  C++ throws Own\ntrapline:   it says: own words\n" in done.stdout, "also where its class has a text of its own", done)
source.write_text("#include <thread>\nint main() { std::thread thread([] {}); }\n")
done = trapline("run", source)
ok(done.returncode == 3 and "terminate is called, and no exception is on its way\n" in done.stdout, "a thread that is neither joined nor detached ends the program with a line", done)
runs(0, "7211\n", "what C++20 adds for threads", "newer", NEWER, "--std", "c++20")
runs(0, TEXTS_SAY, "wide streams, dates in streams, regular expressions", "texts", TEXTS, given="hello world\n3 4\n")
runs(0, PARTS_SAY, "file systems, numbers as characters, random numbers, memory resources, UTF-8", "parts", PARTS)
newest = subprocess.run("$(tools/build/newest-clang | cut -d ' ' -f 1) -dumpversion", shell=True, cwd=ROOT, capture_output=True, text=True, check=True).stdout
if int(newest.split(".")[0]) < 16:
    told("views of C++20 need clang 16 or newer; --compiler mingw has them", "what an old clang cannot read is told in a line", "views", VIEWS, "--std", "c++20")
told("does not have this header yet", "and a header that there is in no library yet", "header", "#include <flat_map>\n", "--compiler", "mingw")
finish()
