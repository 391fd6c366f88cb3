#!/usr/bin/env bash
# Runs one command as several rank processes, on this machine or spread over "hosts": network namespaces joined by veth.
#
#   ut/hosts.sh [--hosts N] [--ranks N] [--timeout SECONDS] [--grace SECONDS] [--may-die RANK]... [--] COMMAND ARGUMENT...
#
# --hosts 1     no namespaces: processes beside each other, needs no privileges. Default: 2.
# --ranks       number of processes; rank r runs on host r * hosts / ranks. Default: one for each host.
# --timeout     the watchdog: after so many seconds (120) all ranks are ended and those that still ran are named.
# --grace       once a rank has failed the others get so many seconds (30) before they are ended.
# --may-die     the exit code of this rank does not count.
#
# Every rank gets in its environment
#   UT_RANK UT_RANKS   its number and how many there are
#   UT_HOST UT_HOSTS   number of its host and how many there are
#   UT_IPV4 UT_IPV6    addresses of all hosts, separated by blanks; interface eth0 (of one host: the loopback)
#   UT_BOARD           a directory that all ranks share and that is gone afterwards
# Lines that ranks write come out with [rank] before them. Exit code: 0 if all ranks ended with 0, 124 after the watchdog,
# 77 after a line "SKIPPED: reason" if this machine has no namespaces, 1 otherwise.
#
# The namespaces, the ranks and the directory live in mount and process namespaces of this run alone, so nothing is left
# when the script ends, however it ends, and runs beside each other do not meet.
set -uo pipefail

usage() {
    sed -n '2,/^set /{/^set /d;s/^# \{0,1\}//;p}' "${BASH_SOURCE[0]}"
    exit "$1"
}

inner=no hosts=2 ranks='' limit=120 grace=30 may_die=" "
arguments=("$@")
while [ $# -gt 0 ]; do
    case $1 in
        --inner) inner=yes ;;
        --hosts) hosts=${2:?number} && shift ;;
        --ranks) ranks=${2:?number} && shift ;;
        --timeout) limit=${2:?seconds} && shift ;;
        --grace) grace=${2:?seconds} && shift ;;
        --may-die) may_die+="${2:?rank} " && shift ;;
        --help | -h) usage 0 ;;
        --) shift && break ;;
        -*) echo "hosts.sh: unknown option $1" >&2 && usage 2 >&2 ;;
        *) break ;;
    esac
    shift
