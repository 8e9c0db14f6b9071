package flights

import (
	"fmt"
	"net/url"
	"strconv"
	"strings"

	"travel.example/travel/internal/sandbox/data"
	"travel.example/travel/internal/sandbox/dice"
	"travel.example/travel/internal/sandbox/flights/timetable"
	"travel.example/travel/internal/sandbox/market"
	"travel.example/travel/internal/sandbox/wire"
)

// stamp returns a local time in ISO 8601 with a numeric offset, even for UTC.
func stamp(p *timetable.Place, utc int64) string { return local(p, utc).Format(offsetTime) }

const offsetTime = "2006-01-02T15:04:05-07:00"

// card returns a row as a card of the results.
func (s shape) card(r *row) wire.TripCard {
	card := wire.TripCard{
		TripID: s.tripID(r.trip), Badges: append([]wire.TripBadge{}, s.snap.badges[r]...),
		Stops: float64(r.stops), DurationMinutes: float64(r.minutes),
		Price: wire.TripCardPrice{
			Total: s.money.Of(r.fares[0].usd), Currency: s.money.Code, Scope: wire.PartyScopeParty,
			WebsiteCount: r.sellers, HasPlatformFare: r.platform,
		},
	}
	for _, p := range r.legs {
		p.shaped.Do(func() { p.card = s.e.cardLeg(p) })
		card.Legs = append(card.Legs, p.card)
	}
	return card
}

func (e *Engine) cardLeg(p *plan) wire.CardLeg {
	a, b := p.first(), p.last()
	leg := wire.CardLeg{
		From: a.From.Code, To: b.To.Code, DepartsAt: stamp(a.From, a.leave), ArrivesAt: stamp(b.To, b.land),
		ArrivalDayOffset: float64(p.days), Overnight: p.overnight(),
		DurationMinutes: float64(p.minutes), Stops: float64(p.stops()),
		Via: []string{}, Aircraft: []string{}, TransportTypes: transportTypes(p),
	}
	for i, r := range p.rides {
		leg.Aircraft = appendNew(leg.Aircraft, r.Aircraft.Short)
		if i > 0 {
			leg.Via = append(leg.Via, r.From.Code)
			leg.LayoverMinutesByStop = append(leg.LayoverMinutesByStop, float64(r.leave-p.rides[i-1].land))
		}
	}
	marketing, operating := p.carriers()
	leg.Airlines, leg.OperatingAirlines = each(marketing, e.identity), each(operating, e.identity)
	return leg
}

// identity returns a carrier with its logo on the service's own site.
func (e *Engine) identity(a *data.Airline) wire.AirlineIdentity {
	return wire.AirlineIdentity{Code: a.Code, Name: a.Name, LogoURL: e.options.SiteURL + "/logos/airlines/" + a.Code + ".svg"}
}

func carrier(a *data.Airline) wire.Carrier { return wire.Carrier{Code: a.Code, Name: a.Name} }

func airlineCode(a *data.Airline) string { return a.Code }

// each returns the results of a function for each carrier, or nil if there are none.
func each[T any](airlines []*data.Airline, of func(*data.Airline) T) (list []T) {
	for _, a := range airlines {
		list = append(list, of(a))
	}
	return list
}

func transportTypes(p *plan) []wire.TransportType {
	var types []wire.TransportType
	for _, r := range p.rides {
		kind, _ := transport(r)
		types = appendNew(types, kind)
	}
	return types
}

// transport returns the type of a ride and of the station it departs from. A train or bus that is sold with
// flights departs from the airport's station.
func transport(r ride) (wire.TransportType, wire.StationType) {
	switch r.Aircraft.Body {
	case data.TrainBody:
		return wire.TransportTypeTRAIN, wire.StationTypeTrainStation
	case data.BusBody:
		return wire.TransportTypeBUS, wire.StationTypeBusStation
	}
	return wire.TransportTypeFLIGHT, wire.StationTypeAirport
}

// handoff returns the address where the traveler books a fare: the service's checkout, or a made-up host of the
// seller.
func (t *Trip) handoff(o offer) string {
	one := t.snap.sellers[o.seller]
	query := url.Values{"currency": {t.money.Code}, "locale": {t.quote.Locale}}
	if one.kind == wire.FareKindPlatform {
		query.Set("fare", t.fareID(t.trip, o))
		return t.e.options.SiteURL + "/checkout/flights/" + t.tripID(t.trip) + "?" + query.Encode()
	}
	host := one.code + ".example"
	if one.airline != nil {
		host = strings.ToLower(one.code) + ".airline.example"
	}
	query.Set("trip", t.code)
	query.Set("offer", strconv.Itoa(o.number))
	return "https://" + host + "/book?" + query.Encode()
}

