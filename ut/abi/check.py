#!/usr/bin/env python3
"""Compares an SDK tree (headers and libraries) with the facts of the C ABI in facts.json.

    check.py [--sdk DIR] [--quick]

DIR is build_out/cann, $ASCEND_HOME_PATH or any installed tree. Each fact becomes one assertion of a program that is
compiled; a compiler error is mapped back to the fact by its line. Checked are

  - each header alone and included twice: C++14 with g++ and clang++ (if there is one), C11 unless the header is C++;
  - all headers together in C++17 and with _GLIBCXX_USE_CXX11_ABI=0;
  - all headers in two translation units of one library, in C and in C++;
  - sizes, alignments, offsets, types, enumerators, constants, typedefs, prototypes, symbol names, weak references;
  - the inline initialisers, run on memory with two different patterns and compared byte by byte;
  - the functions that libhcomm.so and libhccl.so export, and the links to libhcomm.so;
  - a program that is linked with -lhccl alone, and what it sees of a stub.

Every mismatch is one line; the last line is "N passed, N failed". Only the standard library is used.
"""

import argparse
import concurrent.futures
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
WARNINGS = ["-Wall", "-Wextra", "-Wpedantic", "-Werror"]
# What memory holds before an initialiser runs.
PATTERNS = (0xAA, 0x55)


class Tally:
    """Counts facts and prints those that do not hold."""

    def __init__(self):
        self.passed = 0
        self.failed = 0

    def ok(self, number=1):
        self.passed += number

    def fail(self, what):
        self.failed += 1
        print(f"FAIL {what}")


def parameter(kind, language):
    """A parameter's type as a function type has it."""
    kind = re.sub(r"\[\]$", "*", kind)
    if language == "c":
        kind = kind.replace("&", "*")
    return kind


class Probe:
    """A source file with one assertion per line."""

    def __init__(self, language):
        self.language = language
        self.lines = []
        self.facts = {}

    def add(self, line):
        self.lines.append(line)

    def check(self, condition, fact):
        word = "_Static_assert" if self.language == "c" else "static_assert"
        self.lines.append(f'{word}({condition}, "fact");')
        self.facts[len(self.lines)] = fact

    def text(self):
        return "\n".join(self.lines) + "\n"


def add_facts(probe, header, old_string=False):
    """Assertions for everything in `header`."""
    c = probe.language == "c"
    spelling = header["path"]

    def same(expression_type, kind):
        return f"std::is_same<{expression_type}, {kind}>::value"

    for name, enum in header.get("enums", {}).items():
        probe.check(f"sizeof({name}) == 4", f"{spelling}: size of {name} is 4")
        for value_name, value in enum["values"].items():
            scope = f"{name}::" if enum.get("scoped") and not c else ""
            probe.check(f"(long long)({scope}{value_name}) == {value}LL", f"{spelling}: {value_name} is {value}")
    for name, record in header.get("records", {}).items():
        if c and record.get("cxx"):
            continue
        if c:
            name = name.split("::")[-1]
        layout = record.get("old_string", record) if old_string else record
        probe.check(f"sizeof({name}) == {layout['size']}", f"{spelling}: size of {name} is {layout['size']}")
        word = "_Alignof" if c else "alignof"
        probe.check(f"{word}({name}) == {layout['align']}", f"{spelling}: alignment of {name} is {layout['align']}")
        for field, kind, offset, size in layout["fields"]:
            where = f"{spelling}: {name}.{field}"
            standard_layout = not record.get("cxx")
            if standard_layout:
                probe.check(f"__builtin_offsetof({name}, {field}) == {offset}", f"{where} is at {offset}")
            if c:
                probe.check(f"sizeof((({name} *)0)->{field}) == {size}", f"{where} has {size} bytes")
                continue
            member = f"std::declval<{name} &>().{field}"
            probe.check(f"sizeof({member}) == {size}", f"{where} has {size} bytes")
            if not kind:  # an unnamed type
                continue
            kind = kind.replace("struct ", "")
            probe.check(same(f"typename std::remove_reference<decltype({member})>::type", kind), f"{where} is {kind}")
    for name, (kind, value) in header.get("constants", {}).items():
        if kind == "macro":
            probe.check(f"({name}) == {value}LL", f"{spelling}: {name} is {value}")
            continue
        suffix = "ULL" if value >= 0 else "LL"
        probe.check(f"({name}) == ({'long long' if value < 0 else 'unsigned long long'}){value}{suffix}",
                    f"{spelling}: {name} is {value}")
        if not c:
            probe.check(same(f"decltype({name})", f"const {kind}"), f"{spelling}: {name} is a const {kind}")
        probe.add(f"extern int bound_{name.lower()}[({name}) > 0 && ({name}) < 100000 ? ({name}) : 1];")
    for name, text in header.get("strings", {}).items():
        if c:
            probe.check(f"sizeof({name}) == {len(text) + 1}", f"{spelling}: {name} is \"{text}\"")
        else:
            probe.check(same(f"decltype({name})", "const std::string"), f"{spelling}: {name} is a const std::string")
    for name, kind in header.get("typedefs", {}).items():
        if c:
            if "(" not in kind:
                probe.check(f"sizeof({name}) == sizeof({kind})", f"{spelling}: {name} is {kind}")
        else:
            probe.check(same(name, kind), f"{spelling}: {name} is {kind}")
    for name, result, parameters, _ in header.get("functions", []):
        kinds = ", ".join(parameter(kind, probe.language) for kind in parameters) or "void"
        fact = f"{spelling}: {name} is {result}({kinds})"
        if c:
            probe.check(f"_Generic(&{name}, {result} (*)({kinds}): 1, default: 0)", fact)
        else:
            probe.check(same(f"decltype({name})", f"{result}({kinds})"), fact)


