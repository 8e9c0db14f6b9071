package flights

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"strings"

	"travel.example/travel/internal/sandbox/market"
	"travel.example/travel/internal/sandbox/rest"
	"travel.example/travel/internal/sandbox/wire"
)

// Parameters that name values of a trip. Each has a list among the filter options.
const (
	byAirline  = "airlines"
	byAlliance = "alliances"
	bySite     = "booking-sites"
	byStopover = "stopover-airports"
	byAircraft = "aircraft"
)

// values yields the codes and names that a parameter accepts for some legs of a trip. A code may be repeated, and
// an empty code means none.
func (s *snapshot) values(parameter string, r *row, legs []*plan, yield func(code, name string)) {
	if parameter == bySite {
		for _, o := range r.fares {
			yield(s.sellers[o.seller].code, s.sellers[o.seller].name)
		}
		return
	}
	for _, leg := range legs {
		for i, x := range leg.rides {
			switch a := leg.sold[i].Airline; {
			case parameter == byAirline:
				yield(a.Code, a.Name)
			case parameter == byAlliance:
				yield(a.Alliance, "")
			case parameter == byAircraft:
				yield(x.Aircraft.Code, x.Aircraft.Name)
			case i > 0:
				yield(x.From.Code, x.From.Name)
			}
		}
	}
}

// filterOptions counts the trips of the whole snapshot by value, regardless of a read's filters. Stopover
// durations are the waits of each trip's leg with the longest total wait.
func filterOptions(s *snapshot) wire.FlightFilterOptions {
	count := func(parameter string) []wire.CodedCount {
		counts, last := map[string]*wire.CodedCount{}, map[string]*row{} // a trip counts once
		for _, r := range s.rows {
			s.values(parameter, r, r.legs, func(code, name string) {
				if code == "" || last[code] == r {
					return
				}
				if counts[code] == nil {
					counts[code] = &wire.CodedCount{Code: code, Name: market.Given(name)}
				}
				counts[code].Count++
				last[code] = r
			})
		}
		list := make([]wire.CodedCount, 0, len(counts))
		for _, c := range counts {
			list = append(list, *c)
		}
		slices.SortFunc(list, func(a, b wire.CodedCount) int {
			return cmp.Or(cmp.Compare(b.Count, a.Count), strings.Compare(a.Code, b.Code))
		})
		return list
	}
	options := wire.FlightFilterOptions{
		Alliances: count(byAlliance), Airlines: count(byAirline), BookingSites: count(bySite),
		StopoverAirports: count(byStopover), Aircraft: count(byAircraft),
	}
	if len(s.rows) > 0 {
		waits := func(a, b *row) int { return cmp.Compare(a.waits, b.waits) }
		options.StopoverDurations = &wire.StopoverDurations{
			Min: float64(slices.MinFunc(s.rows, waits).waits), Max: float64(slices.MaxFunc(s.rows, waits).waits),
		}
	}
	return options
}

// keep returns the rows that pass every filter of a read, in its sort order. The caller may modify the list.
func (s *snapshot) keep(v rest.Values, m market.Money) []*row {
	var tests []func(*row) bool
	filter := func(parameter string, passes func(*row) bool) {
		if v.Given(parameter) {
			tests = append(tests, passes)
		}
	}
	for parameter, anyCase := range map[string]bool{byAirline: true, byAlliance: true, bySite: false, byStopover: false, byAircraft: true} {
		wanted := v.Texts(parameter)
		has := func(r *row, legs []*plan) (found bool) {
			s.values(parameter, r, legs, func(code, _ string) {
				found = found || slices.ContainsFunc(wanted, func(one string) bool {
					return one == code || anyCase && strings.EqualFold(one, code)
				})
			})
			return found
		}
		everyLeg := parameter == byAirline && v.Text("airlines-match") == string(wire.AirlinesMatchAll)
		filter(parameter, func(r *row) bool {
			if everyLeg {
				return has(r, r.legs[:1]) && has(r, r.legs[len(r.legs)-1:])
			}
			return has(r, r.legs)
		})
	}
	types, stops := v.Texts("booking-types"), v.Ints("stops")
	filter("booking-types", func(r *row) bool {
		return r.platform && slices.Contains(types, string(wire.BookingTypePlatform)) ||
			r.airline && slices.Contains(types, string(wire.BookingTypeAirline))
	})
	filter("stops", func(r *row) bool { return slices.Contains(stops, r.stops) })
	filter("same-airline", func(r *row) bool { return !v.Flag("same-airline") || r.seller() != nil })
	least, most := v.OptionalNumber("min-price"), v.OptionalNumber("max-price")
	price := func(r *row) bool { return market.Within(m.Of(r.fares[0].usd), least, most) }
	filter("min-price", price)
	filter("max-price", price)
	minutes := func(parameter string, sign int, of func(*row) int) {
		bound := v.Int(parameter)
		filter(parameter, func(r *row) bool { return sign*of(r) <= sign*bound })
	}
	minutes("max-duration", 1, func(r *row) int { return r.minutes })
	minutes("min-stopover-duration", -1, func(r *row) int { return r.waits })
	minutes("max-stopover-duration", 1, func(r *row) int { return r.waits })
	for i, leg := range []string{"outbound", "return"} {
		// Filters on the return leg exclude every one-way trip.
		onLeg := func(parameter string, passes func(*plan) bool) {
			filter(leg+parameter, func(r *row) bool { return i < len(r.legs) && passes(r.legs[i]) })
		}
		shortest, longest := v.Int(leg+"-min-duration"), v.Int(leg+"-max-duration")
		onLeg("-min-duration", func(p *plan) bool { return p.minutes >= shortest })
		onLeg("-max-duration", func(p *plan) bool { return p.minutes <= longest })
		for event, at := range map[string]func(*plan) int{
			"-departure": func(p *plan) int { return p.leaveAt }, "-arrival": func(p *plan) int { return p.landAt },
		} {
			blocks := v.Texts(leg + event + "-blocks")
			onLeg(event+"-blocks", func(p *plan) bool { return slices.Contains(blocks, quarters[at(p)/360]) })
			// The contract's pattern allows two whole numbers, with blanks around them, or nothing.
			if begin, end, ranged := strings.Cut(v.Text(leg+event+"-range"), "-"); ranged {
				from, _ := strconv.Atoi(strings.TrimSpace(begin))
				to, _ := strconv.Atoi(strings.TrimSpace(end))
				onLeg(event+"-range", func(p *plan) bool {
					if from > to { // past midnight
						return at(p) >= from || at(p) <= to
					}
					return at(p) >= from && at(p) <= to
				})
			}
		}
	}
	kept := make([]*row, 0, len(s.rows))
	for _, r := range s.inOrder(wire.FlightSort(v.Text("sort"))) {
		if !slices.ContainsFunc(tests, func(passes func(*row) bool) bool { return !passes(r) }) {
			kept = append(kept, r)
		}
	}
	return kept
}

