package offer

// StayPrice is what a stay costs: the whole booking, all its rooms.
type StayPrice struct {
	Night Money
	Stay  Money // all nights; without an amount if not stated
	Near  bool  // Stay is in US dollars, since the service states it in no other currency
	// Tax is that of a night, nil if none is stated. TaxInside says whether Night holds it already, nil if not stated.
	Tax       *Money
	TaxInside *bool
	LocalTax  *Money // what the city takes a night, always on top; zero is none, nil is not known
}

// TaxOnTop is the tax that is not inside a night's price, as far as that is known; nil for none.
func (p StayPrice) TaxOnTop() *Money {
	if p.TaxInside != nil && *p.TaxInside {
		return nil
	}
	return p.Tax
}

// AllIn is a night with all that comes on top of it, as far as that is known. It reports false when
// an amount is not a decimal number.
func (p StayPrice) AllIn() (Money, bool) {
	parts := []Money{p.Night}
	for _, tax := range []*Money{p.TaxOnTop(), p.LocalTax} {
		if tax != nil {
			parts = append(parts, *tax)
		}
	}
	return Sum(parts)
}

// Charges say which taxes are in the price and which come on top: "$8 tax a night included, city tax not known".
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
