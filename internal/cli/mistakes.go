package cli

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"travel.example/travel/internal/ask"
	"travel.example/travel/internal/problem"
	"travel.example/travel/internal/words"
)

// Arguments checks the number of arguments and names those that are missing or too many.
func Arguments(names string, least, most int) cobra.PositionalArgs {
	list := strings.Fields(names)
	return func(cmd *cobra.Command, args []string) error {
		next := cmd.CommandPath() + " --help"
		usage := "usage: " + strings.TrimSpace(cmd.CommandPath()+" "+names)
		if least > 1 && strings.HasSuffix(names, "...") { // TRIP TRIP...
			usage = fmt.Sprintf("give %d to %d %ss", least, most, strings.ToLower(list[0]))
		}
		switch {
		case len(args) < least:
			missing := list[len(args):least]
			return problem.Usagef("%s %s missing; %s", words.And(missing), words.IsAre(len(missing)), usage).See(next)
		case len(args) > most:
			return problem.Usagef("%s is one argument too many; %s", words.Quote(args[most]), usage).See(next)
		}
		return nil
	}
}

// ArgumentsOr is Arguments for a command with subcommands. It reports a mistyped subcommand as such if the other
// arguments are missing or, when flags are named, if none of those is given.
func ArgumentsOr(names string, least, most int, flags ...string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		err := Arguments(names, least, most)(cmd, args)
		if err != nil || len(flags) > 0 && !slices.ContainsFunc(flags, cmd.Flags().Changed) {
			return OrCommand(cmd, args, err)
		}
		return nil
	}
}

// PlaceOr is ArgumentsOr for a command that needs only a place. A single lower-case word that looks like a mistyped
// subcommand is not accepted as a place.
func PlaceOr(names string, most int) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		err := Arguments(names, 1, most)(cmd, args)
		if err == nil && args[0] == strings.ToLower(args[0]) {
			return OrCommand(cmd, args, nil)
		}
		return err
	}
}

// OrCommand returns the error about a command's only argument, or another if it looks like a mistyped subcommand.
func OrCommand(cmd *cobra.Command, args []string, refused error) error {
	if len(args) == 1 && len(nearest(cmd, args[0])) > 0 {
		return unknownCommand(cmd, args)
	}
	return refused
}

// AtLeastOne accepts several words as one text, so that a name needs no quotes.
func AtLeastOne(name string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if strings.TrimSpace(strings.Join(args, "")) == "" {
			return Arguments(name, 1, 1)(cmd, nil)
		}
		return nil
	}
}

// flagError converts pflag's errors to one-line errors that name the flag.
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
		kind := e.GetFlag().Value.Type()
		wanted := map[string]string{"bool": "true or false", "int": "a whole number", "duration": "a duration such as 30s or 2m"}[kind]
		return problem.NotAccepted("--"+e.GetFlag().Name, e.GetValue(), cmp.Or(wanted, "a value of type "+kind)).See(help)
	}
	if e, ok := errors.AsType[*pflag.ValueRequiredError](err); ok {
		return problem.Usagef("--%s needs a value", e.GetFlag().Name).See(help)
	}
	return problem.Usagef("%s", err.Error()).See(help)
}

// unknownFlag says that a flag does not exist, and suggests the nearest that does.
func unknownFlag(cmd *cobra.Command, e *pflag.NotExistError) string {
	name := e.GetSpecifiedName()
	dashes := "--"
	if e.GetSpecifiedShortnames() != "" {
		dashes = "-"
	}
	text := fmt.Sprintf("%s%s is not a flag of %s", dashes, name, cmd.CommandPath())
	exists := func(flag string) bool { f := cmd.Flags().Lookup(flag); return f != nil && !f.Hidden }
	meant := ask.Synonyms(name)
	if len(meant) == 0 { // otherwise a similarly spelled flag is not meant
		distance := 4
		cmd.Flags().VisitAll(func(f *pflag.Flag) {
			d := words.EditDistance(name, f.Name)
			near := d == 1 || 2*d <= len(name) && f.Name[0] == name[0]
			if near && d < distance && d < len(name) && exists(f.Name) {
				meant, distance = []string{f.Name}, d
			}
		})
	}
	if i := slices.IndexFunc(meant, exists); i >= 0 {
		text += "; did you mean --" + meant[i] + "?"
	}
	return text
}

