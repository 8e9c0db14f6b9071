package flightview

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"travel.example/travel/internal/offer"
	"travel.example/travel/internal/render/canvas"
	"travel.example/travel/internal/render/grid"
	"travel.example/travel/internal/words"
)

// TripList is a page of the ranked list of a flight search.
type TripList struct {
	From, To string // codes as searched for
	FromEnd  End    // what FROM was understood to be
	ToEnd    End
	Depart   time.Time // the date of the outbound leg
	Return   time.Time // zero for a one-way search
	// Context is the travelers, cabin, currency and market of the prices, such as "1 adult", "economy", "USD", "market
	// AE (your account)".
	Context []string
	// Locale is the language tag for formatting money; "" is "en".
	Locale string
	Rows   []TripRow
	Least  int      // minimum width of airlines before each trip is drawn on its own; 0 for the default
	View   []string // the filters and the order in words, such as "Filters: nonstop only"
	Total  int      // trips that pass the filters, on all pages
	Of     int      // trips before filters; 0 if there are no filters
	Order  string   // how the list is sorted, a sentence; "" if unknown
	Status string   // the status of the search
	Notes  []string
	Next   []string // suggested commands
}

// TripRow is one trip of the list.
type TripRow struct {
	N       int         // its number, counted over all pages
	TripID  string      // the service's id, for TSV and CSV
	Price   offer.Money // for the whole party, fees included
	Sellers int         // number of sellers of the trip
	Badges  []string
	Mark    string // what changed while watching, such as "was $431"
	Legs    []offer.Leg
	// Share is the position of the price between the lowest (0) and the highest (1) of the search; nil if unknown.
	Share *float64
}

// legFields are the fields of one leg in a record of the list, each prefixed with "out_" or "back_".
var legFields = [...]string{"from", "to", "departs", "arrives", "minutes", "stops", "via", "modes", "airlines", "operated_by"}

// Records returns one row per trip, always with the same fields: number, total, currency, sellers, badges, stops
// (the most of any leg), minutes (all legs), share (0 to 1), the fields of the way out, those of the way back (empty
// for a one-way trip), and trip_id. Lists are joined by commas, times are RFC 3339 with the airport's offset.
func (v TripList) Records() grid.Records {
	r := grid.Records{Head: []string{"number", "total", "currency", "sellers", "badges", "stops", "minutes", "share"}}
	for _, way := range []string{"out_", "back_"} {
		for _, field := range legFields {
			r.Head = append(r.Head, way+field)
		}
	}
	r.Head = append(r.Head, "trip_id")
	for _, row := range v.Rows {
		legs := make([]string, 2*len(legFields))
		stops, minutes, share := 0, 0, ""
		for way, leg := range row.Legs {
			stops, minutes = max(stops, leg.Stops), minutes+leg.Minutes
			if way > 1 {
				continue
			}
			copy(legs[way*len(legFields):], []string{
				leg.From, leg.To, leg.Departs.String(), leg.Arrives.String(),
				strconv.Itoa(leg.Minutes), strconv.Itoa(leg.Stops), strings.Join(leg.Via, ","), strings.Join(leg.Modes, ","),
				strings.Join(leg.Airlines, ","), strings.Join(leg.Operated, ","),
			})
		}
		if row.Share != nil {
			share = strconv.FormatFloat(*row.Share, 'f', 3, 64)
		}
		fields := []string{
			strconv.Itoa(row.N), row.Price.Amount, row.Price.Currency, strconv.Itoa(row.Sellers),
			strings.Join(row.Badges, ","), strconv.Itoa(stops), strconv.Itoa(minutes), share,
		}
		r.Rows = append(r.Rows, append(slices.Concat(fields, legs), row.TripID))
	}
	return r
}

// Lines returns the list for a person.
func (v TripList) Lines(c canvas.Canvas) []string {
	layout := v.choose(c)
	names, blocks := v.blocks(c, layout)
	out := grid.Stack(v.Head(c), names, blocks)
	numbers := grid.Each(v.Rows, func(row TripRow) int { return row.N })
	items := []string{c.CountLine("trip", v.Total, v.Of, numbers, v.Status)}
	var left []string
	if len(v.Rows) > 0 {
		items = append(items, "Prices: whole party, fees included.", c.Spaced(v.Order))
		if layout.plan.bar {
			items = append(items, v.scale(c))
		}
		if !layout.plan.sellers {
			left = []string{"SELLERS"}
		}
	}
	out = append(append(out, c.Flow("", items, "   ")...), grid.LeftOut(c, left, grid.ChooseColumns)...)
	notes := v.Doubts()
	if layout.plan.mark {
		notes = append(notes, operatedMark+" flown by another airline, at least in part; the trip says which.")
	}
	out = append(out, c.Sentences(append(notes, v.Notes...))...)
	return append(out, c.Next(v.Next)...)
}

