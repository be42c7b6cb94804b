# Completes the words of scorekeeper in bash. An empty line in its answer asks for files as well.
_scorekeeper() {
    local line is_file= program=$1
    type -P -- "$program" >/dev/null || program=scorekeeper  # an alias
    COMPREPLY=()
    while IFS= read -r line; do
        if [[ -n $line ]]; then COMPREPLY+=("$line"); else is_file=yes; fi
    done < <(_SCOREKEEPER_COMPLETE=bash "$program" "${COMP_LINE:0:COMP_POINT}" "$COMP_WORDBREAKS" 2>/dev/null </dev/null)
    [[ -n $is_file ]] && compopt -o bashdefault -o default 2>/dev/null
    [[ ${#COMPREPLY[@]} -eq 1 && ${COMPREPLY[0]} == *[=:] ]] && compopt -o nospace 2>/dev/null
    return 0
}
complete -o nosort -F _scorekeeper scorekeeper 2>/dev/null || complete -F _scorekeeper scorekeeper
