package offer

import (
	"cmp"
	"math/big"
	"slices"
	"strings"
)

// Offer is a trip, a fare, an option, a hotel or a rate, as a search has it. One of the pointers or the trip is set.
type Offer struct {
	ID    string `json:"id,omitempty"`    // "" if it has none that can be sent
	Label string `json:"label,omitempty"` // for a person; foreign text
	Price Money  `json:"price,omitzero"`  // at the time of the search
	Gone  bool   `json:"gone,omitempty"`  // it was not found by the search that replaced its own

	Trip   Itinerary `json:"trip,omitempty"`
	Fare   *Fare     `json:"fare,omitempty"`
	Option *Option   `json:"option,omitempty"`
	Hotel  *Hotel    `json:"hotel,omitempty"`
	Rate   *Rate     `json:"rate,omitempty"`
}

// Fare is a fare of a trip.
type Fare struct {
	Kind    string    `json:"kind"`              // as on the wire: platform, airline, partner
	Handoff string    `json:"handoff,omitempty"` // booking page of its seller
	Options bool      `json:"options,omitempty"` // it has options to read
	Bags    string    `json:"bags,omitempty"`    // included bags in words; "" if not read
	Print   FarePrint `json:"print"`             // to find it again
}

// Here reports whether the service itself sells the fare, and not an airline or an agency.
func (f Fare) Here() bool {
	return f.Kind != "airline" && f.Kind != "partner"
}

// Opens reports whether the fare can be opened into options here.
func (f Fare) Opens() bool { return f.Options && f.Here() }

// Option is an option of a fare.
type Option struct {
	Covers string      `json:"covers,omitempty"` // leg, trip, or "" if the service does not say
	Leg    int         `json:"leg,omitempty"`    // the leg it covers, from 1; 0 if unknown
	Legs   int         `json:"legs,omitempty"`   // number of legs that options cover, if known
	Fees   string      `json:"fees,omitempty"`   // for changes and cancellation, in words
	Terms  string      `json:"terms,omitempty"`  // refund, fees and bags, in words
	Print  OptionPrint `json:"print"`            // to find it again
}

// Pays reports whether it is known what the option pays for: the trip, or a numbered leg. It is false for nil.
func (o *Option) Pays() bool {
	return o.ForTrip() || o != nil && o.Covers == "leg" && o.Leg > 0
}

// ForTrip reports whether the option is stated to pay for the whole trip.
func (o *Option) ForTrip() bool { return o != nil && o.Covers == "trip" }

// ForLeg reports whether the option pays for that leg, from 1, and not for the whole trip.
func (o *Option) ForLeg(leg int) bool { return o.Pays() && !o.ForTrip() && o.Leg == leg }

// Whole reports whether the option is known to pay for the whole trip, if only because that has one leg.
func (o *Option) Whole() bool { return o.ForTrip() || o.Pays() && o.Legs == 1 }

// Part returns what the option pays for: "for the whole trip", "for OUT", or "" if the service does not say.
func (o *Option) Part() string {
	switch {
	case o.Whole():
		return "for the whole trip"
	case o.Pays():
		return "for " + LegName(o.Leg, o.Legs)
	}
	return ""
}

// Excludes reports whether two options cannot be booked together: one pays for the whole trip, or both pay for the
// same leg.
func (o *Option) Excludes(other *Option) bool {
	return o.ForTrip() || other.ForTrip() || o.Pays() && other.ForLeg(o.Leg)
}

// Hotel is a hotel for a stay. The price of its offer is for a night. Other amounts are decimal text in the same currency.
type Hotel struct {
	Page  string `json:"page,omitempty"`  // of the hotel
	Stay  string `json:"stay,omitempty"`  // for the whole stay
	AllIn string `json:"allIn,omitempty"` // for a night with all taxes and fees, if known
	// StayIn is the currency of Stay, if it differs from that of the offer.
	StayIn string `json:"stayIn,omitempty"`
	// FreeCancellation reports that such a rate was seen. False means unknown.
	FreeCancellation bool             `json:"freeCancellation,omitempty"`
	Score            *Score           `json:"score,omitempty"`   // by all guests
	Cohorts          map[string]Score `json:"cohorts,omitempty"` // by kind of guest, as on the wire
}

