package recall

import (
	"cmp"
	"math/big"
	"slices"
	"strings"

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

// Near returns the rows that most resemble an offer which is not among them: for a fare, those of the same seller and
// kind; for an option, those that pay for the same; for a rate, the same room and the same terms; for a trip, those of
// the same carriers and the same hour. The cheapest others follow.
func Near(want Row, rows []Row) []Nearby {
	anyRow := func(Row) bool { return true }
	switch {
	case want.Fare != nil:
		fare := want.Fare.Print
		return nearest(rows,
			way{"same seller", 2, func(r Row) bool { return r.Fare.Print.Seller == fare.Seller }, nil},
			way{"sold the same way", 2, func(r Row) bool { return r.Fare.Print.Kind == fare.Kind }, nil},
			way{"next cheapest", 2, anyRow, nil},
		)
	case want.Option != nil:
		option := want.Option.Print
		pays := func(r Row) bool { return r.Option.Print.Leg == option.Leg && r.Option.Print.Covers == option.Covers }
		return nearest(rows,
			way{"same name", 2, func(r Row) bool { return pays(r) && r.Option.Print.Name == option.Name }, nil},
			way{"pays for the same", 4, pays, nil},
		)
	case want.Rate != nil:
		rate := want.Rate.Print
		return nearest(rows,
			way{"same room", 3, func(r Row) bool { return r.Rate.Print.Room == rate.Room }, nil},
			way{"same terms", 3, func(r Row) bool {
				terms := r.Rate.Print
				terms.Room = rate.Room
				return terms == rate
			}, nil},
			way{"next cheapest", 2, anyRow, nil},
		)
	}
	shift := func(r Row) int { return want.Trip.Shift(r.Trip) }
	return nearest(rows,
		way{"same airline", 3, func(r Row) bool { return want.Trip.SameCarriers(r.Trip) }, shift},
		way{"same hour", 3, func(r Row) bool { return want.Trip.SameHour(r.Trip) }, shift},
		way{"next cheapest", 2, anyRow, nil},
	)
}

// way is one way of being near.
type way struct {
	why  string
	most int // rows
	near func(Row) bool
	far  func(Row) int // how far off a row is; nil if all are alike
}

// nearest gathers, way by way, the rows that are least far, then cheapest. None comes twice.
func nearest(rows []Row, ways ...way) []Nearby {
	var found []Nearby
	taken, prices := make([]bool, len(rows)), make([]*big.Rat, len(rows))
	for i, row := range rows {
		taken[i], prices[i] = row.Gone, search.Amount(row.Price)
	}
	for _, w := range ways {
		var fits []int
		for i, row := range rows {
			if !taken[i] && w.near(row) {
				fits = append(fits, i)
			}
		}
		slices.SortFunc(fits, func(i, j int) int {
			a, b, further := rows[i], rows[j], 0
			if w.far != nil {
				further = cmp.Compare(w.far(a), w.far(b))
			}
			return cmp.Or(further, // ids make the order certain
				strings.Compare(a.Price.Currency, b.Price.Currency), prices[i].Cmp(prices[j]), strings.Compare(a.ID, b.ID))
		})
		for _, i := range fits[:min(len(fits), w.most)] {
			taken[i] = true
			found = append(found, Nearby{rows[i], w.why})
		}
	}
	return found
}