// Head returns a description of the search and an empty line.
func (v TripList) Head(c canvas.Canvas) []string {
	out := c.Flow("", []string{c.Paint(canvas.Strong, v.route(c)), v.dates(c), c.Dots(v.Context...)}, "   ")
	return append(append(out, c.Items(v.View)...), "")
}

// Title describes the search on one line, which may be longer than the canvas is wide.
func (v TripList) Title(c canvas.Canvas) string {
	return c.Dots(append([]string{v.route(c), v.dates(c)}, v.Context...)...)
}

// dates returns the dates of both directions and the nights between.
func (v TripList) dates(c canvas.Canvas) string {
	if v.Depart.IsZero() || v.Return.IsZero() {
		return c.Day(v.Depart)
	}
	days := c.Days(v.Depart, v.Return, ", back ")
	if n := offer.DaysBetween(v.Depart, v.Return); n > 0 {
		days += ", " + words.Counted(n, "night")
	}
	return days
}

// Doubts explains the mark for prices that cannot be right, if there are any.
func (v TripList) Doubts() []string { return grid.Doubts(v.amounts()) }

// tripPlan is one way to lay out the list.
type tripPlan struct {
	bar     bool // show the position of a price between the lowest and the highest
	sellers bool
	badges  bool // labels have their own column
	codes   bool // show airports next to the times if the search named a city
	joined  bool // VIA and TIME share a column
	via     int  // longer lists of airports are replaced by a count
	airline int  // minimum width of the airline
	mark    bool // a mark replaces the name of the operating airline
}

// plans returns the plans worth trying for a width, from the richest to the poorest.
func (v TripList) plans(width int) []tripPlan {
	plans := []tripPlan{
		{codes: true, joined: true, via: 11, airline: 12},
		{codes: true, joined: true, via: 7, airline: 9},
		{joined: true, via: 7, airline: 7},
	}
	if v.Least > 0 {
		plans = append(plans, tripPlan{joined: true, via: 7, airline: v.Least})
	}
	if width >= 70 {
		plans = append([]tripPlan{
			{sellers: true, codes: true, badges: true, via: 15, airline: 16},
			{sellers: true, codes: true, via: 11, airline: 16},
			{sellers: true, codes: true, via: 9, airline: 11},
			{codes: true, via: 9, airline: 11},
		}, plans...)
	}
	if width > 110 {
		plans = append([]tripPlan{{bar: true, sellers: true, codes: true, badges: true, via: 23, airline: 20}}, plans...)
	}
	return plans
}

// Blocks returns the header of the list and the lines of each trip.
func (v TripList) Blocks(c canvas.Canvas) (head []string, blocks [][]string) {
	return v.blocks(c, v.choose(c))
}

// blocks is Blocks for the chosen layout.
func (v TripList) blocks(c canvas.Canvas, chosen tripLayout) (head []string, blocks [][]string) {
	g, plan := chosen.grid, chosen.plan
	if !chosen.fits {
		prices := grid.PriceCells(c, v.amounts(), v.Locale)
		for i, row := range v.Rows {
			blocks = append(blocks, v.stacked(c, row, prices[i]))
		}
		return nil, blocks
	}
	head, lines := g.Lines()
	for _, row := range v.Rows {
		n := max(len(row.Legs), 1)
		badges := badgeWords(c, row)
		if plan.badges {
			badges = "" // they have their own column
		}
		if !plan.codes {
			badges = c.Join([]string{badges, v.airports(row)}, " "+c.Glyph.Dot+" ")
		}
		blocks = append(blocks, addBadges(c, lines[:n:n], badges, g))
		lines = lines[n:]
	}
	return head, blocks
}

// addBadges puts a trip's labels at the end of its last line, flush with the grid's edge, or below it if they do not
// fit.
func addBadges(c canvas.Canvas, block []string, badges string, g grid.Grid) []string {
	if badges == "" {
		return block
	}
	last := block[len(block)-1]
	room := c.Width - canvas.Cells(last)
	if room >= grid.Gap+canvas.Cells(badges) {
		edge := min(max(g.Width(), canvas.Cells(last)+grid.Gap+canvas.Cells(badges)), c.Width)
		pad := strings.Repeat(" ", edge-canvas.Cells(last)-canvas.Cells(badges))
		block[len(block)-1] = last + pad + c.Paint(canvas.Good, badges)
		return block
	}
	indent := min(g.Start(2), max(c.Width-canvas.Cells(badges), 0))
	return append(block, strings.Repeat(" ", indent)+c.Paint(canvas.Good, c.Cut(badges, c.Width-indent)))
}

