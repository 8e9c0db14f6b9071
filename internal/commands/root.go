package commands

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// The groups of the first help page.
const (
	groupTravel  = "travel"
	groupAccount = "account"
	groupService = "service"
)

// Execute runs the command line once and returns its exit code. Whatever went
// wrong is reported here and nowhere else.
func Execute(ctx context.Context, env *Env) (code int) {
	a := newApp(env)
	defer a.close()
	defer a.recovered(ctx, &code)
	root := newRoot(a)
	root.SetArgs(env.Args)
	cmd, err := root.ExecuteContextC(ctx)
	err = cmp.Or(err, a.helpErr)
	return a.report(ctx, cmd.CommandPath(), err)
}

func newRoot(a *app) *cobra.Command {
	root := &cobra.Command{
		Use:   "travel",
		Short: "Search flights and hotels, compare them, and go to the page where they are booked",
		Long: `travel searches flights and hotels across many sellers, shows the answers as they come
in, and hands over to the page where the booking is made. It never books and never pays.

With nothing configured it talks to a sandbox inside this program: sample data, no
network, no account. Connect a real deployment with: travel config --help`,
		Example: `  travel flights search DXB LHR +30d
  travel flights search "New York" Tokyo 2027-03-12 +10d --max-stops 1 --sort price_asc
  travel hotels search Lisbon +20d +3d
  travel places search "san jose"`,
		Version:       a.env.Build.Version,
		SilenceErrors: true,
		SilenceUsage:  true,
		Args:          unknownCommand,
		RunE:          showHelp,
	}
	root.SetOut(a.env.Stdout)
	root.SetErr(a.env.Stderr)
	root.SetIn(a.env.Stdin)
	root.SetVersionTemplate("travel {{.Version}}\n")
	root.SetFlagErrorFunc(func(cmd *cobra.Command, err error) error {
		a.global.readAhead(a.env.Args)
		return flagError(cmd, err)
	})
	root.SetHelpFunc(func(cmd *cobra.Command, _ []string) { a.helpErr = a.help(cmd) })
	root.SetUsageFunc(func(cmd *cobra.Command) error { return nil })
	root.CompletionOptions.HiddenDefaultCmd = false
	root.AddGroup(
		&cobra.Group{ID: groupTravel, Title: "Travel"},
		&cobra.Group{ID: groupAccount, Title: "Account"},
		&cobra.Group{ID: groupService, Title: "Service and settings"},
	)
	root.SetHelpCommandGroupID(groupService)
	root.SetCompletionCommandGroupID(groupService)
	a.global.addFlags(root)
	add := func(group string, commands ...*cobra.Command) {
		for _, c := range commands {
			c.GroupID = group
			root.AddCommand(c)
		}
	}
	add(groupTravel, newFlights(a), newHotels(a), newPlaces(a), newCountries(a))
	add(groupAccount, newLogin(a), newLogout(a), newAuth(a), newWhoami(a))
	add(groupService, newConfig(a), newProfile(a), newHealth(a), newDoctor(a), newFeedback(a), newAPI(a), newSandbox(a), newVersion(a))
	mendCompletion(root)
	suggest(root)
	return root
}

func suggest(root *cobra.Command) {
	for _, c := range root.Commands() {
		c.SuggestFor = likelyWords[c.Name()]
	}
}

// likelyWords are what a hand types for a command before it knows the words.
var likelyWords = map[string][]string{
	"flights":  {"search", "flight", "fly", "trip"},
	"hotels":   {"search", "hotel", "stay"},
	"places":   {"place", "airport", "airports", "city"},
	"auth":     {"status", "account"},
	"config":   {"set", "settings"},
	"feedback": {"rate", "bug"},
}

// group is a command that only holds others.
func group(use, short string, commands ...*cobra.Command) *cobra.Command {
	cmd := &cobra.Command{Use: use, Short: short, Args: unknownCommand, RunE: showHelp}
	cmd.AddCommand(commands...)
	return cmd
}

func showHelp(cmd *cobra.Command, _ []string) error { return cmd.Help() }

// unknownCommand refuses a word that is no command, and names the nearest.
func unknownCommand(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	text := fmt.Sprintf("%s is no command of %s", quoteArg(args[0]), cmd.CommandPath())
	cmd.SuggestionsMinimumDistance = 2
	if near := cmd.SuggestionsFor(args[0]); len(near) > 0 {
		return misuse{Text: text + "; did you mean " + strings.Join(near, " or ") + "?", Next: cmd.CommandPath() + " " + near[0] + " --help"}
	}
	return misuse{Text: text, Next: cmd.CommandPath() + " --help"}
}

// flagError turns pflag's errors into ours: one line that names the flag.
func flagError(cmd *cobra.Command, err error) error {
	help := cmd.CommandPath() + " --help"
	if e, ok := errors.AsType[usageError](err); ok {
		if e.Next == "" {
			e.Next = help
		}
		return e
	}
	if e, ok := errors.AsType[misuse](err); ok {
		return e
	}
	if e, ok := errors.AsType[*pflag.NotExistError](err); ok {
		return misuse{Text: unknownFlag(cmd, e), Next: help}
	}
	if e, ok := errors.AsType[*pflag.InvalidValueError](err); ok {
		return usageError{Arg: "--" + e.GetFlag().Name, Given: e.GetValue(), Want: wantedType(e.GetFlag()), Next: help}
	}
	if e, ok := errors.AsType[*pflag.ValueRequiredError](err); ok {
		return misuse{Text: "--" + e.GetFlag().Name + " needs a value", Next: help}
	}
	return misuse{Text: err.Error(), Next: help}
}

// unknownFlag says that a flag does not exist, and names the nearest that does.
func unknownFlag(cmd *cobra.Command, e *pflag.NotExistError) string {
	name := e.GetSpecifiedName()
	dashes := "--"
	if e.GetSpecifiedShortnames() != "" {
		dashes = "-"
	}
	text := fmt.Sprintf("%s%s is no flag of %s", dashes, name, cmd.CommandPath())
	best, distance := "", 4
	cmd.Flags().VisitAll(func(f *pflag.Flag) {
		if d := editDistance(name, f.Name); d < distance && d < len(name) && !f.Hidden {
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

// editDistance counts the letters to change, add or drop between two words.
func editDistance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			cost := diagonal
			if a[i] != b[j] {
				cost++
			}
			diagonal = row[j+1]
			row[j+1] = min(cost, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}
