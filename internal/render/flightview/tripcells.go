package flightview

import (
	"math"
	"slices"
	"strings"

	"travel.example/travel/internal/money"
	"travel.example/travel/internal/render/canvas"
	"travel.example/travel/internal/render/figure"
	"travel.example/travel/internal/render/grid"
)

// prices gives the price of every row. Amounts keep their minor units if one of them has any.
func (v TripList) prices(c canvas.Canvas) []grid.Cell {
	amounts := make([]money.Money, len(v.Rows))
	for i, row := range v.Rows {
		amounts[i] = row.Price
	}
	return grid.PriceCells(c, amounts, v.Locale)
}

// badgeWords are a trip's labels in words, what changed first.
func badgeWords(c canvas.Canvas, row TripRow) string {
	return c.Join(append([]string{row.Mark}, row.Badges...), " "+c.Glyph.Dot+" ")
}

// airports are those of a trip that are not the codes that were searched for,
// as when a city has several: "to LTN, back from LGW".
func (v TripList) airports(row TripRow) string {
	var words []string
	for line, leg := range row.Legs {
		way := ""
		if line > 0 {
			way = "back "
		}
		if m := departure(v, leg, line); m.airport != m.searched {
			words = append(words, way+"from "+m.airport)
		}
		if m := arrival(v, leg, line); m.airport != m.searched {
			words = append(words, way+"to "+m.airport)
		}
	}
	if len(words) == 2 && words[1] == strings.Replace(words[0], "to ", "back from ", 1) {
		return strings.TrimPrefix(words[0], "to ") + " both ways"
	}
	return strings.Join(words, ", ")
}

// via says where a leg stops and what rolls instead of flying: "AMM", "IST ATH", "CDG train". Where
// that takes more cells than there are, stops are counted.
func via(c canvas.Canvas, leg TripLeg, limit int) string {
	ground := ground(c, leg.Modes)
	if ground != "" && leg.Stops == 0 && !slices.Contains(leg.Modes, modeFlight) {
		return ground
	}
	count := strings.TrimSpace(figure.Stops(leg.Stops) + " " + ground)
	if len(leg.Via) == 0 || len(leg.Via) != leg.Stops {
		return count
	}
	places := strings.TrimSpace(c.Join(leg.Via, " ") + " " + ground)
	if canvas.Cells(places) > max(limit, canvas.Cells(count)) {
		return count
	}
	return places
}

// ground names the modes of a leg that are not flights.
func ground(c canvas.Canvas, modes []string) string {
	var words []string
	for _, mode := range modes {
		if mode != modeFlight && mode != "" {
			words = append(words, c.Text(modeWord(mode)))
		}
	}
	return strings.Join(words, "+")
}

// operatedMark stands behind an airline where there is no room to say who flies, and operatedNote
// explains it.
const (
	operatedMark = "*"
	operatedNote = "* flown by another airline, at least in part; the trip says which."
)

// airline says who sells the leg and, if another airline flies it, which.
func airline(c canvas.Canvas, leg TripLeg) string {
	text := c.Join(leg.Airlines, " + ")
	if flown := c.Join(leg.Operated, ", "); flown != "" {
		text = strings.TrimSpace(text + " (flown by " + flown + ")")
	}
	return text
}

// The bar of a price, and what stands over it.
const (
	barCells = 12
	barHead  = "LOW     HIGH"
)

// shareBar shows where a price lies between the lowest and the highest of the search.
func shareBar(c canvas.Canvas, share *float64) string {
	if share == nil || math.IsNaN(*share) {
		return ""
	}
	at := int(math.Round(min(max(*share, 0), 1) * (barCells - 1)))
	return strings.Repeat(c.Glyph.Track, at) + c.Glyph.Thumb + strings.Repeat(c.Glyph.Track, barCells-1-at)
}

// count says how many trips there are and how many of them are shown.
func (v TripList) count(c canvas.Canvas) string {
	numbers := make([]int, len(v.Rows))
	for i, row := range v.Rows {
		numbers[i] = row.N
	}
	return c.CountLine("trip", v.Total, numbers, v.Status)
}

// departure and arrival are the two ends of leg number line: the local time, the days since the leg
// began, the airport, and the code that was searched for there.
func departure(v TripList, leg TripLeg, line int) moment {
	return moment{figure.Clock(leg.Depart, 0), leg.From, [...]string{v.From, v.To}[line%2]}
}

func arrival(v TripList, leg TripLeg, line int) moment {
	return moment{figure.Clock(leg.Arrive, leg.DayOffset), leg.To, [...]string{v.To, v.From}[line%2]}
}

// moment is one end of a leg.
type moment struct{ clock, airport, searched string }
