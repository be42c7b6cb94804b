#compdef scorekeeper
# Completes the words of scorekeeper in zsh.
_scorekeeper() {
    local line is_file
    local -a whole begun
    for line in "${(@f)$(_SCOREKEEPER_COMPLETE=zsh_complete COMP_WORDS="${words[1,CURRENT-1]} $PREFIX" COMP_CWORD=$((CURRENT-1)) ${(Q)words[1]} 2>/dev/null </dev/null)}"; do
        case $line in
            (file,*) is_file=yes ;;
            (plain,*[=:]) begun+=("${line#plain,}") ;;
            (plain,*) whole+=("${line#plain,}") ;;
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
