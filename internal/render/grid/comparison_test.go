package grid

import (
	"slices"
	"testing"
)

func TestRoomIsSharedByNeed(t *testing.T) {
	for _, test := range []struct {
		natural []int
		room    int
		want    []int
	}{
		{[]int{5, 30, 30}, 45, []int{5, 20, 20}},
		{[]int{5, 6, 7}, 45, []int{5, 6, 7}},
		{[]int{30, 30}, 21, []int{10, 11}},
		{[]int{9}, 0, []int{1}},
	} {
		if got := fairly(test.natural, test.room); !slices.Equal(got, test.want) {
			t.Errorf("%v in %d: %v, want %v", test.natural, test.room, got, test.want)
		}
	}
}
