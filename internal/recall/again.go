package recall

import (
	"slices"

	"travel.example/travel/internal/search"
)

// Same reports whether two rows of two searches are the same offer. Ids and prices change from one search to the
// next; only a hotel keeps its id.
func (r Row) Same(o Row) bool {
	switch {
	case r.Fare != nil:
		return o.Fare != nil && r.Fare.Print.Same(o.Fare.Print)
	case r.Option != nil:
		return o.Option != nil && r.Option.Print.Same(o.Option.Print)
	case r.Hotel != nil:
		return r.ID != "" && r.ID == o.ID
	case r.Rate != nil:
		return o.Rate != nil && r.Rate.Print.Same(o.Rate.Print)
	}
	return r.Trip.Same(o.Trip)
}

// Candidates returns the rows as candidates for search.Find, at the same indexes. Rows that are gone are never found.
func Candidates(rows []Row) []search.Candidate[Row] {
	all := make([]search.Candidate[Row], len(rows))
	for i, row := range rows {
		if !row.Gone {
			all[i] = search.Candidate[Row]{ID: row.ID, Print: row, Price: row.Price}
		}
	}
	return all
}

// Find returns the index of the same offer among the rows of another search, or -1.
func Find(want Row, rows []Row) int { return search.Find(want, want.Price, Candidates(rows)) }

// Nearby is a row that resembles an offer which is gone.
type Nearby struct {
	Row
	Why string // in words, such as "same airline"
}

// Near returns the rows that most resemble an offer which is not among them.
func Near(want Row, rows []Row) []Nearby {
	rows = slices.DeleteFunc(slices.Clone(rows), func(row Row) bool { return row.Gone })
	var found []search.Near
	switch {
	case want.Fare != nil:
		found = search.NearFares(want.Fare.Print, prints(rows, func(row Row) search.FarePrint { return row.Fare.Print }))
	case want.Option != nil:
		found = search.NearOptions(want.Option.Print, prints(rows, func(row Row) search.OptionPrint { return row.Option.Print }))
	case want.Rate != nil:
		found = search.NearRates(want.Rate.Print, prints(rows, func(row Row) search.RatePrint { return row.Rate.Print }))
	default:
		found = search.NearTrips(want.Trip, prints(rows, func(row Row) search.Itinerary { return row.Trip }))
	}
	near := make([]Nearby, len(found))
	for i, n := range found {
		near[i] = Nearby{rows[n.Index], n.Why}
	}
	return near
}

func prints[P any](rows []Row, of func(Row) P) []search.Candidate[P] {
	all := make([]search.Candidate[P], len(rows))
	for i, row := range rows {
		all[i] = search.Candidate[P]{ID: row.ID, Print: of(row), Price: row.Price}
	}
	return all
}
