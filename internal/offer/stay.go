package offer

// StayPrice is the price of a stay, for the whole booking with all its rooms.
type StayPrice struct {
	Night Money
	Stay  Money // all nights; without an amount if unknown
	Near  bool  // Stay is in US dollars, since the service states it in no other currency
	// Tax is per night, nil if unknown. TaxInside says whether Night includes it, nil if unknown.
	Tax       *Money
	TaxInside *bool
	LocalTax  *Money // city tax per night, always on top; zero is none, nil is unknown
}

// Night describes a night in the hotels of a search: in the cheapest, and in the one in the middle. Prices are for all
// rooms and guests, before taxes on top.
type Night struct {
	HotelID int64  `json:"hotelId,omitempty"` // of the cheapest hotel; 0 if there is none
	Name    string `json:"name,omitempty"`    // untrusted text
	Stars   string `json:"stars,omitempty"`   // "" if unrated
	AllIn   string `json:"allIn,omitempty"`   // with the known taxes on top, decimal
	Total   Money  `json:"total,omitzero"`    // for the stay, without local tax; in USD if there is no other currency

	Hotels   int   `json:"hotels"` // number of hotels
	Median   Money `json:"median,omitzero"`
	MedianID int64 `json:"medianId,omitempty"` // the hotel with the median price
}

// TaxOnTop returns the tax that the price of a night does not include, as far as that is known, or nil.
func (p StayPrice) TaxOnTop() *Money {
	if p.TaxInside != nil && *p.TaxInside {
		return nil
	}
	return p.Tax
}

// AllIn returns the price of a night with the taxes on top of it that are known. It returns false if an amount is not
// a decimal number.
func (p StayPrice) AllIn() (Money, bool) {
	parts := []Money{p.Night}
	for _, tax := range []*Money{p.TaxOnTop(), p.LocalTax} {
		if tax != nil {
			parts = append(parts, *tax)
		}
	}
	return Sum(parts)
}

// Charges describes the taxes included in the price and those on top: "$8 tax a night included, city tax not known".
func (p StayPrice) Charges(locale string) string {
	night := func(m *Money, what string) string { return m.Text(locale) + " " + what + " a night" }
	tax, city := "", "no city tax"
	if p.Tax != nil && !p.Tax.IsNothing() {
		tax = night(p.Tax, "tax")
		switch {
		case p.TaxInside == nil:
			tax += ", not stated whether included, "
		case *p.TaxInside:
			tax += " included, "
		default:
			tax += " on top, "
		}
	}
	switch {
	case p.LocalTax == nil:
		city = "city tax not known"
	case !p.LocalTax.IsNothing():
		city = night(p.LocalTax, "city tax") + " on top"
	}
	return tax + city
}