// stacked draws a trip if no grid fits: the price first, then the details.
func (v TripList) stacked(c canvas.Canvas, row TripRow, price grid.Cell) []string {
	lead := " " + strconv.Itoa(row.N) + "  "
	out := c.Wrap(c.Paint(canvas.Strong, lead), strings.TrimSpace(price.Text), price.Tone)
	if badges := badgeWords(c, row); badges != "" {
		out = append(out, c.Wrap(strings.Repeat(" ", len(lead)), badges, canvas.Good)...)
	}
	for i := range row.Legs {
		leg := &row.Legs[i]
		label := strings.Repeat(" ", len(lead))
		if v.labelled() {
			way := c.Text(leg.Label)
			label += c.Paint(canvas.Faint, way) + strings.Repeat(" ", max(len("back ")-canvas.Cells(way), 1))
		}
		facts := []string{
			c.Text(leg.From) + " " + leg.Departs.Clock() + c.Glyph.Dash + leg.Arrives.Clock() + " " + c.Text(leg.To),
			words.Span(leg.Minutes),
			via(c, leg, c.Width),
			airline(c, leg),
		}
		out = append(out, c.Wrap(label, strings.Join(facts, "  "), canvas.Plain)...)
	}
	return out
}

// tripLayout is a list laid out by a plan.
type tripLayout struct {
	grid grid.Grid
	plan tripPlan
	fits bool // if false, no plan fits
}

// choose returns the list laid out by the richest plan that fits the canvas. If the names of operating airlines do
// not all fit, a mark replaces them.
func (v TripList) choose(c canvas.Canvas) tripLayout {
	lines, prices := v.gridLines(), grid.PriceCells(c, v.amounts(), v.Locale)
	operated := slices.ContainsFunc(lines, gridLine.operated)
	parts := [][]gridLine{lines}
	if n := len(lines); n > 110 { // some lines rule out most plans that are too wide; the last have the longest numbers
		parts = [][]gridLine{slices.Concat(lines[:100], lines[n-10:]), lines}
	}
plans:
	for _, plan := range v.plans(c.Width) {
		var s grid.Sheet
		for _, part := range parts {
			var airline int
			s, airline = v.sheet(c, plan, part, prices)
			if operated && !plan.mark && s.Width() > c.Width && s.Widest(airline) > plan.airline {
				plan.mark = true
				s, airline = v.sheet(c, plan, part, prices)
			}
			if !s.Fits(c, airline, plan.airline) {
				continue plans
			}
		}
		return tripLayout{grid: s.Fit(c), plan: plan, fits: true}
	}
	return tripLayout{}
}

// sheet lays out the list by a plan, one line per leg, and returns the column of the airlines, which is flexible.
func (v TripList) sheet(c canvas.Canvas, plan tripPlan, lines []gridLine, prices []grid.Cell) (s grid.Sheet, flexible int) {
	t := grid.Table{Rows: make([][]grid.Cell, len(lines))}
	first := func(name string, align grid.Align, cell func(trip int) grid.Cell) { // only in a trip's first line
		t.Add(grid.Column{Name: name, Align: align}, func(i int) grid.Cell {
			if lines[i].way > 0 {
				return grid.Cell{}
			}
			return cell(lines[i].trip)
		})
	}
	leg := func(name string, align grid.Align, cell func(gridLine) grid.Cell) { // for every leg
		t.Add(grid.Column{Name: name, Align: align}, func(i int) grid.Cell {
			if lines[i].leg == nil {
				return grid.Cell{}
			}
			return cell(lines[i])
		})
	}
	first("#", grid.Right, func(trip int) grid.Cell { return grid.Cell{Text: strconv.Itoa(v.Rows[trip].N)} })
	first("TOTAL", grid.Right, func(trip int) grid.Cell { return prices[trip] })
	if plan.bar && slices.ContainsFunc(v.Rows, func(row TripRow) bool { return row.Share != nil }) {
		first("LOW     HIGH", grid.Left, func(trip int) grid.Cell { return grid.ShareBar(c, v.Rows[trip].Share) })
	}
	if v.labelled() {
		leg("", grid.Left, func(l gridLine) grid.Cell { return grid.Cell{Text: c.Text(l.leg.Label), Tone: canvas.Faint} })
	}
	leg("DEPART", grid.Left, moments(c, plan, lines, func(l gridLine) moment { return l.depart }))
	leg("ARRIVE", grid.Left, moments(c, plan, lines, func(l gridLine) moment { return l.arrive }))
	if plan.joined {
		head, joined := timeVia(c, plan, lines)
		leg(head, grid.Left, joined)
	} else {
		leg("TIME", grid.Right, func(l gridLine) grid.Cell { return grid.Cell{Text: words.Span(l.leg.Minutes)} })
		leg("VIA", grid.Left, func(l gridLine) grid.Cell { return grid.Cell{Text: via(c, l.leg, plan.via)} })
	}
	flexible = len(t.Columns)
	leg("AIRLINE", grid.Left, func(l gridLine) grid.Cell {
		if !plan.mark {
			return grid.Cell{Text: airline(c, l.leg)}
		}
		cell := grid.Cell{Text: c.Join(l.leg.Airlines, " + ")}
		if l.operated() {
			cell.Tail = operatedMark
		}
		return cell
	})
	t.Columns[flexible].Flex = true
	if plan.sellers {
		first("SELLERS", grid.Right, func(trip int) grid.Cell { return grid.Cell{Text: words.Nonzero(v.Rows[trip].Sellers)} })
	}
	if plan.badges {
		first("", grid.Left, func(trip int) grid.Cell { return grid.Cell{Text: badgeWords(c, v.Rows[trip]), Tone: canvas.Good} })
	}
	return grid.NewSheet(t.Columns, t.Rows), flexible
}

