package timetable

import (
	"math"

	"travel.example/travel/internal/sandbox/data"
)

// step is a factor that holds up to a distance in kilometres.
type step struct{ km, factor float64 }

// never is a factor that no demand can meet.
const never = 1e12

func lookUp(steps []step, km float64) float64 {
	for _, s := range steps {
		if km <= s.km {
			return s.factor
		}
	}
	return never
}

// How much more demand a route needs, by its length, abroad and at home.
var (
	abroadSteps     = []step{{100, never}, {300, 2}, {1500, 1.1}, {3500, 1.5}, {data.LongHaulKm, 2.6}}
	abroadCheap     = []step{{120, never}, {400, 2}, {2600, 0.9}, {4000, 2.2}, {data.LongHaulKm, 8}}
	abroadCheapWide = []step{{120, never}, {400, 2}, {2600, 0.9}, {4000, 1.6}, {data.LongHaulKm, 2.2}}
	abroadRegional  = []step{{60, never}, {800, 0.5}, {1500, 1.5}, {2600, 5}}
	homeSteps       = []step{{90, 0.4}, {300, 0.09}, {1100, 0.06}, {2000, 0.15}, {3200, 0.35}, {data.LongHaulKm, 0.5}}
	homeCheap       = []step{{150, 2}, {400, 0.5}, {2500, 0.25}, {data.LongHaulKm, 0.7}}
	homeRegional    = []step{{25, never}, {500, 0.08}, {1000, 0.15}, {1800, 0.6}, {2600, 3}}
)

// foreignDemand is how much more demand a route abroad needs, by its length in
// kilometres.
func foreignDemand(b *base, km float64) float64 {
	switch b.airline.Kind {
	case data.LowCost, data.Leisure:
		if b.wide {
			return lookUp(abroadCheapWide, km)
		}
		return lookUp(abroadCheap, km)
	case data.Regional:
		return lookUp(abroadRegional, km)
	}
	return lookUp(abroadSteps, km)
}

// homeDemand is the same within the base's own country. It is small: a home
// carrier goes where hardly anyone else would. A guest in a common market
// needs more.
func homeDemand(b *base, km float64) float64 {
	factor := 1.0
	if b.foreign && b.airline.Kind != data.Regional && b.place.land.region == "EUR" {
		factor = 3
	}
	switch b.airline.Kind {
	case data.LowCost, data.Leisure:
		return factor * lookUp(homeCheap, km)
	case data.Regional:
		return factor * lookUp(homeRegional, km)
	}
	return factor * lookUp(homeSteps, km)
}

// border is how much more or less demand crossing this border needs: less between
// countries that share a region or a language.
func (b *base) border(p *Place) float64 {
	factor := 1.3
	switch {
	case b.place.land.region == p.land.region:
		factor = 0.8
	case adjacent(b.place.land.region, p.land.region):
		factor = 1
	}
	if b.place.land.tongue&p.land.tongue != 0 {
		factor *= 0.6
	}
	if b.foreign && b.place.land.region != p.land.region {
		factor *= 3
	}
	return factor
}

// adjacent tells whether two regions trade many short visits.
func adjacent(a, b string) bool {
	if a > b {
		a, b = b, a
	}
	switch a {
	case "AFR":
		return b == "MEA" || b == "NAF"
	case "CAM":
		return b == "NAM" || b == "SAM"
	case "CIS":
		return b == "EAS" || b == "EUR" || b == "MEA"
	case "EAS", "OCE", "SAS":
		return b == "SEA"
	case "EUR":
		return b == "MEA" || b == "NAF"
	case "MEA":
		return b == "NAF" || b == "SAS"
	}
	return false
}

// mass is what a base's own market adds to or takes from services abroad: a
// longer flight needs travelers at both ends.
type mass struct{ short, middle float64 }

func massOf(p *Place) mass {
	own := min(1.5, math.Pow(p.abroad/9, 0.7))
	if p.leisure {
		own = max(own, 0.8) // the travelers are at the other end
	}
	return mass{short: max(0.7, own), middle: max(0.4, own)}
}

func (m mass) at(km float64) float64 {
	if km > 1500 {
		return m.middle
	}
	return m.short
}

// shunned tells whether a low-cost carrier without a base there would find p
// too expensive: the large airports of Europe.
func (b *base) shunned(p *Place) bool {
	_, own := b.network[p]
	return b.airline.Kind == data.LowCost && !own && p.Traffic > 40 && p.land.region == "EUR"
}
