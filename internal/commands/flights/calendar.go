package flights

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"travel.example/travel/internal/ask"
	"travel.example/travel/internal/cli"
	"travel.example/travel/internal/cli/calendars"
	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/desk/countries"
	"travel.example/travel/internal/desk/flights"
	"travel.example/travel/internal/desk/places"
	"travel.example/travel/internal/names"
	"travel.example/travel/internal/offer"
	"travel.example/travel/internal/present"
	"travel.example/travel/internal/render/exploreview"
	"travel.example/travel/internal/render/grid"
	"travel.example/travel/internal/render/priceview"
	"travel.example/travel/internal/schema"
	"travel.example/travel/internal/sweep"
	"travel.example/travel/internal/words"
)

func newCalendar(run *cli.Run) *cobra.Command {
	cmd, body := run.Operation("createFlightSearch")
	read := ask.New("getFlightSearchResults", body.Days())
	request := &flights.CalendarRequest{}
	request.Query, request.View.Query = body, read
	grid := "nights"
	survey := cli.Survey[flights.Calendar, *flights.Calendar]{
		Prices: "Prices: whole party, fees included.", None: "without a trip",
		View: func(cal *flights.Calendar, foot cli.Foot) cli.View { return calendarView(cal, foot, grid) },
		Event: func(cal *flights.Calendar, i int) any {
			return cellEvent{"cell", flights.CellDocument(cal.Cells[i], "")}
		},
	}
	cmd.Long = `Show a calendar with the cheapest trip of each day. Every day takes one search and uses one of your
searches.

WHEN is a month (2027-03, march), two days (+30d..+60d), or a day and the days around it ("12 mar"
--flex 3); without it, the 31 days from tomorrow. A range of --nights makes a grid.

travel first tells you how many searches it will make and about how long that takes: about three
minutes for a month. Above 7 searches it asks; in scripts, use --yes or --max-searches. Ctrl-C keeps
the prices found so far, and the same command continues where it stopped: prices are kept for 30
minutes. They are for the whole party, fees included. Days that were not searched have no price.`
	cmd.Example = `  travel flights calendar DXB LHR
  travel flights calendar DXB LON march --max-stops 0 --nights 7
  travel flights calendar Lisbon "New York" "12 mar" --flex 3 --nights 3-5
  travel flights calendar open 12`
	cmd.Args = cli.ArgumentsOr("FROM TO [WHEN]", 2, 2+calendars.WhenWords)
	calendars.Shows(run, cmd, &request.Request, survey, priceview.Calendar{},
		func(args []string) []string {
			request.From, request.To = args[0], args[1]
			return args[2:]
		},
		func(ctx context.Context, d *desk.Desk) (flights.Calendar, error) {
			return flights.PriceCalendar(ctx, d, request)
		})
	cli.AddParams(cmd, body, "from", "to", "fromDate", "toDate")
	cli.AddParams(cmd, read, "searchId", "currency", "locale", "sort", "page", "pageSize")
	cmd.Flags().Var(nightsFlag(&request.Nights), "nights", "Search round trips of this many nights, or of each number in a `range` such as 3-5")
	cmd.Flags().Var(cli.OneOf(&grid, "--grid", "nights", "return"), "grid", "What the columns show with a range of --nights: nights or return")
	run.Prints(cmd, schema.Document(flights.CalendarDocument{}, desk.Meta{}))
	run.Emits("cell", cellEvent{})
	cli.UsedMost(cmd, "nights\tNights of a round trip, or a range: 7, 3-5", "flex",
		"max-stops\tMaximum stops on each leg; 0 for nonstop flights only", "adults", "yes", "max-searches", "fresh", "currency")
	run.List(cmd, cli.Entry{Use: "open DAY", Short: "Open a day of the last calendar: its trips, cheapest first", Make: newCalendarOpen})
	return cmd
}

// nightsFlag is a flag that accepts the nights of a round trip, or a range of them.
func nightsFlag(to *flights.Nights) cli.Value {
	return cli.Value{Kind: "string", Read: func(text string) (err error) {
		*to, err = flights.ParseNights(text)
		return err
	}}
}

// calendarView lays out a calendar. grid is the value of --grid.
func calendarView(cal *flights.Calendar, foot cli.Foot, grid string) cli.View {
	v := calendars.View(&cal.Calendar, foot)
	v.View = present.FiltersOf(cal.Base.View, v.Currency).Line()
	v.Title = endWords(cal.From.Name, cal.From.Code) + " → " + endWords(cal.To.Name, cal.To.Code)
	stays := "return after " + words.Counted(cal.Nights.Least, "night")
	switch n := cal.Nights; {
	case !n.Return:
		stays = "one way"
	case n.Count() > 1:
		stays = fmt.Sprintf("return after %d to %d nights", n.Least, n.Most)
	case n.Least == 0:
		stays = "return on the same day"
	}
	v.About = append([]string{stays}, present.TripTerms(cal.Base.Flight, v.Currency, cal.Locale.Site)...)
	if cal.Nights.Count() > 1 {
		v.Stays = priceview.ByNights
		if grid == "return" {
			v.Stays = priceview.ByReturns
		}
	}
	return v
}