// Open opens the file that was typed for a flag. Its error has the cause as a hint.
func Open(flag, typed, name string) (*os.File, error) {
	refused := problem.NotAccepted(flag, typed, "a file that can be read")
	f, err := os.Open(name)
	if e, ok := errors.AsType[*fs.PathError](err); ok {
		err = e.Err // which does not repeat the name
	}
	if err != nil {
		return nil, refused.Advise(err.Error())
	}
	if info, err := f.Stat(); err == nil && info.IsDir() {
		_ = f.Close()
		return nil, refused.Advise("it is a directory")
	}
	return f, nil
}

// eaten returns an error for an argument that was meant as the value of the flag before it. A flag whose value is
// optional takes it only after an equals sign, so the argument would be taken for something else, such as the id of
// a search.
func eaten(cmd *cobra.Command, typed []string) error {
	meant := func(flag *pflag.Flag, next string) bool {
		if v, ok := flag.Value.(Value); ok && v.Meant != nil {
			return v.Meant(next)
		}
		return flag.NoOptDefVal == "true" && (next == "true" || next == "false")
	}
	cmd.LocalFlags() // merges the inherited flags
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
		case meant(flag, value):
			joined := "--" + flag.Name + "=" + words.Shell(value)
			line := CommandLine("travel", typed[:i]) + " " + joined
			return problem.Usagef("%s is not read as the value of --%s; write %s", words.Quote(value), flag.Name, joined).
				Advise(CommandLine(line, typed[i+2:]))
		}
	}
	return nil
}

// instead returns the command line as typed, with the ambiguous words, quoted or not, replaced by a choice, or several
// such lines if any choice is equally good. It returns "" if the words are not on the line.
func instead(typed []string, e problem.ChoiceError) string {
	if e.Typed == "" || len(e.Candidates) == 0 {
		return ""
	}
	fields := func(text string) string { return strings.Join(strings.Fields(text), " ") }
	for from := range typed {
		for to := from + 1; to <= len(typed); to++ {
			if fields(strings.Join(typed[from:to], " ")) != fields(e.Typed) {
				continue
			}
			var lines []string
			for _, c := range e.Candidates {
				choice := strings.Fields(cmp.Or(c.Ref, c.ID))
				lines = append(lines, CommandLine("travel", slices.Concat(typed[:from], choice, typed[to:])))
				if !e.Each {
					break
				}
			}
			return strings.Join(lines, "; or ")
		}
	}
	return ""
}

// annotate sets an annotation of a command.
func annotate(cmd *cobra.Command, name, fact string) {
	if cmd.Annotations == nil {
		cmd.Annotations = map[string]string{}
	}
	cmd.Annotations[name] = fact
}

// showHelp runs a command that only has subcommands.
func showHelp(cmd *cobra.Command, args []string) error {
	if len(args) > 0 { // travel flights help search
		return helpOn(cmd, args[1:])
	}
	return cmd.Help()
}

// helpWord is the subcommand that shows help, as --help does.
const helpWord = "help"

// unknownCommand returns an error for a word that is not a command, and suggests the nearest.
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
			near[i] = name // it is in the same group
		} else if len(near) == 1 && next != path {
			near[i] = CommandLine(path, args[1:])
		}
	}
	return problem.Usagef("%s; did you mean %s?", text, words.Or(near)).See(next)
}

// CommandLine returns a command with its arguments quoted for a shell.
func CommandLine(path string, args []string) string {
	for _, arg := range args {
		path += " " + words.Shell(arg)
	}
	return path
}

// The distance of a suggestion, before the number of differing letters is added.
const (
	elsewhere  = 10 * iota // the exact word, in another group
	misspelled             // in the same group
	likely                 // a common guess
	both                   // misspelled and in another group
)

