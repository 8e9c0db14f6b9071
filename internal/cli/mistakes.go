package cli

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"sort"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"travel.example/travel/internal/ask"
	"travel.example/travel/internal/problem"
	"travel.example/travel/internal/words"
)

// Arguments checks how many arguments there are and names those that are missing or too many.
func Arguments(names string, least, most int) cobra.PositionalArgs {
	list := strings.Fields(names)
	return func(cmd *cobra.Command, args []string) error {
		next := cmd.CommandPath() + " --help"
		switch {
		case len(args) < least:
			missing := list[len(args):least]
			return problem.Usagef("%s %s missing; usage: %s %s", words.And(missing), words.IsAre(len(missing)), cmd.CommandPath(), names).See(next)
		case len(args) > most:
			return problem.Usagef("%s is one argument too many; usage: %s", words.Quote(args[most]), strings.TrimSpace(cmd.CommandPath()+" "+names)).
				See(next)
		}
		return nil
	}
}

// noneOr takes no argument, or what those of a command take.
func noneOr(all cobra.PositionalArgs) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if len(args) == 0 {
			return nil
		}
		return all(cmd, args)
	}
}

// ArgumentsOr is Arguments for a command that others stand below: what is nearly one of those is not
// taken for an argument that lacks the rest. Where flags are named, one of them belongs to the rest.
func ArgumentsOr(names string, least, most int, flags ...string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		err := Arguments(names, least, most)(cmd, args)
		whole := len(flags) == 0 || slices.ContainsFunc(flags, cmd.Flags().Changed)
		if (err != nil || !whole) && len(args) == 1 && len(nearest(cmd, args[0])) > 0 {
			return unknownCommand(cmd, args)
		}
		return err
	}
}

// PlaceOr is ArgumentsOr for a command that is whole with a place alone: one word in small letters that is
// nearly a command is not taken for a place.
func PlaceOr(names string, most int) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if len(args) == 1 && args[0] == strings.ToLower(args[0]) && len(nearest(cmd, args[0])) > 0 {
			return unknownCommand(cmd, args)
		}
		return Arguments(names, 1, most)(cmd, args)
	}
}

// OrCommand is why a command that others stand below does not take its one argument: what is nearly one of
// those is said to be none.
func OrCommand(cmd *cobra.Command, args []string, refused error) error {
	if refused != nil && len(args) == 1 && len(nearest(cmd, args[0])) > 0 {
		return unknownCommand(cmd, args)
	}
	return refused
}

// Given are the flags of the command itself that were given, as they are typed.
func Given(cmd *cobra.Command) (names []string) {
	cmd.LocalNonPersistentFlags().VisitAll(func(f *pflag.Flag) {
		if f.Changed {
			names = append(names, "--"+f.Name)
		}
	})
	return names
}

// AtLeastOne takes several words for one text, so that a name needs no quotes.
func AtLeastOne(name string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if strings.TrimSpace(strings.Join(args, "")) == "" {
			return Arguments(name, 1, 1)(cmd, nil)
		}
		return nil
	}
}

// flagError turns pflag's errors into ours: one line that names the flag.
func flagError(cmd *cobra.Command, err error) error {
	help := cmd.CommandPath() + " --help"
	if e, ok := errors.AsType[problem.Error](err); ok && e.Class == problem.Usage {
		if e.Hint == "" {
			return e.See(help)
		}
		return e
	}
	if e, ok := errors.AsType[*pflag.NotExistError](err); ok {
		return problem.Usagef("%s", unknownFlag(cmd, e)).See(help)
	}
	if e, ok := errors.AsType[*pflag.InvalidValueError](err); ok {
		return problem.NotAccepted("--"+e.GetFlag().Name, e.GetValue(), wantedType(e.GetFlag())).See(help)
	}
	if e, ok := errors.AsType[*pflag.ValueRequiredError](err); ok {
		return problem.Usagef("--%s needs a value", e.GetFlag().Name).See(help)
	}
	return problem.Usagef("%s", err.Error()).See(help)
}

