// std::random_device, by the system's generator. All names of devices mean it, as by Visual C++.
#include <random>

#include <windows.h>

#include <ntsecapi.h>

namespace std {

void random_device::_M_init(const string &) {}
void random_device::_M_fini() {}

random_device::result_type random_device::_M_getval()
{
    result_type number;
    if (!RtlGenRandom(&number, sizeof number))
        __throw_runtime_error("random_device");
    return number;
}

} // namespace std
