package render

import (
	"math"
	"slices"
	"strings"
)

// doubtMark stands behind a price that cannot be right, and doubtNote explains it.
const (
	doubtMark = " ?"
	doubtNote = "Prices marked ? are shown as the service sent them; they cannot be right."
)

// prices gives the price of every row. Amounts keep their minor units if one of them has any.
func (v TripList) prices(c canvas) []Cell {
	amounts := make([]Money, len(v.Rows))
	for i, row := range v.Rows {
		amounts[i] = row.Price
	}
	return c.prices(amounts, v.Locale)
}

// moneyTexts writes amounts that stand under each other in the letters of the canvas.
func (c canvas) moneyTexts(amounts []Money, locale string) []string {
	if !c.unicode {
		return asciiTexts(amounts, locale)
	}
	return texts(amounts, locale)
}

// prices gives cells of amounts under each other; one that cannot be right is marked.
func (c canvas) prices(amounts []Money, locale string) []Cell {
	out := make([]Cell, len(amounts))
	marked := slices.ContainsFunc(amounts, Money.Doubtful)
	for i, text := range c.moneyTexts(amounts, locale) {
		out[i] = Cell{Text: text, Tone: Strong}
		switch {
		case amounts[i].Doubtful():
			out[i] = Cell{Text: text + doubtMark, Tone: Warn}
		case marked:
			out[i].Text += strings.Repeat(" ", len(doubtMark))
		}
	}
	return out
}

// badges are a trip's labels in words, what changed first.
func (c canvas) badges(row TripRow) string {
	return c.list(append([]string{row.Mark}, row.Badges...), " "+c.glyph.dot+" ")
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

// list cleans and joins texts, leaving empty ones out.
func (c canvas) list(texts []string, separator string) string {
	var out []string
	for _, text := range texts {
		if text = c.text(text); text != "" {
			out = append(out, text)
		}
	}
	return strings.Join(out, separator)
}

// via says where a leg stops and what rolls instead of flying: "AMM", "IST ATH", "CDG train". Where
// that takes more cells than there are, stops are counted.
func (c canvas) via(leg TripLeg, limit int) string {
	ground := c.ground(leg.Modes)
	if ground != "" && leg.Stops == 0 && !slices.Contains(leg.Modes, modeFlight) {
		return ground
	}
	count := strings.TrimSpace(stops(leg.Stops) + " " + ground)
	if len(leg.Via) == 0 || len(leg.Via) != leg.Stops {
		return count
	}
	places := strings.TrimSpace(c.list(leg.Via, " ") + " " + ground)
	if cells(places) > max(limit, cells(count)) {
		return count
	}
	return places
}

// ground names the modes of a leg that are no flight.
func (c canvas) ground(modes []string) string {
	var words []string
	for _, mode := range modes {
		if mode != modeFlight && mode != "" {
			words = append(words, c.text(modeWord(mode)))
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

// airline says who sells the leg and, if somebody else flies it, who.
func (c canvas) airline(leg TripLeg) string {
	text := c.list(leg.Airlines, " + ")
	if flown := c.list(leg.Operated, ", "); flown != "" {
		text = strings.TrimSpace(text + " (flown by " + flown + ")")
	}
	return text
}

// airlineCell is airline, or a mark instead of who flies it.
func (c canvas) airlineCell(leg TripLeg, plan tripPlan) Cell {
	if !plan.mark {
		return Cell{Text: c.airline(leg)}
	}
	cell := Cell{Text: c.list(leg.Airlines, " + ")}
	if len(leg.Operated) > 0 {
		cell.Tail = operatedMark
	}
	return cell
}

// bar shows where a price lies between the lowest and the highest of the search.
func (c canvas) bar(share *float64) string {
	if share == nil || math.IsNaN(*share) {
		return ""
	}
	at := int(math.Round(min(max(*share, 0), 1) * (barCells - 1)))
	return strings.Repeat(c.glyph.track, at) + c.glyph.thumb + strings.Repeat(c.glyph.track, barCells-1-at)
}

// count says how many trips there are and how many of them are shown.
func (v TripList) count(c canvas) string {
	numbers := make([]int, len(v.Rows))
	for i, row := range v.Rows {
		numbers[i] = row.N
	}
	return c.countLine("trip", v.Total, numbers, v.Status)
}