func endWords(name, code string) string { return strings.TrimSpace(name + " " + code) }

// cellEvent is printed for a day with new data.
type cellEvent struct {
	Event string `json:"event"` // always "cell"
	flights.CellJSON
}

// NewExplore returns the explore command.
func NewExplore(run *cli.Run) *cobra.Command {
	cmd, body := run.Operation("createFlightSearch")
	read := ask.New("getFlightSearchResults", body.Days())
	var request flights.ExploreRequest
	request.Query, request.View.Query = body, read
	var spend cli.SpendingFlags
	var to []string
	noMap := false
	request.Sort = "price"
	survey := cli.Survey[flights.Explored, *flights.Explored]{
		Run: run, Prices: "Prices: whole party, fees included.", None: "without a trip", Notes: placesNotes,
		View: func(e *flights.Explored, foot cli.Foot) cli.View {
			return placesView(e, foot, noMap || run.Env.OutTerm.Dumb)
		},
		Event:    func(e *flights.Explored, i int) any { return placeEvent{"place", e.Goal(i).JSON()} },
		Failures: failures,
	}
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
	cmd.Args = cli.ArgumentsOr("FROM [DATE]", 1, 5, "to", "near", "visa-free")
	cmd.RunE = func(cmd *cobra.Command, args []string) (err error) {
		request.From, request.Date = args[0], strings.Join(args[1:], " ")
		if request.To, err = run.Places(to); err != nil {
			return err
		}
		request.Spending = spend.Spending(run.Flags)
		return survey.Show(&request.SurveyRequest, func(d *desk.Desk) (flights.Explored, error) {
			return flights.Explore(cmd.Context(), d, &request)
		})
	}
	cli.AddParams(cmd, body, "from", "to", "fromDate", "toDate")
	cli.AddParams(cmd, read, "searchId", "currency", "locale", "sort", "page", "pageSize", "min-price", "max-price")
	flags, from := cmd.Flags(), &request.Sources
	flags.StringArrayVar(&to, "to", nil, "Search these `places`: codes or names separated by commas, @FILE with one per line, or @- for stdin")
	flags.StringVar(&from.Near, "near", "", "Search places near this `place`: a code, a name or LAT,LNG")
	flags.StringVar(&from.VisaFree, "visa-free", "", "Search countries that are visa-free for this `passport`")
	flags.StringVar(&from.Passport, "passport", "", "Show which places are visa-free for this `passport`, but keep all of them")
	flags.StringVar(&from.Continent, "continent", "", "Keep places on this `continent`: "+strings.Join(continentWords(), ", "))
	flags.StringVar(&from.Airline, "airline", "", "Keep places that this `airline` flies to nonstop, and its trips")
	flags.Var(nightsFlag(&request.Nights), "nights", "Search round trips of this `number` of nights")
	flags.StringVar(&request.MaxPrice, "max-price", "", "Leave out places with a trip above this `amount`, and count them")
	flags.Var(cli.OneOf(&request.Sort, "--sort", "price", "duration"), "sort", "Order of the places: lowest `price`, or shortest duration")
	flags.BoolVar(&noMap, "no-map", false, "Leave out the map above the table, which needs a window of 60 by 28 or more")
	cli.InGroup(flags, cli.GroupFilter, "to", "near", "visa-free", "passport", "continent", "airline", "max-price")
	spend.AddTo(cmd)
	cli.Suggest(cmd, "continent", continentWords()...)
	run.EventsOf(cmd, "the searches run: created, place, waiting, settled, error")
	run.Columns(cmd, exploreview.Places{})
	run.Prints(cmd, schema.Document(flights.ExploredDocument{}, desk.Meta{}))
	run.Emits("place", placeEvent{})
	cli.UsedMost(cmd, "to\tPlaces to search, such as LIS,BCN, or @FILE", "near\tPlaces near a place",
		"visa-free\tVisa-free places for a passport, such as IN", "continent\tOnly this continent, such as asia",
		"nights\tNights of a round trip", "nonstop\tOnly places with a nonstop flight in the timetable",
		"max-price", "yes", "max-searches")
	run.List(cmd, cli.Entry{Use: "open PLACE", Short: "Open a place of the last list: its trips, cheapest first", Make: newExploreOpen})
	return cmd
}

// continentWords returns the values of --continent, hyphenated so that they need no quotes.
func continentWords() (list []string) {
	for _, name := range flights.ContinentWords() {
		list = append(list, strings.ReplaceAll(name, " ", "-"))
	}
	return list
}

