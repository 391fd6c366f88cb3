// Runs the cases: one process for each product, started from here with the product's SOFTNPU_SOC. A process that ends in the
// middle of a case, or hangs in it, costs this case; the next one goes on behind it. Prints one line a row, and says which
// rows have no case; the last line counts. Arguments are functions whose rows are wanted ("limit NAME" for a limit); none
// means all.

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <set>
#include <utility>

#include "acl/acl.h"
#include "fixture.h"
#include "harness.h"

namespace {

// A rule of a function, or a limit: its name and its value.
struct Row {
    const char* function;
    int64_t number;
    const char* input;
    const char* code;
};

const Row kRows[] = {
#define ROW(function, number, input, code) {#function, number, input, code},
#include "rows.inc"
#undef ROW
#define LIMIT(name, value, what, code) {"limit " #name, value, what, code},
#include "limits.inc"
#undef LIMIT
};

// Rows that this library answers otherwise: the code and the section of docs/compatibility.md that says why.
struct Decision {
    const char* function;
    int number;
    const char* code;
    const char* why;
};

const Decision kDecisions[] = {
#define OURS(function, number, code, why) {#function, number, code, why},
#include "decisions.inc"
#undef OURS
};

const std::pair<Product, const char*> kProducts[] = {
    {kA950, "Ascend950PR_9599"}, {kA2, "Ascend910B3"}, {kA3, "Ascend910_9391"},
    {kPlugin, "Ascend950PR_9599"}};

const char* const kCodes[] = {"SUCCESS", "PARA", "PTR", "MEMORY", "INTERNAL", "NOT_SUPPORT", "NOT_FOUND", "UNAVAIL",
                              "SYSCALL", "TIMEOUT", "OPEN_FILE", "TCP_CONNECT", "ROCE_CONNECT", "TCP_TRANSFER",
                              "ROCE_TRANSFER", "RUNTIME", "DRV", "PROFILING", "CCE", "NETWORK", "AGAIN", "REMOTE",
                              "SUSPENDING", "OPRETRY_FAIL", "OOM"};

// Longest time of one case.
constexpr int kCaseSeconds = 40;

using Id = std::pair<std::string, int64_t>;

struct Case {
    Id id;
    Body body;
    unsigned products;
};

std::vector<Case>& Cases()
{
    static std::vector<Case> cases;
    return cases;
}

std::map<Id, const char*>& Reasons()
{
    static std::map<Id, const char*> reasons;
    return reasons;
}

std::string NameOf(int64_t code)
{
    const auto known = static_cast<int64_t>(sizeof(kCodes) / sizeof(kCodes[0]));
    return code >= 0 && code < known ? kCodes[code] : std::to_string(code);
}

bool IsLimit(const std::string& name) { return name.compare(0, 6, "limit ") == 0; }

std::string TextOf(const Id& id) { return id.first + (IsLimit(id.first) ? " " : "#") + std::to_string(id.second); }

const Decision* DecisionOf(const Id& id)
{
    for (const Decision& decision : kDecisions) {
        if (id == Id(decision.function, decision.number)) {
            return &decision;
        }
    }
    return nullptr;
}

// The codes that a row may give, as A|B.
std::string ExpectedOf(const Row& row)
{
    const Decision* ours = DecisionOf({row.function, row.number});
    return ours != nullptr ? ours->code : row.code;
}

void AddAll()
{
    HcommResCases();
    HcommChannelCases();
    HcommPrimitivesCases();
    HcclResCases();
    HcclChannelCases();
    HcclCommCases();
    HcclRankGraphCases();
    HcclTeamCases();
    HcclLaunchCases();
    HcclResExptCases();
    DiagCases();
    InitialiserCases();
    CcuCases();
    UnlistedCases();
    LimitCases();
}

// ---- the process of one product ----

// Runs the cases of a product from `first` on. Each begins with a line `begin INDEX` and ends with `end INDEX FAILURES`.
int Child(Product product, std::size_t first)
{
    std::map<Id, std::string> expected;
    for (const Row& row : kRows) {
        expected[{row.function, row.number}] = ExpectedOf(row);
    }
    FILE* results = fdopen(3, "w");
    if (results == nullptr) {
        return 1;
    }
    if (aclInit(nullptr) != ACL_SUCCESS || aclrtSetDevice(0) != ACL_SUCCESS) {
        std::fprintf(results, "stop the runtime does not start\n");
        std::fflush(results);
        return 1;
    }
    for (std::size_t at = first; at < Cases().size(); at++) {
        const Case& one = Cases()[at];
        if ((one.products & product) == 0) {
            continue;
        }
        std::fprintf(results, "begin %zu\n", at);
        std::fflush(results);
        alarm(kCaseSeconds);
        Test test(expected[one.id], product);
        (void)aclrtSetDevice(0);
        one.body(test);
        alarm(0);
        test.Check(test.calls > 0, "the case calls its function");
        std::fprintf(results, "end %zu %s\n", at, test.failures.c_str());
        std::fflush(results);
    }
    EndFixtures();
    std::fprintf(results, "done\n");
    std::fflush(results);
    _exit(0);
}

// ---- the program that starts them ----

struct Outcome {
    int cases = 0;
    std::string failures;
};

// Runs this program again as the process of a product. Answers the case in which it ended, or the number of cases.
std::size_t RunChild(Product product, const char* soc, std::size_t first, std::vector<Outcome>* outcomes,
                     const std::string& wanted)
{
    int ends[2];
    if (pipe(ends) != 0) {
        std::perror("pipe");
        std::exit(1);
    }
    std::fflush(stdout);
    const pid_t child = fork();
    if (child == 0) {
        setenv("SOFTNPU_SOC", soc, 1);
        setenv("HCOMM_TEST_CONNECT_TIMEOUT_MS", "10000", 1);
        setenv("ASCEND_GLOBAL_LOG_LEVEL", "4", 0);
        setenv("ASCEND_AICPU_KERNEL_PATH", FolderOfProgram().c_str(), 1);
        if (product == kPlugin) {
            // Only without a home does the variable count.
            unsetenv("ASCEND_HOME_PATH");
            setenv("HCOMM_NIC_PLUGIN_SO", (FolderOfProgram() + "libconformance_plugin.so").c_str(), 1);
        }
        if (ends[1] != 3) {
            dup2(ends[1], 3);
            close(ends[1]);
        }
        if (ends[0] != 3) {
            close(ends[0]);
        }
        const std::string at = std::to_string(first);
        const std::string which = std::to_string(static_cast<unsigned>(product));
        execl("/proc/self/exe", "conformance", "--child", which.c_str(), at.c_str(), wanted.c_str(), nullptr);
        _exit(127);
    }
    close(ends[1]);
    FILE* results = fdopen(ends[0], "r");
    char* line = nullptr;
    std::size_t room = 0;
    std::size_t current = Cases().size();
    bool inside = false;
    bool done = false;
    std::string stopped;
    while (getline(&line, &room, results) > 0) {
        std::string text = line;
        text.erase(text.find_last_not_of('\n') + 1);
        std::size_t at = 0;
        int used = 0;
        if (std::sscanf(text.c_str(), "begin %zu", &at) == 1) {
            current = at;
            inside = true;
        } else if (std::sscanf(text.c_str(), "end %zu %n", &at, &used) == 1) {
            Outcome& outcome = (*outcomes)[at];
            outcome.cases++;
            if (used > 0 && static_cast<std::size_t>(used) < text.size()) {
                outcome.failures += std::string(" [") + soc + "] " + text.substr(static_cast<std::size_t>(used));
            }
            inside = false;
        } else if (text == "done") {
            done = true;
        } else {
            stopped = text;
        }
    }
    std::free(line);
    std::fclose(results);
    int status = 0;
    waitpid(child, &status, 0);
    if (done) {
        return Cases().size();
    }
    if (!inside && current == Cases().size()) {
        std::printf("FAILED the process of %s did not start: %s\n", soc, stopped.c_str());
        std::exit(1);
    }
    std::string how = "the process ended outside of a case";
    if (inside && WIFSIGNALED(status) && WTERMSIG(status) == SIGALRM) {
        how = "it did not return within " + std::to_string(kCaseSeconds) + " s";
    } else if (inside && WIFSIGNALED(status)) {
        how = std::string("the process got signal ") + strsignal(WTERMSIG(status));
    } else if (inside) {
        how = "the process ended with " + std::to_string(WEXITSTATUS(status));
    }
    (*outcomes)[current].cases++;
    (*outcomes)[current].failures += std::string(" [") + soc + "] " + how;
    return current + 1;
}

} // namespace

