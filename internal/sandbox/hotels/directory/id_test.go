package directory

import (
	"testing"
)

func TestAnIDTellsCityAndPlaceWithoutATable(t *testing.T) {
	for _, tt := range []struct {
		city  string
		index int
		id    int64
	}{
		{"AAA", 0, 98}, {"AAA", 1, 195}, {"LIS", 0, 392294482}, {"ZZZ", 511, 899891117},
	} {
		if id := number(tt.city, tt.index); id != tt.id {
			t.Errorf("hotel %d of %s has the id %d, want %d forever", tt.index, tt.city, id, tt.id)
		}
		if city, index, ok := locate(tt.id); !ok || city != tt.city || index != tt.index {
			t.Errorf("id %d is hotel %d of %q, %v; want %d of %s", tt.id, index, city, ok, tt.index, tt.city)
		}
	}
}

func TestASlipInAnIDIsNoHotel(t *testing.T) {
	for _, city := range some {
		id := number(city, 17)
		for unit := int64(1); unit <= id; unit *= 10 {
			digit := id / unit % 10
			for other := range int64(10) {
				if _, _, ok := locate(id + (other-digit)*unit); ok && other != digit {
					t.Errorf("%d with one digit changed to %d is a hotel too", id, id+(other-digit)*unit)
				}
			}
			next := id / (unit * 10) % 10
			swapped := id + (next-digit)*unit + (digit-next)*unit*10
			if _, _, ok := locate(swapped); ok && next != digit && unit*10 <= id {
				t.Errorf("%d with two digits swapped, %d, is a hotel too", id, swapped)
			}
		}
	}
}

func FuzzLocate(f *testing.F) {
	for _, id := range []int64{-1, 0, 1, 98, 392294482, 1<<53 - 1, 899891117} {
		f.Add(id)
	}
	f.Fuzz(func(t *testing.T, id int64) {
		city, index, ok := locate(id)
		if ok && number(city, index) != id {
			t.Errorf("%d was read as hotel %d of %s, whose id is %d", id, index, city, number(city, index))
		}
	})
}