// nearest returns the paths of up to three commands and topics that a word most likely stands for.
func nearest(group *cobra.Command, word string) []string {
	const most = 3
	found := map[int][]string{} // paths by distance
	add := func(far int, path string) {
		if len(found[far]) < most && !slices.Contains(found[far], path) {
			found[far] = append(found[far], path)
		}
	}
	visit(group, func(c *cobra.Command) {
		guess, near := likely, both
		if c.Parent() == group {
			guess, near = misspelled, misspelled // a guess is better than any misspelling
		}
		for _, name := range append([]string{c.Name()}, c.Aliases...) {
			if letters, ok := howFar(word, name); ok && letters == 0 {
				add(elsewhere, c.CommandPath())
			} else if ok {
				add(near+letters, c.CommandPath())
			}
		}
		if slices.Contains(c.SuggestFor, word) {
			add(guess, c.CommandPath())
		}
	})
	if !group.HasParent() {
		for _, t := range topics {
			if letters, ok := howFar(word, t.name); ok {
				add(misspelled+letters, topicPath+t.name)
			}
		}
	}
	if len(found) == 0 {
		return nil
	}
	return found[slices.Min(slices.Collect(maps.Keys(found)))]
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

// howFar returns by how many letters a word differs from a name: 0 if they are equal, 1 if it is a prefix. ok is
// false if they differ too much.
func howFar(word, name string) (letters int, ok bool) {
	word = strings.ToLower(word)
	if len(word) > 1 && strings.HasPrefix(name, word) {
		return min(len(name)-len(word), 1), true
	}
	letters = words.EditDistance(word, name)
	return letters, letters <= 2 && letters < len(word)-1
}

// Entry is a command as its group lists it. The command itself, with its flags and help page, is created only when
// it is chosen, so that a run creates only the command it needs.
type Entry struct {
	Use, Short string
	Make       func(*Run) *cobra.Command
	Group      string   // the group of the first page that lists it
	Aliases    []string // equivalent words, which no page lists
	Likely     []string // words that people try before they know the command
}

// stand copies the entry's fields to a command.
func (e Entry) stand(cmd *cobra.Command) *cobra.Command {
	cmd.Use, cmd.Short, cmd.GroupID, cmd.Aliases, cmd.SuggestFor = e.Use, e.Short, e.Group, e.Aliases, e.Likely
	return cmd
}

// Group returns a command that only has subcommands.
func (r *Run) Group(entries ...Entry) *cobra.Command {
	cmd := &cobra.Command{Args: unknownCommand, RunE: showHelp}
	r.List(cmd, entries...)
	return cmd
}

// List adds commands to a group without creating them.
func (r *Run) List(group *cobra.Command, entries ...Entry) {
	for _, e := range entries {
		listed := e.stand(&cobra.Command{RunE: showHelp}) // without RunE no page would list it
		r.listed[listed] = e
		group.AddCommand(listed)
	}
}

// made creates the command that a listed one stands for, and puts it in its place.
func (r *Run) made(cmd *cobra.Command) *cobra.Command {
	e, ok := r.listed[cmd]
	if !ok {
		return cmd
	}
	delete(r.listed, cmd)
	made := e.stand(e.Make(r))
	if made.Args == nil {
		made.Args = argumentsOfUse
	}
	group := cmd.Parent()
	group.RemoveCommand(cmd)
	group.AddCommand(made)
	return made
}

// Choose creates the command that a command line names. If the words name none, it creates all of them, since any
// could be meant.
func (r *Run) Choose(root *cobra.Command, args []string) {
	if len(args) > 1 && strings.HasPrefix(args[0], cobra.ShellCompRequestCmd) { // a shell asks for completions
		args = args[1 : len(args)-1]
		defer func() {
			if found, _, err := root.Find(args); err == nil {
				r.completes(found)
			}
			r.completes(root)
		}()
	}
	root.InitDefaultHelpCmd() // cobra does this too late
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

// Whole creates a command and all commands below it.
func (r *Run) Whole(cmd *cobra.Command) {
	for _, c := range cmd.Commands() {
		r.Whole(r.made(c))
	}
}
