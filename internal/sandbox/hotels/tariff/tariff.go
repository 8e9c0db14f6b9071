// Package tariff makes up what a stay costs: room types, boards, policies,
// taxes and deals of a hotel. It is a pure function of seed, hotel and stay.
package tariff

import (
	"cmp"
	"math"
	"slices"
	"sort"
	"strings"

	"travel.example/travel/internal/sandbox/data"
	"travel.example/travel/internal/sandbox/dice"
	"travel.example/travel/internal/sandbox/hotels/calendar"
	"travel.example/travel/internal/sandbox/hotels/directory"
)

// Tariff prices stays. It is safe for concurrent use.
type Tariff struct {
	world *data.World
	dice  dice.Dice
}

// New makes a tariff. It is cheap.
func New(world *data.World, seed uint64) *Tariff {
	return &Tariff{world: world, dice: dice.New(seed).Word("tariff")}
}

// Pricer prices one stay in many hotels. It is not safe for concurrent use.
type Pricer struct {
	tariff *Tariff
	stay   Stay
	cities map[*data.City]demand
}

// demand is what a city takes in general, and for the nights of a stay.
type demand struct {
	market
	season
}

// Pricer returns what prices a stay.
func (t *Tariff) Pricer(s Stay) *Pricer {
	return &Pricer{tariff: t, stay: s, cities: map[*data.City]demand{}}
}

// noContract is the share of hotels that the platform has no rates of at all.
const noContract = 0.08

// Rates are the rates of a hotel for the stay, cheapest first. There are none
// when the hotel is not a partner of the platform, is full, has no room for the
// party, or the stay is longer or further off than the platform sells.
func (p *Pricer) Rates(h *directory.Hotel) []Rate {
	if !p.stay.sold() || h.Dice.Word("contract").Chance(noContract) || p.full(h.Dice.Word("full"), 0.012) {
		return nil
	}
	in := p.demand(h.City)
	stay := nightly(h, in.level) * in.of(h) * p.term()
	var rates []Rate
	for _, r := range roomsOf(h) {
		factor, holds := p.forAll(r)
		if !holds || p.full(h.Dice.Word("full").Word(r.code), 0.04) {
			continue
		}
		rates = append(rates, p.ratesOf(h, r, stay*factor, in.level)...)
	}
	sort.Slice(rates, func(i, j int) bool {
		a, b := &rates[i], &rates[j]
		return cmp.Or(cmp.Compare(a.USD, b.USD), strings.Compare(a.Code, b.Code)) < 0
	})
	if len(rates) > 0 {
		rates[0].Sampled = true
	}
	return rates
}

func (p *Pricer) demand(c *data.City) demand {
	in, ok := p.cities[c]
	if !ok {
		in.market = p.tariff.marketOf(c)
		in.season = p.tariff.season(c, in.market, p.stay)
		p.cities[c] = in
	}
	return in
}

// full tells whether something is sold out on one of the nights at least.
func (p *Pricer) full(d dice.Dice, chance float64) bool {
	for night := p.stay.CheckIn; night < p.stay.CheckOut; night++ {
		if d.With(uint64(night)).Chance(chance) {
			return true
		}
	}
	return false
}

// forAll adds up the factors of every room of the stay.
func (p *Pricer) forAll(r room) (sum float64, ok bool) {
	for _, party := range p.stay.Rooms {
		factor, ok := r.forParty(party)
		if !ok {
			return 0, false
		}
		sum += factor
	}
	return sum, true
}

