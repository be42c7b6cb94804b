# Completes the words of scorekeeper in fish.
function __scorekeeper_complete
    set -l program (commandline -opc)[1]
    for line in (_SCOREKEEPER_COMPLETE=fish_complete COMP_WORDS=(commandline -cp | string collect) COMP_CWORD=(commandline -ct) $program 2>/dev/null </dev/null)
        switch $line
            case 'plain,*'
                echo -- (string sub -s 7 -- $line)
            case 'file,*'
                __fish_complete_path (commandline -ct)
        end
    end
end
complete -c scorekeeper -f -a '(__scorekeeper_complete)'
