package present

import (
	"fmt"
	"slices"
	"strings"

	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/desk/flights"
	"travel.example/travel/internal/offer"
	"travel.example/travel/internal/recall"
	"travel.example/travel/internal/render/canvas"
	"travel.example/travel/internal/render/flightview"
	"travel.example/travel/internal/render/grid"
	"travel.example/travel/internal/words"
)

// Trip builds the view of one trip.
func Trip(t *flights.Opened) flightview.TripView {
	v := flightview.TripView{Title: "Trip", Locale: t.Trip.Locale, Signals: t.Signals()}
	if t.Pick.N > 0 || t.Pick.Kept != "" {
		v.Title = "Trip " + flights.Number(t.Pick)
	}
	asked := t.Pick.List.Flight
	v.Context = TripTerms(asked, t.Currency, t.Locale.Site)
	for i, leg := range t.Legs {
		switch last := len(v.Route) - 1; {
		case i == 0:
			v.Route = append(v.Route, leg.From)
		case v.Route[last] != leg.From:
			v.Route[last] += "/" + leg.From // the city's other airport
		}
		v.Route = append(v.Route, leg.To)
		for _, name := range leg.Airlines {
			if !slices.Contains(v.Airlines, name) {
				v.Airlines = append(v.Airlines, name)
			}
		}
		leg.Label, leg.Segments = offer.Way(i, len(t.Legs)), slices.Clone(leg.Segments)
		for n := range leg.Segments {
			if s := &leg.Segments[n]; asked != nil && s.Cabin == asked.Cabin {
				s.Cabin = "" // the head gives it for the whole trip
			}
		}
		v.Legs = append(v.Legs, leg)
	}
	for _, f := range t.Fares {
		full, brief := then(f)
		v.Fares = append(v.Fares, flightview.FareRow{
			Ref: f.Ref, FareID: sendable(f.ID), Price: f.Price, SoldBy: f.Label, Kind: f.Fare.Kind, Refundable: grid.AnswerOf(&f.Fare.Print.Refundable),
			CabinBag: f.CabinBag, CheckedBag: f.CheckedBag, Then: full, Brief: brief, Link: f.Fare.Handoff,
		})
	}
	return v
}

// then says, in full and in brief, how to continue with a fare: with its options or at its seller.
func then(f flights.Fare) (full, brief string) {
	switch apiclient.FareKind(f.Fare.Kind) {
	case apiclient.FareKindAirline:
		return "at the airline", "airline"
	case apiclient.FareKindPartner:
		return "at the agency", "agency"
	}
	switch {
	case f.Opens() && f.Listed():
		return "travel flights options " + f.Ref, "options"
	case f.Opens():
		return "options", "options"
	}
	return "on this service, without options", "here"
}

// Options builds the view of a fare's options in the service's order, with a heading for each part of the trip that
// they pay for.
func Options(fare flights.OpenedFare) flightview.FareOptions {
	o, all := fare.Body, fare.Options
	view := flightview.FareOptions{Title: fare.Offer.Title(), Rule: all.Rule(), Locale: o.Metadata.Locale}
	if seller := fare.Offer.Row.Label; seller != "" {
		view.Context = append(view.Context, seller)
	}
	asked := fare.Offer.List.Flight
	view.Context = append(view.Context, TripTerms(asked, o.CurrencyCode, fare.Locale.Site)...)
	if asked != nil && asked.Adults > 0 {
		view.Party = asked.Party()
	}
	if o.Price != nil {
		view.Total = &offer.Money{Amount: o.Price.Total.String(), Currency: o.Price.Currency}
	}
	for i, option := range o.Options {
		if n := len(view.Groups); n == 0 || all[i].Option.Leg != all[i-1].Option.Leg || all[i].Option.Pays() != all[i-1].Option.Pays() {
			view.Groups = append(view.Groups, optionGroup(o, *all[i].Option, all))
		}
		group := &view.Groups[len(view.Groups)-1]
		group.Options = append(group.Options, optionRow(option, all[i]))
	}
	return view
}

// optionGroup returns the heading for the options that pay for the same part as first.
func optionGroup(o *apiclient.FareOptions, first offer.Option, all flights.Options) flightview.OptionGroup {
	switch {
	case !first.Pays() && slices.ContainsFunc(all, func(o recall.Row) bool { return o.Option.Pays() }):
		return flightview.OptionGroup{Label: "not said for which part"}
	case first.Leg == 0:
		return flightview.OptionGroup{}
	}
	group := flightview.OptionGroup{Label: strings.ToLower(offer.LegName(first.Leg, first.Legs))}
	for _, leg := range o.Legs {
		if words.Whole(leg.LegID) == first.Leg {
			group.From, group.To, group.Depart = words.Stated(leg.From), words.Stated(leg.To), words.Moment(words.Stated(leg.DepartsAt))
		}
	}
	return group
}