// quarters are the time blocks of a local day, six hours each.
var quarters = [...]string{
	string(wire.TimeBlockMidnight), string(wire.TimeBlockMorning), string(wire.TimeBlockAfternoon), string(wire.TimeBlockNight),
}

// orders has the sort key of each sort order, lowest first. Score is the default.
var orders = map[wire.FlightSort]func(*row) float64{
	wire.FlightSortScoreDesc:             func(r *row) float64 { return -r.fares[0].score },
	wire.FlightSortPriceAsc:              func(r *row) float64 { return r.fares[0].usd },
	wire.FlightSortDurationAsc:           func(r *row) float64 { return float64(r.minutes) },
	wire.FlightSortLeg1DepartureTimeAsc:  func(r *row) float64 { return r.leaves(0) },
	wire.FlightSortLeg1DepartureTimeDesc: func(r *row) float64 { return -r.leaves(0) },
	wire.FlightSortLeg2DepartureTimeAsc:  func(r *row) float64 { return r.leaves(1) },
	wire.FlightSortLeg2DepartureTimeDesc: func(r *row) float64 { return -r.leaves(1) },
}

// leaves returns the departure of a leg in minutes of its local day. For a one-way trip, leg 1 is the same as leg
// 0.
func (r *row) leaves(leg int) float64 { return float64(r.legs[min(leg, len(r.legs)-1)].leaveAt) }

// inOrder returns the sorted rows. Every order is total: ties are broken by price, score, departure and finally
// trip code.
func (s *snapshot) inOrder(by wire.FlightSort) []*row {
	return s.orders.Get(by, func() []*row {
		key := orders[by]
		return slices.SortedFunc(slices.Values(s.rows), func(a, b *row) int {
			return cmp.Or(cmp.Compare(key(a), key(b)), cmp.Compare(a.fares[0].usd, b.fares[0].usd),
				cmp.Compare(b.fares[0].score, a.fares[0].score), cmp.Compare(a.leaves(0), b.leaves(0)), strings.Compare(a.code, b.code))
		})
	})
}

// award labels the best value, the cheapest trip and the cheapest nonstop trip of the whole snapshot, regardless
// of a read's filters, so that a card and its trip agree.
func award(s *snapshot) map[*row][]wire.TripBadge {
	badges := map[*row][]wire.TripBadge{}
	give := func(label wire.TripBadge, by wire.FlightSort, most int) {
		rows := s.inOrder(by)
		if i := slices.IndexFunc(rows, func(r *row) bool { return r.stops <= most }); i >= 0 {
			badges[rows[i]] = append(badges[rows[i]], label)
		}
	}
	give(wire.TripBadgeBestValue, wire.FlightSortScoreDesc, math.MaxInt)
	give(wire.TripBadgeCheapest, wire.FlightSortPriceAsc, math.MaxInt)
	give(wire.TripBadgeCheapestDirect, wire.FlightSortPriceAsc, 0)
	return badges
}

// promote moves the cheapest trip up to second place and the cheapest direct one up to third place if they are
// further down. If filters removed the labeled trip, it moves nothing.
func promote(rows []*row, badges map[*row][]wire.TripBadge) {
	for i, label := range []wire.TripBadge{wire.TripBadgeCheapest, wire.TripBadgeCheapestDirect} {
		at := slices.IndexFunc(rows, func(r *row) bool { return slices.Contains(badges[r], label) })
		if target := i + 1; at > target {
			r := rows[at]
			copy(rows[target+1:at+1], rows[target:at])
			rows[target] = r
		}
	}
}
