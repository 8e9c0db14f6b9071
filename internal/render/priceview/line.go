package priceview

import (
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"travel.example/travel/internal/offer"
	"travel.example/travel/internal/render/canvas"
	"travel.example/travel/internal/render/grid"
	"travel.example/travel/internal/words"
)

// line draws the cheapest price of each day as a height, with the lowest, the median and the highest.
func (v Calendar) line(c canvas.Canvas) []string {
	if v.Lowest.Amount == "" {
		return nil
	}
	days, amounts := v.byDay(func(cell Cell) offer.Money {
		if cell.Level == NoLevel {
			return offer.Money{}
		}
		return cell.Price
	})
	texts := grid.Amounts(c, []offer.Money{v.Lowest, v.Median, v.Highest}, v.Locale)
	return heightsOf(c, "Prices   ", days, amounts, "lowest "+texts[0], "median "+texts[1], "highest "+texts[2])
}

// medians draws the median hotel's price for each day.
func (v Calendar) medians(c canvas.Canvas) []string {
	median := func(cell Cell) offer.Money {
		if !cell.Hotel.hasMiddle() || cell.Level == NoLevel {
			return offer.Money{}
		}
		return cell.Hotel.Median
	}
	days, amounts := v.byDay(median)
	all := known(amounts)
	low, high := slices.Min(all), slices.Max(all)
	var ends [2]offer.Money
	var counts []int
	for _, cell := range v.Cells {
		m := median(cell)
		if n, ok := m.Number(); ok {
			if n == low {
				ends[0] = m
			}
			if n == high {
				ends[1] = m
			}
			if count, err := strconv.Atoi(cell.Hotel.Of); err == nil {
				counts = append(counts, count)
			}
		}
	}
	if ends[0].Amount == "" {
		return nil
	}
	texts := grid.Amounts(c, ends[:], v.Locale)
	return heightsOf(c, "Medians  ", days, amounts, "of each day's "+countWords(counts)+": lowest "+texts[0], "highest "+texts[1])
}

// countWords says how many hotels the medians are based on.
func countWords(counts []int) string {
	if len(counts) == 0 {
		return "hotels"
	}
	least, most := slices.Min(counts), slices.Max(counts)
	if least == most {
		return words.Counted(most, "hotel")
	}
	return words.Grouped(least) + " to " + words.Counted(most, "hotel")
}

// heightsOf draws amounts by day as heights between the lowest and the highest, with texts below.
func heightsOf(c canvas.Canvas, label string, days []time.Time, amounts []float64, below ...string) []string {
	if len(days) < 2 {
		return nil
	}
	out := []string{""}
	room := max(c.Width-len(label)-grid.Margin, 1)
	if !c.Unicode {
		below = append(below, "1 low to 8 high")
	}
	low, high := slices.Min(known(amounts)), slices.Max(known(amounts))
	for from := 0; from < len(days); from += room {
		to := min(from+room, len(days))
		head := c.Paint(canvas.Strong, label)
		if from > 0 {
			head = strings.Repeat(" ", len(label))
		}
		out = append(out, strings.TrimRight(head+grid.Heights(c, amounts[from:to], low, high), " "), c.Cut(strings.Repeat(" ", len(label))+c.Paint(canvas.Faint, ends(c, days[from:to])), c.Width))
	}
	return append(out, c.Flow(strings.Repeat(" ", len(label)), below, " "+c.Glyph.Dot+" ")...)
}

// byDay returns the lowest of the given amounts on each day, or NaN if none is known.
func (v Calendar) byDay(of func(Cell) offer.Money) (days []time.Time, amounts []float64) {
	for _, cell := range v.Cells {
		if len(days) == 0 || !days[len(days)-1].Equal(cell.Day) {
			days, amounts = append(days, cell.Day), append(amounts, math.NaN())
		}
		n, ok := of(cell).Number()
		if last := &amounts[len(amounts)-1]; ok && !(*last <= n) {
			*last = n
		}
	}
	return days, amounts
}

func known(amounts []float64) []float64 {
	found := slices.DeleteFunc(slices.Clone(amounts), math.IsNaN)
	if len(found) == 0 {
		return []float64{0}
	}
	return found
}

// ends returns the first and last day below a line, or next to each other if the line is too short.
func ends(c canvas.Canvas, days []time.Time) string {
	first, last := c.Day(days[0]), c.Day(days[len(days)-1])
	gap := len(days) - len(first) - len(last)
	if gap < 1 {
		return first + " " + c.Glyph.Dash + " " + last
	}
	return first + strings.Repeat(" ", gap) + last
}
