package render

import "strconv"

// records gives a line for each segment, then one for each fare. All lines have the same fields;
// the first says which kind it is, and those of the other kind are empty.
func (v TripView) records() records {
	r := records{head: []string{
		"record", "leg", "from", "to", "departs", "arrives", "minutes", "mode", "flight", "carrier", "operated_by", "vehicle", "cabin",
		"number", "total", "currency", "kind", "sold_by", "refundable", "cabin_bag", "checked_bag", "fare_id", "link",
	}}
	for _, leg := range v.Legs {
		for _, s := range leg.Segments {
			row := []string{
				"segment", leg.Label, s.From.Code, s.To.Code, stamp(s.Depart), stamp(s.Arrive), strconv.Itoa(s.length()),
				s.Mode, s.Number, s.Carrier, s.Operator, s.Vehicle, s.Cabin,
			}
			r.rows = append(r.rows, append(row, make([]string, len(r.head)-len(row))...))
		}
	}
	for _, f := range v.Fares {
		row := make([]string, 13, len(r.head))
		row[0] = "fare"
		r.rows = append(r.rows, append(row, strconv.Itoa(f.N), f.Price.Amount, f.Price.Currency, f.Kind, f.SoldBy,
			f.Refundable.String(), f.CabinBag, f.CheckedBag, f.FareID, f.Link))
	}
	return r
}
