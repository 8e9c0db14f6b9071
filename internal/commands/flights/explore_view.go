package flights

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/desk/countries"
	"travel.example/travel/internal/desk/flights"
	"travel.example/travel/internal/desk/places"
	"travel.example/travel/internal/offer"
	"travel.example/travel/internal/present"
	"travel.example/travel/internal/render/exploreview"
	"travel.example/travel/internal/render/grid"
	"travel.example/travel/internal/sweep"
	"travel.example/travel/internal/words"
)

// placesView lays out the places.
func placesView(e *flights.Explored) exploreview.Places {
	title := "From " + endWords(e.From.Name, e.From.Code) + ", " + desk.DaysText(e.Day, e.Back)
	if e.Back != "" {
		title += ", " + words.Counted(offer.DaysBetween(words.Day(e.Day), words.Day(e.Back)), "night")
	}
	v := exploreview.Places{
		Title: title, Context: present.TripTerms(e.Base.Flight, e.Currency(), e.Locale.Site), View: present.FiltersOf(e.Base.View, e.Currency()).Line(),
		Locale: e.Locale.Language.Value, Start: spotView(e.From), Visas: e.Passport != "" && !allListed(e),
	}
	shown := e.Shown()
	low, high := math.Inf(1), 0.0 // the prices shown
	for _, goal := range shown {
		if amount, ok := goal.Got.Price.Number(); ok {
			low, high = min(low, amount), max(high, amount)
		}
	}
	for n, goal := range shown {
		row := goalView(goal)
		row.N = n + 1
		if amount, ok := goal.Got.Price.Number(); ok && high > low {
			row.Share = new((amount - low) / (high - low))
		}
		v.Rows = append(v.Rows, row)
	}
	asked := len(v.Rows) - len(e.Rest)
	v.Rows, v.Rest = v.Rows[:asked], v.Rows[asked:]
	return v
}

func spotView(s places.Spot) exploreview.Spot {
	v := exploreview.Spot{Code: s.Code, Name: s.Name}
	if s.Point != nil {
		v.Lat, v.Lng, v.Known = s.Point.Lat, s.Point.Lng, true
	}
	return v
}

func goalView(g flights.Destination) exploreview.Row {
	v := exploreview.Row{
		Spot: spotView(g.Spot), Country: cmp.Or(countries.Called(g.Country), g.Country), CountryCode: g.Country,
		State: grid.State(g.Status), Nonstop: g.HasNonstop(), Visa: visaWords[g.Visa], VisaCode: string(g.Visa),
		SearchID: g.SearchID, Settle: string(g.Settle), AsOf: g.AsOf,
	}
	if g.Kilometres != nil {
		v.Distance = fmt.Sprintf("%.0f", *g.Kilometres)
	}
	if g.Any {
		got := g.Got
		v.Price, v.TripID, v.Departs = got.Price, got.TripID, got.Departs
		v.Minutes, v.Stops, v.Airlines, v.Codes = got.Minutes, got.Stops, got.Names, got.Airlines
	}
	if g.Err != nil {
		v.Error = g.Err.Error()
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
		least := fmt.Sprintf("%s to %s", dear[0].Got.Price.Text(e.Locale.Language.Value), endWords(dear[0].Name, dear[0].Code))
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