class Checker:
    def __init__(self, sdk, work, tally, quick):
        self.sdk = sdk
        self.work = work
        self.tally = tally
        self.quick = quick
        facts = json.loads((HERE / "facts.json").read_text())
        self.headers = facts["headers"]
        self.unlisted = facts["unlisted"]
        directories = [str(sdk / name) for name in ("include", "pkg_inc", "pkg_inc/hcomm/ccu")]
        self.include = [word for directory in directories for word in ("-I", directory)]
        # Headers that the one under test includes are not judged with it.
        self.quiet_include = [word for directory in directories for word in ("-isystem", directory)]
        clang = shutil.which(os.environ.get("HCOMM_CLANG", "clang"))
        clangxx = shutil.which(os.environ.get("HCOMM_CLANGXX", "clang++"))
        self.c = [os.environ.get("CC", "gcc")] + ([clang] if clang else [])
        self.cxx = [os.environ.get("CXX", "g++")] + ([clangxx] if clangxx else [])
        if not clangxx:
            print("note: no clang++, so only g++ is checked")
        self.names = 0

    def run(self, command):
        return subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)

    def write(self, text, ending):
        self.names += 1
        path = self.work / f"probe{self.names}.{ending}"
        path.write_text(text)
        return path

    def preamble(self, probe, headers):
        for header in headers:
            probe.add(f'#include "{self.sdk / header["path"]}"')
            probe.add(f'#include "{self.sdk / header["path"]}"')
        if probe.language == "c":
            probe.add("#include <stddef.h>")
        else:
            probe.add("#include <cstddef>")
            probe.add("#include <string>")
            probe.add("#include <type_traits>")
            probe.add("#include <utility>")

    def compile_probe(self, compiler, flags, headers, language, old_string=False):
        """Compiles the assertions for `headers`; returns (facts that hold, texts of those that do not)."""
        probe = Probe(language)
        self.preamble(probe, headers)
        for header in headers:
            add_facts(probe, header, old_string)
        path = self.write(probe.text(), "c" if language == "c" else "cpp")
        limit = "-ferror-limit=0" if "clang" in compiler else "-fmax-errors=0"
        # The assertions themselves use what -Wpedantic and the like complain about.
        command = [compiler, *flags, *self.include, "-fsyntax-only", "-w", limit, str(path)]
        result = self.run(command)
        label = f"{Path(compiler).name} {' '.join(flags)}"
        bad = {}
        for line in result.stderr.splitlines():
            match = re.match(r"(.*?):(\d+):(?:\d+:)? (?:fatal )?error: (.*)", line)
            if not match:
                continue
            number = int(match[2]) if match[1] == str(path) else 0
            fact = probe.facts.get(number, f"{headers[0]['path'] if len(headers) == 1 else 'headers'} compile")
            bad.setdefault(fact, f"{fact} [{label}]: {match[3]}")
        if result.returncode != 0 and not bad:
            bad["?"] = f"{label}: {result.stderr.strip()[:300]}"
        return max(len(probe.facts) - len(bad), 0), list(bad.values())

    def compile_alone(self, compiler, flags, header, language):
        """The header alone, twice, without a warning."""
        text = f'#include "{self.sdk / header["path"]}"\n' * 2
        path = self.write(text, "c" if language == "c" else "cpp")
        result = self.run([compiler, *flags, *self.quiet_include, *WARNINGS, "-fsyntax-only", str(path)])
        if result.returncode == 0:
            return 1, []
        error = next((line for line in result.stderr.splitlines() if "error:" in line), result.stderr[:300])
        return 0, [f"{header['path']} alone [{Path(compiler).name} {' '.join(flags)}]: {error}"]

    def headers_of(self, language):
        return [header for header in self.headers if language == "c++" or header["c"]]

    def check_headers(self):
        jobs = []
        for header in self.headers:
            if not (self.sdk / header["path"]).exists():
                self.tally.fail(f"{header['path']} is missing")
            for link in header.get("links", []):
                target = self.sdk / link
                if target.exists() and target.samefile(self.sdk / header["path"]):
                    self.tally.ok()
                else:
                    self.tally.fail(f"{link} is not a link to {header['path']}")
        known = {header["path"] for header in self.headers}
        further = sorted((self.sdk / "include" / "hcomm").rglob("*.h*"))
        further = [str(path.relative_to(self.sdk)) for path in further]
        further = [{"path": path, "c": path.endswith(".h")} for path in further if path not in known]
        compilers = self.cxx[:1] if self.quick else self.cxx
        c_compilers = self.c[:1] if self.quick else self.c
        for compiler in compilers:
            for header in self.headers + further:
                jobs.append((self.compile_alone, compiler, ["-std=c++14"], header, "c++"))
            for header in self.headers:
                jobs.append((self.compile_probe, compiler, ["-std=c++14"], [header], "c++"))
            jobs.append((self.compile_probe, compiler, ["-std=c++17"], self.headers, "c++"))
            old = ["-std=c++17", "-D_GLIBCXX_USE_CXX11_ABI=0"]
            jobs.append((self.compile_probe, compiler, old, self.headers, "c++", True))
        for compiler in c_compilers:
            for header in self.headers_of("c") + [header for header in further if header["c"]]:
                jobs.append((self.compile_alone, compiler, ["-std=c11"], header, "c"))
            jobs.append((self.compile_probe, compiler, ["-std=c11"], self.headers_of("c"), "c"))
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            for passed, failures in pool.map(lambda job: job[0](*job[1:]), jobs):
                self.tally.ok(passed)
                for failure in failures:
                    self.tally.fail(failure)

    def check_linking(self):
        """Two translation units with all headers make one library; the symbols are those of the facts."""
        for compiler, language, standard in [(c, "c", "-std=c11") for c in self.c] + [
            (c, "c++", "-std=c++14") for c in self.cxx
        ]:
            headers = self.headers_of(language)
            includes = "".join(f'#include "{self.sdk / header["path"]}"\n' for header in headers)
            functions = [function for header in headers for function in header.get("functions", [])]
            pointers = "".join(f"    (address)&{function[0]},\n" for function in functions)
            body = f"typedef void (*address)(void);\naddress %s[] = {{\n{pointers}}};\n"
            ending = "c" if language == "c" else "cpp"
            units = []
            for unit in ("one", "two"):
                path = self.write(includes + body.replace("%s", unit), ending)
                made = path.with_suffix(".o")
                result = self.run([compiler, standard, *self.include, "-w", "-fPIC", "-c", str(path), "-o", str(made)])
                if result.returncode:
                    self.tally.fail(f"unit {unit} [{compiler} {standard}]: {result.stderr.strip()[:300]}")
                    return
                units.append(str(made))
            result = self.run([compiler, "-shared", "-o", str(self.work / "two.so"), *units])
            if result.returncode:
                self.tally.fail(f"two units do not link [{compiler}]: {result.stderr.strip()[:300]}")
            else:
                self.tally.ok()
            kinds = {}
            for line in self.run(["nm", "-u", units[0]]).stdout.splitlines():
                kind, name = line.split()[-2:]
                kinds[name] = kind
            for name, _, _, more in functions:
                symbol = more.get("symbol", name)
                wanted = "w" if more.get("weak") else "U"
                if kinds.get(symbol) == wanted:
                    self.tally.ok()
                else:
                    found = kinds.get(symbol, "no such symbol")
                    self.tally.fail(f"{name} [{Path(compiler).name}]: symbol {symbol} of kind {wanted}, found {found}")

    def check_initialisers(self):
        """Runs the inline initialisers, C++ and C, on memory with a pattern."""
        for compiler, language in [(self.cxx[0], "c++"), (self.c[0], "c")]:
            headers = [header for header in self.headers_of(language) if "initialisers" in header]
            text = "#include <stdio.h>\n#include <string.h>\n#include <stdlib.h>\n"
            text += "".join(f'#include "{self.sdk / header["path"]}"\n' for header in headers)
            main, wanted = "", []
            for header in headers:
                for case in header["initialisers"]:
                    kind, call = case["type"], case["call"]
                    void = call.startswith("Ccu") or call.startswith("HcclCommConfigInit")
                    result = f"({call}, 0)" if void else f"(int){call}"
                    for pattern in PATTERNS:
                        main += f"    {{ {kind} *p = ({kind} *)malloc(sizeof({kind})); memset(p, {pattern}, sizeof({kind}));\n"
                        main += f'      printf("%d ", {result}); dump(p, sizeof({kind})); free(p); }}\n'
                        wanted.append((f"{call} on {pattern:#x}", expected(case, pattern)))
                    for call, value in case["null"]:
                        main += f"    {{ {kind} *p = NULL; printf(\"%d\\n\", (int)({call})); }}\n"
                        wanted.append((f"{call} with NULL", str(value)))
            text += "static void dump(const void *p, size_t n) {\n"
            text += '    for (size_t i = 0; i < n; i++) printf("%02x", ((const unsigned char *)p)[i]);\n    printf("\\n");\n}\n'
            text += f"int main(void) {{\n{main}    return 0;\n}}\n"
            path = self.write(text, "c" if language == "c" else "cpp")
            program = path.with_suffix(".out")
            standard = "-std=c11" if language == "c" else "-std=c++14"
            result = self.run([compiler, standard, "-w", *self.include, str(path), "-o", str(program)])
            if result.returncode:
                self.tally.fail(f"initialisers [{compiler}]: {result.stderr.strip()[:300]}")
                continue
            found = self.run([str(program)]).stdout.splitlines()
            for index, (what, value) in enumerate(wanted):
                got = found[index] if index < len(found) else "nothing"
                if got == value:
                    self.tally.ok()
                else:
                    self.tally.fail(f"{what} [{language}]: expected {value}, found {got}")

    def check_libraries(self):
        libraries = self.sdk / "lib64"
        wanted = {}
        for header in self.headers:
            for name, _, _, more in header.get("functions", []):
                wanted.setdefault(more["library"], set()).add(more.get("symbol", name))
        # Functions that clients find by name only.
        for library, names in self.unlisted.items():
            wanted[library].update(names)
        for library, symbols in sorted(wanted.items()):
            path = libraries / library
            if not path.exists():
                self.tally.fail(f"{path} is missing")
                continue
            exported = {}
            for line in self.run(["nm", "-D", "--defined-only", str(path)]).stdout.splitlines():
                kind, name = line.split()[-2:]
                exported[name] = kind
            for symbol in sorted(symbols):
                if exported.get(symbol) in ("T", "W"):
                    self.tally.ok()
                else:
                    self.tally.fail(f"{library} does not export the function {symbol}")
            for symbol in sorted(set(exported) - symbols):
                self.tally.fail(f"{library} exports {symbol}, which neither a header nor the list of unlisted functions has")
            dynamic = self.run(["readelf", "-d", str(path)]).stdout
            if f"soname: [{library}]" in dynamic:
                self.tally.ok()
            else:
                self.tally.fail(f"{library} has another SONAME")
            if library == "libhccl.so":
                if "[libhcomm.so]" in dynamic:
                    self.tally.ok()
                else:
                    self.tally.fail("libhccl.so does not need libhcomm.so, so programs linked with -lhccl alone fail")
        for link in ("libhccl_fwk.so", "libccl_kernel.so"):
            path = libraries / link
            if path.is_symlink() and path.exists() and path.samefile(libraries / "libhcomm.so"):
                self.tally.ok()
            else:
                self.tally.fail(f"lib64/{link} is not a link to libhcomm.so")


    def check_loading(self):
        """A program linked with -lhccl alone finds libhcomm.so's functions; a stub says so, and logs its name once."""
        text = f'#include "{self.sdk / "include/hccl/hccl.h"}"\n#include "{self.sdk / "pkg_inc/hccl/hccl_ex.h"}"\n'
        text += "#include <stdio.h>\n#include <dlfcn.h>\nint main(void) {\n"
        # Volatile, because a compiler may know that the address of a strong function is not NULL.
        text += "    void *volatile found[] = {(void *)&HcclAllReduce, (void *)&HcclGetRootInfo};\n"
        text += '    printf("%d\\n", found[0] != NULL && found[1] != NULL);\n'
        text += "    typedef int (*Stub)(HcclComm, unsigned, void **);\n"
        text += '    Stub stub = (Stub)dlsym(RTLD_DEFAULT, "HcclAllocComResource");\n'
        text += "    void *context = NULL;\n"
        text += '    for (int i = 0; i < 2; i++) printf("%d\\n", stub ? stub(NULL, 0, &context) : -1);\n    return 0;\n}\n'
        path = self.write(text, "cpp")
        program = path.with_suffix(".out")
        libraries = str(self.sdk / "lib64")
        command = [self.cxx[0], "-std=c++14", "-w", *self.include, str(path), "-o", str(program), "-L", libraries]
        result = self.run([*command, "-Wl,--allow-shlib-undefined", "-lhccl", "-ldl"])
        if result.returncode:
            self.tally.fail(f"a program does not link with -lhccl: {result.stderr.strip()[:300]}")
            return
        environment = {"PATH": os.environ.get("PATH", ""), "LD_LIBRARY_PATH": libraries}
        result = subprocess.run([str(program)], capture_output=True, text=True, timeout=60, check=False, env=environment)
        wanted = [("functions of both libraries are found", ["1"], result.stdout.split()[:1]),
                  ("a stub answers HCCL_E_NOT_SUPPORT each time", ["5", "5"], result.stdout.split()[1:]),
                  ("a stub logs its name once", 1, len([line for line in result.stderr.splitlines() if "HcclAllocComResource" in line]))]
        for what, want, found in wanted:
            if want == found:
                self.tally.ok()
            else:
                self.tally.fail(f"{what}: expected {want}, found {found}")


