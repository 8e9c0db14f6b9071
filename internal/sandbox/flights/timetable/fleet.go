package timetable

import (
	"cmp"
	"slices"

	"travel.example/travel/internal/sandbox/data"
	"travel.example/travel/internal/sandbox/dice"
)

// equip chooses the type for a service: one that reaches, in the build its
// length and its traffic want. Each departure draws among the best few.
func (l link) equip(d dice.Dice) *data.Aircraft {
	if l.largest && d.Word("largest").Chance(0.7) {
		if v, ok := data.AircraftByCode(largestType); ok {
			return v
		}
	}
	able := l.reaching(0.96)
	if len(able) == 0 {
		able = l.reaching(1)
	}
	if len(able) == 0 {
		return slices.MaxFunc(l.base.airline.Fleet, func(a, b *data.Aircraft) int { return cmp.Compare(a.Range, b.Range) })
	}
	slices.SortStableFunc(able, func(a, b *data.Aircraft) int {
		return cmp.Compare(l.misfit(a), l.misfit(b))
	})
	fit := 1
	for fit < len(able) && l.misfit(able[fit]) < l.misfit(able[0])+0.5 {
		fit++
	}
	return able[d.Below(fit)]
}

// largestType is a type that few airports can take: it flies where a table says.
const largestType = "388"

// reaching is the other types that fly the service within a share of their range.
func (l link) reaching(share float64) []*data.Aircraft {
	var able []*data.Aircraft
	for _, v := range l.base.airline.Fleet {
		if v.Range*share >= max(l.distance, l.before) && v.Code != largestType && l.base.place.lands(v) && l.place.lands(v) {
			able = append(able, v)
		}
	}
	return able
}

// lands tells whether the runway is long enough for a type.
func (p *Place) lands(v *data.Aircraft) bool {
	return p.gate == nil || p.gate.seats == 0 || v.Seats <= p.gate.seats
}

// misfit is how badly a type suits the service; 0 is a perfect fit.
func (l link) misfit(v *data.Aircraft) float64 {
	want := l.seats()
	wrong, flown := 0.0, max(l.distance, l.before)
	switch {
	case v.Body == data.WideBody && flown < 3000:
		wrong = 1.5
	case v.Body != data.WideBody && flown > l.widest() && l.base.wide:
		wrong = 1.5
	case v.Body >= data.RegionalBody && flown > 2200:
		wrong = 1
	case v.Cruise < 700 && l.distance > 900:
		wrong = 1
	case v.Cruise >= 700 && l.distance < jetLeast:
		wrong = 1
	}
	ratio := float64(v.Seats) / want
	if ratio < 1 {
		ratio = 1 / ratio
	}
	return wrong + ratio - 1
}

// widest is the kilometres above which a carrier that has wide aircraft flies nothing else. A
// low-cost carrier goes to the end of what its narrow ones reach.
func (l link) widest() float64 {
	if l.base.airline.Kind == data.LowCost {
		return 5000
	}
	return data.LongHaulKm
}

// seats is the size of aircraft the service can fill.
func (l link) seats() float64 {
	s := l.strength
	switch {
	case l.distance > 5000:
		return min(460, 230+12*s)
	case l.distance > 3000:
		return min(330, 170+6*s)
	case s < 1:
		return 20 + 50*s
	case s < 4:
		return 60 + 20*s
	}
	return min(300, 130+2*s)
}