void Add(const char* function, int number, Body body, unsigned products)
{
    Cases().push_back({{function, number}, std::move(body), products});
}

void Limit(const char* name, Body body, unsigned products)
{
    const std::string row = std::string("limit ") + name;
    Cases().push_back({{row, static_cast<int64_t>(LimitValue(name))}, std::move(body), products});
}

void NotLimited(const char* name, const char* reason)
{
    Reasons()[{std::string("limit ") + name, static_cast<int64_t>(LimitValue(name))}] = reason;
}

uint64_t LimitValue(const char* name)
{
    for (const Row& row : kRows) {
        if (row.function == std::string("limit ") + name) {
            return static_cast<uint64_t>(row.number);
        }
    }
    return UINT64_MAX;
}

void NotProvoked(const char* function, int number, const char* reason) { Reasons()[{function, number}] = reason; }

void NotProvoked(const char* function, int first, int last, const char* reason)
{
    for (int number = first; number <= last; number++) {
        NotProvoked(function, number, reason);
    }
}

void Test::Fail(const std::string& text) { failures += (failures.empty() ? "" : "; ") + text; }

void* Test::Block(const void* value, std::size_t size, std::size_t align)
{
    Memory memory{std::unique_ptr<unsigned char[]>(new unsigned char[size + align]), {}, nullptr, false};
    auto address = reinterpret_cast<std::uintptr_t>(memory.bytes.get());
    memory.at = reinterpret_cast<unsigned char*>((address + align - 1) / align * align);
    std::memset(memory.at, 0xa7, size);
    if (value != nullptr) {
        std::memcpy(memory.at, value, size);
    }
    memory.before.assign(memory.at, memory.at + size);
    memory_.push_back(std::move(memory));
    return memory_.back().at;
}