// Default returns the trip in the compact form.
func (t *Trip) Default() wire.TripDefault {
	out := wire.TripDefault{
		TripID: t.tripID(t.trip), Stops: float64(t.stops), DurationMinutes: float64(t.minutes),
		Outbound: leg(t.legs[0]), Metadata: t.quote.Metadata(),
	}
	if badges := t.snap.badges[t.row]; len(badges) > 0 {
		out.Featured = new(badges[0]) // award lists the most important first
	}
	if len(t.legs) > 1 {
		out.Return = new(leg(t.legs[1]))
	}
	for _, o := range t.fares {
		one := t.snap.sellers[o.seller]
		out.Fares = append(out.Fares, wire.Fare{
			Kind: one.kind, FareID: t.fareID(t.trip, o), ProviderCode: one.code, ProviderName: one.name,
			Price: wire.FarePrice{
				Total: t.money.Of(o.usd), TotalUsd: o.usd, Currency: t.money.Code,
				Scope: wire.PartyScopeParty, IncludesFees: true,
			},
			Refundable: o.refundable, HasFareOptions: one.kind == wire.FareKindPlatform, HandoffURL: t.handoff(o),
		})
	}
	return out
}

func leg(p *plan) wire.Leg {
	a, b := p.first(), p.last()
	leg := wire.Leg{
		From: a.From.Code, To: b.To.Code, DepartsAt: stamp(a.From, a.leave), ArrivesAt: stamp(b.To, b.land),
		DurationMinutes: float64(p.minutes), Stops: float64(p.stops()), TransportTypes: transportTypes(p),
	}
	marketing, operating := p.carriers()
	leg.Airlines = each(marketing, airlineCode)
	leg.AirlinesDetail, leg.OperatingAirlines = each(marketing, carrier), each(operating, carrier)
	for i, r := range p.rides {
		kind, station := transport(r)
		segment := wire.Segment{
			From: r.From.Code, To: r.To.Code, DepartsAt: stamp(r.From, r.leave), ArrivesAt: stamp(r.To, r.land),
			MarketingCarrier: carrier(p.sold[i].Airline), FlightNumber: strconv.Itoa(p.sold[i].Number), TransportType: kind,
			FromName: &r.From.Name, ToName: &r.To.Name, FromStationType: &station, ToStationType: &station,
		}
		if r.Operator != p.sold[i].Airline {
			segment.OperatingCarrier = new(carrier(r.Operator))
		}
		leg.Segments = append(leg.Segments, segment)
	}
	return leg
}

// Detail returns the trip in the rich form.
func (t *Trip) Detail() wire.TripDetail {
	out := wire.TripDetail{
		TripID: t.tripID(t.trip), Stops: float64(t.stops), DurationMinutes: float64(t.minutes), Metadata: t.quote.Metadata(),
	}
	for i, leg := range t.legs {
		out.Legs = append(out.Legs, t.detailLeg(leg, i))
	}
	for _, o := range t.fares {
		one := t.snap.sellers[o.seller]
		fare := wire.DetailFare{
			Kind: one.kind, FareID: t.fareID(t.trip, o),
			Provider: wire.Provider{
				Code: one.code, Name: one.name, Color: &one.color,
				LogoURL: t.e.options.SiteURL + "/logos/providers/" + one.code + ".svg",
			},
			Price: wire.DetailFarePrice{
				Total: t.money.Of(o.usd), TotalUsd: o.usd, Currency: t.money.Code, IncludesTaxesAndFees: true,
			},
			Refundable: o.refundable, HasFareOptions: one.kind == wire.FareKindPlatform, HandoffURL: t.handoff(o),
		}
		if o.baggage != notStated {
			fare.Baggage = &allowances[o.baggage]
		}
		out.Fares = append(out.Fares, fare)
	}
	return out
}

func (s shape) detailLeg(p *plan, index int) wire.DetailLeg {
	place := func(p *timetable.Place, r ride) wire.Airport {
		_, station := transport(r)
		city := p.City
		if c, ok := data.CityByCode(p.CityCode); ok {
			city = data.CityName(c, s.quote.Locale)
		}
		return wire.Airport{Code: p.Code, Name: p.Name, City: &city, StationType: &station}
	}
	a, b := p.first(), p.last()
	leg := wire.DetailLeg{
		Direction: [...]wire.DetailLegDirection{wire.DetailLegDirectionDepart, wire.DetailLegDirectionReturn}[index],
		From:      place(a.From, a), To: place(b.To, b), DepartsAt: stamp(a.From, a.leave), ArrivesAt: stamp(b.To, b.land),
		ArrivalDayOffset: float64(p.days), Overnight: p.overnight(),
		DurationMinutes: float64(p.minutes), Stops: float64(p.stops()),
	}
	if p.stops() > 0 {
		leg.LayoverMinutes = new(float64(p.waiting))
	}
	for i, r := range p.rides {
		kind, _ := transport(r)
		c := aboard(r.Flight, s.snap.cabin)
		segment := wire.DetailSegment{
			From: place(r.From, r), To: place(r.To, r), DepartsAt: stamp(r.From, r.leave), ArrivesAt: stamp(r.To, r.land),
			DurationMinutes: float64(r.Block), Airline: s.e.identity(p.sold[i].Airline), FlightNumber: strconv.Itoa(p.sold[i].Number),
			Aircraft: r.Aircraft.Name, TransportType: kind, Cabin: string(cabinNames[c]),
			Amenities: amenities(r.Flight, c), Seat: seat(r.Flight, c),
		}
		if r.Operator != p.sold[i].Airline {
			segment.OperatedBy = new(r.Operator.Name)
		}
		leg.Segments = append(leg.Segments, segment)
	}
	return leg
}