// unknownFlag says that a flag does not exist, and names the nearest that does.
func unknownFlag(cmd *cobra.Command, e *pflag.NotExistError) string {
	name := e.GetSpecifiedName()
	dashes := "--"
	if e.GetSpecifiedShortnames() != "" {
		dashes = "-"
	}
	text := fmt.Sprintf("%s%s is not a flag of %s", dashes, name, cmd.CommandPath())
	for _, meant := range ask.Synonyms(name) {
		if f := cmd.Flags().Lookup(meant); f != nil && !f.Hidden {
			return text + "; did you mean --" + meant + "?"
		}
	}
	if len(ask.Synonyms(name)) > 0 { // its meaning is known, so a flag of nearly the same letters is not it
		return text
	}
	best, distance := "", 4
	cmd.Flags().VisitAll(func(f *pflag.Flag) {
		d := words.EditDistance(name, f.Name)
		if near := d == 1 || 2*d <= len(name) && f.Name[0] == name[0]; near && d < distance && d < len(name) && !f.Hidden {
			best, distance = f.Name, d
		}
	})
	if best != "" {
		text += "; did you mean --" + best + "?"
	}
	return text
}

func wantedType(f *pflag.Flag) string {
	switch f.Value.Type() {
	case "bool":
		return "true or false"
	case "int":
		return "a whole number"
	case "duration":
		return "a duration such as 30s or 2m"
	}
	return "a value of type " + f.Value.Type()
}

// eaten refuses an argument that was meant as the value of the flag before it. A flag that may stand alone
// takes its value behind an equals sign only, so the argument would be taken for something else, such as the
// id of a search.
func eaten(cmd *cobra.Command, typed []string) error {
	cmd.LocalFlags() // joins the flags of the commands above it to its own
	for i := 0; i+1 < len(typed) && typed[i] != "--"; i++ {
		var flag *pflag.Flag
		if name, long := strings.CutPrefix(typed[i], "--"); long {
			flag = cmd.Flags().Lookup(name)
		} else if len(typed[i]) == 2 && typed[i][0] == '-' {
			flag = cmd.Flags().ShorthandLookup(typed[i][1:])
		}
		switch value := typed[i+1]; {
		case flag == nil:
		case flag.NoOptDefVal == "":
			i++ // the next argument is its value
		case meantFor(flag, value):
			joined := "--" + flag.Name + "=" + words.Shell(value)
			line := commandLine("travel", typed[:i]) + " " + joined
			return problem.Usagef("%s is not read as the value of --%s; write %s", words.Quote(value), flag.Name, joined).
				Advise(commandLine(line, typed[i+2:]))
		}
	}
	return nil
}

// meantFor tells whether the argument behind a flag that may stand alone reads like its value. A whole
// number may be that of a row.
func meantFor(flag *pflag.Flag, value string) bool {
	switch f := flag.Value.(type) {
	case *WatchFlag:
		_, err := time.ParseDuration(value)
		return err == nil
	case *FacetsFlag:
		return slices.Contains(f.filters, value)
	}
	if flag.Name == "debug" {
		return strings.Contains(value, "/") || strings.HasSuffix(value, ".log") || strings.HasSuffix(value, ".txt")
	}
	return flag.NoOptDefVal == "true" && (value == "true" || value == "false")
}

// instead is the command line as it was typed, with a choice in the place of the words that left it
// open, or with either of two; "" where those are not words of the line.
func instead(typed []string, e problem.ChoiceError) string {
	if e.Typed == "" || len(e.Candidates) == 0 {
		return ""
	}
	from, to := spotOf(typed, e.Typed)
	if to == 0 {
		return ""
	}
	choices := e.Candidates[:1]
	if e.Each {
		choices = e.Candidates
	}
	lines := make([]string, len(choices))
	for i, c := range choices {
		line := slices.Concat([]string{"travel"}, typed[:from], strings.Fields(cmp.Or(c.Ref, c.ID)), typed[to:])
		for j, arg := range line {
			line[j] = words.Shell(arg)
		}
		lines[i] = strings.Join(line, " ")
	}
	return strings.Join(lines, "; or ")
}

// spotOf is where the words of a text stand on a line, together or apart.
func spotOf(typed []string, text string) (from, to int) {
	for from := range typed {
		for to := from + 1; to <= len(typed); to++ {
			if strings.Join(strings.Fields(strings.Join(typed[from:to], " ")), " ") == strings.Join(strings.Fields(text), " ") {
				return from, to
			}
		}
	}
	return 0, 0
}

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
		return problem.Usagef("%s", text)
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
	return problem.Usagef("%s; did you mean %s?", text, words.Or(near)).See(next)
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
