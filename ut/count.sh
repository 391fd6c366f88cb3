# Counters of ut/run.sh: count_X LOG EXIT_CODE prints "passed failed skipped", read from what the runner wrote.
# A runner that ends with an error but names no failed test counts as one failure. Sourced, never run.
# shellcheck shell=bash

# A check without tests of its own: one test.
count_one() {
    if [ "$2" -ne 0 ]; then
        echo "0 1 0"
    elif grep -q '^SKIPPED: ' "$1"; then
        echo "0 0 1"
    else
        echo "1 0 0"
    fi
}

# cargo test: the sum of its `test result:` lines. Those of filtered runs belong to ranks that a test started as
# processes, and that it prints when they fail.
count_cargo() { cargo_results '; 0 filtered out' "$@"; }
# cargo test with a filter.
count_filtered() { cargo_results filtered "$@"; }
cargo_results() {
    awk -v which="$1" -v code="$3" '
        /^test result: / && index($0, which) {
            for (i = 1; i < NF; i++) {
                if ($(i + 1) ~ /^passed/) p += $i
                if ($(i + 1) ~ /^failed/) f += $i
                if ($(i + 1) ~ /^ignored/) s += $i
            }
        }
        /^SKIPPED: / { s++ }
        END { if (code != 0 && f == 0) f = 1; print p + 0, f + 0, s + 0 }' "$2"
}

# ctest: `X% tests passed, F tests failed out of N`, and its lines of skipped tests.
count_ctest() {
    awk -v code="$2" '
        / tests passed, .* failed out of / { n = $NF; for (i = 1; i < NF; i++) if ($(i + 1) ~ /^tests?$/ && $(i + 2) == "failed") f = $i }
        /\*\*\*Skipped|\*\*\*Not Run \(Disabled\)/ { s++ }
        END { if (code != 0 && f == 0) f = 1; p = n - f - s; if (p < 0) p = 0; print p, f + 0, s + 0 }' "$1"
}

# Own runners: the last line `P passed, F failed[, S skipped]`, with anything before it.
count_own() {
    awk -v code="$2" '
        match($0, /[0-9]+ passed, [0-9]+ failed(, [0-9]+ skipped)?/) {
            split(substr($0, RSTART, RLENGTH), word, /[ ,]+/); p = word[1]; f = word[3]; s = word[5]; seen = 1
        }
        /^SKIPPED: / { said++ }
        END {
            if (!seen && said) s = said
            if (code != 0 && f == 0) f = 1
            if (code == 0 && !seen && !said) f = 1
            print p + 0, f + 0, s + 0
        }' "$1"
}

# failures LOG: the lines that say what failed, else the end of the log.
failures() {
    local found
    found=$(grep -nE '^(error(\[|:)|test .* FAILED|.*panicked at |FAILED|FAIL[: ]|In .* line [0-9]+:|Diff in )|\*\*\*(Failed|Timeout|Exception)|: error:|ERROR: AddressSanitizer|, expected ' "$1" | head -n 25)
    if [ -n "$found" ]; then printf '%s\n' "$found"; else tail -n 25 "$1"; fi
}
