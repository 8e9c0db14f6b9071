package render

import (
	"strconv"
	"strings"
)

// priceFields are the fields of a stay's price in a record: amounts a night
// and for the stay, what comes on top, whether the tax is inside (yes, no, not
// known), the all-in night, and the deal.
var priceFields = [...]string{
	"night", "stay", "currency", "tax_per_night", "tax_included", "city_tax_per_night", "all_in_night",
	"deal", "percent_off", "was_night", "promo_code",
}

func (p StayPrice) fields() []string {
	allIn, _ := p.AllIn()
	row := []string{
		p.Night.Amount, amount(p.Stay), p.Night.Currency, amount(p.Tax), "", amount(p.LocalTax), allIn.Amount, "", "", "", "",
	}
	if p.Tax != nil {
		row[4] = p.TaxInside.String()
	}
	if d := p.Deal; d != nil {
		row[7], row[8], row[9], row[10] = d.Label, strconv.Itoa(d.Percent), amount(d.Was), d.Promo
	}
	return row
}

// amount is the bare amount of money that may not be stated.
func amount(m *Money) string {
	if m == nil {
		return ""
	}
	return m.Amount
}

// records gives one line a hotel. The amounts are the whole booking's, taxes
// are a night's, lists are joined by commas, and free_cancellation is "seen" or
// "not seen".
func (v HotelList) records() records {
	r := records{head: []string{"number", "hotel_id", "name"}}
	r.head = append(r.head, priceFields[:]...)
	r.head = append(r.head, "stars", "score", "reviews", "city", "district", "distance_km", "latitude", "longitude",
		"free_cancellation", "free_cancellation_stay", "rate_types", "badges", "page")
	for _, row := range v.Rows {
		score := Score{}
		if row.Score != nil {
			score = *row.Score
		}
		fields := append([]string{strconv.Itoa(row.N), strconv.FormatInt(row.HotelID, 10), row.Name}, row.Price.fields()...)
		r.rows = append(r.rows, append(fields,
			row.Stars, score.Value, score.Count, row.City, row.District, row.Distance, row.Lat, row.Lng,
			row.refund().Text, amount(row.Refundable), strings.Join(row.RateTypes, ","), strings.Join(row.Badges, ","), row.Page))
	}
	return r
}
