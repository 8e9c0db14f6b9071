package directory

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"travel.example/travel/internal/sandbox/data"
	"travel.example/travel/internal/sandbox/market"
	"travel.example/travel/internal/sandbox/wire"
)

// The cancellation policies, which are rate types too.
const (
	FreeCancellation = "free_cancellation"
	NonRefundable    = "non_refundable"
)

// codes stand for the policies in the code of a rate.
var codes = map[string]string{FreeCancellation: "fc", NonRefundable: "nr"}

// Waves is the number of platform sources that rates come from.
const Waves = 5

// Rate is one way to book a stay, for all rooms and the whole stay.
type Rate struct {
	Code     string // room, board and policy: the same offer has the same code in any search
	Room     string // name of the room type
	RoomCode string
	Board    string     // in the contract's words; empty when the seller does not state it
	Types    []string   // the words that rate-types filters by, sorted: half board includes breakfast
	Policy   string     // FreeCancellation or NonRefundable
	USD      float64    // price, without Tax when that comes on top, never with LocalTax
	Tax      float64    // VAT and service, in USD
	OnTop    bool       // Tax comes on top, as this market shows prices
	LocalTax *float64   // paid on top at the hotel, in USD; nil when it is not known what the place charges
	Deal     *wire.Deal // a discount that USD already holds, without the earlier prices
	Left     int        // rooms left at this rate; 0 = not said
	Sampled  bool       // a search for a city or an area sees it
	Wave     int        // 0 to Waves-1: who answers with it
}

// Refundable tells whether a rate can be canceled for free.
func (r *Rate) Refundable() bool { return r.Policy == FreeCancellation }

// What the platform sells: stays of up to 90 nights that end within 500 days, in most hotels.
const (
	longest    = 90
	furthest   = 500
	late       = 14   // days before arrival from which on a stay costs more
	noContract = 0.08 // share of hotels
	soldOut    = 0.05 // share of a hotel's types of room, for a day of arrival
)

// Rates are the rates of a hotel for a stay, cheapest first. There are none
// when the hotel is not a partner of the platform, is full, has no room for the
// party, or the stay is longer or further off than the platform sells.
func (x *Directory) Rates(h *Hotel, s Stay) []Rate {
	if s.Nights() > longest || s.CheckOut-s.Booked > furthest || h.dice.Word("contract").Chance(noContract) {
		return nil
	}
	m, deal := marketOf(h.City), dealOf(h, s)
	double := x.double(h, m, s)
	food := m.level * (0.4 + 0.2*float64(cmp.Or(h.Star, 2))) * float64(s.Nights()*aged(needsBed, s.Rooms...))
	// Free cancellation ends some days before arrival, and is not offered for a stay that begins sooner.
	d := h.dice.Word("policies")
	policies, flexible := []string{NonRefundable, FreeCancellation}, 1+d.With(2).Between(0.05, 0.18)
	switch kind := d.With(3).Unit(); {
	case kind < 0.15 || int(s.CheckIn-s.Booked) <= d.With(1).Below(8):
		policies = policies[:1]
	case kind < 0.35:
		policies = policies[1:]
	}
	var rates []Rate
	for _, r := range tables().rooms {
		rooms, holds := r.forAll(s.Rooms)
		if !holds || h.Star < r.fromStar || !h.has(r.code) || h.dice.Word("sold out").Word(r.code).With(uint64(s.CheckIn)).Chance(soldOut) {
			continue
		}
		for _, b := range tables().boards {
			if !h.has(b.code) || b.needs != "-" && !h.Offers(b.needs) {
				continue
			}
			for _, policy := range policies {
				usd := double*rooms + food*b.price
				if policy == FreeCancellation {
					usd *= flexible
				}
				rate := Rate{Code: r.code + "." + b.code + "." + codes[policy], Room: r.name, RoomCode: r.code, Policy: policy}
				rate.Types = slices.Sorted(slices.Values(append([]string{policy}, b.types...)))
				if len(b.types) > 0 {
					rate.Board = b.types[0]
				}
				rate.sell(h, s, m, deal, usd)
				rates = append(rates, rate)
			}
		}
	}
	slices.SortFunc(rates, func(a, b Rate) int { return cmp.Or(cmp.Compare(a.USD, b.USD), strings.Compare(a.Code, b.Code)) })
	if len(rates) > 0 {
		rates[0].Sampled = true
	}
	return rates
}

// sell gives a rate its price, after discounts and taxes, from what it usually costs in USD with VAT,
// and says who has it and how many rooms are left.
func (r *Rate) sell(h *Hotel, s Stay, m prices, deal *wire.Deal, usd float64) {
	d := h.dice.Word(r.Code)
	r.Sampled, r.Wave = d.With(1).Chance(0.55), d.With(2).Below(Waves)
	if deal != nil && (!r.Refundable() || d.With(3).Chance(0.5)) {
		r.Deal = deal
		usd *= 1 - float64(deal.PercentOff)/100
	}
	if d = d.With(uint64(s.CheckIn)); d.Chance(0.3) {
		r.Left = len(s.Rooms) + d.With(1).Below(6)
	}
	net := usd / (1 + m.vat)
	r.Tax, r.OnTop = usd-net, slices.Contains([]string{"US", "CA", "MX", "IN"}, s.Site)
	if r.OnTop {
		usd = net
	}
	r.USD = math.Round(usd*100) / 100
	if m.tax != nil {
		r.LocalTax = new(m.tax.of(h.Star, s, net))
	}
}

// Usual is what hotels of some stars (0 = not rated) take for a double room a night, in USD at level 1.
func Usual(star int) float64 { return [...]float64{70, 56, 72, 98, 150, 285}[star] }