// gridLine is one line of the grid: a leg of a trip, or the only line of a trip without legs.
type gridLine struct {
	trip, way      int
	leg            *offer.Leg // nil if none
	depart, arrive moment
}

// operated reports whether an airline flies the leg that does not sell it.
func (l gridLine) operated() bool { return l.leg != nil && len(l.leg.Operated) > 0 }

func (v TripList) gridLines() []gridLine {
	lines := make([]gridLine, 0, 2*len(v.Rows))
	for trip, row := range v.Rows {
		for way := range row.Legs {
			leg := &row.Legs[way]
			lines = append(lines, gridLine{trip, way, leg, v.departure(leg, way), v.arrival(leg, way)})
		}
		if len(row.Legs) == 0 {
			lines = append(lines, gridLine{trip: trip})
		}
	}
	return lines
}

// timeVia joins the duration of a leg and its stops in one column, with aligned durations and a header for both.
func timeVia(c canvas.Canvas, plan tripPlan, lines []gridLine) (head string, cells func(gridLine) grid.Cell) {
	const time, stops = "TIME", " VIA"
	widest := len(time)
	for _, l := range lines {
		if l.leg != nil {
			widest = max(widest, canvas.Cells(words.Span(l.leg.Minutes)))
		}
	}
	return strings.Repeat(" ", widest-len(time)) + time + stops, func(l gridLine) grid.Cell {
		time := words.Span(l.leg.Minutes)
		return grid.Cell{Text: strings.Repeat(" ", widest-canvas.Cells(time)) + time + " " + via(c, l.leg, plan.via)}
	}
}

// labelled reports whether any trip has more than one leg, so that the legs need names.
func (v TripList) labelled() bool {
	return slices.ContainsFunc(v.Rows, func(row TripRow) bool { return len(row.Legs) > 1 })
}

// moments returns the column of one end of the legs. The time is followed by the airport if it is not the code that
// was searched for, as when a city has several.
func moments(c canvas.Canvas, plan tripPlan, lines []gridLine, end func(gridLine) moment) func(gridLine) grid.Cell {
	widest := 0
	for _, l := range lines {
		if l.leg != nil {
			widest = max(widest, len(end(l).clock))
		}
	}
	return func(l gridLine) grid.Cell {
		m := end(l)
		if !plan.codes || m.airport == m.searched {
			return grid.Cell{Text: m.clock}
		}
		return grid.Cell{Text: m.clock + strings.Repeat(" ", widest-len(m.clock)+1) + c.Text(m.airport)}
	}
}

func (v TripList) amounts() []offer.Money {
	return grid.Each(v.Rows, func(row TripRow) offer.Money { return row.Price })
}

// badgeWords returns a trip's labels, changes first.
func badgeWords(c canvas.Canvas, row TripRow) string {
	return c.Join(append([]string{row.Mark}, row.Badges...), " "+c.Glyph.Dot+" ")
}