// ratesOf is a room with every board and policy, for what the rooms cost alone in a city
// of some level.
func (p *Pricer) ratesOf(h *directory.Hotel, r room, usd, level float64) []Rate {
	portions := 0.0
	for _, party := range p.stay.Rooms {
		portions += eaters(party)
	}
	deal := dealOf(h, p.stay)
	vat := economyOf(h.City.Country).vat
	var rates []Rate
	for _, b := range boardsOf(h) {
		food := b.cost * level * (0.4 + 0.2*float64(stars(h))) * portions * float64(p.stay.Nights())
		for _, policy := range policiesOf(h, p.stay) {
			code := r.code + "." + b.code + "." + policy.code
			d := h.Dice.Word(code)
			rate := Rate{
				Code: code, Room: r.name, RoomCode: r.code, Board: b.board, Refundable: policy.refundable,
				OnTop: onTop(p.stay.Site), Sampled: d.With(1).Chance(0.55), Wave: d.With(2).Below(Waves),
			}
			gross := (usd + food) * policy.factor
			if deal != nil && (!policy.refundable || d.With(3).Chance(0.5)) {
				rate.Deal = deal
				gross *= 1 - float64(deal.Percent)/100
			}
			net := gross / (1 + vat)
			rate.Tax = gross - net
			rate.USD = cents(gross)
			if rate.OnTop {
				rate.USD = cents(net)
			}
			rate.LocalTax, rate.TaxKnown = p.tariff.localTax(h, p.stay, net)
			if d = d.With(uint64(p.stay.CheckIn)); d.Chance(0.3) {
				rate.Left = len(p.stay.Rooms) + d.With(1).Below(6)
			}
			rates = append(rates, rate)
		}
	}
	return rates
}

func cents(usd float64) float64 { return math.Round(usd*100) / 100 }

// onTop tells whether a market shows prices without VAT, as few do.
func onTop(site string) bool { return slices.Contains([]string{"US", "CA", "MX", "IN"}, site) }

// stars is what a hotel would have if it were rated.
func stars(h *directory.Hotel) int {
	if h.Star > 0 {
		return h.Star
	}
	return 2
}

// perStar is what a double room costs a night in USD at level 1, by stars.
var perStar = [...]float64{70, 56, 72, 98, 150, 285}

// Usual is what hotels of some stars (0 = not rated) take for a double room, in
// USD: a measure for whether another price is high or low.
func Usual(star int) float64 { return perStar[star] }

// spread is how far the price of a hotel is from the usual one at most, as a logarithm. Hostels
// are much alike: a bed costs what a bed costs.
const (
	spread       = 0.5
	hostelSpread = 0.15
	perHostel    = 84 // what a hostel's double room costs, whatever its stars
)

// nightly is what a hotel takes for a double room on a usual night in a city of some level,
// in USD with VAT.
func nightly(h *directory.Hotel, level float64) float64 {
	price, wide := perStar[h.Star], spread
	if h.Kind == directory.Hostel {
		price, wide = perHostel, hostelSpread
	}
	own := h.Dice.Word("price")
	price *= level * math.Exp(0.12*(h.Quality-7.7)+wide*(own.With(1).Unit()+own.With(2).Unit()-1))
	switch h.Kind {
	case directory.Guesthouse, directory.BedAndBreakfast, directory.Motel:
		price *= 0.85
	case directory.Boutique, directory.Resort:
		price *= 1.25
	case directory.Apartment:
		price *= 1.15
	case directory.Villa:
		price *= 1.8
	}
	return price * near(h.Away)
}

// of adds up the nights of a stay for a hotel: one that lives on business is cheaper on
// weekends, others are more expensive, as is all of a city that people go to on them.
func (in demand) of(h *directory.Hotel) float64 {
	return in.nights + in.season.weekend*(in.market.weekend+h.Dice.Word("weekend").Between(-0.2, 0.22))
}

// term is what the length of the stay and the time until then do to the price.
func (p *Pricer) term() float64 {
	factor := 1.0
	switch nights := p.stay.Nights(); {
	case nights >= 28:
		factor = 0.8
	case nights >= 7:
		factor = 0.93
	case nights == 1:
		factor = 1.03
	}
	switch lead := p.stay.CheckIn - p.stay.Booked; {
	case lead <= 3:
		return factor * 1.06
	case lead <= calendar.Day(14):
		return factor * 1.03
	case lead >= 90:
		return factor * 0.96
	}
	return factor
}
