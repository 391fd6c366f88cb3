# Makes this CANN tree the current one. Source it: bash, dash, zsh; from any directory; twice does no harm.
# shellcheck shell=sh disable=SC1007

# Where this file lies. bash and zsh say it; other shells have the sourced file open, and /proc names it.
if [ -n "${BASH_SOURCE:-}" ]; then
    _hcomm_file=$BASH_SOURCE
elif [ -n "${ZSH_VERSION:-}" ]; then
    eval '_hcomm_file=${(%):-%x}'
else
    _hcomm_file=
    for _hcomm_fd in /proc/$$/fd/*; do
        _hcomm_name=$(readlink "$_hcomm_fd" 2>/dev/null) || continue
        case $_hcomm_name in */set_env.sh) _hcomm_file=$_hcomm_name ;; esac
    done
    unset _hcomm_fd _hcomm_name
fi
_hcomm_root=
if [ -n "$_hcomm_file" ]; then
    _hcomm_root=$(CDPATH= cd -- "$(dirname -- "$_hcomm_file")" 2>/dev/null && pwd -P)
fi
unset _hcomm_file

if [ -z "$_hcomm_root" ] || [ ! -d "$_hcomm_root/lib64" ]; then
    echo "set_env.sh: cannot find the tree this file belongs to; set ASCEND_HOME_PATH by hand" >&2
    unset _hcomm_root
    return 1
fi

# _hcomm_prepend VARIABLE DIRECTORY: puts it in front unless it is already there.
_hcomm_prepend() {
    eval "_hcomm_old=\${$1:-}"
    case ":$_hcomm_old:" in
        *":$2:"*) ;;
        *) eval "export $1=\"\$2\${_hcomm_old:+:\$_hcomm_old}\"" ;;
    esac
    unset _hcomm_old
}

export ASCEND_HOME_PATH="$_hcomm_root"
export ASCEND_TOOLKIT_HOME="$_hcomm_root"
export ASCEND_OPP_PATH="$_hcomm_root/opp"
export ASCEND_AICPU_PATH="$_hcomm_root"
_hcomm_prepend LD_LIBRARY_PATH "$_hcomm_root/lib64"
_hcomm_prepend PATH "$_hcomm_root/bin"
_hcomm_prepend PYTHONPATH "$_hcomm_root/python/site-packages"
_hcomm_prepend CMAKE_PREFIX_PATH "$_hcomm_root"

# Site settings: NAME=value lines of conf/softnpu.env, for variables that are not set yet.
if [ -r "$_hcomm_root/conf/softnpu.env" ]; then
    while IFS='=' read -r _hcomm_name _hcomm_value; do
        case $_hcomm_name in
            '' | '#'* | *[!A-Z0-9_]*) continue ;;
        esac
        eval "[ -n \"\${$_hcomm_name+set}\" ]" || export "$_hcomm_name=$_hcomm_value"
    done <"$_hcomm_root/conf/softnpu.env"
    unset _hcomm_name _hcomm_value
fi

unset _hcomm_root
unset -f _hcomm_prepend
