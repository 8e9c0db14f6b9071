package cli

import (
	"fmt"
	"slices"
	"sort"
	"strings"

	"github.com/spf13/cobra"

	"travel.example/travel/internal/problem"
	"travel.example/travel/internal/words"
)

// aliasFlag is the annotation of a command with an alias that gives a flag: the alias, then the flag.
const aliasFlag = "travel_alias_flag"

// AliasWith says that an alias of a command stands for it with a flag: share is link --share.
func AliasWith(cmd *cobra.Command, alias, flag string) {
	annotate(cmd, aliasFlag, alias+" "+flag)
}

// annotate keeps a fact of a command.
func annotate(cmd *cobra.Command, name, fact string) {
	if cmd.Annotations == nil {
		cmd.Annotations = map[string]string{}
	}
	cmd.Annotations[name] = fact
}

// giveAliasFlag gives the flag that the alias stands for by which a command was called.
func giveAliasFlag(cmd *cobra.Command) error {
	alias, flag, _ := strings.Cut(cmd.Annotations[aliasFlag], " ")
	if flag == "" || cmd.CalledAs() != alias || cmd.Flags().Lookup(flag) == nil || cmd.Flags().Changed(flag) {
		return nil
	}
	return cmd.Flags().Set(flag, "true")
}

// showHelp runs a command that only holds others.
func showHelp(cmd *cobra.Command, args []string) error {
	if len(args) > 0 { // travel flights help search
		return helpOn(cmd, args[1:])
	}
	return cmd.Help()
}

// helpWord asks a group about one of its commands, as a flag does.
const helpWord = "help"

// unknownCommand refuses a word that is not a command, and names the nearest.
func unknownCommand(cmd *cobra.Command, args []string) error {
	if len(args) == 0 || args[0] == helpWord {
		return nil
	}
	text := fmt.Sprintf("%s is not a command of %s", words.Quote(args[0]), cmd.CommandPath())
	near := nearest(cmd, args[0])
	if len(near) == 0 {
		return problem.UsageError{Text: text, Next: cmd.CommandPath() + " --help"}
	}
	next := near[0] + " --help"
	if strings.HasPrefix(near[0], topicPath) {
		next = near[0]
	}
	for i, path := range near {
		if name, _ := strings.CutPrefix(path, cmd.CommandPath()+" "); !strings.Contains(name, " ") {
			near[i] = name // it stands in the same group
		} else if len(near) == 1 && next != path {
			near[i] = commandLine(path, args[1:])
		}
	}
	return problem.UsageError{Text: text + "; did you mean " + words.Or(near) + "?", Next: next}
}

// commandLine is a command with its arguments, as a shell reads them.
func commandLine(path string, args []string) string {
	for _, arg := range args {
		path += " " + words.Shell(arg)
	}
	return path
}

// suggestion is what someone may have meant.
type suggestion struct {
	path string
	far  int // 0 is the surest
}

// How far away a suggestion is, before the letters that differ are counted.
const (
	elsewhere  = 10 * iota // the very word, in another group
	misspelled             // in the same group
	likely                 // what hands type before they know the word
	both                   // misspelled and in another group
)

// nearest are the paths of the commands and topics that a word may stand for: the surest, at most
// three.
func nearest(group *cobra.Command, word string) []string {
	const most = 3
	var found []suggestion
	visit(group, func(c *cobra.Command) {
		for _, name := range append([]string{c.Name()}, c.Aliases...) {
			switch letters, ok := howFar(word, name); {
			case !ok:
			case letters == 0:
				found = append(found, suggestion{c.CommandPath(), elsewhere})
			case c.Parent() == group:
				found = append(found, suggestion{c.CommandPath(), misspelled + letters})
			default:
				found = append(found, suggestion{c.CommandPath(), both + letters})
			}
		}
		switch {
		case !slices.Contains(c.SuggestFor, word):
		case c.Parent() == group:
			found = append(found, suggestion{c.CommandPath(), misspelled}) // surer than any wrong letter
		default:
			found = append(found, suggestion{c.CommandPath(), likely})
		}
	})
	if !group.HasParent() {
		for _, t := range topics {
			if letters, ok := howFar(word, t.name); ok {
				found = append(found, suggestion{topicPath + t.name, misspelled + letters})
			}
		}
	}
	sort.SliceStable(found, func(i, j int) bool { return found[i].far < found[j].far })
	var paths []string
	for _, s := range found {
		if s.far == found[0].far && !slices.Contains(paths, s.path) && len(paths) < most {
			paths = append(paths, s.path)
		}
	}
	return paths
}

// visit calls a function for each command below a group that help pages list.
func visit(group *cobra.Command, call func(*cobra.Command)) {
	for _, c := range group.Commands() {
		if c.IsAvailableCommand() {
			call(c)
			visit(c, call)
		}
	}
}

// howFar tells how many letters part a word from a name: 0 for the same, 1 when it begins the name.
// It is not ok when the two have too little in common.
func howFar(word, name string) (letters int, ok bool) {
	word = strings.ToLower(word)
	if len(word) > 1 && strings.HasPrefix(name, word) {
		return min(len(name)-len(word), 1), true
	}
	letters = words.EditDistance(word, name)
	return letters, letters <= 2 && letters < len(word)-1
}