// amenities returns the known amenities of a flight. Unknown ones are omitted; small propeller aircraft and buses
// have none.
func amenities(f *timetable.Flight, c cabin) *wire.SegmentAmenities {
	body, cheap := f.Aircraft.Body, timetable.Cheap(f.Operator)
	if body == data.SmallProp || body == data.BusBody {
		return nil
	}
	recent, wide := f.Aircraft.Since > 2012, body == data.WideBody
	d := dice.New(1).Word(f.Operator.Code).Word(f.Aircraft.Code)
	power, screen, wifi, meal := "No power at the seat", "No seat-back screen", "Wi-Fi for a fee", "Snack"
	if wide || recent && !cheap || body == data.TrainBody {
		power = "Power at the seat"
	}
	if wide && !cheap {
		screen = "Seat-back screen"
	}
	switch {
	case !wide && !recent && d.Word("fitted").Chance(0.5):
		wifi = "No Wi-Fi"
	case c >= business || d.Word("free").Chance(0.25):
		wifi = "Free Wi-Fi"
	}
	switch {
	case cheap && c < business, body == data.TrainBody:
		meal = "Food to buy"
	case f.Km > 1500:
		meal = "Meal"
	}
	report := func(text string) *wire.Amenity {
		if d.Word(text).Chance(0.15) {
			return nil
		}
		exists := !strings.HasPrefix(text, "No ")
		return &wire.Amenity{Text: text, Exists: exists, Free: exists && text != "Wi-Fi for a fee" && text != "Food to buy"}
	}
	return &wire.SegmentAmenities{Power: report(power), Entertainment: report(screen), Wifi: report(wifi), Meal: report(meal)}
}

// seat returns the legroom and the layout of a cabin, or nil if unknown.
func seat(f *timetable.Flight, c cabin) *wire.Seat {
	body := f.Aircraft.Body
	if body == data.SmallProp || body == data.BusBody {
		return nil
	}
	inches, layout := 31, f.Aircraft.Economy
	switch {
	case c == premiumEconomy:
		inches = 38
		layout = strings.NewReplacer("3-4-3", "2-4-2", "3-3-3", "2-3-2", "2-4-2", "2-3-2").Replace(layout) // one seat fewer
	case c == business:
		inches, layout = 40, f.Aircraft.Business
		if body == data.WideBody {
			inches = 78
		}
	case c == first:
		inches, layout = 82, "1-2-1"
	case timetable.Cheap(f.Operator):
		inches = 29
	}
	out := &wire.Seat{Layout: &layout}
	if body != data.TrainBody {
		out.Pitch = new(fmt.Sprintf("%d in", inches))
	}
	return out
}

// Experience describes each leg of the trip.
func (t *Trip) Experience() wire.TripExperience {
	out := wire.TripExperience{TripID: t.tripID(t.trip), Metadata: wire.TripExperienceMetadata{LegCount: len(t.legs)}}
	for _, leg := range t.legs {
		out.Legs = append(out.Legs, wire.ExperienceLeg{
			ID: leg.code, DepartureAirportCode: leg.first().From.Code, ArrivalAirportCode: leg.last().To.Code,
			StopsCount: leg.stops(), Signals: signals(leg),
		})
	}
	return out
}

// signals returns the good and bad aspects of a leg.
//
// Four are always present. overnight means that the leg includes an hour or more between 01:00 and 05:00 by the
// clocks at both ends, longStopover that a stop lasts 5 hours or more, earlyDeparture that it departs from 02:00
// and before 06:30, and lateArrival that it arrives from 22:30 and before 05:00. Three are present only if true.
// shortStopover means that a connection departs less than 15 minutes after the airport's minimum, newAircraft
// that every aircraft type entered service in 2014 or later, and highlyRatedCarrier that every operating carrier
// is highly rated.
func signals(p *plan) wire.LegSignals {
	out := wire.LegSignals{
		Overnight:      p.overnight(),
		EarlyDeparture: p.leaveAt >= 120 && p.leaveAt < 390,
		LateArrival:    p.landAt >= 1350 || p.landAt < 300,
	}
	short, recent, rated := false, true, true
	for i, r := range p.rides {
		recent = recent && r.Aircraft.Since >= 2014 && !r.Aircraft.OnGround() // trains and buses never count as new
		rated = rated && r.Operator.Kind == data.FullService && r.Operator.Bases[0].Weight >= 7
		if i == 0 {
			continue
		}
		in := p.rides[i-1]
		wait := int(r.leave - in.land)
		out.LongStopover = out.LongStopover || wait >= 300
		short = short || wait < changeTime(in.Flight, r.Flight)+15
	}
	out.ShortStopover = market.Given(wire.LegSignalsShortStopover(short))
	out.NewAircraft = market.Given(wire.LegSignalsNewAircraft(recent))
	out.HighlyRatedCarrier = market.Given(wire.LegSignalsHighlyRatedCarrier(rated))
	return out
}
