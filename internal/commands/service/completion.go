package service

import (
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"travel.example/travel/internal/cli"
	"travel.example/travel/internal/tab"
)

// loading says how a shell loads its script: for once, and for good.
func loading(shell string) string {
	return map[string]string{
		"bash": `In this shell, from bash 4 on, and in bash 3.2, which macOS has:
  source <(travel completion bash)
  eval "$(travel completion bash)"
In every new one, where bash-completion is installed, or else from ~/.bashrc:
  mkdir -p ~/.local/share/bash-completion/completions
  travel completion bash > ~/.local/share/bash-completion/completions/travel
  echo 'eval "$(travel completion bash)"' >> ~/.bashrc`,
		"zsh": `In this shell, once "autoload -U compinit && compinit" has run:
  source <(travel completion zsh)
In every new one: put the script where fpath looks, and name the directory in ~/.zshrc
before the line that runs compinit:
  mkdir -p ~/.zfunc && travel completion zsh > ~/.zfunc/_travel
  fpath=(~/.zfunc $fpath)`,
		"fish": `In this shell:
  travel completion fish | source
In every new one:
  mkdir -p ~/.config/fish/completions
  travel completion fish > ~/.config/fish/completions/travel.fish`,
		"powershell": `In this shell:
  travel completion powershell | Out-String | Invoke-Expression
In every new one: put that line into the file that $PROFILE names.`,
	}[shell]
}

// Completion makes the command that prints the scripts by which shells complete.
func Completion(run *cli.Run) *cobra.Command {
	var entries []cli.Entry
	for _, shell := range tab.Shells() {
		name := shell
		if shell == "powershell" {
			name = "PowerShell"
		}
		entries = append(entries, cli.Entry{
			Use: shell, Short: "Print the script for " + name,
			Make: func(run *cli.Run) *cobra.Command { return newScript(run, shell) },
		})
	}
	cmd := run.Group(entries...)
	cmd.Long = `Print the script that lets a shell complete commands, flags and their values with TAB: places
that were resolved before, countries, days, the rows and filters of the last search. TAB asks
the service for nothing, writes nothing, and runs nothing that stands on the line. The script
is the same for every profile.`
	cmd.Example = "  source <(travel completion bash)\n  travel completion fish | source\n  travel completion zsh --help"
	return cmd
}

func newScript(run *cli.Run, shell string) *cobra.Command {
	out := run.Env.Stdout
	cmd := &cobra.Command{
		Long:    "Print the script for " + shell + ".\n\n" + loading(shell),
		Example: "  travel completion " + shell + "\n  travel completion " + shell + " --no-descriptions",
		Args:    cli.Arguments("", 0, 0),
	}
	plain := cmd.Flags().Bool("no-descriptions", false, "Offer words without what they stand for")
	cmd.RunE = func(*cobra.Command, []string) error {
		word := tab.Word
		if *plain {
			word = tab.PlainWord
		}
		if _, err := io.WriteString(out, tab.Script(shell, word)); err != nil {
			return fmt.Errorf("write the script: %w", err)
		}
		return nil
	}
	return cmd
}
