#!/usr/bin/env python3
"""Writes the table of forged.cpp: every function of the operator half, with a rule for each argument.

    table.py ROOT OUTPUT

Functions, argument types and record layouts come from ut/abi/facts.json, names of arguments from the headers. An
argument that no rule fits ends the program with an error: a new function is forged, or the test does not build.
"""
import json
import pathlib
import re
import sys

# Headers of other parts: collectives, CCU, the pinger, the framework's internal entries.
ELSEWHERE = re.compile(r"/ccu/|ccu_res|/hcom\.h|hccl_mc2|hccn_rping|hccl_inner|hccl/hccl\.h|workflow|dtype_common")

# Functions that may not run often, or not at all, and why.
LIMITS = {
    "HcclGetRootInfo": (8, "each call that succeeds starts a listener that lives as long as the process"),
    "HcclCommInitAll": (64, "may make communicators on any devices"),
    "HcclCommInitRootInfo": (2000, "parses 4 KiB of root info"),
    "HcclCommInitRootInfoConfig": (2000, "parses 4 KiB of root info"),
}

# Handles: type of the argument -> kind. The kinds are those of `Kind` in forged.cpp.
HANDLES = {
    "HcclComm": "Comm",
    "ThreadHandle": "Thread",
    "ChannelHandle": "Channel",
    "EndpointHandle": "Endpoint",
    "HcommMemHandle": "EndpointMemory",
    "HcclMemHandle": "CommMemory",
    "HcclChannelConfig": "ChannelConfig",
    "HcommChannelConfig": "ChannelConfig",
    "HcclCommSymWindow": "Window",
    "HcommTeamHandle": "Team",
    "HcommWindowHandle": "TeamWindow",
    "aclrtStream": "Stream",
    "rtStream_t": "Stream",
    "HcclConn": "Other",
    "HcclRequest": "Other",
    "HcclMessage": "Other",
    "HcommSocket": "Other",
    "aclrtDrvMemHandle": "Other",
}
# Arguments that are handles although their type does not say so.
NAMED_HANDLES = {"handle": "CommMemory", "memHandle": "CommMemory", "windowHandle": "Window", "winHandle": "Window",
                 "thread": "Thread", "stream": "Stream"}
# Addresses that are looked up as numbers, never followed.
KEYS = {("HcommMemFree", "ptr"), ("HcclUnregisterGlobalMemory", "addr"), ("HcclUnregisterMemory", "buffer"),
        ("HcclCommUnsetMemoryRange", "baseVirPtr"), ("HcclCommDeactivateCommMemory", "virPtr")}
CALLBACKS = {"Callback", "HcommExceptionCallback", "HcclCommStateCallback", "HcommGetOpInfoCallback",
             "int (*)(int, int *, int *)"}
SCALARS = re.compile(r"^(const )?(u?int(8|16|32|64)?_t|int|unsigned int|size_t|bool|float|u8|u16|u32|u64)$")


def prototypes(root):
    """Name of each function of the headers -> the names of its arguments."""
    found = {}
    for path in [*root.glob("include/**/*.h"), *root.glob("pkg_inc/**/*.h")]:
        text = re.sub(r"/\*.*?\*/|//[^\n]*", "", path.read_text(), flags=re.S)
        text = re.sub(r"^[ \t]*#.*$", "", text, flags=re.M)
        for match in re.finditer(r"\b(\w+)\s*\(((?:[^(){};]|\(\*\w+\)\([^()]*\))*)\)\s*(?:HCOMM_\w+\s*(?:\([^()]*\))?)?\s*;", text):
            names = []
            arguments = re.sub(r"\(\*(\w+)\)\([^()]*\)", r" \1", match[2])
            for argument in arguments.split(","):
                words = re.findall(r"\w+", re.sub(r"\[.*?\]", "", argument))
                if words and words != ["void"]:
                    names.append(words[-1])
            found.setdefault(match[1], names)
    return found


def leaves(records, name, base=0, outer=""):
    """(offset, size, rule) of each member of a record that is a pointer, a handle, a header, a text or a scalar."""
    for member, kind, offset, size in records[name]["fields"]:
        at = base + offset
        bare = re.sub(r"\bconst\b", "", kind).strip()
        if bare == "CommAbiHeader":
            yield at, size, "Header"
        elif bare in records:
            yield from leaves(records, bare, at, member)
        elif bare in HANDLES:
            yield at, size, f"Handle + int(Kind::{HANDLES[bare]})"
        elif bare.endswith("*"):
            target = bare[:-1].strip()
            yield at, size, f"Handles + int(Kind::{HANDLES[target]})" if target in HANDLES else "Pointer"
        elif bare.startswith("char["):
            yield at, size, "Text"
        elif bare and "[" not in bare:
            yield at, size, "Scalar"


