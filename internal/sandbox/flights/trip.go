package flights

import (
	"fmt"
	"net/url"
	"strconv"
	"strings"
	"time"

	"travel.example/travel/internal/sandbox/data"
	"travel.example/travel/internal/sandbox/flights/market"
	"travel.example/travel/internal/sandbox/flights/planner"
	"travel.example/travel/internal/sandbox/flights/timetable"
	"travel.example/travel/internal/sandbox/wire"
)

// Trip is a trip in the compact form with the fares that have arrived at a time. The
// error is ErrNotFound for a code that the search does not hold, or holds no
// fare of yet.
func (e *Engine) Trip(q Query, at time.Time, quote Quote, tripCode string) (wire.TripDefault, error) {
	s, t, err := e.open(q, at, quote, tripCode)
	if err != nil {
		return wire.TripDefault{}, err
	}
	out := wire.TripDefault{
		TripID: s.tripID(t), Stops: float64(t.Stops), DurationMinutes: float64(t.Minutes),
		Outbound: s.leg(t.Legs[0]), Metadata: s.money.metadata(),
	}
	if badges := s.snap.badges[t]; len(badges) > 0 {
		out.Featured = new(badges[0]) // award assigns them by rank
	}
	if len(t.Legs) > 1 {
		out.Return = new(s.leg(t.Legs[1]))
	}
	for _, o := range s.snap.answered(t) {
		out.Fares = append(out.Fares, s.fare(t, o))
	}
	return out, nil
}

// open finds a trip that has a fare at a time.
func (e *Engine) open(q Query, at time.Time, quote Quote, tripCode string) (shape, *market.Trip, error) {
	snap := e.snapshot(q, at)
	s := e.shape(q, snap, e.money(quote))
	t := snap.ByCode[tripCode]
	if t == nil || len(snap.answered(t)) == 0 {
		return s, nil, fmt.Errorf("trip %q: %w", tripCode, ErrNotFound)
	}
	return s, t, nil
}

func (s shape) leg(p *planner.Plan) wire.Leg {
	leg := wire.Leg{
		From: p.First().From.Code, To: p.Last().To.Code,
		DepartsAt: s.stamp(p.First().From, p.First().Leave), ArrivesAt: s.stamp(p.Last().To, p.Last().Land),
		DurationMinutes: float64(p.Minutes), Stops: float64(p.Stops()), TransportTypes: transportTypes(p),
	}
	for _, a := range p.Marketing() {
		leg.Airlines = append(leg.Airlines, a.Code)
		leg.AirlinesDetail = append(leg.AirlinesDetail, carrier(a))
	}
	for _, a := range p.Operating() {
		leg.OperatingAirlines = append(leg.OperatingAirlines, carrier(a))
	}
	for i, r := range p.Rides {
		leg.Segments = append(leg.Segments, s.segment(r, p.Sold[i]))
	}
	return leg
}

func (s shape) segment(r planner.Ride, sold timetable.Sale) wire.Segment {
	from, to := s.place(r.From, r), s.place(r.To, r)
	out := wire.Segment{
		From: r.From.Code, To: r.To.Code, DepartsAt: s.stamp(r.From, r.Leave), ArrivesAt: s.stamp(r.To, r.Land),
		MarketingCarrier: carrier(sold.Airline), FlightNumber: strconv.Itoa(sold.Number), TransportType: transportType(r),
		FromName: &from.Name, ToName: &to.Name, FromStationType: from.StationType, ToStationType: to.StationType,
	}
	if r.Operator != sold.Airline {
		out.OperatingCarrier = new(carrier(r.Operator))
	}
	return out
}

func carrier(a *data.Airline) wire.Carrier { return wire.Carrier{Code: a.Code, Name: a.Name} }

// place describes one end of a ride. A train or bus that is sold with flights
// leaves from the airport's station.
func (s shape) place(p *timetable.Place, r planner.Ride) wire.Airport {
	kind := wire.StationTypeAirport
	switch r.Flight.Aircraft.Body {
	case data.TrainBody:
		kind = wire.StationTypeTrainStation
	case data.BusBody:
		kind = wire.StationTypeBusStation
	}
	city := p.City
	if c, ok := s.e.options.World.City(p.CityCode); ok {
		city = s.e.options.World.CityName(c, s.money.quote.Locale)
	}
	return wire.Airport{Code: p.Code, Name: p.Name, City: &city, StationType: &kind}
}

func (s shape) fare(t *market.Trip, o market.Offer) wire.Fare {
	one := s.snap.Sellers[o.Seller]
	return wire.Fare{
		Kind: one.Kind, FareID: s.fareID(t, o).String(), ProviderCode: one.Code, ProviderName: one.Name,
		Price: wire.FarePrice{
			Total: s.money.total(o.Usd), TotalUsd: o.Usd, Currency: s.money.currency.Code,
			Scope: wire.PartyScopeParty, IncludesFees: true,
		},
		Refundable: o.Refundable, HasFareOptions: one.Kind == wire.FareKindPlatform, HandoffURL: s.handoff(t, o),
	}
}

