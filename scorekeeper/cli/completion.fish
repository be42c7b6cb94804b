# Completes the words of scorekeeper in fish. An empty line in its answer asks for files as well.
function __scorekeeper_complete
    set -l words (commandline -opc)
    set -l word (commandline -ct)
    for line in (_SCOREKEEPER_COMPLETE=fish $words[1] $words[2..-1] "$word" 2>/dev/null </dev/null)
        if test -n "$line"
            echo -- $line
        else
            __fish_complete_path "$word"
        end
    end
end
complete -c scorekeeper -f -a '(__scorekeeper_complete)'
