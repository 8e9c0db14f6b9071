package commands

import (
	"time"

	"github.com/spf13/cobra"
)

// lifeFlags say how long to follow a search.
type lifeFlags struct {
	wait   time.Duration
	noWait bool
}

func (l *lifeFlags) addFlags(cmd *cobra.Command, usual time.Duration) {
	l.wait = usual
	help := "Longest to wait for the search to settle"
	if usual > 0 {
		help += " (default " + usual.String() + ")"
	} else {
		help += " (default: one read, no waiting)"
	}
	setFlagGroup(cmd.Flags().VarPF(durationFlag{&l.wait}, "wait", "", help), groupRun)
	if usual > 0 {
		cmd.Flags().BoolVar(&l.noWait, "no-wait", false, "Only start the search and print its id")
		setFlagGroup(cmd.Flags().Lookup("no-wait"), groupRun)
	}
}