// airports names the airports of a trip that are not the codes that were searched for, as when a city has several:
// "to LTN, back from LGW".
func (v TripList) airports(row TripRow) string {
	var words []string
	for i := range row.Legs {
		way, leg := "", &row.Legs[i]
		if i > 0 {
			way = "back "
		}
		if m := v.departure(leg, i); m.airport != m.searched {
			words = append(words, way+"from "+m.airport)
		}
		if m := v.arrival(leg, i); m.airport != m.searched {
			words = append(words, way+"to "+m.airport)
		}
	}
	if len(words) == 2 && words[1] == strings.Replace(words[0], "to ", "back from ", 1) {
		return strings.TrimPrefix(words[0], "to ") + " both ways"
	}
	return strings.Join(words, ", ")
}

// via returns the stops of a leg and its ground transport: "AMM", "IST ATH", "CDG train". If that does not fit, it
// returns the number of stops.
func via(c canvas.Canvas, leg *offer.Leg, limit int) string {
	var modes []string // those that are not flights
	for _, mode := range leg.Modes {
		if mode != modeFlight && mode != "" {
			modes = append(modes, c.Text(modeWord(mode)))
		}
	}
	ground := strings.Join(modes, "+")
	if ground != "" && leg.Stops == 0 && !slices.Contains(leg.Modes, modeFlight) {
		return ground
	}
	count := strings.TrimSpace(words.Stops(leg.Stops) + " " + ground)
	if len(leg.Via) == 0 || len(leg.Via) != leg.Stops {
		return count
	}
	places := strings.TrimSpace(c.Join(leg.Via, " ") + " " + ground)
	if canvas.Cells(places) > max(limit, canvas.Cells(count)) {
		return count
	}
	return places
}

// operatedMark follows an airline if there is no room for the operator.
const operatedMark = "*"

// airline returns the seller of the leg and, if another airline operates it, the operator.
func airline(c canvas.Canvas, leg *offer.Leg) string {
	text := c.Join(leg.Airlines, " + ")
	if flown := c.Join(leg.Operated, ", "); flown != "" {
		text = strings.TrimSpace(text + " (flown by " + flown + ")")
	}
	return text
}

// scale explains the ends of the bars: the lowest and the highest price of the list.
func (v TripList) scale(c canvas.Canvas) string {
	low := slices.IndexFunc(v.Rows, func(row TripRow) bool { return row.Share != nil && *row.Share <= 0 })
	high := slices.IndexFunc(v.Rows, func(row TripRow) bool { return row.Share != nil && *row.Share >= 1 })
	if low < 0 || high < 0 {
		return ""
	}
	return "Bar: " + grid.Amount(c, v.Rows[low].Price, v.Locale) + " to " + grid.Amount(c, v.Rows[high].Price, v.Locale) + ", the prices shown."
}

// departure and arrival return the two ends of a leg: the local time, the days since the leg began, the airport, and
// the code that was searched for.
func (v TripList) departure(leg *offer.Leg, way int) moment {
	return moment{leg.Departs.Clock(), leg.From, [...]string{v.From, v.To}[way%2]}
}

func (v TripList) arrival(leg *offer.Leg, way int) moment {
	return moment{leg.Arrives.Clock(), leg.To, [...]string{v.To, v.From}[way%2]}
}

// moment is one end of a leg.
type moment struct{ clock, airport, searched string }

// End is one end of a search as it was understood.
type End struct {
	Name string // "Lisbon"; "" for a code that was typed
	City bool   // the code is known to be a city's
}

// route names both ends of a list as they were understood: "Lisbon LIS → Paris PAR (all airports)". airports are those
// at which its rows begin and end. If there is no room, the airports are dropped, then the names.
func route(c canvas.Canvas, codes [2]string, ends [2]End, airports []string) string {
	arrow := " " + c.Glyph.Arrow + " "
	var bare, named, all [2]string
	for i, end := range ends {
		bare[i] = c.Text(codes[i])
		named[i] = strings.TrimSpace(c.Text(end.Name) + " " + bare[i])
		all[i] = named[i]
		// A code that is also an airport's, such as Lisbon's, gets none: nobody knows which one the service used.
		if end.City && len(airports) > 0 && !slices.Contains(airports, codes[i]) {
			all[i] += " (all airports)"
		}
	}
	for _, ends := range [][2]string{all, named} {
		if text := ends[0] + arrow + ends[1]; canvas.Cells(text) <= c.Width {
			return text
		}
	}
	return bare[0] + arrow + bare[1]
}

// route returns both ends of the list as they were understood.
func (v TripList) route(c canvas.Canvas) string {
	var airports []string
	for _, row := range v.Rows {
		for _, leg := range row.Legs {
			airports = append(airports, leg.From, leg.To)
		}
	}
	return route(c, [2]string{v.From, v.To}, [2]End{v.FromEnd, v.ToEnd}, airports)
}
