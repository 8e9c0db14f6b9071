// Package browse has the command that opens the full screen. It reads the arguments and checks that the terminal
// can show it.
package browse

import (
	"context"
	"os"
	"runtime/debug"
	"slices"
	"strings"
	"sync"

	"github.com/spf13/cobra"

	"travel.example/travel/internal/ask"
	"travel.example/travel/internal/browse"
	"travel.example/travel/internal/browse/stage"
	"travel.example/travel/internal/child"
	"travel.example/travel/internal/cli"
	"travel.example/travel/internal/config"
	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/desk/flights"
	"travel.example/travel/internal/desk/hotels"
	"travel.example/travel/internal/patience"
	"travel.example/travel/internal/problem"
	"travel.example/travel/internal/render"
	"travel.example/travel/internal/screen"
	"travel.example/travel/internal/words"
)

// options is what the browse commands share.
type options struct {
	*cli.Run
	plain string // the equivalent commands without a screen
}

// New returns the browse command, the parent of those that start with a search.
func New(run *cli.Run) *cobra.Command {
	o := &options{Run: run, plain: "travel flights search FROM TO DATE [RETURN]; travel hotels search PLACE CHECKIN CHECKOUT"}
	ask := false
	cmd := &cobra.Command{Args: func(cmd *cobra.Command, args []string) error {
		if len(args) == 0 {
			return nil
		}
		refused := problem.Usagef("a search stands behind flights or hotels, and %s is neither", words.Quote(args[0]))
		if len(args) == 1 { // no search has a single argument
			return cli.OrCommand(cmd, args, refused.See("travel browse --help"))
		}
		return cli.OrCommand(cmd, args[:1], refused.Advise(cli.CommandLine("travel browse flights", args)))
	}}
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
			list, err := o.Desk().Living()
			if err != nil {
				return err
			}
			cfg, err := o.Desk().Deployment.Config()
			if err != nil {
				return err
			}
			start.List, start.Terms = list, list.Terms
			for key, term := range map[string]*string{
				"currency": &start.Terms.Currency, "locale": &start.Terms.Locale, "site-code": &start.Terms.SiteCode,
			} {
				if set := cfg.Get(key); set.Source == config.FromFlag {
					*term = set.Value
				}
			}
		}
		return o.show(cmd.Context(), start)
	}
	run.List(cmd,
		cli.Entry{Use: "flights FROM TO DATE [RETURN]", Short: "Search flights in full screen", Make: newFlights, Aliases: []string{"flight"}},
		cli.Entry{Use: "hotels PLACE CHECKIN CHECKOUT", Short: "Search hotels in full screen", Make: newHotels, Aliases: []string{"hotel"}},
	)
	return cmd
}

// fits returns an error, before anything is asked or any quota used, if no screen can be shown.
func (o *options) fits() error {
	switch {
	case o.Out().Format() != render.FormatText:
		return o.instead("travel browse shows a screen, and flags such as --json and --csv print an answer")
	case o.Out().Planned():
		return o.instead("travel browse shows a screen, and --dry-run prints what would be sent")
	case !o.Env.StdinTTY:
		return o.instead("travel browse needs a terminal, and standard input is not one")
	case !o.Env.OutTerm.TTY:
		return o.instead("travel browse needs a terminal, and standard output is not one")
	case o.Env.OutTerm.Dumb:
		return o.instead("travel browse needs a terminal that can show a screen, and TERM says " + words.Quote(o.Env.Getenv("TERM")))
	}
	return nil
}

// instead returns a usage error that suggests the plain commands.
func (o *options) instead(text string) error {
	return problem.Usagef("%s", text).Advise("without a screen: " + o.plain)
}

// collected is the garbage collection percentage when GOGC is not set. A screen stays open for long and does
// little; with 5,000 trips this saves 3 MB.
const collected = 50