void Test::Got(int64_t code)
{
    calls++;
    const std::string name = NameOf(code);
    if (("|" + codes_ + "|").find("|" + name + "|") == std::string::npos) {
        Fail("call " + std::to_string(calls) + " expected " + codes_ + " got " + name);
    }
    for (Memory& memory : memory_) {
        if (!memory.settled && code != 0 &&
            !std::equal(memory.before.begin(), memory.before.end(), memory.at)) {
            Fail("call " + std::to_string(calls) + " wrote an output although it failed");
        }
        memory.settled = true;
    }
}

void Test::Step(int64_t code, const char* what, int64_t want)
{
    if (code != want) {
        Fail(std::string(what) + " gave " + NameOf(code) + " instead of " + NameOf(want));
    }
    for (Memory& memory : memory_) {
        memory.settled = true;
    }
}

void Test::Check(bool good, const char* what)
{
    if (!good) {
        Fail(std::string("not so: ") + what);
    }
}

int main(int argc, char** argv)
{
    AddAll();
    const bool child = argc == 5 && std::string(argv[1]) == "--child";
    std::set<std::string> functions;
    std::string wanted = child ? argv[4] : "";
    for (int i = 1; !child && i < argc; i++) {
        wanted += std::string(",") + argv[i] + ",";
    }
    const auto is_wanted = [&wanted](const std::string& function) {
        return wanted.empty() || wanted.find("," + function + ",") != std::string::npos;
    };
    for (Case& one : Cases()) {
        if (!is_wanted(one.id.first)) {
            one.products = 0;
        }
    }
    if (child) {
        return Child(static_cast<Product>(std::atoi(argv[2])), static_cast<std::size_t>(std::atol(argv[3])));
    }

    std::vector<Outcome> outcomes(Cases().size());
    for (const auto& product : kProducts) {
        for (std::size_t first = 0; first < Cases().size();) {
            first = RunChild(product.first, product.second, first, &outcomes, wanted);
        }
    }

    std::map<Id, Outcome> results;
    for (std::size_t at = 0; at < Cases().size(); at++) {
        Outcome& result = results[Cases()[at].id];
        result.cases += outcomes[at].cases;
        result.failures += outcomes[at].failures;
    }
    int passed = 0;
    int failed = 0;
    int omitted = 0;
    int limits = 0;
    std::set<Id> rows;
    for (const Row& row : kRows) {
        const Id id(row.function, row.number);
        rows.insert(id);
        limits += IsLimit(id.first);
        if (!is_wanted(id.first)) {
            continue;
        }
        const Decision* ours = DecisionOf(id);
        const auto reason = Reasons().find(id);
        const auto result = results.find(id);
        std::string text = TextOf(id) + " (" + row.input + " -> " + ExpectedOf(row) +
                           (ours != nullptr ? std::string(", ") + ours->why : "") + ")";
        if (result != results.end() && reason != Reasons().end()) {
            failed++;
            std::printf("FAILED %s: it has a case and a reason for having none\n", text.c_str());
        } else if (reason != Reasons().end()) {
            omitted++;
            std::printf("not provoked %s: %s\n", text.c_str(), reason->second);
        } else if (result == results.end() || result->second.cases == 0) {
            failed++;
            std::printf("FAILED %s: no case ran\n", text.c_str());
        } else if (!result->second.failures.empty()) {
            failed++;
            std::printf("FAILED %s:%s\n", text.c_str(), result->second.failures.c_str());
        } else {
            passed++;
            std::printf("ok %s\n", text.c_str());
        }
    }
    const auto unknown = [&](const Id& id, const char* what) {
        if (rows.count(id) == 0) {
            failed++;
            std::printf("FAILED %s: %s of a row that does not exist\n", TextOf(id).c_str(), what);
        }
    };
    for (const auto& result : results) {
        unknown(result.first, "a case");
    }
    for (const auto& reason : Reasons()) {
        unknown(reason.first, "a reason");
    }
    for (const Decision& decision : kDecisions) {
        unknown({decision.function, decision.number}, "a decision");
    }
    std::printf("%zu rows and %d limits, of which %d cannot be provoked\n", rows.size() - static_cast<std::size_t>(limits),
                limits, omitted);
    std::printf("conformance: %d passed, %d failed\n", passed, failed);
    return failed == 0 ? 0 : 1;
}
