package commands

import (
	"time"

	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/render/flightview"
	"travel.example/travel/internal/render/grid"
	"travel.example/travel/internal/money"
	"travel.example/travel/internal/desk/search"
)

// tripFacts is one trip, read from either of the two forms the service has.
type tripFacts struct {
	legs     []tripLegFacts
	fares    []fareFacts
	metadata apiclient.PricedReadMetadata
	// What finds the trip again in another search.
	itinerary search.Itinerary
}

type tripLegFacts struct {
	view      flightview.ViewLeg
	airlines  []string
	overnight bool
}

type fareFacts struct {
	id, kind, seller, link string
	print                  search.FarePrint // finds it again
	price                  money.Money
	refundable             grid.Answer
	options                bool // the options read can expand it
	cabinBag, checkedBag   string
}

// readTrip reads whichever form the service sent.
func readTrip(t apiclient.Trip) tripFacts {
	if t.Detail != nil {
		return readDetail(*t.Detail)
	}
	return readDefault(*t.Default)
}

func readDetail(t apiclient.TripDetail) tripFacts {
	facts := tripFacts{metadata: t.Metadata, itinerary: search.DetailItinerary(t)}
	for i, leg := range t.Legs {
		view := flightview.ViewLeg{
			Label: legLabel(i, len(t.Legs)), From: leg.From.Code, To: leg.To.Code,
			Depart: moment(leg.DepartsAt), Arrive: moment(leg.ArrivesAt),
			DayOffset: whole(leg.ArrivalDayOffset), Minutes: whole(leg.DurationMinutes), Stops: whole(leg.Stops),
		}
		var airlines []string
		for _, s := range leg.Segments {
			view.Segments = append(view.Segments, detailSegment(s))
			airlines = append(airlines, s.Airline.Name)
		}
		facts.legs = append(facts.legs, tripLegFacts{view, airlines, leg.Overnight})
	}
	for _, fare := range t.Fares {
		f := fareFacts{
			id: fare.FareID, kind: string(fare.Kind), seller: fare.Provider.Name, link: fare.HandoffURL,
			price:      money.Money{Amount: fare.Price.Total.String(), Currency: fare.Price.Currency},
			refundable: answerOf(fare.Refundable), options: fare.HasFareOptions,
			print: search.FarePrint{Seller: fare.Provider.Code, Kind: string(fare.Kind), Refundable: fare.Refundable},
		}
		if fare.Baggage != nil {
			f.cabinBag, f.checkedBag = stated(fare.Baggage.Cabin), stated(fare.Baggage.Checked)
		}
		facts.fares = append(facts.fares, f)
	}
	return facts
}

func detailSegment(s apiclient.DetailSegment) flightview.Segment {
	return flightview.Segment{
		From:   flightview.Station{Code: s.From.Code, Name: s.From.Name},
		To:     flightview.Station{Code: s.To.Code, Name: s.To.Name},
		Depart: moment(s.DepartsAt), Arrive: moment(s.ArrivesAt), Minutes: whole(s.DurationMinutes),
		Mode: string(s.TransportType), Number: s.Airline.Code + " " + s.FlightNumber,
		Carrier: s.Airline.Name, Operator: stated(s.OperatedBy), Vehicle: s.Aircraft, Cabin: s.Cabin,
	}
}

func readDefault(t apiclient.TripDefault) tripFacts {
	facts := tripFacts{metadata: t.Metadata, itinerary: search.TripItinerary(t)}
	legs := []apiclient.Leg{t.Outbound}
	if t.Return != nil {
		legs = append(legs, *t.Return)
	}
	for i, leg := range legs {
		facts.legs = append(facts.legs, defaultLeg(leg, i, len(legs)))
	}
	for _, fare := range t.Fares {
		facts.fares = append(facts.fares, fareFacts{
			id: fare.FareID, kind: string(fare.Kind), seller: fare.ProviderName, link: fare.HandoffURL,
			price:      money.Money{Amount: fare.Price.Total.String(), Currency: fare.Price.Currency},
			refundable: answerOf(fare.Refundable), options: fare.HasFareOptions,
			print: search.FarePrint{Seller: fare.ProviderCode, Kind: string(fare.Kind), Refundable: fare.Refundable},
		})
	}
	return facts
}

func defaultLeg(leg apiclient.Leg, i, of int) tripLegFacts {
	depart, arrive := moment(leg.DepartsAt), moment(leg.ArrivesAt)
	view := flightview.ViewLeg{
		Label: legLabel(i, of), From: leg.From, To: leg.To, Depart: depart, Arrive: arrive,
		DayOffset: dayOffset(depart, arrive), Minutes: whole(leg.DurationMinutes), Stops: whole(leg.Stops),
	}
	airlines := leg.Airlines
	if len(leg.AirlinesDetail) == len(leg.Airlines) {
		airlines = nil
		for _, c := range leg.AirlinesDetail {
			airlines = append(airlines, c.Name)
		}
	}
	for _, s := range leg.Segments {
		segment := flightview.Segment{
			From:   flightview.Station{Code: s.From, Name: stated(s.FromName)},
			To:     flightview.Station{Code: s.To, Name: stated(s.ToName)},
			Depart: moment(s.DepartsAt), Arrive: moment(s.ArrivesAt),
			Mode: string(s.TransportType), Number: s.MarketingCarrier.Code + " " + s.FlightNumber,
			Carrier: s.MarketingCarrier.Name,
		}
		segment.Minutes = int(segment.Arrive.Sub(segment.Depart).Minutes())
		if s.OperatingCarrier != nil {
			segment.Operator = s.OperatingCarrier.Name
		}
		view.Segments = append(view.Segments, segment)
	}
	return tripLegFacts{view: view, airlines: airlines}
}

// dayOffset counts the midnights between two local times, each at its own place.
func dayOffset(depart, arrive time.Time) int {
	from, to := depart.Format(isoDate), arrive.Format(isoDate)
	return int(day(to).Sub(day(from)).Hours() / 24)
}

func stated(s *string) string {
	if s == nil {
		return ""
	}
	return *s
}