func optionRow(option apiclient.FareOption, o recall.Row) flightview.FareOption {
	row := flightview.FareOption{
		N: o.N, OptionID: o.ID, Name: o.Label, Covers: o.Option.Covers, Price: o.Price,
		CabinBag: words.Stated(option.Baggage.Cabin), CheckedBag: words.Stated(option.Baggage.Checked),
		Refundable: grid.AnswerOf(&option.Refundable), Exchangeable: grid.AnswerOf(&option.Exchangeable),
		Terms: option.TermsUrls,
	}
	for _, p := range option.Penalties {
		penalty := flightview.Penalty{Policy: string(p.Policy)}
		if p.Amount != nil {
			penalty.Fee = offer.Money{Amount: p.Amount.String(), Currency: words.Stated(p.Currency)}
		}
		switch p.Type {
		case apiclient.PenaltyTypeChange:
			row.Change = penalty
		case apiclient.PenaltyTypeCancel:
			row.Cancel = penalty
		}
	}
	return row
}

// Experience builds the view of a trip's comfort signals. row is the trip's number, 0 if it has none.
func Experience(e *apiclient.TripExperience, row int) grid.Table {
	v := grid.Table{
		Title: "How the trip will feel", Shown: [][]grid.Cell{}, // the confirmed and open signals
		Columns: []grid.Column{
			{Name: "LEG", Record: true}, {Name: "FROM", Record: true}, {Name: "TO", Record: true}, {Name: "STOPS", Record: true},
			{Name: "SIGNAL", Keep: 9}, {Name: "ANSWER", Keep: 9}, {Name: "A YES MEANS", Keep: 1},
		},
	}
	if row > 0 {
		v.Title = fmt.Sprintf("How trip %d will feel", row)
	}
	unconfirmed := false
	for i, leg := range e.Legs {
		stops := words.Counted(leg.StopsCount, "stop")
		if leg.StopsCount == 0 {
			stops = "nonstop"
		}
		first, noes := len(v.Shown), []string(nil)
		for _, s := range signalsOf(leg) {
			unconfirmed = unconfirmed || s.answer.Text == notConfirmed
			cells := []grid.Cell{
				{Text: fmt.Sprint(i + 1)}, {Text: leg.DepartureAirportCode}, {Text: leg.ArrivalAirportCode}, {Text: fmt.Sprint(leg.StopsCount)},
				{Text: s.name}, s.answer, {Text: s.meaning, Tone: canvas.Faint},
			}
			v.Rows = append(v.Rows, cells)
			switch s.answer.Text {
			case grid.No.String():
				noes = append(noes, s.name)
			case noStop: // the heading says so
			default:
				v.Shown = append(v.Shown, cells)
			}
		}
		rows := len(v.Shown) - first
		if rows == 0 {
			continue
		}
		v.Above, v.Below = append(v.Above, make([]string, rows)...), append(v.Below, make([]string, rows)...)
		way := strings.ToUpper(offer.Way(i, len(e.Legs)))
		heading := fmt.Sprintf("%s   %s → %s   %s", way, leg.DepartureAirportCode, leg.ArrivalAirportCode, stops)
		v.Above[first] = strings.TrimSpace(heading)
		if n := len(noes); n > 0 {
			v.Below[first+rows-1] = fmt.Sprintf("%d more %s a plain no: %s", n, words.IsAre(n), strings.Join(noes, ", "))
		}
	}
	if unconfirmed {
		v.Notes = []string{`"not confirmed" is not a no: the service says yes or nothing.`}
	}
	return v
}

// signal is one comfort signal of a leg.
type signal struct {
	name    string
	answer  grid.Cell
	meaning string
}

// Answers other than yes and no.
const (
	notConfirmed = "not confirmed"
	noStop       = "no stop"
)

// signalsOf returns all signals of a leg, drawbacks first.
func signalsOf(leg apiclient.ExperienceLeg) []signal {
	s := leg.Signals
	short := confirmed(s.ShortStopover, canvas.Warn)
	if leg.StopsCount == 0 && s.ShortStopover == nil {
		short.Text = noStop
	}
	return []signal{
		{"early departure", burden(grid.AnswerOf(&s.EarlyDeparture)), "it leaves so early that you lose sleep"},
		{"late arrival", burden(grid.AnswerOf(&s.LateArrival)), "it arrives so late that you lose sleep"},
		{"overnight", burden(grid.AnswerOf(&s.Overnight)), "the leg includes a night"},
		{"long stopover", burden(grid.AnswerOf(&s.LongStopover)), "one stop is a long wait"},
		{"short stopover", short, "a connection is tight"},
		{"new aircraft", confirmed(s.NewAircraft, canvas.Good), "the aircraft is new"},
		{"highly rated carrier", confirmed(s.HighlyRatedCarrier, canvas.Good), "the carrier is highly rated"},
	}
}

// burden shows a signal that the service always answers and that is a drawback.
func burden(a grid.Answer) grid.Cell {
	cell := a.Cell()
	if a == grid.Yes {
		cell.Tone = canvas.Warn
	}
	return cell
}

// confirmed shows a signal that is only ever sent as a yes.
func confirmed[T ~bool](yes *T, tone canvas.Tone) grid.Cell {
	if yes != nil && bool(*yes) {
		return grid.Cell{Text: "yes", Tone: tone}
	}
	return grid.Cell{Text: notConfirmed, Tone: canvas.Faint}
}
