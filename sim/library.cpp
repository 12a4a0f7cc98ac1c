// The parts of the C++ library that the programs in this folder need and that are not in headers. Without this file,
// Zig would build the whole library from source on first use, which takes a minute.

#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <new>
#include <string>

void *operator new(size_t size)
{
    if (void *memory = std::malloc(size ? size : 1))
        return memory;
    std::fputs("out of memory\n", stderr);
    std::abort();
}
void *operator new[](size_t size) { return operator new(size); }
void operator delete(void *memory) noexcept { std::free(memory); }
void operator delete(void *memory, size_t) noexcept { std::free(memory); }
void operator delete[](void *memory) noexcept { std::free(memory); }
void operator delete[](void *memory, size_t) noexcept { std::free(memory); }

[[noreturn]] void std::__libcpp_verbose_abort(const char *format, ...) noexcept
{
    va_list values;
    va_start(values, format);
    std::vfprintf(stderr, format, values);
    std::abort();
}

// The library's headers declare these templates as instantiated elsewhere.
template class std::basic_string<char>;
template std::string std::operator+(const char *, const std::string &);

template <typename Number> static std::string written(const char *format, Number number)
{
    char digits[24];
    return {digits, size_t(std::snprintf(digits, sizeof digits, format, number))};
}
std::string std::to_string(int number) { return written("%d", number); }
std::string std::to_string(unsigned number) { return written("%u", number); }
std::string std::to_string(long number) { return written("%ld", number); }
std::string std::to_string(unsigned long number) { return written("%lu", number); }
std::string std::to_string(long long number) { return written("%lld", number); }
std::string std::to_string(unsigned long long number) { return written("%llu", number); }