done
[ $# -gt 0 ] || usage 2 >&2
ranks=${ranks:-$hosts}

skip() {
    echo "SKIPPED: $hosts hosts: $1"
    exit 77
}

# With several hosts the script calls itself in namespaces of its own. It stays as their parent: when it ends, they end.
if [ "$hosts" -gt 1 ] && [ $inner = no ]; then
    [ "$(id -u)" -eq 0 ] || skip "network namespaces need root"
    for tool in ip unshare setpriv; do command -v $tool >/dev/null || skip "$tool is not installed"; done
    probe=$(unshare --mount --pid --fork --mount-proc --net true 2>&1) || skip "${probe:-unshare fails}"
    setpriv --pdeathsig KILL unshare --mount --pid --fork --kill-child --mount-proc \
        bash "${BASH_SOURCE[0]}" --inner "${arguments[@]}" <&0 &
    child=$!
    end() { kill -KILL $child 2>/dev/null && wait $child 2>/dev/null; exit "$1"; }
    trap 'end 130' INT
    trap 'end 143' TERM HUP
    wait $child
    exit
fi

ipv4=127.0.0.1 ipv6=::1
# Namespaces h0, h1, ... with an interface eth0 each. Two are joined directly, more through a bridge.
make_hosts() {
    local host last=$((hosts - 1)) waited
    mkdir -p /run/netns && mount -t tmpfs tmpfs /run/netns || return
    for host in $(seq 0 $last); do
        ip netns add "h$host" && ip -n "h$host" link set lo up || return
    done
    if [ "$hosts" -eq 2 ]; then
        ip link add eth0 netns h0 type veth peer name eth0 netns h1 || return
    else
        ip netns add switch && ip -n switch link add br0 type bridge && ip -n switch link set br0 up || return
        for host in $(seq 0 $last); do
            ip link add eth0 netns "h$host" type veth peer name "port$host" netns switch || return
            ip -n switch link set "port$host" master br0 up || return
        done
    fi
    for host in $(seq 0 $last); do
        ip -n "h$host" addr add "192.0.2.$((host + 1))/24" dev eth0 || return
        # Without this check of duplicates the address can be used at once.
        ip -n "h$host" addr add "2001:db8::$((host + 1))/64" dev eth0 nodad || return
        ip -n "h$host" link set eth0 up || return
    done
    # The kernel tells a little later that the links are up.
    for host in $(seq 0 $last); do
        for waited in $(seq 100); do
            ip -n "h$host" link show dev eth0 | grep -q 'state UP' && break
            sleep 0.05
        done
        [ "$waited" -lt 100 ] || { echo "the link of h$host does not come up" && return 1; }
    done
}

if [ "$hosts" -gt 1 ]; then
    why=$(make_hosts 2>&1) || skip "${why##*$'\n'}"
    ipv4=$(seq -s ' ' -f '192.0.2.%g' "$hosts") ipv6=$(seq -s ' ' -f '2001:db8::%g' "$hosts")
    board=/run/netns/.board
    mkdir "$board" || exit
else
    board=$(mktemp -d "${TMPDIR:-/tmp}/hcomm-ranks.XXXXXX") || exit
fi

pids=() states=()
end_ranks() {
    local pid
    for pid in ${pids[@]+"${pids[@]}"}; do kill -KILL -- "-$pid" 2>/dev/null; done
    return 0
}
clean_up() {
    end_ranks
    [ "$hosts" -gt 1 ] || rm -rf "$board"
}
trap clean_up EXIT
trap 'exit 130' INT
trap 'exit 143' TERM HUP

for rank in $(seq 0 $((ranks - 1))); do
    host=$((rank * hosts / ranks))
    place=()
    [ "$hosts" -eq 1 ] || place=(ip netns exec "h$host")
    # A session of its own, so that a rank is ended with all it started.
    UT_RANK=$rank UT_RANKS=$ranks UT_HOST=$host UT_HOSTS=$hosts UT_IPV4=$ipv4 UT_IPV6=$ipv6 UT_BOARD=$board \
        setsid ${place[@]+"${place[@]}"} "$@" </dev/null > >(sed -u "s/^/[$rank] /") 2>&1 &
    pids+=($!) states+=(runs)
done

failed=0 left=$ranks deadline=$((SECONDS + limit)) why="the watchdog of $limit s"
while [ "$left" -gt 0 ]; do
    for rank in "${!pids[@]}"; do
        [ "${states[rank]}" = runs ] || continue
        kill -0 "${pids[rank]}" 2>/dev/null && continue
        wait "${pids[rank]}"
        states[rank]=$?
        left=$((left - 1))
        [ "${states[rank]}" -ne 0 ] || continue
        case $may_die in *" $rank "*) continue ;; esac
        echo "rank $rank ended with exit code ${states[rank]}"
        if [ $failed -eq 0 ] && [ $((SECONDS + grace)) -lt $deadline ]; then
            deadline=$((SECONDS + grace)) why="$grace s after another rank failed"
        fi
        failed=1
    done
    [ "$left" -gt 0 ] || break
    if [ $SECONDS -ge $deadline ]; then
        for rank in "${!pids[@]}"; do [ "${states[rank]}" != runs ] || echo "rank $rank still ran, ended by $why"; done
        end_ranks
        [ $failed -ne 0 ] || exit 124
        exit 1
    fi
    sleep 0.05
done
# What the ranks wrote comes out before this ends.
wait
exit $failed
