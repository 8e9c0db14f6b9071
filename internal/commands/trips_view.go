package commands

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"time"

	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/desk/recall"
	"travel.example/travel/internal/render/flightview"
	"travel.example/travel/internal/money"
	"travel.example/travel/internal/desk/search"
)

// tripList makes the ranked list of a snapshot for a person. The service
// ranks; nothing is sorted here.
func tripList(s search.FlightSnapshot, r tripsRead, facts answerFacts) flightview.TripList {
	results := s.Results
	list := flightview.TripList{
		From: r.about.From, To: r.about.To,
		Depart: day(r.about.FromDate), Return: day(r.about.ToDate),
		Context: searchWords(r.about, results.CurrencyCode, r.choice.site),
		Locale:  results.Metadata.Locale,
		Total:   results.Metadata.TotalCandidates,
		Status:  settleWords(s),
		Notes:   append(facts.Warnings, emptyWords(results)...),
		Next:    facts.Next,
	}
	low, high := priceSpan(results.Results)
	for i, card := range results.Results {
		list.Rows = append(list.Rows, tripRow(card, firstRow(results)+i, low, high))
	}
	return list
}

func tripRow(card apiclient.TripCard, n int, low, high float64) flightview.TripRow {
	row := flightview.TripRow{
		N: n, TripID: sendable(card.TripID),
		Price:   money.Money{Amount: card.Price.Total.String(), Currency: card.Price.Currency},
		Sellers: card.Price.WebsiteCount,
		Badges:  badgeWords(card.Badges),
	}
	if price, err := card.Price.Total.Float64(); err == nil && high > low {
		row.Share = new((price - low) / (high - low))
	}
	for i, leg := range card.Legs {
		row.Legs = append(row.Legs, tripLeg(leg, i, len(card.Legs)))
	}
	return row
}

// sendable is an id that may be sent back, or "": another one is never
// printed, since what is printed gets pasted into a shell.
func sendable(id string) string {
	if !apiclient.ValidID(id) {
		return ""
	}
	return id
}

func tripLeg(leg apiclient.CardLeg, i, of int) flightview.TripLeg {
	return flightview.TripLeg{
		Label: legLabel(i, of),
		From:  leg.From, To: leg.To,
		Depart: moment(leg.DepartsAt), Arrive: moment(leg.ArrivesAt),
		DayOffset: whole(leg.ArrivalDayOffset), Minutes: whole(leg.DurationMinutes), Stops: whole(leg.Stops),
		Via: leg.Via, Modes: words(leg.TransportTypes),
		Airlines: airlineNames(leg.Airlines), Operated: airlineNames(leg.OperatingAirlines),
	}
}

// legLabel tells the ways of a round trip apart; one way needs no label.
func legLabel(i, of int) string {
	switch {
	case of < 2:
		return ""
	case i == 0:
		return "out"
	}
	return "back"
}

// priceSpan is the lowest and highest price of a page, for the bar beside it.
func priceSpan(cards []apiclient.TripCard) (low, high float64) {
	for i, card := range cards {
		price, err := card.Price.Total.Float64()
		if err != nil {
			continue
		}
		if i == 0 || price < low {
			low = price
		}
		high = max(high, price)
	}
	return low, high
}

// badgeNames are the labels in a person's words; a label newer than this
// client is shown as the service sent it.
var badgeNames = map[apiclient.TripBadge]string{
	apiclient.TripBadgeBestValue:      "best value",
	apiclient.TripBadgeCheapest:       "cheapest",
	apiclient.TripBadgeCheapestDirect: "cheapest nonstop",
}

func badgeWords(badges []apiclient.TripBadge) []string {
	var names []string
	for _, b := range badges {
		name, known := badgeNames[b]
		if !known {
			name = strings.ReplaceAll(string(b), "_", " ")
		}
		names = append(names, name)
	}
	return names
}

func airlineNames(airlines []apiclient.AirlineIdentity) []string {
	var names []string
	for _, a := range airlines {
		name := a.Name
		if name == "" {
			name = a.Code
		}
		names = append(names, name)
	}
	return names
}

// searchWords say for whom and in what the prices are.
func searchWords(c recall.Context, currency string, site sourced) []string {
	var list []string
	if c.Adults > 0 {
		list = append(list, partyWords(c), strings.ReplaceAll(c.Cabin, "_", " "))
	}
	list = append(list, currency)
	if site.value != "" {
		list = append(list, marketWords(site))
	}
	return list
}

func partyWords(c recall.Context) string {
	text := counted(c.Adults, "adult")
	if c.Children > 0 {
		text += ", " + plural(c.Children, "child", "children")
	}
	if c.Infants > 0 {
		text += ", " + counted(c.Infants, "infant")
	}
	return text
}

// settleWords say what ended the wait.
func settleWords(s search.FlightSnapshot) string {
	took := fmt.Sprintf("%.1f s", s.Elapsed.Seconds())
	switch s.Settle {
	case search.Converged:
		return "settled after " + took
	case search.BudgetExhausted:
		return "still coming in when the wait ended after " + took
	case search.Interrupted:
		return "interrupted after " + took + "; more may come"
	}
	return ""
}

// emptyWords say why a page is empty, because the reasons ask for different
// next steps.
func emptyWords(r *apiclient.FlightResults) []string {
	meta := r.Metadata
	switch {
	case len(r.Results) > 0:
		return nil
	case meta.SnapshotTripCount == 0:
		return []string{"No seller has offered a trip for this route and date so far."}
	case meta.TotalCandidates == 0:
		return []string{fmt.Sprintf("The filters leave 0 of %s.", counted(meta.SnapshotTripCount, "trip"))}
	}
	pages := (meta.TotalCandidates + meta.PageSize - 1) / max(meta.PageSize, 1)
	return []string{fmt.Sprintf("Page %d is past the last page, %d.", meta.Page, pages)}
}

// counted is a number with its noun: "1 trip", "748 trips".
func counted(n int, noun string) string { return plural(n, noun, noun+"s") }

func plural(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return grouped(n) + " " + many
}

// grouped writes a number with a comma before every three digits.
func grouped(n int) string {
	text := strconv.Itoa(n)
	for i := len(text) - 3; i > 0; i -= 3 {
		text = text[:i] + "," + text[i:]
	}
	return text
}

// day reads YYYY-MM-DD; anything else is the zero time.
func day(iso string) time.Time {
	t, _ := time.Parse(isoDate, iso)
	return t
}

// moment reads a local time with its offset; anything else is the zero time,
// which the printer shows as not known.
func moment(iso string) time.Time {
	t, _ := time.Parse(time.RFC3339, iso)
	return t
}

// whole is a number of the service as a whole number, as in minutes and stops.
func whole(n json.Number) int {
	f, err := n.Float64()
	if err != nil || f > 1e9 || f < -1e9 {
		return 0
	}
	return int(f)
}

// words turns the service's words into plain strings.
func words[T ~string](list []T) []string {
	out := make([]string, len(list))
	for i, w := range list {
		out[i] = string(w)
	}
	return out
}
