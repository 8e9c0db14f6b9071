package timetable

import (
	"math"
	"slices"

	"travel.example/travel/internal/sandbox/data"
	"travel.example/travel/internal/sandbox/dice"
)

// base is a carrier at one of its bases; every flight touches one.
type base struct {
	airline *data.Airline
	place   *Place
	rank    int           // among the carrier's bases, 0 first
	weight  float64       // 1 to 10
	seller  *data.Airline // whose numbers the flights have
	feeder  int           // which of the carriers that fly for the seller, from 0
	key     uint64
	need    float64 // least traffic, in millions, for a route at the best distance
	bar     float64 // strength at which its budget of destinations ends
	mass    mass
	near    float64 // the same for a route to a country nearby
	reach   float64 // km
	nearest float64 // cosine of the angle of reach
	wide    bool    // flies wide bodies
	props   bool    // flies propellers
	rights  *rights
	foreign bool // lies outside the carrier's own country
	home    *country
	taste   dice.Dice      // for places
	network map[*Place]int // every base of the carrier and its rank
}

// hubWeight is the weight from which a carrier's base works as a place to
// change planes. A low-cost base of that size is one for travelers who
// connect on their own.
func hubWeight(kind data.AirlineKind) int {
	if kind == data.LowCost || kind == data.Leisure {
		return 4
	}
	return 2
}

func (g *graph) addBases(d dice.Dice) {
	g.baseOf = map[*data.Airline]map[*Place]int{}
	g.ties = map[*data.Airline][]*data.Airline{}
	rights := g.rightsOf()
	for _, a := range data.Airlines() {
		g.baseOf[a] = map[*Place]int{}
		for rank, b := range a.Bases {
			p := g.byCode[b.Airport]
			if p == nil {
				continue // an airport that the reference data has closed
			}
			g.baseOf[a][p] = rank
			x := newBase(a, b, p, rank)
			x.rights, x.network, x.taste = rights[a.Code], g.baseOf[a], d.Word("link").With(x.key)
			g.bases = append(g.bases, x)
			p.base = true
			p.Hub = p.Hub || b.Weight >= hubWeight(a.Kind)
		}
	}
	for _, p := range g.places {
		if p.Hub {
			g.hubs = append(g.hubs, p)
		}
	}
	for _, a := range data.Airlines() {
		g.ties[a] = ties(a)
	}
}

func newBase(a *data.Airline, b data.Base, p *Place, rank int) *base {
	x := &base{
		airline: a, place: p, rank: rank, weight: float64(b.Weight),
		key: key(a.Code)<<24 | p.key, foreign: a.Country != p.Country, home: countries()[a.Country],
		need: need(a.Kind, float64(b.Weight)), near: near(a.Kind, float64(b.Weight)), seller: a, mass: massOf(p), bar: barOf(a.Code, b.Airport),
	}
	if seller, ok := data.AirlineByCode(b.SoldBy); ok {
		x.seller, x.feeder = seller, feederRank(a, b.SoldBy)
	}
	for _, v := range a.Fleet {
		x.reach = max(x.reach, v.Range*0.96)
		x.wide = x.wide || v.Body == data.WideBody
		x.props = x.props || v.Cruise < 700
	}
	x.reach = min(x.reach, longest(a))
	x.nearest = math.Cos(min(math.Pi, x.reach/earthRadius))
	return x
}

// feederRank is how many carriers of the table fly for a seller before a does.
func feederRank(a *data.Airline, seller string) int {
	rank := 0
	for _, other := range data.Airlines() {
		if other == a {
			break
		}
		if slices.ContainsFunc(other.Bases, func(b data.Base) bool { return b.SoldBy == seller }) {
			rank++
		}
	}
	return rank
}

// need is the least traffic, in millions of passengers a year, that a place
// must have for a carrier to fly there from a base of the given weight, at the
// distance it likes best.
func need(kind data.AirlineKind, weight float64) float64 {
	switch kind {
	case data.LowCost:
		return 45 / weight
	case data.Leisure:
		return 50 / weight
	case data.Regional:
		return 8 / weight
	default:
		return 140 / math.Pow(weight, 1.6)
	}
}

// near is what need is for flights of up to nearby kilometres abroad. The
// smallest carrier flies to the capitals around it.
func near(kind data.AirlineKind, weight float64) float64 {
	if kind == data.FullService {
		return min(5, 30/weight)
	}
	return need(kind, weight)
}

const nearby = 2500

// longest is the longest flight that is drawn for a carrier, in
// kilometres. What is longer is in a table.
func longest(a *data.Airline) float64 {
	switch {
	case data.FliesLongHaulOnly(a):
		return 0
	case a.Kind == data.Regional:
		return 2600
	}
	return data.LongHaulKm
}

// ties is every carrier that shares codes with a: partners that either side names, in the order of
// the table. An alliance alone is not enough: its members sell each other's flights on one ticket, but
// few of them put their own number on any one flight.
func ties(a *data.Airline) []*data.Airline {
	var tied []*data.Airline
	for _, b := range data.Airlines() {
		if a != b && Partners(a, b) {
			tied = append(tied, b)
		}
	}
	return tied
}

// Partners tells whether one of two carriers names the other as a codeshare partner.
func Partners(a, b *data.Airline) bool {
	return slices.Contains(a.Partners, b.Code) || slices.Contains(b.Partners, a.Code)
}

// Tied tells whether two carriers sell each other's flights on one ticket:
// within an alliance, or as named partners.
func Tied(a, b *data.Airline) bool {
	return a == b || a.Alliance != "" && a.Alliance == b.Alliance || Partners(a, b)
}
