package site

import (
	"errors"
	"net/http"
	"strconv"
	"time"

	"travel.example/travel/internal/sandbox/links"
)

// flightFields is what the form of a flight search holds.
type flightFields struct {
	From, To    string
	Out, Back   string // YYYY-MM-DD or empty
	First, Last string // days that can be searched for
	Cabins      []choice
	Adults      []choice
	Children    []choice
	Infants     []choice
	Hidden      []field
}

// fieldsOf fills the form with a search, also with one that is not whole.
func (s *Site) fieldsOf(f links.Flights, at time.Time) flightFields {
	first, last := s.options.Departures(f.From, at)
	fields := flightFields{
		From: f.From, To: f.To, Out: f.Out, Back: f.Back,
		First: first.Format(time.DateOnly), Last: last.Format(time.DateOnly),
		Adults: numbers(1, links.MaxAdults, f.Adults), Children: numbers(0, links.MaxChildren, f.Children),
		Infants: numbers(0, links.MaxChildren, f.Infants),
		Hidden:  []field{{"siteCode", f.Site}, {"locale", f.Locale}},
	}
	if f.Currency != "" {
		fields.Hidden = append(fields.Hidden, field{"currency", f.Currency})
	}
	for _, cabin := range links.Cabins() {
		fields.Cabins = append(fields.Cabins, choice{Value: cabin, Text: cabinName(cabin), Chosen: cabin == f.Cabin})
	}
	return fields
}

// numbers offers the whole numbers of a range.
func numbers(from, to, chosen int) []choice {
	var choices []choice
	for n := from; n <= to; n++ {
		choices = append(choices, choice{Value: strconv.Itoa(n), Text: strconv.Itoa(n), Chosen: n == chosen})
	}
	return choices
}

// flightForm turns what was typed into the lasting link, and goes there.
func (s *Site) flightForm(v *visit) (answer, error) {
	f, err := links.ReadForm(v.query)
	if err != nil {
		return s.badFlights(f, err, v.at)
	}
	return redirect(f.Path()), nil
}

// badFlightsView is the page of a search that cannot be made, with the form to
// correct it in.
type badFlightsView struct {
	Faults []string
	Form   flightFields
}

// badFlights tells what is wrong with a search and offers to correct it.
func (s *Site) badFlights(f links.Flights, err error, at time.Time) (answer, error) {
	wrong, ok := errors.AsType[*links.Error](err)
	if !ok {
		return nil, err
	}
	return &page{
		status: http.StatusBadRequest, name: "badflights.html", title: "This search cannot be made", section: flightSection,
		view: badFlightsView{Faults: wrong.Faults, Form: s.fieldsOf(f, at)},
	}, nil
}
