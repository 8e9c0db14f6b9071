package offer

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
)

// leg is a leg of one carrier on the day of the tests.
func leg(carrier, from, departs, to, arrives string) LegPrint {
	return LegPrint{From: from, To: to, Departs: "2026-12-25T" + departs, Arrives: "2026-12-25T" + arrives, Carriers: []string{carrier}, Modes: []string{"FLIGHT"}}
}

func trip(id, amount string, legs ...LegPrint) Offer {
	return Offer{ID: id, Trip: legs, Price: Money{Amount: amount, Currency: "USD"}}
}

// A trip is found by its carriers, ends, local times and numbers, and by nothing less.
func TestATripIsFoundByWhatStaysTheSame(t *testing.T) {
	want := leg("EX", "DXB", "06:45", "LHR", "14:20")
	numbered, via, train := want, want, want
	numbered.Numbers, via.Via, train.Modes = []string{"EX 613"}, []string{"AMM"}, []string{"TRAIN"}
	other := func(change func(*LegPrint)) LegPrint {
		l := numbered
		change(&l)
		return l
	}
	for name, tt := range map[string]struct {
		want, is LegPrint
		same     bool
	}{
		"itself":               {want, want, true},
		"numbers not known":    {want, numbered, true},
		"same numbers":         {numbered, numbered, true},
		"stop not known":       {via, want, true},
		"other number":         {numbered, other(func(l *LegPrint) { l.Numbers = []string{"EX 615"} }), false},
		"one more segment":     {numbered, other(func(l *LegPrint) { l.Numbers = []string{"EX 613", "EX 1"} }), false},
		"five minutes later":   {want, other(func(l *LegPrint) { l.Departs = "2026-12-25T06:50" }), false},
		"lands later":          {want, other(func(l *LegPrint) { l.Arrives = "2026-12-25T14:25" }), false},
		"the next day":         {want, other(func(l *LegPrint) { l.Departs = "2026-12-26T06:45" }), false},
		"other carrier":        {want, other(func(l *LegPrint) { l.Carriers = []string{"SA"} }), false},
		"a second carrier":     {want, other(func(l *LegPrint) { l.Carriers = []string{"EX", "SA"} }), false},
		"other airport":        {want, other(func(l *LegPrint) { l.To = "LGW" }), false},
		"other stop":           {via, other(func(l *LegPrint) { l.Via = []string{"IST"} }), false},
		"by train, not by air": {want, train, false},
	} {
		if got := (Itinerary{tt.want}).Same(Itinerary{tt.is}); got != tt.same {
			t.Errorf("%s: same is %v", name, got)
		}
		if got := (Itinerary{tt.is}).Same(Itinerary{tt.want}); got != tt.same {
			t.Errorf("%s, the other way round: same is %v", name, got)
		}
	}
	if (Itinerary{}).Same(Itinerary{}) || (Itinerary{want}).Same(Itinerary{want, want}) {
		t.Error("nothing is the same as nothing, or one way as a return")
	}
}

// Of several equal offers the one with the nearest price is taken.
func TestOfEqualOffersTheNearestPriceIsTaken(t *testing.T) {
	same := leg("EX", "DXB", "06:45", "LHR", "14:20")
	all := []Offer{
		trip("far", "500", same), trip("near", "413", same), trip("strange", "1e999999999", same), trip("other", "412", leg("SA", "DXB", "06:45", "LHR", "14:20")),
	}
	for _, tt := range []struct {
		was  Money
		want string
	}{
		{Money{Amount: "412", Currency: "USD"}, "near"}, {Money{Amount: "480", Currency: "USD"}, "far"},
		{Money{Amount: "412", Currency: "EUR"}, "near"}, // not compared: the cheapest
		{Money{}, "near"},
	} {
		if at := Find(Offer{Trip: Itinerary{same}, Price: tt.was}, all); at < 0 || all[at].ID != tt.want {
			t.Errorf("was %v: found %d, want %s", tt.was, at, tt.want)
		}
	}
	if at := Find(trip("", "", leg("EX", "DXB", "06:46", "LHR", "14:20")), all); at != -1 {
		t.Errorf("found %d for a trip that is not there", at)
	}
}

// In whatever order a search lists its trips, the same one is found.
func TestShufflingNeverChangesTheMatch(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	var all []Offer
	for i := range 120 {
		l := leg([]string{"EX", "SA", "MA"}[i%3], "DXB", fmt.Sprintf("%02d:%02d", i%24, i%4*15), "LHR", "23:10")
		all = append(all, trip(fmt.Sprintf("t%03d", i), fmt.Sprint(300+i%40), l))
	}
	for _, want := range []Offer{all[0], all[17], all[119], trip("gone", "333", leg("EX", "DXB", "06:20", "LHR", "23:10"))} {
		first := Find(want, all)
		for range 20 {
			mixed := slices.Clone(all)
			random.Shuffle(len(mixed), func(i, j int) { mixed[i], mixed[j] = mixed[j], mixed[i] })
			at := Find(want, mixed)
			if (at < 0) != (first < 0) || at >= 0 && mixed[at].ID != all[first].ID {
				t.Fatalf("%s: found %d after shuffling, %d before", want.ID, at, first)
			}
		}
	}
}

// A fare is the same only with the same seller, kind and money back; a rate only with the same room and terms.
func TestOffersAreNotTakenForEachOther(t *testing.T) {
	fare := FarePrint{Seller: "a", Kind: "partner", Refundable: true}
	for _, other := range []FarePrint{{"b", "partner", true}, {"a", "platform", true}, {"a", "partner", false}, {}} {
		if fare.Same(other) || other.Same(other) != (other.Seller != "") {
			t.Errorf("%+v is taken for %+v", other, fare)
		}
	}
	rate := RatePrint{Room: "Double", Board: "room_only", Policy: "free_cancellation", Refundable: true}
	for _, other := range []RatePrint{
		{"Twin", "room_only", "free_cancellation", true}, {"Double", "half_board", "free_cancellation", true},
		{"Double", "room_only", "non_refundable", true}, {"Double", "room_only", "free_cancellation", false},
	} {
		if rate.Same(other) {
			t.Errorf("%+v is taken for %+v", other, rate)
		}
	}
}