// Score is a guest rating and its number of reviews.
type Score struct {
	Value string `json:"value"`
	Count string `json:"count"`
}

// Rate is a rate of a hotel.
type Rate struct {
	Page    string    `json:"page,omitempty"`    // of its hotel
	City    string    `json:"city,omitempty"`    // of its hotel; foreign text
	Charges string    `json:"charges,omitempty"` // taxes included or added, in words
	Print   RatePrint `json:"print"`             // to find it again; its terms are as on the wire

	PerNight bool `json:"perNight,omitempty"` // its price is for a night, because that of the stay is unknown
}

// Nearby is an offer that resembles one which is gone.
type Nearby struct {
	Offer
	Why string // in words, such as "same airline"
}

// Near returns the offers that most resemble one which is not among them: for a fare, those of the same seller and
// kind; for an option, those that pay for the same; for a rate, the same room and the same terms; for a trip, those of
// the same carriers and the same hour. The cheapest others follow.
func Near(want Offer, all []Offer) []Nearby {
	anyOffer := func(Offer) bool { return true }
	switch {
	case want.Fare != nil:
		fare := want.Fare.Print
		return nearest(all,
			way{"same seller", 2, func(o Offer) bool { return o.Fare.Print.Seller == fare.Seller }, nil},
			way{"sold the same way", 2, func(o Offer) bool { return o.Fare.Print.Kind == fare.Kind }, nil},
			way{"next cheapest", 2, anyOffer, nil},
		)
	case want.Option != nil:
		option := want.Option.Print
		pays := func(o Offer) bool { return o.Option.Print.Leg == option.Leg && o.Option.Print.Covers == option.Covers }
		return nearest(all,
			way{"same name", 2, func(o Offer) bool { return pays(o) && o.Option.Print.Name == option.Name }, nil},
			way{"pays for the same", 4, pays, nil},
		)
	case want.Rate != nil:
		rate := want.Rate.Print
		return nearest(all,
			way{"same room", 3, func(o Offer) bool { return o.Rate.Print.Room == rate.Room }, nil},
			way{"same terms", 3, func(o Offer) bool {
				terms := o.Rate.Print
				terms.Room = rate.Room
				return terms == rate
			}, nil},
			way{"next cheapest", 2, anyOffer, nil},
		)
	}
	shift := func(o Offer) int { return want.Trip.Shift(o.Trip) }
	return nearest(all,
		way{"same airline", 3, func(o Offer) bool { return want.Trip.SameCarriers(o.Trip) }, shift},
		way{"same hour", 3, func(o Offer) bool { return want.Trip.SameHour(o.Trip) }, shift},
		way{"next cheapest", 2, anyOffer, nil},
	)
}

// way is one way of being near.
type way struct {
	why  string
	most int // offers
	near func(Offer) bool
	far  func(Offer) int // how far off an offer is; nil if all are alike
}

// nearest gathers, way by way, the offers that are least far, then cheapest. None comes twice.
func nearest(all []Offer, ways ...way) []Nearby {
	var found []Nearby
	taken, prices := make([]bool, len(all)), make([]*big.Rat, len(all))
	for i, o := range all {
		taken[i], prices[i] = o.Gone, ranked(o.Price)
	}
	for _, w := range ways {
		var fits []int
		for i, o := range all {
			if !taken[i] && w.near(o) {
				fits = append(fits, i)
			}
		}
		slices.SortFunc(fits, func(i, j int) int {
			a, b, further := all[i], all[j], 0
			if w.far != nil {
				further = cmp.Compare(w.far(a), w.far(b))
			}
			return cmp.Or(further, // ids make the order certain
				strings.Compare(a.Price.Currency, b.Price.Currency), prices[i].Cmp(prices[j]), strings.Compare(a.ID, b.ID))
		})
		for _, i := range fits[:min(len(fits), w.most)] {
			taken[i] = true
			found = append(found, Nearby{all[i], w.why})
		}
	}
	return found
}
