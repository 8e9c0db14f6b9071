package flights

import (
	"slices"

	"travel.example/travel/internal/sandbox/data"
	"travel.example/travel/internal/sandbox/flights/market"
	"travel.example/travel/internal/sandbox/flights/planner"
	"travel.example/travel/internal/sandbox/flights/timetable"
	"travel.example/travel/internal/sandbox/wire"
)

// shape turns what a snapshot holds into the contract's words.
type shape struct {
	e     *Engine
	query Query
	snap  *snapshot
	money money
	*planner.Clocks
}

func (e *Engine) shape(q Query, s *snapshot, m money) shape {
	return shape{e: e, query: q, snap: s, money: m, Clocks: planner.NewClocks(e.table)}
}

func (s shape) tripID(t *market.Trip) string { return s.query.ID + ":" + t.Code }

func (s shape) fareID(t *market.Trip, o market.Offer) FareID {
	return FareID{Search: s.query.ID, Trip: t.Code, Provider: s.snap.Sellers[o.Seller].Code, Number: int(o.Number)}
}

// offsetTime is ISO 8601 with the offset in figures, in Greenwich too.
const offsetTime = "2006-01-02T15:04:05-07:00"

// stamp is a local time with its offset.
func (s shape) stamp(p *timetable.Place, utc int64) string {
	return s.Local(p, utc).Format(offsetTime)
}

func (s shape) card(r *row) wire.TripCard {
	card := wire.TripCard{
		TripID: s.tripID(r.Trip), Badges: slices.Clone(s.snap.badges[r.Trip]),
		Stops: float64(r.Stops), DurationMinutes: float64(r.Minutes),
		Price: wire.TripCardPrice{
			Total: s.money.total(r.best.Usd), Currency: s.money.currency.Code, Scope: wire.PartyScopeParty,
			WebsiteCount: r.sellers, HasPlatformFare: r.platform,
		},
	}
	if card.Badges == nil {
		card.Badges = []wire.TripBadge{}
	}
	for _, leg := range r.Legs {
		card.Legs = append(card.Legs, s.cardLeg(leg))
	}
	return card
}

func (s shape) cardLeg(p *planner.Plan) wire.CardLeg {
	leg := wire.CardLeg{
		From: p.First().From.Code, To: p.Last().To.Code,
		DepartsAt: s.stamp(p.First().From, p.First().Leave), ArrivesAt: s.stamp(p.Last().To, p.Last().Land),
		ArrivalDayOffset: float64(p.LandDay - p.First().Day), Overnight: p.Overnight(),
		DurationMinutes: float64(p.Minutes), Stops: float64(p.Stops()),
		Via: []string{}, Aircraft: []string{}, TransportTypes: transportTypes(p),
	}
	for i, r := range p.Rides {
		leg.Aircraft = appendNew(leg.Aircraft, r.Flight.Aircraft.Short)
		if i > 0 {
			leg.Via = append(leg.Via, r.From.Code)
			leg.LayoverMinutesByStop = append(leg.LayoverMinutesByStop, float64(r.Leave-p.Rides[i-1].Land))
		}
	}
	for _, a := range p.Marketing() {
		leg.Airlines = append(leg.Airlines, s.e.identity(a))
	}
	for _, a := range p.Operating() {
		leg.OperatingAirlines = append(leg.OperatingAirlines, s.e.identity(a))
	}
	return leg
}

func appendNew[T comparable](list []T, x T) []T {
	if slices.Contains(list, x) {
		return list
	}
	return append(list, x)
}

// identity is a carrier with a logo on the service's own site.
func (e *Engine) identity(a *data.Airline) wire.AirlineIdentity {
	return wire.AirlineIdentity{Code: a.Code, Name: a.Name, LogoURL: e.options.SiteURL + "/logos/airlines/" + a.Code + ".svg"}
}

func transportTypes(p *planner.Plan) []wire.TransportType {
	var types []wire.TransportType
	for _, r := range p.Rides {
		types = appendNew(types, transportType(r))
	}
	return types
}

func transportType(r planner.Ride) wire.TransportType {
	switch r.Flight.Aircraft.Body {
	case data.TrainBody:
		return wire.TransportTypeTRAIN
	case data.BusBody:
		return wire.TransportTypeBUS
	}
	return wire.TransportTypeFLIGHT
}
