# Completes the words of scorekeeper in bash.
_scorekeeper() {
    local type value program=$1
    type -P -- "$program" >/dev/null || program=scorekeeper  # an alias
    COMPREPLY=()
    while IFS=, read -r type value; do
        case $type in
            plain) COMPREPLY+=("$value") ;;
            file) compopt -o bashdefault -o default 2>/dev/null ;;
        esac
    done < <(_SCOREKEEPER_COMPLETE=bash_complete COMP_LINE="${COMP_LINE:0:COMP_POINT}" COMP_WORDBREAKS="$COMP_WORDBREAKS" "$program" 2>/dev/null </dev/null)
    [[ ${#COMPREPLY[@]} -eq 1 && ${COMPREPLY[0]} == *[=:] ]] && compopt -o nospace 2>/dev/null
    return 0
}
complete -o nosort -F _scorekeeper scorekeeper 2>/dev/null || complete -F _scorekeeper scorekeeper
