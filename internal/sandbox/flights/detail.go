package flights

import (
	"strconv"
	"time"

	"travel.example/travel/internal/sandbox/flights/timetable"
	"travel.example/travel/internal/sandbox/wire"
)

// TripDetail is a trip in the rich form. Its error is as that of Trip.
func (e *Engine) TripDetail(q Query, at time.Time, quote Quote, tripCode string) (wire.TripDetail, error) {
	s, t, err := e.open(q, at, quote, tripCode)
	if err != nil {
		return wire.TripDetail{}, err
	}
	out := wire.TripDetail{
		TripID: s.tripID(t), Stops: float64(t.stops), DurationMinutes: float64(t.minutes), Metadata: s.money.metadata(),
	}
	for i, leg := range t.legs {
		out.Legs = append(out.Legs, s.detailLeg(leg, i))
	}
	for _, o := range s.snap.answered(t) {
		out.Fares = append(out.Fares, s.detailFare(t, o))
	}
	return out, nil
}

func (s shape) detailLeg(p *plan, index int) wire.DetailLeg {
	leg := wire.DetailLeg{
		Direction: [...]wire.DetailLegDirection{wire.DetailLegDirectionDepart, wire.DetailLegDirectionReturn}[index],
		From:      s.place(p.first().From, p.first()), To: s.place(p.last().To, p.last()),
		DepartsAt: s.stamp(p.first().From, p.first().leave), ArrivesAt: s.stamp(p.last().To, p.last().land),
		ArrivalDayOffset: float64(p.landDay - p.first().day), Overnight: p.overnight(),
		DurationMinutes: float64(p.minutes), Stops: float64(p.stops()),
	}
	if p.stops() > 0 {
		leg.LayoverMinutes = new(float64(p.waiting))
	}
	for i, r := range p.rides {
		leg.Segments = append(leg.Segments, s.detailSegment(r, p.sold[i]))
	}
	return leg
}

func (s shape) detailSegment(r ride, sold timetable.Sale) wire.DetailSegment {
	cabin := aboard(r.Flight, s.snap.key.cabin)
	out := wire.DetailSegment{
		From: s.place(r.From, r), To: s.place(r.To, r), DepartsAt: s.stamp(r.From, r.leave), ArrivesAt: s.stamp(r.To, r.land),
		DurationMinutes: float64(r.minutes()), Airline: s.e.identity(sold.Airline), FlightNumber: strconv.Itoa(sold.Number),
		Aircraft: r.Flight.Aircraft.Name, TransportType: transportType(r), Cabin: cabin.wire(),
		Amenities: amenities(r.Flight, cabin), Seat: seat(r.Flight, cabin),
	}
	if r.Operator != sold.Airline {
		out.OperatedBy = new(r.Operator.Name)
	}
	return out
}

func (s shape) detailFare(t *trip, o offer) wire.DetailFare {
	one := s.snap.sellers[o.seller]
	return wire.DetailFare{
		Kind: one.kind, FareID: s.fareID(t, o).String(),
		Provider: wire.Provider{
			Code: one.code, Name: one.name, Color: &one.color,
			LogoURL: s.e.options.SiteURL + "/logos/providers/" + one.code + ".svg",
		},
		Price: wire.DetailFarePrice{
			Total: s.money.total(o.usd), TotalUsd: o.usd, Currency: s.money.currency.Code, IncludesTaxesAndFees: true,
		},
		Baggage: o.baggage.wire(), Refundable: o.refundable,
		HasFareOptions: one.kind == wire.FareKindPlatform, HandoffURL: s.handoff(t, o),
	}
}

// wire is the allowance in words, or nil when the seller does not state it.
func (b baggage) wire() *wire.Baggage {
	switch b {
	case handOnly:
		return &wire.Baggage{Cabin: new("1 bag, 7 kg"), Checked: new("not included")}
	case oneBag:
		return &wire.Baggage{Cabin: new("1 bag, 7 kg"), Checked: new("1 bag, 23 kg")}
	case twoBags:
		return &wire.Baggage{Cabin: new("2 bags, 7 kg each"), Checked: new("2 bags, 32 kg each")}
	}
	return nil
}