// prices are a line of markets.txt: what nights cost in a country or a city. A city has zeros
// where its country's hold.
type prices struct {
	level   float64   // 1 = the usual prices
	vat     float64   // share of the price before tax
	season  []float64 // what a night costs in each month, in percent of the year's mean
	weekend float64   // share that the nights before a free day cost more
	tax     *cityTax  // nil where it is not known
}

// marketOf is a city's: by hand for those that travelers know the prices of, and otherwise
// its country's, more in large towns.
func marketOf(c *data.City) prices {
	land, own := tables().markets[c.Country], tables().markets[c.Code]
	if own.level == 0 {
		own.level = land.level * (0.75 + 0.08*math.Log10(1+float64(c.People)/1000))
		own.season, own.weekend = land.season, land.weekend
	}
	own.vat, own.tax = land.vat, cmp.Or(own.tax, land.tax)
	return own
}

// double is what a hotel takes for a double room for all nights of a stay, in USD with VAT: dearest in
// walking distance of the center, by the month and the day of the week, and a little up and down.
func (x *Directory) double(h *Hotel, p prices, s Stay) float64 {
	own := h.dice.Word("price")
	luck := 0.5 * (own.With(1).Unit() + own.With(2).Unit() - 1)
	price := Usual(h.Star) * h.Kind.price * math.Exp(0.12*(h.quality-7.7)+luck)
	price *= 0.72 + 0.43*math.Exp(-data.Distance(h.City.Lat, h.City.Lon, h.Lat, h.Lng)/5)
	d, nights := x.dice.Word("demand").Word(h.City.Code), 0.0 // 1 being a usual night at level 1
	for day := s.CheckIn; day < s.CheckOut; day++ {
		date := day.Time()
		night := p.level * p.season[date.Month()-1] / 100 * d.With(uint64(day/7)).Between(0.94, 1.06)
		if w := date.Weekday(); w == time.Friday || w == time.Saturday {
			night *= 1 + p.weekend
		}
		nights += night
	}
	price *= nights
	if s.CheckIn-s.Booked <= late {
		price *= 1.05
	}
	return price
}

// cityTax is what a guest pays on top, at the hotel.
type cityTax struct {
	unit     string // percent, person or room
	currency string
	amounts  []float64 // one for all hotels, or by stars
	nights   int       // most that are taxed; 0 = all
	age      int       // of the youngest guest who pays
}

// of is the tax of a whole stay in USD, for a price of it before tax.
func (t *cityTax) of(star int, s Stay, usd float64) float64 {
	nights := s.Nights()
	if t.nights > 0 {
		nights = min(nights, t.nights)
	}
	amount := t.amounts[0]
	if len(t.amounts) > 1 {
		amount = t.amounts[star]
	}
	if t.unit == "percent" {
		return usd * amount / 100 * float64(nights) / float64(s.Nights())
	}
	units := len(s.Rooms)
	if t.unit == "person" {
		units = aged(t.age, s.Rooms...)
	}
	currency, _ := data.CurrencyByCode(t.currency)
	return amount * float64(units*nights) / currency.PerUSD
}

// has tells whether a hotel has a type of room or sells a board, by what is usual for its kind.
func (h *Hotel) has(code string) bool {
	return h.dice.Word("has").Word(code).Chance(h.Kind.has[code] / 100)
}

// board is the meals that guests may book.
type board struct {
	code  string
	types []string // in the contract's words, its own first; none where the seller does not state it
	needs string   // amenity, or "-"
	price float64  // a night for a guest in a hotel of three stars, in USD before the market's level
}

// room is a type of room. Which of them a hotel has depends on its kind and stars.
type room struct {
	code, name string
	adults     int     // most adults
	guests     int     // most guests who need a bed
	included   int     // guests that the price is for
	price      float64 // 1 = the hotel's price for a double room
	extra      float64 // share of it that each guest more adds
	fromStar   int     // fewest stars of a hotel that has it
}

// needsBed is the age in years from which a child has a bed and eats; younger ones are free.
const needsBed = 3

// forAll adds up the prices of the rooms for every party. ok is false for a party that a room does not hold.
func (r room) forAll(parties []Party) (sum float64, ok bool) {
	for _, p := range parties {
		beds := aged(needsBed, p)
		if p.Adults > r.adults || beds > r.guests {
			return 0, false
		}
		sum += r.price * (1 + r.extra*float64(max(beds-r.included, 0)))
	}
	return sum, true
}

// offers are the kinds of deals: for stays from so many days ahead and so many nights on, how
// many in a hundred hotels give them, and from how many percent to how many. They are tried in
// order; the first that is drawn holds.
var offers = []struct {
	label                               string
	from, to, nights, low, high, chance int
}{
	{"Last minute", 0, 3, 1, 10, 30, 30},
	{"Early offer", 30, furthest, 1, 8, 20, 16},
	{"Long stay", 0, furthest, 5, 10, 20, 20},
	{"", 0, furthest, 1, 5, 25, 10},
}

// dealOf is the deal of a hotel for a stay, or nil.
func dealOf(h *Hotel, s Stay) *wire.Deal {
	lead := int(max(s.CheckIn-s.Booked, 0))
	d := h.dice.Word("deal").With(uint64(s.CheckIn / 7))
	for i, o := range offers {
		roll := d.With(uint64(i))
		if lead < o.from || lead > o.to || s.Nights() < o.nights || roll.Below(100) >= o.chance {
			continue
		}
		deal := &wire.Deal{Label: market.Given(o.label), PercentOff: o.low + roll.With(1).Below(o.high-o.low+1)}
		if roll.With(2).Chance(0.2) {
			deal.PromoCode = new(fmt.Sprintf("SAMPLE-%d", 10+roll.With(3).Below(90)))
		}
		return deal
	}
	return nil
}
