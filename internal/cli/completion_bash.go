package cli

import (
	"bytes"
	"io"
	"strings"

	"github.com/spf13/cobra"
)

// FixCompletion makes the completion command that cobra would make, with
// mistakes told as everywhere, and with lists in bash: cobra's script escapes
// the commas of what it offers, and then finds that EK\,VS does not begin as the
// EK,V that was typed. A comma needs no escape in an argument.
func FixCompletion(root *cobra.Command) {
	root.InitDefaultCompletionCmd()
	completion, _, err := root.Find([]string{"completion"})
	if err != nil {
		return
	}
	completion.Args, completion.RunE = UnknownCommand, ShowHelp
	for _, shell := range completion.Commands() {
		shell.Args = Arguments("", 0, 0)
		if shell.Name() == "bash" {
			completeInBash(root, shell)
		}
	}
}

func completeInBash(root, bash *cobra.Command) {
	bash.RunE = func(cmd *cobra.Command, _ []string) error {
		plain, _ := cmd.Flags().GetBool("no-descriptions")
		var script bytes.Buffer
		if err := root.GenBashCompletionV2(&script, !plain); err != nil {
			return err
		}
		_, err := io.WriteString(cmd.OutOrStdout(), keepCommas(script.String()))
		return err
	}
}

// keepCommas takes the escape from commas behind each place that quotes.
func keepCommas(script string) string {
	lines := strings.Split(script, "\n")
	for i, line := range lines {
		switch {
		case !strings.Contains(line, `"%q`):
		case strings.Contains(line, "printf -v comp "):
			lines[i] = line + `; comp=${comp//\\,/,}`
		case strings.Contains(line, "COMPREPLY[0]=$("):
			lines[i] = line + `; COMPREPLY[0]=${COMPREPLY[0]//\\,/,}`
		case strings.Contains(line, "read -ra COMPREPLY "):
			lines[i] = line + `; COMPREPLY=("${COMPREPLY[@]//\\,/,}")`
		case strings.Contains(line, "read -ra completions "):
			lines[i] = line + `; completions=("${completions[@]//\\,/,}")`
		}
	}
	return strings.Join(lines, "\n")
}
