package timetable

import (
	"slices"
	"strconv"
	"strings"
	"sync"

	"travel.example/travel/internal/sandbox/data"
)

// lands is a set of countries by their numbers.
type lands []bool

func landsOf(codes []string) lands {
	s := make(lands, len(countries()))
	for _, code := range codes {
		s[countries()[code].number] = true
	}
	return s
}

// everyone stands for every country in the rules.
const everyone = "EVERYONE"

// groups is the countries of every name that the rules may use for several.
var groups = sync.OnceValue(func() map[string][]string {
	all := map[string][]string{}
	for line := range strings.Lines(strings.TrimSpace(regionText)) {
		words := strings.Fields(line)
		all[words[0]] = words[1:]
		all[everyone] = append(all[everyone], words[1:]...)
	}
	for _, row := range data.Rules("market") {
		all[row[0]] = strings.Fields(row[1])
	}
	return all
})

// expand is the countries of a list: their codes, names of groups, and
// countries to leave out after a minus sign.
func expand(words string) []string {
	var codes, out []string
	for word := range strings.FieldsSeq(words) {
		switch group, ok := groups()[word]; {
		case ok:
			codes = append(codes, group...)
		case word[0] == '-':
			out = append(out, word[1:])
		default:
			codes = append(codes, word)
		}
	}
	return slices.DeleteFunc(codes, func(c string) bool { return slices.Contains(out, c) })
}

// rights is what the rules say of a carrier.
type rights struct {
	market lands    // one end of each of its flights lies here
	barred lands    // where it may not fly, nil for nowhere
	avoids []*Place // airports that it does not care for
}

// rightsOf is the rights of every carrier, by its code.
func (g *graph) rightsOf() map[string]*rights {
	own := map[string]lands{} // by country, for carriers without a licence of their own
	all := map[string]*rights{}
	for _, a := range data.Airlines() {
		if own[a.Country] == nil {
			own[a.Country] = landsOf(homeMarket(a.Country))
		}
		all[a.Code] = &rights{market: own[a.Country]}
	}
	forCarriers := func(word string, do func(r *rights, what string)) {
		for _, row := range data.Rules(word) {
			for code := range strings.FieldsSeq(row[0]) {
				do(all[code], row[1])
			}
		}
	}
	forCarriers("licence", func(r *rights, what string) { r.market = landsOf(expand(what)) })
	forCarriers("barred", func(r *rights, what string) { r.barred = landsOf(expand(what)) })
	forCarriers("avoid", func(r *rights, what string) { r.avoids = append(r.avoids, g.placesOf(what)...) })
	return all
}

// homeMarket is every country that a country's carriers may treat as their own.
func homeMarket(country string) []string {
	home := []string{country}
	for _, row := range data.Rules("market") {
		if members := strings.Fields(row[1]); slices.Contains(members, country) {
			home = append(home, members...)
		}
	}
	return home
}

// placesOf is the airports of a list of codes; a city code is all of its
// airports.
func (g *graph) placesOf(codes string) []*Place {
	var found []*Place
	for code := range strings.FieldsSeq(codes) {
		if p := g.byCode[code]; p != nil {
			found = append(found, p)
			continue
		}
		for _, p := range g.places {
			if p.CityCode == code && p.Station == 0 {
				found = append(found, p)
			}
		}
	}
	return found
}

// gate is what an airport lets in; one without a gate lets in everyone.
type gate struct {
	cheap     bool     // low-cost and leisure carriers, and guests
	guests    []string // carrier codes
	perimeter float64  // km, 0 for none
	exempt    []string // airports beyond it, with a carrier's code in front where it is for that one alone
	seats     int      // the most of an aircraft that lands there, or 0
	home      bool     // no flights abroad but to near
	near      lands
	nearby    []string
}

// admits tells whether a flight of a carrier between the airport and another
// place passes the gate of the one.
func (p *Place) admits(a *data.Airline, other *Place, km float64) bool {
	g := p.gate
	if g == nil {
		return true
	}
	if g.cheap && a.Kind != data.LowCost && a.Kind != data.Leisure && !slices.Contains(g.guests, a.Code) {
		return false
	}
	if g.seats > 0 && !slices.ContainsFunc(a.Fleet, p.lands) {
		return false
	}
	if g.perimeter > 0 && km > g.perimeter &&
		!slices.Contains(g.exempt, other.Code) && !slices.Contains(g.exempt, a.Code+":"+other.Code) {
		return false
	}
	return !g.home || p.land == other.land || g.near[other.land.number] || slices.Contains(g.nearby, other.Code)
}

// addGates puts what the rules say of airports on the places.
func (g *graph) addGates() {
	gated := func(codes string, set func(*gate)) {
		for _, p := range g.placesOf(codes) {
			if p.gate == nil {
				p.gate = &gate{}
			}
			set(p.gate)
		}
	}
	for _, row := range data.Rules("lowcost") {
		gated(row[0], func(g *gate) { g.cheap, g.guests = true, strings.Fields(row[1]) })
	}
	for _, row := range data.Rules("perimeter") {
		gated(row[0], func(g *gate) { g.perimeter, g.exempt = parseKm(row[1]), strings.Fields(row[2]) })
	}
	for _, row := range data.Rules("strip") {
		seats, _ := strconv.Atoi(row[1])
		gated(row[0], func(g *gate) { g.seats = seats })
	}
	for _, row := range data.Rules("abroad") {
		near, nearby := splitPlaces(row[1])
		gated(row[0], func(g *gate) { g.home, g.near, g.nearby = true, landsOf(expand(near)), nearby })
	}
	for _, row := range data.Rules("ground") {
		for _, a := range g.placesOf(row[0]) {
			for _, b := range g.placesOf(row[1]) {
				a.beside, b.beside = append(a.beside, b), append(b.beside, a)
			}
		}
	}
	for _, row := range data.Rules("hop") {
		group := g.placesOf(row[0])
		for _, p := range group {
			p.hops = append(p.hops, group...)
		}
	}
}

// splitPlaces parts the airports of a list from its countries and groups.
func splitPlaces(words string) (countries string, airports []string) {
	for word := range strings.FieldsSeq(words) {
		if len(word) == 3 {
			airports = append(airports, word)
		} else {
			countries += word + " "
		}
	}
	return countries, airports
}

// allowed tells whether the rules let the carrier fly from its base to p.
func (b *base) allowed(p *Place, km float64) bool {
	from, to := b.place.land, p.land
	switch {
	case from.closed[to.number], b.home.closed[to.number]:
		return false
	case !b.rights.market[from.number] && !b.rights.market[to.number]:
		return false
	case b.rights.barred != nil && (b.rights.barred[from.number] || b.rights.barred[to.number]):
		return false
	case slices.Contains(b.rights.avoids, p), slices.Contains(b.place.beside, p):
		return false
	}
	return b.place.admits(b.airline, p, km) && p.admits(b.airline, b.place, km)
}

// jetLeast is the kilometres below which only propellers and regional carriers
// fly, unless the rules name the hop.
const jetLeast = 250

// tooNear tells whether the way to p is one that nobody flies with a jet, and
// the carrier has nothing else.
func (b *base) tooNear(p *Place, km float64) bool {
	return km < jetLeast && b.airline.Kind != data.Regional && !b.props && !slices.Contains(b.place.hops, p)
}
