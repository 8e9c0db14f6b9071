package flights

import (
	"strings"

	"github.com/spf13/cobra"

	"travel.example/travel/internal/ask"
	"travel.example/travel/internal/cli"
	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/desk/flights"
	"travel.example/travel/internal/problem"
	"travel.example/travel/internal/render/exploreview"
	"travel.example/travel/internal/schema"
)

// exploreOptions holds the dependencies and flags of travel explore.
type exploreOptions struct {
	survey  cli.Survey[flights.Explored, flights.Cheapest, *flights.Explored]
	spend   cli.SpendingFlags
	lists   cli.PlaceLists
	request flights.ExploreRequest

	nights, sort string
	noMap        bool
}

// dateWords is the maximum number of words in an unquoted day.
const dateWords = 4

// NewExplore returns the explore command.
func NewExplore(run *cli.Run) *cobra.Command {
	cmd, body := run.Operation("createFlightSearch")
	read := ask.New("getFlightSearchResults", body.Days())
	o := &exploreOptions{}
	o.survey = cli.Survey[flights.Explored, flights.Cheapest, *flights.Explored]{
		Run: run, Name: "The look around", Prices: "Prices: whole party, fees included.", None: "without a trip",
		View: o.view, Notes: placesNotes, Failures: failures,
		Event: func(e *flights.Explored, i int) any { return placeEvent{"place", e.Goal(i).JSON()} },
	}
	o.lists.Stdin = run.Env.Stdin
	o.request.Query, o.request.View.Query = body, read
	cmd.Long = `Show the cheapest trip to each of several places, the cheapest place first. Every place takes one
search and uses one of your searches; finding the places uses none.

Choose the places with --to (a list), --near (around a place) or --visa-free (for a passport). --to
and --near add places; --visa-free keeps those in the passport's list and, on its own, takes the
main city of each country in it. If a country is not in the list, that does not mean that a visa is
required.

The nearest 20 places are searched, or more with --max-searches. travel first tells you how many
searches that takes, and asks above 7. Ctrl-C keeps the prices found so far, and the same command
continues where it stopped: prices are kept for 30 minutes. They are for the whole party, fees
included.`
	cmd.Example = `  travel explore DXB --visa-free IN
  travel explore Lisbon "12 mar" --to MAD,BCN,ROM,PAR --nights 3
  travel explore DXB --near BKK --continent asia --nonstop --max-price 400
  travel explore open 1`
	cmd.Args = cli.ArgumentsOr("FROM [DATE]", 1, 1+dateWords, "to", "near", "visa-free")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		o.request.From, o.request.Date = args[0], strings.Join(args[1:], " ")
		if err := o.check(); err != nil {
			return err
		}
		return o.survey.Show(&o.request.SurveyRequest, func(d *desk.Desk) (flights.Explored, error) {
			return flights.Explore(cmd.Context(), d, &o.request)
		})
	}
	cli.AddParams(cmd, body, "from", "to", "fromDate", "toDate")
	cli.AddParams(cmd, read, "searchId", "currency", "locale", "sort", "page", "pageSize", "min-price", "max-price")
	o.addTo(run, cmd)
	run.Prints(cmd, schema.Document(flights.ExploredDocument{}, desk.Meta{}))
	run.Emits("place", placeEvent{})
	cli.UsedMost(cmd, cli.Used{Flag: "to", About: "Places to search, such as LIS,BCN, or @FILE"},
		cli.Used{Flag: "near", About: "Places near a place"}, cli.Used{Flag: "visa-free", About: "Visa-free places for a passport, such as IN"},
		cli.Used{Flag: "continent", About: "Only this continent, such as asia"}, cli.Used{Flag: "nights", About: "Nights of a round trip"},
		cli.Used{Flag: "nonstop", About: "Only places with a nonstop flight in the timetable"}, cli.Used{Flag: "max-price"},
		cli.Used{Flag: "yes", About: "Make the searches without asking"},
		cli.Used{Flag: "max-searches", About: "Make at most this many searches"})
	run.List(cmd, cli.Entry{Use: "open PLACE", Short: "Open a place of the last list: its trips, cheapest first", Make: newExploreOpen})
	return cmd
}

// addTo adds the flags that only this command has.
func (o *exploreOptions) addTo(run *cli.Run, cmd *cobra.Command) {
	flags, from := cmd.Flags(), &o.request.Sources
	flags.StringArrayVar(&o.lists.Given, "to", nil, "Search these `places`: codes or names separated by commas, @FILE with one per line, or @- for stdin")
	flags.StringVar(&from.Near, "near", "", "Search places near this `place`: a code, a name or LAT,LNG")
	flags.StringVar(&from.VisaFree, "visa-free", "", "Search countries that are visa-free for this `passport`")
	flags.StringVar(&from.Passport, "passport", "", "Show which places are visa-free for this `passport`, but keep all of them")
	flags.StringVar(&from.Continent, "continent", "", "Keep places on this `continent`: "+strings.Join(continentWords(), ", "))
	flags.StringVar(&from.Airline, "airline", "", "Keep places that this `airline` flies to nonstop, and its trips")
	flags.StringVar(&o.nights, "nights", "", "Search round trips of this `number` of nights")
	flags.StringVar(&o.request.MaxPrice, "max-price", "", "Leave out places with a trip above this `amount`, and count them")
	flags.StringVar(&o.sort, "sort", "price", "Order of the places: lowest `price`, or shortest duration")
	flags.BoolVar(&o.noMap, "no-map", false, "Leave out the map above the table, which needs a window of 60 by 28 or more")
	for _, name := range []string{"to", "near", "visa-free", "passport", "continent", "airline", "max-price"} {
		cli.SetGroup(flags.Lookup(name), cli.GroupFilter)
	}
	o.spend.AddTo(cmd)
	_ = cmd.RegisterFlagCompletionFunc("sort", cobra.FixedCompletions([]string{"price", "duration"}, cobra.ShellCompDirectiveNoFileComp))
	_ = cmd.RegisterFlagCompletionFunc("continent", cobra.FixedCompletions(continentWords(), cobra.ShellCompDirectiveNoFileComp))
	run.Completion().Places(cmd, "to", "near")
	run.Completion().Countries(cmd, "visa-free", "passport")
	run.EventsOf(cmd, "the searches run: created, place, waiting, settled, error")
	run.Columns(cmd, exploreview.Places{})
}

// continentWords returns the values of --continent, hyphenated so that they need no quotes.
func continentWords() (list []string) {
	for _, name := range flights.ContinentWords() {
		list = append(list, strings.ReplaceAll(name, " ", "-"))
	}
	return list
}

// check parses the flags that only this command has.
func (o *exploreOptions) check() (err error) {
	if o.request.To, err = o.lists.Places(); err != nil {
		return err
	}
	if o.nights != "" {
		if o.request.Nights, err = flights.ParseNights(o.nights); err != nil {
			return err
		}
	}
	switch o.sort {
	case "price":
	case "duration":
		o.request.Sort = flights.ByDuration
	default:
		return problem.NotAccepted("--sort", o.sort, "price or duration")
	}
	o.request.Spending, err = o.spend.Spending(o.survey.Flags)
	return err
}

// view lays out the answer.
func (o *exploreOptions) view(e *flights.Explored, foot cli.Foot) cli.View {
	v := placesView(e)
	v.NoMap = o.noMap || o.survey.Env.OutTerm.Dumb
	v.Status, v.Notes, v.Next = foot.Status, foot.Notes, foot.Next
	if v.Status != "" && e.Back != "" {
		v.Status += " Times: both ways together."
	}
	return v
}
