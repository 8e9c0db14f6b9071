package cli

import (
	"strings"

	"github.com/spf13/cobra"

	"travel.example/travel/internal/problem"
	"travel.example/travel/internal/render"
)

// columnsFlag is --columns of one command: names with commas between, or the
// flag again.
type columnsFlag struct {
	flags *Flags
	names func() []string
}

func (c columnsFlag) String() string { return "" }
func (c columnsFlag) Type() string   { return "name,name" }
func (c columnsFlag) Set(text string) error {
	for name := range strings.SplitSeq(text, ",") {
		c.flags.columns = append(c.flags.columns, strings.TrimSpace(name))
	}
	c.flags.columnNames = c.names
	return nil
}

// Columns gives a command that prints a list the choice of its columns. The
// views are examples of what it prints, the usual one first: which of them it
// will be is known by its other flags.
func (r *Run) Columns(cmd *cobra.Command, usual render.View, other ...func() render.View) {
	names := func() []string {
		for _, view := range other {
			if v := view(); v != nil {
				return render.ColumnNames(v)
			}
		}
		return render.ColumnNames(usual)
	}
	help := "Columns to print, and their order: " + strings.Join(render.ColumnNames(usual), ", ")
	SetGroup(cmd.Flags().VarPF(columnsFlag{r.Flags, names}, "columns", "", help), GroupOutput)
	_ = cmd.RegisterFlagCompletionFunc("columns", func(_ *cobra.Command, _ []string, typed string) ([]string, cobra.ShellCompDirective) {
		return listCompletions(typed, names()), cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveNoSpace
	})
}

// checkColumns refuses names that the list does not have.
func (g *Flags) checkColumns(cmd *cobra.Command) error {
	if len(g.columns) == 0 {
		return nil
	}
	if g.Format() == render.FormatJSON {
		return problem.UsageError{Text: "--columns chooses what tables, --csv and --tsv hold; JSON is the service's own, so choose from it with --jq", Next: cmd.CommandPath() + " --help"}
	}
	names := g.columnNames()
	for _, name := range g.columns {
		if render.ColumnNamed(names, name) < 0 {
			return problem.NotAccepted("--columns", name, "names out of "+strings.Join(names, ", "), cmd.CommandPath()+" --help")
		}
	}
	return nil
}

// listCompletions are the words that may follow in a list with commas, those
// that stand in it already left out.
func listCompletions(typed string, words []string) []string {
	before, last := "", typed
	if at := strings.LastIndexByte(typed, ','); at >= 0 {
		before, last = typed[:at+1], typed[at+1:]
	}
	var found []string
	for _, word := range words {
		value, _, _ := strings.Cut(word, "\t")
		if strings.HasPrefix(strings.ToLower(value), strings.ToLower(last)) && !strings.Contains(","+before, ","+value+",") {
			found = append(found, before+word)
		}
	}
	return found
}
