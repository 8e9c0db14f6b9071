package cli

import (
	"slices"
	"strings"

	"github.com/spf13/cobra"
)

// Entry is a command as its group lists it. The command itself, with its flags and its page, is made
// when it is chosen: a run pays for the one that it runs.
type Entry struct {
	Use, Short string
	Make       func(*Run) *cobra.Command
	Group      string   // the group of the first page that lists it
	Aliases    []string // words that do the same; no page lists them
	Likely     []string // what a hand types for it before it knows the word
}

// stand gives a command what its group knows of it.
func (e Entry) stand(cmd *cobra.Command) *cobra.Command {
	cmd.Use, cmd.Short, cmd.GroupID, cmd.Aliases, cmd.SuggestFor = e.Use, e.Short, e.Group, e.Aliases, e.Likely
	return cmd
}

// Group makes a command that only holds others.
func (r *Run) Group(entries ...Entry) *cobra.Command {
	cmd := &cobra.Command{Args: unknownCommand, RunE: showHelp}
	r.List(cmd, entries...)
	return cmd
}

// List lists commands in a group. None is made.
func (r *Run) List(group *cobra.Command, entries ...Entry) {
	for _, e := range entries {
		listed := e.stand(&cobra.Command{RunE: showHelp}) // with nothing to run, no page would show it
		r.listed[listed] = e
		group.AddCommand(listed)
	}
}

// made is the command that a listed one stands for, in its place.
func (r *Run) made(cmd *cobra.Command) *cobra.Command {
	e, ok := r.listed[cmd]
	if !ok {
		return cmd
	}
	delete(r.listed, cmd)
	made := e.stand(e.Make(r))
	group := cmd.Parent()
	group.RemoveCommand(cmd)
	group.AddCommand(made)
	return made
}

// Choose makes the command that a command line names. Words that name none may mean any, so then all
// of them are made.
func (r *Run) Choose(root *cobra.Command, args []string) {
	if len(args) > 1 && strings.HasPrefix(args[0], cobra.ShellCompRequestCmd) {
		args = args[1 : len(args)-1] // a shell asks what may follow
	}
	root.InitDefaultHelpCmd() // cobra itself does so too late
	found, rest, _ := root.Find(args)
	for made := r.made(found); made != found; made = r.made(found) {
		found, rest, _ = root.Find(args)
	}
	word := func(arg string) bool { return !strings.HasPrefix(arg, "-") }
	switch {
	case found.Name() == helpWord && len(rest) > 0:
		r.Choose(root, rest)
	case found.HasSubCommands() && !takesArguments(found) && slices.ContainsFunc(rest, word):
		r.Whole(root)
	}
}

// Whole makes every command at and below one.
func (r *Run) Whole(cmd *cobra.Command) {
	for _, c := range cmd.Commands() {
		r.Whole(r.made(c))
	}
}
