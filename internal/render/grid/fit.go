package grid

import (
	"cmp"
	"slices"
)

// Narrowest is the width below which no column is drawn.
const Narrowest = 3

// flexFloor is the width down to which a flexible column shrinks before columns are dropped.
const flexFloor = 20

// slot is a column that is shown and the width it gets.
type slot struct{ column, width int }

// fitColumns chooses which columns are shown in a width and how wide. Flexible columns shrink
// first, then the column with the lowest Keep goes (of several the last), and what may not go
// shrinks.
func fitColumns(columns []Column, natural []int, width int) []slot {
	shown := make([]slot, len(columns))
	for i := range columns {
		shown[i] = slot{column: i, width: min(natural[i], max(width, Narrowest))}
	}
	for {
		fitted := slices.Clone(shown)
		shrink(fitted, width, func(s slot) int { return flexLimit(columns[s.column], flexFloor, s.width) })
		if total(fitted) <= width {
			return fitted
		}
		weakest, ok := leastKept(columns, shown)
		if ok {
			shown = slices.Delete(shown, weakest, weakest+1)
			continue
		}
		shrink(fitted, width, func(s slot) int { return flexLimit(columns[s.column], Narrowest, s.width) })
		shrink(fitted, width, func(slot) int { return Narrowest })
		return fitted
	}
}

// flexLimit is how narrow a column may get: floor if it is flexible, else no narrower than it is.
func flexLimit(col Column, floor, width int) int {
	if col.Flex {
		return floor
	}
	return width
}

// leastKept finds the column to drop, if one may be dropped.
func leastKept(columns []Column, shown []slot) (int, bool) {
	if len(shown) < 2 {
		return 0, false
	}
	keep := func(a, b slot) int { return cmp.Compare(columns[a.column].Keep, columns[b.column].Keep) }
	lowest, highest := slices.MinFunc(shown, keep), slices.MaxFunc(shown, keep)
	if keep(lowest, highest) == 0 {
		return 0, false
	}
	for i, s := range slices.Backward(shown) {
		if keep(s, lowest) == 0 {
			return i, true
		}
	}
	return 0, false
}

// shrink takes cells from the widest slot above its limit until all fit or none can give more.
func shrink(slots []slot, width int, limit func(slot) int) {
	for over := total(slots) - width; over > 0; over-- {
		widest := -1
		for i, s := range slots {
			if s.width > limit(s) && (widest < 0 || s.width > slots[widest].width) {
				widest = i
			}
		}
		if widest < 0 {
			return
		}
		slots[widest].width--
	}
}

// total is the width of all slots with the gaps between them.
func total(slots []slot) int {
	sum := Gap * max(len(slots)-1, 0)
	for _, s := range slots {
		sum += s.width
	}
	return sum
}