// show opens the screen, and prints its warnings once it has closed.
func (o *options) show(ctx context.Context, start browse.Start) error {
	who, err := o.Desk().Deployment.Who()
	if err == nil && who.Login != nil {
		_, err = who.Login.Stored(ctx)
	}
	if err != nil { // requests need a sign-in first
		return err
	}
	defer patience.Hold(ctx)() // no time limit while a person works
	in, _ := o.Env.Stdin.(*os.File)
	out, _ := o.Env.Stdout.(*os.File)
	if in == nil || out == nil {
		return o.instead("travel browse needs a terminal")
	}
	if o.Env.Getenv("GOGC") == "" {
		defer debug.SetGCPercent(debug.SetGCPercent(collected))
	}
	pages := sync.OnceValues(func() (func(string) (string, error), error) { return o.Desk().Deployment.ServePages(ctx) })
	host := stage.Host{ // until ctx ends
		NoBrowser: o.NoBrowser(true),
		Pages: func(address string) (string, error) {
			rewrite, err := pages()
			if err != nil {
				return "", err
			}
			return rewrite(address)
		},
		Clipboard: func(text string) error { return child.ToClipboard(ctx, o.Env.OS, o.Env.Getenv, text) },
	}
	if host.NoBrowser == "" {
		host.Browser = o.Env.Open
	}
	warnings, err := browse.Open(ctx, browse.Options{
		Terminal: screen.Terminal{In: in, Out: out},
		Desk:     o.Desk(), Term: o.Out().Terminal(), Host: host, Pasted: o.Flags.Carried, Mark: o.Mark(),
		Start: start, Divert: o.Out().Divert,
	})
	for _, text := range warnings {
		_ = o.Out().Stderr().Notice(text) // without a label, as the commands print them
	}
	return err
}

func newFlights(run *cli.Run) *cobra.Command {
	o := &options{Run: run}
	cmd, body := o.command("createFlightSearch", "flights", "flights search")
	read := ask.New("getFlightSearchResults", body.Days())
	request := &flights.SearchRequest{Query: body, View: desk.View{Query: read}}
	cmd.Long = `Search flights in full screen. FROM, TO and the dates are written as for travel flights search, and
the flags for passengers, settings and filters are the same. It uses one of your searches.`
	cmd.Example = `  travel browse flights DXB LHR +30d +7d
  travel browse flights Lisbon "San Francisco" fri --adults 2 --nonstop`
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		request.From, request.To = args[0], args[1]
		if err := flights.Dates(cmd.Context(), o.Desk(), body, args[2:]); err != nil {
			return flights.ThirdPlace(o.Desk(), body, args[2:], err)
		}
		if err := flights.Check(o.Desk(), request); err != nil {
			return err
		}
		return o.show(cmd.Context(), browse.Start{Flights: request})
	}
	cli.AddParams(cmd, body, "from", "to", "fromDate", "toDate")
	cli.AddParams(cmd, read, "searchId", "currency", "locale", "page", "pageSize")
	cli.UsedMost(cmd, "adults", "children", "infants", "cabin", "nonstop", "sort", "currency")
	return cmd
}

func newHotels(run *cli.Run) *cobra.Command {
	o := &options{Run: run}
	cmd, body := o.command("createHotelSearch", "hotels", "hotels search")
	read := ask.New("getHotelSearchResults", body.Days())
	request := &hotels.SearchRequest{Query: body, View: desk.View{Query: read}}
	cmd.Long = `Search hotels in full screen. PLACE and the dates are written as for travel hotels search, and the
flags for guests, settings and filters are the same. It uses one of your searches.`
	cmd.Example = `  travel browse hotels Lisbon fri +3d
  travel browse hotels LON "11 dec" "14 dec" --adults 2 --children-ages 4,9`
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		request.Place = args[0]
		if err := hotels.SetStay(cmd.Context(), o.Desk(), body, args[1:]); err != nil {
			return err
		}
		if err := hotels.Check(o.Desk(), request); err != nil {
			return err
		}
		return o.show(cmd.Context(), browse.Start{Hotels: request})
	}
	cli.AddParams(cmd, body, "cityCode", "hotelId", "lat", "lng", "checkIn", "checkOut")
	cli.AddParams(cmd, read, "searchId", "currency", "locale", "page", "pageSize")
	cli.UsedMost(cmd, "adults", "children-ages", "rooms", "sort", "currency")
	return cmd
}

// command returns a command that starts with a search. It fails before asking anything if no screen can be shown.
// noun is its name. plain is the equivalent command without a screen, which keeps all other arguments.
func (o *options) command(operation, noun, plain string) (*cobra.Command, *ask.Values) {
	cmd, body := o.Operation(operation)
	delete(cmd.Annotations, "operationId") // the operation belongs to the plain command
	cli.PrintsNothing(cmd)
	settle := cmd.PreRunE
	cmd.PreRunE = func(cmd *cobra.Command, args []string) error {
		before, after := []string(nil), args
		typed := o.Env.Args
		if at := slices.Index(typed, "browse"); at >= 0 && at+1 < len(typed) && strings.HasPrefix(noun, typed[at+1]) {
			before, after = typed[:at], typed[at+2:]
		}
		o.plain = cli.CommandLine(cli.CommandLine("travel", before)+" "+plain, after)
		if err := o.fits(); err != nil {
			return err
		}
		return settle(cmd, args)
	}
	return cmd, body
}
