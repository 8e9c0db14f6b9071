package service

import (
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"travel.example/travel/internal/cli"
	"travel.example/travel/internal/tab"
)

// loading describes how a shell loads its completion script, with the lines that do it.
func loading(shell string) (about, lines string) {
	switch shell {
	case "bash":
		return `The first line loads it into this shell; for bash 3.2, as on macOS, use the second. The third line
is for every new shell, if the package bash-completion is installed (create the directory first);
the last line works without that package.`,
			`  source <(travel completion bash)
  eval "$(travel completion bash)"
  travel completion bash > ~/.local/share/bash-completion/completions/travel
  echo 'eval "$(travel completion bash)"' >> ~/.bashrc`
	case "zsh":
		return `The first line loads it into this shell, the second into every new one. Both must come after
compinit: autoload -U compinit && compinit

zsh itself evaluates $(...) in the word under the cursor before it asks for completions, for any
command. To prevent that: bindkey '^I' complete-word`,
			`  source <(travel completion zsh)
  echo 'source <(travel completion zsh)' >> ~/.zshrc`
	case "fish":
		return `The first line loads it into this shell, the second into every new one.`,
			`  travel completion fish | source
  travel completion fish > ~/.config/fish/completions/travel.fish`
	}
	return `The first line loads it into this shell, the second into every new one.`,
		`  travel completion powershell | Out-String | Invoke-Expression
  travel completion powershell | Add-Content $PROFILE`
}

// Completion returns the command that prints shell completion scripts.
func Completion(run *cli.Run) *cobra.Command {
	var entries []cli.Entry
	for _, shell := range tab.Shells() {
		name := shell
		if shell == "powershell" {
			name = "PowerShell"
		}
		entries = append(entries, cli.Entry{
			Use: shell, Short: "Print the completion script for " + name,
			Make: func(run *cli.Run) *cobra.Command { return newScript(run, shell) },
		})
	}
	cmd := run.Group(entries...)
	cmd.Long = `Print the script that completes commands, flags and their values with TAB: places that were resolved
before, countries, dates, and the rows and filters of the last search. TAB sends no requests, writes
nothing, and runs nothing on the line. The script is the same for every profile.

Packages of travel include the scripts for bash, zsh and fish. bash loads its script from there only
with the package bash-completion; without it, see travel completion bash --help`
	cmd.Example = "  source <(travel completion bash)\n  travel completion fish | source\n  travel completion zsh --help"
	return cmd
}

func newScript(run *cli.Run, shell string) *cobra.Command {
	out := run.Env.Stdout
	about, lines := loading(shell)
	cmd := &cobra.Command{
		Long:    "Print the completion script. " + about,
		Example: lines,
	}
	plain := cmd.Flags().Bool("no-descriptions", false, "Do not show descriptions")
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
