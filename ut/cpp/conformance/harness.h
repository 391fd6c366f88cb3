// The conformance program: every row of rows.inc, and every limit of limits.inc, has cases that provoke it, or a reason why
// it cannot be provoked.
//
// A case is one line in the file of its header:
//
//     Add("HcommMemAlloc", 1, [](Test& t) { t.Got(HcommMemAlloc(nullptr, 64)); });
//
// It calls the function and passes each code to Got(), which compares it with the row and, after an error, looks whether
// the call left the outputs (t.Out<T>()) untouched. Cases run in a process for each product; see main.cpp.
#ifndef HCOMM_UT_CONFORMANCE_HARNESS_H
#define HCOMM_UT_CONFORMANCE_HARNESS_H

#include <cstdint>
#include <cstring>
#include <deque>
#include <functional>
#include <memory>
#include <string>
#include <vector>

// Products, by what SOFTNPU_SOC says; kPlugin is a 950 with the NIC plug-in of plugin.cpp.
enum Product : unsigned { kA950 = 1, kA2 = 2, kA3 = 4, kPlugin = 8, kLegacy = kA2 | kA3, kAll = kA950 | kLegacy };

// What a case does and finds.
class Test {
public:
    explicit Test(std::string codes, Product product) : product(product), codes_(std::move(codes)) {}

    // Memory for `n` values that a call may write, filled with a pattern.
    template <class T>
    T* Out(std::size_t n = 1)
    {
        return static_cast<T*>(Block(nullptr, sizeof(T) * n, alignof(T)));
    }

    // The same with a value in it.
    template <class T>
    T* InOut(const T& value)
    {
        return static_cast<T*>(Block(&value, sizeof(T), alignof(T)));
    }

    // A result of the row's function.
    void Got(int64_t code);
    // A call that a case needs besides those of its row, and its code if that is not 0.
    void Step(int64_t code, const char* what, int64_t want = 0);
    // Something that must hold.
    void Check(bool good, const char* what);

    const Product product;
    std::string failures;
    int calls = 0;

private:
    struct Memory {
        std::unique_ptr<unsigned char[]> bytes;
        std::vector<unsigned char> before;
        unsigned char* at;
        bool settled;
    };

    void* Block(const void* value, std::size_t size, std::size_t align);
    void Fail(const std::string& text);

    std::string codes_;
    std::deque<Memory> memory_;
};

// Step with the text of the call.
#define STEP(t, call) (t).Step((call), #call)
#define STEP_IS(t, call, code) (t).Step((call), #call, (code))
#define CHECK(t, condition) (t).Check((condition), #condition)

using Body = std::function<void(Test&)>;

// Adds a case for row `number` of `function`, run on each of `products`.
void Add(const char* function, int number, Body body, unsigned products = kA950);
// Says why a row cannot be provoked.
void NotProvoked(const char* function, int number, const char* reason);
// The same for the rows `first` to `last`.
void NotProvoked(const char* function, int first, int last, const char* reason);

// A case of a limit of limits.inc, why a limit has none, and the number that stands there.
void Limit(const char* name, Body body, unsigned products = kA950);
void NotLimited(const char* name, const char* reason);
uint64_t LimitValue(const char* name);

// Runs `body` as an AICPU kernel of device 0 and waits for it.
void InKernel(Test& t, const std::function<void()>& body);

// The files of cases, one for each header.
void HcommResCases();
void HcommChannelCases();
void HcommPrimitivesCases();
void HcclResCases();
void HcclChannelCases();
void HcclCommCases();
void HcclRankGraphCases();
void HcclTeamCases();
void HcclLaunchCases();
void HcclResExptCases();
void DiagCases();
void InitialiserCases();
void CcuCases();
void UnlistedCases();
void LimitCases();

#endif
