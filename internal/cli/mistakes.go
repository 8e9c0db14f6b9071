package cli

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

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
			return problem.UsageError{Text: fmt.Sprintf("%s %s missing; usage: %s %s", words.And(missing), words.IsAre(len(missing)), cmd.CommandPath(), names), Next: next}
		case len(args) > most:
			return problem.UsageError{Text: fmt.Sprintf("%s is one argument too many; usage: %s", words.Quote(args[most]), strings.TrimSpace(cmd.CommandPath()+" "+names)), Next: next}
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
	if e, ok := errors.AsType[problem.UsageError](err); ok {
		if e.Next == "" && e.Hint == "" {
			e.Next = help
		}
		return e
	}
	if e, ok := errors.AsType[*pflag.NotExistError](err); ok {
		return problem.UsageError{Text: unknownFlag(cmd, e), Next: help}
	}
	if e, ok := errors.AsType[*pflag.InvalidValueError](err); ok {
		return problem.NotAccepted("--"+e.GetFlag().Name, e.GetValue(), wantedType(e.GetFlag()), help)
	}
	if e, ok := errors.AsType[*pflag.ValueRequiredError](err); ok {
		return problem.UsageError{Text: "--" + e.GetFlag().Name + " needs a value", Next: help}
	}
	return problem.UsageError{Text: err.Error(), Next: help}
}

// unknownFlag says that a flag does not exist, and names the nearest that does.
func unknownFlag(cmd *cobra.Command, e *pflag.NotExistError) string {
	name := e.GetSpecifiedName()
	dashes := "--"
	if e.GetSpecifiedShortnames() != "" {
		dashes = "-"
	}
	text := fmt.Sprintf("%s%s is not a flag of %s", dashes, name, cmd.CommandPath())
	best, distance := meantFlag(cmd, name), 4
	if best != "" {
		return text + "; did you mean --" + best + "?"
	}
	cmd.Flags().VisitAll(func(f *pflag.Flag) {
		if d := words.EditDistance(name, f.Name); d < distance && d < len(name) && !f.Hidden {
			best, distance = f.Name, d
		}
	})
	if best != "" {
		text += "; did you mean --" + best + "?"
	}
	return text
}

// meantFlags are the flags that a word may stand for which hands type before they know the flag. A
// command has at most some of them.
var meantFlags = map[string][]string{
	"stars": {"min-star"}, "star": {"min-star"}, "score": {"min-review-score"}, "rating": {"min-review-score"},
	"price": {"max-price"}, "budget": {"max-price"}, "direct": {"nonstop"}, "non-stop": {"nonstop"},
	"duration": {"max-time"}, "carrier": {"airlines", "airline"}, "order": {"sort"}, "order-by": {"sort"},
	"top": {"limit"}, "count": {"limit"}, "lang": {"locale"}, "language": {"locale"},
}

// meantFlag is the flag of a command that a word stands for, "" if none is known.
func meantFlag(cmd *cobra.Command, word string) string {
	for _, name := range meantFlags[word] {
		if f := cmd.Flags().Lookup(name); f != nil && !f.Hidden {
			return name
		}
	}
	return ""
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

// instead is the command line as it was typed, with a choice in the place of the argument that left it
// open; "" where that argument is not one word of the line.
func instead(typed []string, e problem.ChoiceError) string {
	if e.Typed == "" || len(e.Candidates) == 0 {
		return ""
	}
	at := slices.IndexFunc(typed, func(arg string) bool { return strings.TrimSpace(arg) == e.Typed })
	if at < 0 {
		return ""
	}
	line := "travel"
	for i, arg := range typed {
		if i == at {
			arg = e.Candidates[0].ID
		}
		line += " " + words.Shell(arg)
	}
	return line
}