// handoff is where the traveler books a fare: the service's checkout, or a
// made-up host of the seller.
func (s shape) handoff(t *market.Trip, o market.Offer) string {
	one := s.snap.Sellers[o.Seller]
	query := url.Values{"currency": {s.money.currency.Code}, "locale": {s.money.quote.Locale}}
	if one.Kind == wire.FareKindPlatform {
		query.Set("fare", s.fareID(t, o).String())
		return s.e.options.SiteURL + "/checkout/flights/" + s.tripID(t) + "?" + query.Encode()
	}
	host := one.Code + ".example"
	if one.Airline != nil {
		host = strings.ToLower(one.Code) + ".airline.example"
	}
	query.Set("trip", t.Code)
	query.Set("offer", strconv.Itoa(int(o.Number)))
	return "https://" + host + "/book?" + query.Encode()
}

// TripDetail is a trip in the rich form. Its error is as that of Trip.
func (e *Engine) TripDetail(q Query, at time.Time, quote Quote, tripCode string) (wire.TripDetail, error) {
	s, t, err := e.open(q, at, quote, tripCode)
	if err != nil {
		return wire.TripDetail{}, err
	}
	out := wire.TripDetail{
		TripID: s.tripID(t), Stops: float64(t.Stops), DurationMinutes: float64(t.Minutes), Metadata: s.money.metadata(),
	}
	for i, leg := range t.Legs {
		out.Legs = append(out.Legs, s.detailLeg(leg, i))
	}
	for _, o := range s.snap.answered(t) {
		out.Fares = append(out.Fares, s.detailFare(t, o))
	}
	return out, nil
}

func (s shape) detailLeg(p *planner.Plan, index int) wire.DetailLeg {
	leg := wire.DetailLeg{
		Direction: [...]wire.DetailLegDirection{wire.DetailLegDirectionDepart, wire.DetailLegDirectionReturn}[index],
		From:      s.place(p.First().From, p.First()), To: s.place(p.Last().To, p.Last()),
		DepartsAt: s.stamp(p.First().From, p.First().Leave), ArrivesAt: s.stamp(p.Last().To, p.Last().Land),
		ArrivalDayOffset: float64(p.LandDay - p.First().Day), Overnight: p.Overnight(),
		DurationMinutes: float64(p.Minutes), Stops: float64(p.Stops()),
	}
	if p.Stops() > 0 {
		leg.LayoverMinutes = new(float64(p.Waiting))
	}
	for i, r := range p.Rides {
		leg.Segments = append(leg.Segments, s.detailSegment(r, p.Sold[i]))
	}
	return leg
}

func (s shape) detailSegment(r planner.Ride, sold timetable.Sale) wire.DetailSegment {
	cabin := market.Aboard(r.Flight, s.snap.Key.Cabin)
	out := wire.DetailSegment{
		From: s.place(r.From, r), To: s.place(r.To, r), DepartsAt: s.stamp(r.From, r.Leave), ArrivesAt: s.stamp(r.To, r.Land),
		DurationMinutes: float64(r.Minutes()), Airline: s.e.identity(sold.Airline), FlightNumber: strconv.Itoa(sold.Number),
		Aircraft: r.Flight.Aircraft.Name, TransportType: transportType(r), Cabin: cabin.Wire(),
		Amenities: amenities(r.Flight, cabin), Seat: seat(r.Flight, cabin),
	}
	if r.Operator != sold.Airline {
		out.OperatedBy = new(r.Operator.Name)
	}
	return out
}

func (s shape) detailFare(t *market.Trip, o market.Offer) wire.DetailFare {
	one := s.snap.Sellers[o.Seller]
	return wire.DetailFare{
		Kind: one.Kind, FareID: s.fareID(t, o).String(),
		Provider: wire.Provider{
			Code: one.Code, Name: one.Name, Color: &one.Color,
			LogoURL: s.e.options.SiteURL + "/logos/providers/" + one.Code + ".svg",
		},
		Price: wire.DetailFarePrice{
			Total: s.money.total(o.Usd), TotalUsd: o.Usd, Currency: s.money.currency.Code, IncludesTaxesAndFees: true,
		},
		Baggage: allowanceOf(o.Baggage), Refundable: o.Refundable,
		HasFareOptions: one.Kind == wire.FareKindPlatform, HandoffURL: s.handoff(t, o),
	}
}

// allowanceOf is the allowance in words, or nil when the seller does not state it.
func allowanceOf(b market.Baggage) *wire.Baggage {
	switch b {
	case market.HandOnly:
		return &wire.Baggage{Cabin: new("1 bag, 7 kg"), Checked: new("not included")}
	case market.OneBag:
		return &wire.Baggage{Cabin: new("1 bag, 7 kg"), Checked: new("1 bag, 23 kg")}
	case market.TwoBags:
		return &wire.Baggage{Cabin: new("2 bags, 7 kg each"), Checked: new("2 bags, 32 kg each")}
	}
	return nil
}