def expected(case, pattern):
    """The line that the program prints: result and bytes, where `..` are bytes that keep the pattern."""
    out = ""
    for word in case["bytes"].split():
        unit, _, times = word.partition("*")
        if times:
            # Only the last byte of a run is repeated.
            out += unit[:-2] + unit[-2:] * int(times)
        else:
            out += unit
    return f"{case['returns']} " + out.replace("..", f"{pattern:02x}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    default = os.environ.get("ASCEND_HOME_PATH", HERE.parent.parent / "build_out" / "cann")
    parser.add_argument("--sdk", type=Path, default=Path(default), help="tree with include/, pkg_inc/ and lib64/")
    parser.add_argument("--quick", action="store_true", help="g++ and gcc only")
    options = parser.parse_args()
    if not (options.sdk / "include").is_dir():
        parser.error(f"{options.sdk} has no include/: build it with `bash build.sh --sdk`")
    tally = Tally()
    with tempfile.TemporaryDirectory(prefix="hcomm-abi-") as work:
        checker = Checker(options.sdk.resolve(), Path(work), tally, options.quick)
        checker.check_headers()
        checker.check_linking()
        checker.check_initialisers()
        checker.check_libraries()
        checker.check_loading()
    print(f"{tally.passed} passed, {tally.failed} failed")
    return 1 if tally.failed else 0


if __name__ == "__main__":
    sys.exit(main())