// placesView lays out the places.
func placesView(e *flights.Explored, foot cli.Foot, noMap bool) exploreview.Places {
	title := "From " + endWords(e.From.Name, e.From.Code) + ", " + desk.DaysText(e.Day, e.Back)
	if e.Back != "" {
		title += ", " + words.Counted(offer.DaysBetween(words.Day(e.Day), words.Day(e.Back)), "night")
	}
	v := exploreview.Places{
		Frame: grid.Frame{
			Title: title, About: present.TripTerms(e.Base.Flight, e.Currency(), e.Locale.Site), View: present.FiltersOf(e.Base.View, e.Currency()).Line(),
			Status: foot.Status, Notes: foot.Notes, Next: foot.Next,
		},
		Locale: e.Locale.Language.Value, Start: spotView(e.From), Visas: e.Passport != "" && !allListed(e),
		NoMap: noMap,
	}
	if v.Status != "" && e.Back != "" {
		v.Status += " Times: both ways together."
	}
	shown := e.Shown()
	low, high := math.Inf(1), 0.0 // the prices shown
	for _, goal := range shown {
		if amount, ok := goal.Price.Number(); ok {
			low, high = min(low, amount), max(high, amount)
		}
	}
	for n, goal := range shown {
		row := goalView(goal)
		row.N = n + 1
		if amount, ok := goal.Price.Number(); ok && high > low {
			row.Share = new((amount - low) / (high - low))
		}
		v.Rows = append(v.Rows, row)
	}
	asked := len(v.Rows) - len(e.Rest)
	v.Rows, v.Rest = v.Rows[:asked], v.Rows[asked:]
	return v
}

func spotView(s places.Place) exploreview.Spot {
	v := exploreview.Spot{Code: s.Code, Name: s.Name}
	if s.Point != nil {
		v.Lat, v.Lng, v.Known = s.Point.Lat, s.Point.Lng, true
	}
	return v
}

func goalView(g flights.Destination) exploreview.Row {
	v := exploreview.Row{
		Spot: spotView(g.Place), Cell: g.Cell, Country: cmp.Or(names.CountryName(g.Country), g.Country), CountryCode: g.Country,
		Nonstop: g.HasNonstop(), Visa: visaWords[g.Visa], VisaCode: string(g.Visa),
	}
	if g.Kilometres != nil {
		v.Distance = fmt.Sprintf("%.0f", *g.Kilometres)
	}
	return v
}

// visaWords says what a passport's list says, and nothing more.
var visaWords = map[flights.Visa]string{
	flights.Listed: "visa-free", flights.NotListed: "not in the list", flights.OwnCountry: "own country",
}

// placesNotes says what was left out, what was saved, and what the list of a passport means.
func placesNotes(e *flights.Explored, saved string) (notes []string) {
	if dear := e.Dear(); len(dear) > 0 {
		n := len(dear)
		least := fmt.Sprintf("%s to %s", dear[0].Price.Text(e.Locale.Language.Value), endWords(dear[0].Name, dear[0].Code))
		notes = append(notes, fmt.Sprintf("%s more than %s %s and %s left out, the least %s.",
			words.Plural(n, "place costs", "places cost"), e.MaxPrice, e.Currency(), words.IsAre(n), least))
	}
	if n := len(e.Rest); n > 0 {
		notes = append(notes, fmt.Sprintf("%s farther away %s not searched; --max-searches %d searches all.", words.Counted(n, "place"), words.WasWere(n), n+len(e.Cells)))
	}
	if left := e.Left.Words(); left != "" {
		notes = append(notes, "Left out without a search: "+left+".")
	}
	if saved != "" {
		notes = append(notes, saved)
	}
	if e.Tally().Of[sweep.Failed] > 0 {
		notes = append(notes, "The same command tries again what has failed.")
	}
	switch {
	case e.Passport == "":
	case allListed(e):
		notes = append(notes, "All are listed as visa-free for a passport of "+countries.Named(e.Passport)+"; check with the country before you book.")
	default:
		notes = append(notes, "Visa: what is listed for a passport of "+countries.Named(e.Passport)+". A country that is not in the list is only not in the list; that does not mean that a visa is needed.")
	}
	return notes
}

// failures lists the places that failed and why, for formats without rows.
func failures(e *flights.Explored) (said []string) {
	for i, cell := range e.Cells {
		if cell.Err != nil {
			said = append(said, e.List[i].Code+" failed: "+cell.Err.Error())
		}
	}
	return said
}

// allListed reports whether the passport's list includes the country of every place.
func allListed(e *flights.Explored) bool {
	return !slices.ContainsFunc(e.List, func(c flights.Candidate) bool { return c.Visa != flights.Listed })
}

// placeEvent is printed for a place with new data.
type placeEvent struct {
	Event string `json:"event"` // always "place"
	flights.PlaceJSON
}
