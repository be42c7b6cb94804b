#compdef scorekeeper
# Completes the words of scorekeeper in zsh. An empty line in its answer asks for files as well.
_scorekeeper() {
    local line is_file
    local -a whole begun
    for line in "${(@f)$(_SCOREKEEPER_COMPLETE=zsh ${(Q)words[1]} "${(@Q)words[2,CURRENT-1]}" "${(Q)PREFIX}" 2>/dev/null </dev/null; print .)}"; do
        case $line in
            (.) ;;
            ('') is_file=yes ;;
            (*[=:]) begun+=("$line") ;;
            (*) whole+=("$line") ;;
        esac
    done
    (( $#whole )) && compadd -V scorekeeper -U -- "${whole[@]}"
    (( $#begun )) && compadd -V scorekeeper -U -S '' -- "${begun[@]}"
    [[ -n $is_file ]] && _files
    (( $#whole + $#begun ))
}
(( $+functions[compdef] )) || { autoload -Uz compinit && compinit }
if [[ $funcstack[1] == _scorekeeper ]]; then
    _scorekeeper "$@"
else
    compdef _scorekeeper scorekeeper
fi
