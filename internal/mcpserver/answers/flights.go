package answers

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/clean"
	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/desk/flights"
	"travel.example/travel/internal/desk/search"
	"travel.example/travel/internal/render/figure"
	"travel.example/travel/internal/words"
)

// partyPrices say what prices of flights are for.
const partyPrices = "Prices are for the whole party, fees included."

func flightSheet(r apiclient.FlightResults) sheet {
	s := sheet{total: r.Metadata.TotalCandidates, notes: []string{partyPrices}}
	if len(r.Results) == 0 {
		s.notes = nil
		s.about = []string{emptyFlights(r.Metadata)}
	}
	for _, card := range r.Results {
		parts := []string{desk.PriceText(flights.CardPrice(card), r.Metadata.Locale)}
		for i, leg := range card.Legs {
			parts = append(parts, strings.TrimSpace(flights.Way(i, len(card.Legs))+" "+cardLeg(leg)))
		}
		parts = append(parts, words.Counted(card.Price.WebsiteCount, "seller"), strings.Join(flights.BadgeWords(card.Badges), ", "), id("tripId", card.TripID))
		s.rows = append(s.rows, line(parts...))
	}
	return s
}

// emptyFlights say why a page has no trip.
func emptyFlights(m apiclient.FlightResultsMetadata) string {
	switch {
	case m.SnapshotTripCount == 0:
		return "No seller has offered a trip for this route and date so far."
	case m.TotalCandidates == 0:
		return fmt.Sprintf("The filters leave 0 of %s.", words.Counted(m.SnapshotTripCount, "trip"))
	}
	return fmt.Sprintf("Page %d is past the last page.", m.Page)
}

func cardLeg(leg apiclient.CardLeg) string {
	arrives := words.Moment(leg.ArrivesAt)
	text := fmt.Sprintf("%s %s to %s %s, %s, %s", leg.From, clock(leg.DepartsAt), leg.To,
		figure.Clock(arrives, words.Whole(leg.ArrivalDayOffset)), figure.Span(words.Whole(leg.DurationMinutes)), figure.Stops(words.Whole(leg.Stops)))
	if len(leg.Via) > 0 {
		text += " in " + words.And(leg.Via)
	}
	text += ", " + words.And(flights.AirlineNames(leg.Airlines))
	for _, mode := range leg.TransportTypes {
		if mode != "FLIGHT" {
			text += ", part by " + strings.ToLower(string(mode))
		}
	}
	return text
}

func tripSheet(t apiclient.FlightTrip) sheet {
	trip := flights.TripOf(t)
	s := sheet{total: len(trip.Fares), notes: []string{partyPrices}}
	for i, leg := range trip.Legs {
		way := strings.TrimSpace(flights.Way(i, len(trip.Legs)) + " ")
		for _, segment := range leg.Segments {
			s.about = append(s.about, line(strings.TrimSpace(way+" "+segment.Number),
				segment.From+" "+figure.Day(segment.Depart)+" "+segment.Depart.Format("15:04")+" to "+segment.To+" "+figure.Clock(segment.Arrive, figure.DaysBetween(segment.Depart, segment.Arrive)),
				figure.Span(segment.Minutes), segment.Carrier, id("flown by", segment.Operator), segment.Vehicle, segment.Cabin))
		}
	}
	if signals := trip.Signals(); len(signals) > 0 {
		s.about = append(s.about, "Good to know: "+clean.Line(strings.Join(signals, "; "))+".")
	}
	for _, fare := range trip.Fares {
		refund := "not refundable"
		if fare.Refundable {
			refund = "refundable, as its seller states"
		}
		s.rows = append(s.rows, line(desk.PriceText(fare.Price, trip.Locale), "sold by "+fare.Seller, fareWay(fare), refund,
			id("cabin bag", fare.CabinBag), id("checked bag", fare.CheckedBag), id("fareId", fare.ID)))
	}
	return s
}

// fareWay says where a fare goes on.
func fareWay(f flights.Fare) string {
	switch {
	case f.Opens():
		return "has options: getFareOptions, then getFareBookingLink with one"
	case f.Here():
		return "getFareBookingLink"
	}
	return "booked on its seller's own page"
}

