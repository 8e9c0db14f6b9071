package flights

import (
	"slices"

	"travel.example/travel/internal/sandbox/data"
	"travel.example/travel/internal/sandbox/flights/timetable"
	"travel.example/travel/internal/sandbox/wire"
)

// shape turns what a snapshot holds into the contract's words.
type shape struct {
	e     *Engine
	query Query
	snap  *snapshot
	money money
	*clocks
}

func (e *Engine) shape(q Query, s *snapshot, m money) shape {
	return shape{e: e, query: q, snap: s, money: m, clocks: newClocks(e.table)}
}

func (s shape) tripID(t *trip) string { return s.query.ID + ":" + t.code }

// offsetTime is ISO 8601 with the offset in figures, in Greenwich too.
const offsetTime = "2006-01-02T15:04:05-07:00"

// stamp is a local time with its offset.
func (s shape) stamp(p *timetable.Place, utc int64) string {
	return s.local(p, utc).Format(offsetTime)
}

func (s shape) card(r *row) wire.TripCard {
	card := wire.TripCard{
		TripID: s.tripID(r.trip), Badges: slices.Clone(s.snap.badges[r.trip]),
		Stops: float64(r.stops), DurationMinutes: float64(r.minutes),
		Price: wire.TripCardPrice{
			Total: r.total, Currency: s.money.currency.Code, Scope: wire.PartyScopeParty,
			WebsiteCount: r.sellers, HasPlatformFare: r.platform,
		},
	}
	if card.Badges == nil {
		card.Badges = []wire.TripBadge{}
	}
	for _, leg := range r.legs {
		card.Legs = append(card.Legs, s.cardLeg(leg))
	}
	return card
}

func (s shape) cardLeg(p *plan) wire.CardLeg {
	leg := wire.CardLeg{
		From: p.first().From.Code, To: p.last().To.Code,
		DepartsAt: s.stamp(p.first().From, p.first().leave), ArrivesAt: s.stamp(p.last().To, p.last().land),
		ArrivalDayOffset: float64(p.landDay - p.first().day), Overnight: p.overnight(),
		DurationMinutes: float64(p.minutes), Stops: float64(p.stops()),
		Via: []string{}, Aircraft: []string{}, TransportTypes: transportTypes(p),
	}
	for i, r := range p.rides {
		leg.Aircraft = appendNew(leg.Aircraft, r.Flight.Aircraft.Short)
		if i > 0 {
			leg.Via = append(leg.Via, r.From.Code)
			leg.LayoverMinutesByStop = append(leg.LayoverMinutesByStop, float64(r.leave-p.rides[i-1].land))
		}
	}
	for _, a := range p.marketing() {
		leg.Airlines = append(leg.Airlines, s.e.identity(a))
	}
	for _, a := range p.operating() {
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

// marketing is the carriers that sell a leg, each once, in order.
func (p *plan) marketing() []*data.Airline {
	var carriers []*data.Airline
	for _, s := range p.sold {
		carriers = appendNew(carriers, s.Airline)
	}
	return carriers
}

// operating is the carriers that fly a segment which another one sells, each
// once, in order: the proven codeshares of a leg.
func (p *plan) operating() []*data.Airline {
	var carriers []*data.Airline
	for i, r := range p.rides {
		if r.Operator != p.sold[i].Airline {
			carriers = appendNew(carriers, r.Operator)
		}
	}
	return carriers
}

// identity is a carrier with a logo on the service's own site.
func (e *Engine) identity(a *data.Airline) wire.AirlineIdentity {
	return wire.AirlineIdentity{Code: a.Code, Name: a.Name, LogoURL: e.options.SiteURL + "/logos/airlines/" + a.Code + ".svg"}
}

func transportTypes(p *plan) []wire.TransportType {
	var types []wire.TransportType
	for _, r := range p.rides {
		types = appendNew(types, transportType(r))
	}
	return types
}

func transportType(r ride) wire.TransportType {
	switch r.Flight.Aircraft.Body {
	case data.TrainBody:
		return wire.TransportTypeTRAIN
	case data.BusBody:
		return wire.TransportTypeBUS
	}
	return wire.TransportTypeFLIGHT
}

// The hours of a night, in minutes of the local day, and how much of one a leg
// must take to be overnight.
const (
	nightBegins = 60
	nightEnds   = 300
	nightTaken  = 60
)

// overnight tells whether the leg includes a night: an hour of it or more,
// by the clock where the leg begins and by the one where it ends.
func (p *plan) overnight() bool {
	begin := ((p.landAt-p.minutes)%1440 + 1440) % 1440
	return nightMinutes(p.leaveAt, p.minutes) >= nightTaken && nightMinutes(begin, p.minutes) >= nightTaken
}

// nightMinutes is how much night lies in a stretch of time that begins at a
// minute of the day.
func nightMinutes(begin, length int) int {
	sum := 0
	for midnight := 0; midnight < begin+length; midnight += 1440 {
		sum += max(0, min(begin+length, midnight+nightEnds)-max(begin, midnight+nightBegins))
	}
	return sum
}
