// Package browse has the command that opens the full screen. It reads the arguments and checks that the terminal
// can show it.
package browse

import (
	"context"
	"errors"
	"os"
	"runtime/debug"
	"slices"
	"strings"
	"sync"

	"github.com/spf13/cobra"

	"travel.example/travel/internal/browse"
	"travel.example/travel/internal/browse/stage"
	"travel.example/travel/internal/child"
	"travel.example/travel/internal/cli"
	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/patience"
	"travel.example/travel/internal/problem"
	"travel.example/travel/internal/render"
	"travel.example/travel/internal/screen"
	"travel.example/travel/internal/words"
)

// options holds the dependencies of the browse commands.
type options struct {
	env   *cli.Env
	desk  *desk.Desk
	out   *cli.Printer
	mark  func() string
	here  cli.Surroundings
	plain string // the equivalent commands without a screen
}

func optionsOf(run *cli.Run) *options {
	return &options{env: run.Env, desk: run.Desk(), out: run.Out(), mark: run.Mark, here: run.Surroundings()}
}

// New returns the browse command, the parent of those that start with a search.
func New(run *cli.Run) *cobra.Command {
	o := optionsOf(run)
	o.plain = "travel flights search FROM TO DATE [RETURN]; travel hotels search PLACE CHECKIN CHECKOUT"
	ask := false
	cmd := &cobra.Command{Args: noWords}
	cmd.Long = `Search flights and hotels in full screen, from the first question to the booking link, without
typing ids, flags or a second command.

It continues with the last list of this terminal if its search is still valid, and otherwise asks
what to search; --new always asks. To start with a search: travel browse flights, travel browse
hotels.

The last line shows the main keys. Press ? for all of them, : for the equivalent command, and q to
quit. Row numbers still work afterwards, as in travel flights trip 2.`
	cmd.Example = `  travel browse
  travel browse flights DXB LHR +30d +7d
  travel browse hotels Lisbon fri +3d`
	cmd.Flags().BoolVar(&ask, "new", false, "Ask what to search, even if there is a list to continue with")
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		if err := o.fits(); err != nil {
			return err
		}
		var start browse.Start
		if !ask {
			list, err := o.desk.Living()
			if err != nil {
				return err
			}
			start.List = list
		}
		return o.show(cmd.Context(), start)
	}
	run.List(cmd,
		cli.Entry{Use: "flights FROM TO DATE [RETURN]", Short: "Search flights in full screen", Make: newFlights, Aliases: []string{"flight"}},
		cli.Entry{Use: "hotels PLACE CHECKIN CHECKOUT", Short: "Search hotels in full screen", Make: newHotels, Aliases: []string{"hotel"}},
	)
	return cmd
}

// noWords rejects search arguments that do not follow flights or hotels.
func noWords(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	return cli.OrCommand(cmd, args, problem.Usagef("a search stands behind flights or hotels, and %s is neither", words.Quote(args[0])).
		Advise("travel browse flights "+joined(args)))
}

// fits returns an error, before anything is asked or any quota used, if no screen can be shown.
func (o *options) fits() error {
	switch {
	case o.out.Format() != render.FormatText:
		return o.instead("travel browse shows a screen, and flags such as --json and --csv print an answer")
	case o.out.Planned():
		return o.instead("travel browse shows a screen, and --dry-run prints what would be sent")
	case !o.env.StdinTTY:
		return o.instead("travel browse needs a terminal, and standard input is not one")
	case !o.env.OutTerm.TTY:
		return o.instead("travel browse needs a terminal, and standard output is not one")
	case o.env.OutTerm.Dumb:
		return o.instead("travel browse needs a terminal that can show a screen, and TERM says " + words.Quote(o.env.Getenv("TERM")))
	}
	return nil
}

// instead returns a usage error that suggests the plain commands.
func (o *options) instead(text string) error {
	return problem.Usagef("%s", text).Advise("without a screen: " + o.plain)
}

// like returns the plain command equivalent to this one: the noun and verb replaced, all other arguments kept.
func (o *options) like(noun, plain string, args []string) string {
	typed := o.env.Args
	at := slices.Index(typed, "browse")
	if at < 0 || at+1 >= len(typed) || !strings.HasPrefix(noun, typed[at+1]) {
		return "travel " + plain + " " + joined(args)
	}
	return strings.TrimSpace("travel "+joined(typed[:at])) + " " + plain + " " + joined(typed[at+2:])
}

// joined quotes args for a shell and joins them with spaces.
func joined(args []string) string {
	quoted := make([]string, len(args))
	for i, arg := range args {
		quoted[i] = words.Shell(arg)
	}
	return strings.Join(quoted, " ")
}

// collected is the garbage collection percentage when GOGC is not set. A screen stays open for long and does
// little; with 5,000 trips this saves 3 MB.
const collected = 50

// show opens the screen, and prints its warnings once it has closed.
func (o *options) show(ctx context.Context, start browse.Start) error {
	if err := o.desk.Deployment.NeedLogin(ctx); err != nil {
		return err
	}
	defer patience.Hold(ctx)() // no time limit while a person works
	in, _ := o.env.Stdin.(*os.File)
	out, _ := o.env.Stdout.(*os.File)
	if in == nil || out == nil {
		return o.instead("travel browse needs a terminal")
	}
	if o.env.Getenv("GOGC") == "" {
		defer debug.SetGCPercent(debug.SetGCPercent(collected))
	}
	warnings, err := browse.Open(ctx, browse.Options{
		Terminal: screen.Terminal{In: in, Out: out, Name: o.env.Getenv("TERM")},
		Desk:     o.desk, Term: o.out.Terminal(), Host: o.host(ctx), Pasted: o.out.Carried, Mark: o.mark(),
		Start: start, Divert: o.out.Divert,
	})
	if unfit, ok := errors.AsType[screen.UnfitError](err); ok {
		return o.instead("travel browse needs a terminal: " + unfit.Text)
	}
	for _, text := range warnings {
		_ = o.out.Stderr().Warning(text)
	}
	return err
}

// host returns what this computer offers besides the terminal, until ctx ends.
func (o *options) host(ctx context.Context) stage.Host {
	pages := sync.OnceValues(func() (func(string) (string, error), error) { return o.desk.Deployment.ServePages(ctx) })
	host := stage.Host{
		NoBrowser: o.here.NoPage(),
		Pages: func(address string) (string, error) {
			rewrite, err := pages()
			if err != nil {
				return "", err
			}
			return rewrite(address)
		},
		Clipboard: func(text string) error { return child.ToClipboard(ctx, o.env.OS, o.env.Getenv, text) },
	}
	if host.NoBrowser == "" {
		host.Browser = o.env.Open
	}
	return host
}
