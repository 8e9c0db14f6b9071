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
		if v.Range*share >= l.distance && v.Code != largestType {
			able = append(able, v)
		}
	}
	return able
}

// misfit is how badly a type suits the service; 0 is a perfect fit.
func (l link) misfit(v *data.Aircraft) float64 {
	want := l.seats()
	wrong := 0.0
	switch {
	case v.Body == data.WideBody && l.distance < 3000:
		wrong = 1.5
	case v.Body != data.WideBody && l.distance > 5000 && l.base.wide:
		wrong = 1.5
	case v.Body >= data.RegionalBody && l.distance > 2200:
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