func experienceSheet(e apiclient.TripExperience) sheet {
	var s sheet
	for i, leg := range e.Legs {
		var signals []string
		add := func(yes bool, text string) {
			if yes {
				signals = append(signals, text)
			}
		}
		add(leg.Signals.EarlyDeparture, "early departure")
		add(leg.Signals.LateArrival, "late arrival")
		add(leg.Signals.Overnight, "overnight")
		add(leg.Signals.LongStopover, "long stopover")
		add(leg.Signals.ShortStopover != nil, "short stopover")
		add(leg.Signals.HighlyRatedCarrier != nil, "highly rated carrier")
		add(leg.Signals.NewAircraft != nil, "new aircraft")
		if len(signals) == 0 {
			signals = []string{"nothing of note"}
		}
		s.about = append(s.about, line(strings.TrimSpace(flights.Way(i, len(e.Legs))+" "+leg.DepartureAirportCode+" to "+leg.ArrivalAirportCode), figure.Stops(leg.StopsCount), strings.Join(signals, ", ")))
	}
	return s
}

func optionSheet(o apiclient.FareOptions) sheet {
	all := flights.OptionsOf(&o)
	s := sheet{about: []string{all.Rule()}, total: len(all), notes: []string{"Prices are for the whole party."}}
	if o.Price != nil {
		s.about = append(s.about, "The trip costs "+desk.PriceText(search.Price{Amount: o.Price.Total.String(), Currency: o.Price.Currency}, o.Metadata.Locale)+" at least.")
	}
	for i, option := range o.Options {
		pays := "the service does not say what it pays for"
		switch {
		case all[i].Covers == apiclient.FareCoverageTrip:
			pays = "pays for the whole trip"
		case all[i].Pays():
			pays = "pays for leg " + strconv.Itoa(all[i].Leg)
		}
		s.rows = append(s.rows, line(desk.PriceText(all[i].Price, o.Metadata.Locale), option.Name, pays,
			id("cabin bag", words.Stated(option.Baggage.Cabin)), id("checked bag", words.Stated(option.Baggage.Checked)),
			term(option.Refundable).words("refundable", "not refundable"), term(option.Exchangeable).words("changes allowed", "no changes"),
			penalties(option.Penalties, o.Metadata.Locale), id("fareOptionId", option.FareOptionID)))
	}
	return s
}

// A term is whether an option or a rate lets something be done with it.
type term bool

func (t term) words(is, not string) string {
	if t {
		return is
	}
	return not
}

func penalties(list []apiclient.Penalty, locale string) string {
	var texts []string
	for _, p := range list {
		text := string(p.Type) + " " + strings.ReplaceAll(string(p.Policy), "_", " ")
		if p.Amount != nil {
			text = string(p.Type) + " " + desk.PriceText(search.Price{Amount: p.Amount.String(), Currency: words.Stated(p.Currency)}, locale)
		}
		texts = append(texts, text)
	}
	return strings.Join(texts, ", ")
}

func bookingSheet(l apiclient.BookingLink) sheet {
	return sheet{about: []string{clean.Address(l.BookingURL)}, notes: []string{
		"The link works as long as its search lives. " + desk.NothingBooked + " Give it to the traveler; never say that anything is booked.",
	}}
}

// inWeek are the days of the week as the contract counts them, from 1.
var inWeek = []string{"", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"}

func scheduleSheet(r apiclient.ScheduleResults) sheet {
	s := sheet{total: r.Metadata.TotalCandidates, notes: []string{"Published times have no prices and no seats."}}
	for _, f := range r.Results {
		aircraft := words.Stated(f.AircraftCode)
		if len(f.Segments) == 1 {
			aircraft = words.Stated(f.Segments[0].AircraftName)
		}
		arrives := f.ArrivalTime
		if days := words.Whole(f.ArrivalDayOffset); days != 0 {
			arrives += fmt.Sprintf("%+d", days)
		}
		s.rows = append(s.rows, line(words.FlightNumber(f.AirlineCode, words.Stated(f.FlightNumber)),
			f.DepartureAirportCode+" "+f.DepartureTime+" to "+f.ArrivalAirportCode+" "+arrives,
			figure.Span(words.Whole(f.DurationMinutes)), figure.Stops(words.Whole(f.StopsCount)), aircraft, periods(f.OperatingPeriods)))
	}
	return s
}

// periods are the days on which a flight leaves.
func periods(list []apiclient.OperatingPeriod) string {
	var texts []string
	for _, p := range list {
		var days []string
		for _, day := range p.Weekdays {
			if day > 0 && day < len(inWeek) {
				days = append(days, inWeek[day])
			}
		}
		text := strings.Join(days, " ")
		if len(slices.Compact(days)) == 7 {
			text = "daily"
		}
		if p.StartDate != nil && p.EndDate != nil {
			text += " " + *p.StartDate + " to " + *p.EndDate
		}
		texts = append(texts, strings.TrimSpace(text))
	}
	return strings.Join(texts, ", ")
}
