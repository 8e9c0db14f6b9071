package tariff

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"travel.example/travel/internal/sandbox/hotels/directory"
)

func TestGuestsAreSpreadEvenlyEarlierRoomsFirst(t *testing.T) {
	for _, tt := range []struct {
		adults int
		ages   []int
		rooms  int
		want   []Party
	}{
		{2, nil, 1, []Party{{Adults: 2}}},
		{5, nil, 2, []Party{{Adults: 3}, {Adults: 2}}},
		{9, nil, 4, []Party{{Adults: 3}, {Adults: 2}, {Adults: 2}, {Adults: 2}}},
		{2, []int{4, 9}, 1, []Party{{2, []int{4, 9}}}},
		{2, []int{4, 9, 12}, 2, []Party{{1, []int{4, 12}}, {1, []int{9}}}},
		{3, []int{5}, 2, []Party{{Adults: 2}, {1, []int{5}}}},
		{3, []int{5, 0}, 2, []Party{{2, []int{0}}, {1, []int{5}}}},
	} {
		if diff := cmp.Diff(tt.want, Spread(tt.adults, tt.ages, tt.rooms)); diff != "" {
			t.Errorf("%d adults, children %v, %d rooms (-want +got):\n%s", tt.adults, tt.ages, tt.rooms, diff)
		}
	}
	for adults := 1; adults <= 9; adults++ {
		for rooms := 1; rooms <= min(4, adults); rooms++ {
			for children := range 9 {
				parties := Spread(adults, make([]int, children), rooms)
				first, last := parties[0].guests(), parties[rooms-1].guests()
				if first-last > 1 || !slices.IsSortedFunc(parties, func(a, b Party) int { return b.guests() - a.guests() }) {
					t.Errorf("%d adults, %d children, %d rooms: %v", adults, children, rooms, parties)
				}
			}
		}
	}
}

func TestAChildPaysByItsAge(t *testing.T) {
	price := func(age int) Stay {
		s := december()
		s.Rooms = Spread(2, []int{age}, 1)
		return s
	}
	both(t, "LIS", december(), price(1), func(_ *directory.Hotel, a, b Rate) {
		if a.USD != b.USD {
			t.Errorf("%s: an infant costs %v", a.Code, b.USD-a.USD)
		}
	})
	for _, ages := range [][2]int{{2, 3}, {8, 12}} {
		dearer := 0
		both(t, "LIS", price(ages[0]), price(ages[1]), func(_ *directory.Hotel, a, b Rate) {
			if b.USD < a.USD {
				t.Errorf("%s: a child of %d costs %v less than one of %d", a.Code, ages[1], a.USD-b.USD, ages[0])
			}
			if b.USD > a.USD {
				dearer++
			}
		})
		if dearer == 0 {
			t.Errorf("a child of %d costs no more than one of %d", ages[1], ages[0])
		}
	}
	both(t, "LIS", price(4), price(11), func(_ *directory.Hotel, a, b Rate) {
		if a.USD != b.USD {
			t.Errorf("%s: a child of 11 costs %v more than one of 4", a.Code, b.USD-a.USD)
		}
	})
}

func TestARoomHoldsNoMoreThanItCan(t *testing.T) {
	for _, tt := range []struct {
		room  room
		party Party
		ok    bool
	}{
		{single, Party{Adults: 1}, true},
		{single, Party{Adults: 2}, false},
		{double, Party{Adults: 2}, true},
		{double, Party{Adults: 3}, false},
		{double, Party{2, []int{8}}, true},
		{double, Party{2, []int{8, 9}}, false},
		{double, Party{2, []int{8, 1}}, true},
		{double, Party{2, []int{0, 1, 2}}, false},
		{dorm, Party{Adults: 9}, true},
		{threeBed, Party{Adults: 9}, true},
		{house, Party{9, []int{8, 8, 8}}, true},
	} {
		if _, ok := tt.room.forParty(tt.party); ok != tt.ok {
			t.Errorf("%s for %+v: %v, want %v", tt.room.name, tt.party, ok, tt.ok)
		}
	}
}