def rule(function, name, kind, records, enums):
    bare = re.sub(r"\bconst\b", "", kind).strip()
    array = re.sub(r"\s*\[\w*\]$", "*", bare)
    if (function, name) in KEYS:
        return "Rule::Handle, int(Kind::Other)"
    if bare in HANDLES:
        return f"Rule::Handle, int(Kind::{HANDLES[bare]})"
    if name in NAMED_HANDLES and bare in ("void *", "uint64_t"):
        return f"Rule::Handle, int(Kind::{NAMED_HANDLES[name]})"
    if kind in CALLBACKS:
        return "Rule::Callback, 0"
    if array.endswith("*"):
        target = array[:-1].strip()
        if target in HANDLES:
            return f"Rule::Handles, int(Kind::{HANDLES[target]})"
        if target == "char":
            return "Rule::Text, 0"
        if target in records:
            return f"Rule::Record, int(RecordOf::{target})"
        if target in ("void *", "char **", "uint32_t *", "CommLink *", "CommMem *", "void"):
            return "Rule::Room, 0"
        if SCALARS.match(target) or target in enums or target == "HcclResult":
            return "Rule::Numbers, 0"
    if SCALARS.match(kind) or bare in enums or bare in records or bare == "HcclResult":
        return "Rule::Scalar, 0"
    sys.exit(f"table.py: no rule for argument `{kind} {name}` of {function}; add one")


def main():
    root, output = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
    facts = json.loads((root / "ut/abi/facts.json").read_text())["headers"]
    records, enums, initialisers = {}, set(), {}
    for header in facts:
        initialisers.update({i["type"]: i["call"] for i in header.get("initialisers", [])})
        records.update(header.get("records", {}))
        enums.update(header.get("enums", {}))
    # Other spellings of a type.
    for header in facts:
        for name, target in header.get("typedefs", {}).items():
            if target in records:
                records.setdefault(name, records[target])
            if target in enums:
                enums.add(name)
    names = prototypes(root)
    lines, used, includes = [], [], []
    for header in facts:
        if ELSEWHERE.search("/" + header["path"]) or not header.get("functions"):
            continue
        includes.append(re.sub(r"^(include|pkg_inc)/(hcomm/(?=hcomm_(?:channel|res|primitives)\.h))?", "", header["path"]))
        for function, _, kinds, *_ in header["functions"]:
            arguments = names.get(function)
            if arguments is None or len(arguments) != len(kinds):
                sys.exit(f"table.py: {function} has {len(kinds)} arguments, but the headers name {arguments}")
            if not kinds:
                continue
            rules = [rule(function, name, kind, records, enums) for name, kind in zip(arguments, kinds)]
            used += [r[len("Rule::Record, int(RecordOf::"):-1] for r in rules if r.startswith("Rule::Record")]
            most, _ = LIMITS.get(function, (0, ""))
            lines.append(f'    Entry("{function}", {function}, {most}, {{{", ".join("{" + r + "}" for r in rules)}}}),')
    used = sorted(set(used))
    text = ["// Written by table.py.", *(f'#include "{path}"' for path in includes), "#ifdef FORGED_RECORDS"]
    text += [f"enum class RecordOf {{ {', '.join(used)} }};", "const std::vector<Record> kRecords = {"]
    for name in used:
        members = ", ".join(f"{{{at}, {size}, Member::{what}}}" for at, size, what in leaves(records, name))
        begin = "nullptr"
        if name in initialisers:
            call = re.sub(r"\bp\b", f"static_cast<{name} *>(p)", initialisers[name])
            begin = f"[](void *p) {{ (void){call}; }}"
        text.append(f'    {{"{name}", {records[name]["size"]}, {begin}, {{{members}}}}},')
    text += ["};", "#endif", "#ifdef FORGED_FUNCTIONS", "const std::vector<Function> kFunctions = {", *lines, "};", "#endif", ""]
    output.write_text("\n".join(text))


main()
