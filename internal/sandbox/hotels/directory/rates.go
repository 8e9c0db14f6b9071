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

// The cancellation policies, which are also rate types.
const (
	FreeCancellation = "free_cancellation"
	NonRefundable    = "non_refundable"
)

// codes maps the policies to their part of a rate code.
var codes = map[string]string{FreeCancellation: "fc", NonRefundable: "nr"}

// Waves is the number of platform sources that rates come from.
const Waves = 5

// Rate is one way to book all rooms for the whole stay.
type Rate struct {
	Code     string // room, board and policy; the same offer has the same code in every search
	Room     string // name of the room type
	RoomCode string
	Board    string     // in the contract's words; empty if the seller does not state it
	Types    []string   // values of rate-types, sorted; half board includes breakfast
	Policy   string     // FreeCancellation or NonRefundable
	USD      float64    // price without LocalTax, and without Tax if OnTop
	Tax      float64    // VAT and service charge, in USD
	OnTop    bool       // Tax is charged on top, as prices are shown in this market
	LocalTax *float64   // charged on top at the hotel, in USD; nil if unknown
	Deal     *wire.Deal // a discount included in USD, without the earlier prices
	Left     int        // rooms left at this rate; 0 if not stated
	Sampled  bool       // visible to a search for a city or an area
	Wave     int        // source that has the rate, 0 to Waves-1
}

// Refundable reports whether a rate can be canceled for free.
func (r *Rate) Refundable() bool { return r.Policy == FreeCancellation }

// Limits of the platform. It sells stays of up to 90 nights that end within 500 days, in most hotels.
const (
	longest    = 90
	furthest   = 500
	late       = 14   // days before arrival from which a stay costs more
	noContract = 0.08 // share of hotels without a contract
	soldOut    = 0.05 // share of a hotel's room types, per day of arrival
)

// Rates returns the rates of a hotel for a stay, cheapest first. There are none if the hotel is not a partner of
// the platform, is sold out or has no room for the party, or if the stay is longer or further ahead than the
// platform sells.
func (x *Directory) Rates(h *Hotel, s Stay) []Rate {
	if s.Nights() > longest || s.CheckOut-s.Booked > furthest || h.dice.Word("contract").Chance(noContract) {
		return nil
	}
	m, deal := marketOf(h.City), dealOf(h, s)
	double := x.double(h, m, s)
	food := m.level * (0.4 + 0.2*float64(cmp.Or(h.Star, 2))) * float64(s.Nights()*aged(needsBed, s.Rooms...))
	// Free cancellation ends some days before arrival and is not offered after that.
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

// sell sets the price of a rate from its usual price in USD with VAT, after discounts and taxes, and also its
// source and the number of rooms left.
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

// Usual returns the usual price of a double room for one night in a hotel with some stars (0 means not rated), in
// USD at level 1.
func Usual(star int) float64 { return [...]float64{70, 56, 72, 98, 150, 285}[star] }

// prices is a row of markets.txt, the price level of a country or a city. Zeros in a city's row mean that the
// values of its country apply.
type prices struct {
	level   float64   // relative to the usual prices
	vat     float64   // relative to the price before tax
	season  []float64 // price of a night in each month, in percent of the annual average
	weekend float64   // surcharge for Friday and Saturday nights, as a share
	tax     *cityTax  // nil if unknown
}

// marketOf returns the prices of a city. They are set by hand for cities whose prices travelers know; otherwise
// they come from the country and are higher in large towns.
func marketOf(c *data.City) prices {
	land, own := tables().markets[c.Country], tables().markets[c.Code]
	if own.level == 0 {
		own.level = land.level * (0.75 + 0.08*math.Log10(1+float64(c.People)/1000))
		own.season, own.weekend = land.season, land.weekend
	}
	own.vat, own.tax = land.vat, cmp.Or(own.tax, land.tax)
	return own
}

// double returns the price of a double room for all nights of a stay, in USD with VAT. It is highest within
// walking distance of the center, depends on the month and the day of the week, and varies a little at random.
func (x *Directory) double(h *Hotel, p prices, s Stay) float64 {
	own := h.dice.Word("price")
	luck := 0.5 * (own.With(1).Unit() + own.With(2).Unit() - 1)
	price := Usual(h.Star) * h.Kind.price * math.Exp(0.12*(h.quality-7.7)+luck)
	price *= 0.72 + 0.43*math.Exp(-data.Distance(h.City.Lat, h.City.Lon, h.Lat, h.Lng)/5)
	d, nights := x.dice.Word("demand").Word(h.City.Code), 0.0 // in usual nights at level 1
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

// cityTax is a tax that guests pay on top, at the hotel.
type cityTax struct {
	unit     string // percent, person or room
	currency string
	amounts  []float64 // one for all hotels, or one per star rating
	nights   int       // maximum number of nights taxed; 0 means all
	age      int       // minimum age of a guest who pays
}

// of returns the tax for a whole stay in USD. usd is the price before tax.
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

// has reports whether a hotel has a room type or a board, depending on its kind.
func (h *Hotel) has(code string) bool {
	return h.dice.Word("has").Word(code).Chance(h.Kind.has[code] / 100)
}

// board is the meals that can be booked.
type board struct {
	code  string
	types []string // in the contract's words, the main one first; none if the seller does not state it
	needs string   // required amenity, or "-"
	price float64  // per night and guest in a three-star hotel, in USD before the market's level
}

// room is a room type. Whether a hotel has it depends on its kind and stars.
type room struct {
	code, name string
	adults     int     // maximum number of adults
	guests     int     // maximum number of guests who need a bed
	included   int     // guests included in the price
	price      float64 // relative to the hotel's price for a double room
	extra      float64 // surcharge for each additional guest, as a share of the price
	fromStar   int     // minimum stars of a hotel that has it
}

// needsBed is the age in years from which a child needs a bed and meals; younger ones are free.
const needsBed = 3

// forAll adds up the prices of one room for every party. ok is false if a party does not fit.
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

// offers are the kinds of deals. from and to limit the days until arrival, nights is the minimum stay, low and
// high limit the discount in percent, and chance is the percentage of hotels with the deal. The first one drawn
// applies.
var offers = []struct {
	label                               string
	from, to, nights, low, high, chance int
}{
	{"Last minute", 0, 3, 1, 10, 30, 30},
	{"Early offer", 30, furthest, 1, 8, 20, 16},
	{"Long stay", 0, furthest, 5, 10, 20, 20},
	{"", 0, furthest, 1, 5, 25, 10},
}

// dealOf returns the deal of a hotel for a stay, or nil.
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
