package trips

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/ask"
	"travel.example/travel/internal/browse/handoff"
	"travel.example/travel/internal/browse/stage"
	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/desk/flights"
	"travel.example/travel/internal/offer"
	"travel.example/travel/internal/present"
	"travel.example/travel/internal/problem"
	"travel.example/travel/internal/recall"
	"travel.example/travel/internal/render/canvas"
	"travel.example/travel/internal/render/flightview"
	"travel.example/travel/internal/screen"
	"travel.example/travel/internal/words"
)

// picker shows the options of a fare to choose from. It never continues with a choice that would book only part of
// the trip.
type picker struct {
	reading
	with  With
	of    *trip
	fare  string // as commands take it
	title string

	read   bool // the options were read
	all    flights.Options
	view   flightview.FareOptions
	chosen flights.Options // in order
}

func newPicker(t *trip, fare flights.Fare) *picker {
	p := &picker{reading: reading{stage: t.stage}, with: t.with, of: t, fare: fare.Argument(), title: fareTitle(fare.Ref, fare.Label)}
	p.find, p.reload = stage.NewFinder(t.stage, p.sheet.Look), p.open
	p.open()
	return p
}

func fareTitle(ref, seller string) string {
	return strings.Join(strings.Fields("Fare "+ref+" of "+seller), " ")
}

func (p *picker) Keys() []stage.Binding {
	return stage.Table("The options of a fare", []stage.Binding{
		{Keys: "enter l right", Foot: "continue", Does: "Choose the option under the cursor and continue to the next leg, or to the link", Do: p.proceed, Bars: p.unread},
		{Keys: "space", Foot: "choose", Does: "Choose or clear the option under the cursor", Do: p.toggle, Bars: p.unread},
		{Keys: "b", Foot: "link", Does: "Continue to the link with your choice", Do: p.handOff, Bars: p.bars},
		{Keys: "1 2 3 4 5 6 7 8 9", Does: "Choose the option of that number"},
		{Keys: "R", Foot: "refresh", Does: "Refresh the options; if their search has expired, search again after asking", Do: p.open, Bars: func() string { return p.job.Renewing() }},
	}, p.sheet.SearchKeys(p.find))
}

func (p *picker) open() {
	p.asked, p.stale = p.read && !p.stale, false // it reads stale options by itself
	p.job.Cancel()
	fare := p.fare
	p.job = begin(p.stage, p.of.list, p, "reading the options of the fare",
		func(ctx context.Context, d *desk.Desk) (desk.Answer[flights.OpenedFare], error) {
			return flights.OpenFare(ctx, d, &flights.OptionsRequest{
				Fare: fare, Query: ask.New("getFareOptions", d.Days()), Renewal: &desk.Renewal{Thing: "the same fare"},
			})
		},
		func(answer desk.Answer[flights.OpenedFare]) {
			if answer.Value.Body == nil { // it may have had options before its search was made again
				p.of.stale = true
				p.stage.Replace(p.of.link(p.fare, p.title))
				return
			}
			p.show(answer)
		},
		func(c problem.Candidate) {
			p.fare, p.title, p.of.stale = c.Argument(), fareTitle(c.Ref, c.Label), true
			p.chosen, p.all, p.read = nil, nil, false
			p.open()
		})
}

// show shows the options of a read and keeps the choice.
func (p *picker) show(answer desk.Answer[flights.OpenedFare]) {
	now, at := answer.Value.Options, 0
	if p.read {
		if at = p.sheet.At(); at < len(p.all) {
			at = max(offer.Find(p.all[at].Offer, recall.Offers(now)), 0)
		}
	}
	p.fare = answer.Value.Offer.Ref()
	p.chosen = again(p.chosen, now)
	p.read, p.all, p.view = true, now, present.Options(answer.Value)
	p.view.Notes = append(p.view.Notes, notes(p.stage, answer.Meta)...)
	if len(flights.Options(nil).Missing(now)) > 1 {
		p.view.Notes = append(p.view.Notes, flights.NoSum)
	}
	p.sheet.Renew(at)
	p.tick(answer.Value.Offer.List.Search)
	if answer.Meta.Renewed != nil {
		p.of.stale = true
	} else if p.asked {
		p.stage.Say(stage.UpToDate)
	}
}

// Head names the fare.
func (p *picker) Head(c canvas.Canvas) string {
	return c.Dots(append([]string{p.title}, p.of.view.Context...)...)
}

// Draw draws the options, each with its mark.
func (p *picker) Draw(c canvas.Canvas) []string {
	if !p.read {
		if p.job.Over() {
			return []string{"The options were not read. R tries again."}
		}
		return nil
	}
	if p.sheet.Stale(c) {
		p.fill(c)
	}
	return p.sheet.Draw(c)
}

// mark is the prefix of an option: a blank for the cursor, and whether it is chosen.
const mark = " ( )"

func (p *picker) fill(c canvas.Canvas) {
	view := p.view
	view.Title, view.Context = "", nil // the heading shows them
	if len(p.chosen) == 1 {            // an option that pays for the whole trip has the total price
		if only := p.chosen[0]; only.Option.ForTrip() && only.Price.Amount != "" {
			view.Total = &view.All()[only.N-1].Price
		}
	}
	narrow := c
	narrow.Width = max(c.Width-len(mark), 1)
	head, blocks := view.Blocks(narrow)
	lines := append(view.Head(c), "")
	lead := len(lines)
	for _, line := range head {
		lines = append(lines, strings.Repeat(" ", len(mark))+line)
	}
	var items []stage.Item
	for i, block := range blocks {
		if i > 0 {
			lead = len(lines)
		}
		lines = append(lines, block.Heading...)
		item := stage.Item{Lead: lead, From: len(lines), To: len(lines) + len(block.Lines)}
		before := mark
		if slices.ContainsFunc(p.chosen, numbered(i+1)) {
			before = " (x)"
		}
		for _, line := range block.Lines {
			lines = append(lines, before+line)
			before = strings.Repeat(" ", len(mark))
		}
		items = append(items, item)
	}
	p.sheet.Fill(append(lines, c.Ending(append(view.Doubts(), view.Notes...), nil)...), items)
}

// State says what is chosen and what is missing.
func (p *picker) State(c canvas.Canvas) string {
	if !p.read || !p.job.Over() { // the progress is shown instead
		return ""
	}
	var parts []string
	switch lacks := p.bars(); {
	case len(p.chosen) == 0 && len(p.all) > 0:
		parts = append(parts, "nothing is chosen yet") // the rule is shown above
	case lacks != "":
		parts = append(parts, lacks)
	default:
		var costs []string // what the service says; no total is computed
		for _, o := range p.chosen {
			costs = append(costs, strconv.Itoa(o.N)+" at "+flights.CostOf(o, p.view.Locale))
		}
		parts = append(parts, "chosen: "+words.And(costs)+"; b goes on to the link")
	}
	return p.state(c, parts)
}

// Command returns the command line that lists the options.
func (p *picker) Command() string { return "travel flights options " + words.Shell(p.fare) }

// Point handles the mouse: a click moves the cursor, and a second click chooses.
func (p *picker) Point(m screen.Mouse) {
	if p.sheet.Click(m) && p.unread() == "" {
		p.proceed()
	}
}

// Type handles the number of an option.
func (p *picker) Type(e screen.Event) bool {
	n := stage.Digit(e)
	if n > 0 && n <= len(p.all) {
		p.stage.Hush()
		p.sheet.Choose(n - 1)
		p.choose(p.all[n-1])
	}
	return n > 0
}

// unread says why actions that need options are unavailable.
func (p *picker) unread() string {
	switch {
	case !p.read && p.job.Over():
		return "The options were not read; R tries again."
	case !p.read:
		return "The options are being read."
	case len(p.all) == 0:
		return p.all.Rule()
	}
	return ""
}

// bars says why there is no link yet, by the same rules as the desk.
func (p *picker) bars() string {
	if why := p.unread(); why != "" {
		return why
	}
	return lacks(p.chosen, p.all)
}

// toggle chooses the option under the cursor, or removes it from the choice.
func (p *picker) toggle() {
	if p.sheet.Reveal() {
		return
	}
	o := p.all[p.sheet.At()]
	if left := slices.DeleteFunc(slices.Clone(p.chosen), numbered(o.N)); len(left) < len(p.chosen) {
		p.setChoice(left)
		return
	}
	p.choose(o)
}

// choose adds an option to the choice.
func (p *picker) choose(o recall.Row) {
	now := with(p.chosen, o)
	switch {
	case !apiclient.ValidID(o.ID):
		p.stage.Say("The service gave this option no usable id.")
	case len(now) > flights.MaxOptions:
		p.stage.Say(fmt.Sprintf("A link takes at most %d options.", flights.MaxOptions))
	default:
		p.setChoice(now)
	}
}

func (p *picker) setChoice(chosen flights.Options) {
	p.chosen = chosen
	p.sheet.Renew(p.sheet.At())
}

// proceed chooses the option under the cursor. It then moves the cursor to the part of the trip that is missing or, if
// nothing is missing, makes the link.
func (p *picker) proceed() {
	if p.sheet.Reveal() {
		return
	}
	o := p.all[p.sheet.At()]
	if p.choose(o); !slices.ContainsFunc(p.chosen, numbered(o.N)) {
		return
	}
	if p.bars() == "" {
		p.handOff()
		return
	}
	legs := p.chosen.Missing(p.all)
	if len(legs) == 0 {
		return
	}
	pays := func(o recall.Row) bool { return o.Option.Pays() && o.Option.Leg == legs[0] }
	if next := slices.IndexFunc(p.all, pays); next >= 0 {
		p.sheet.Choose(next)
	}
}

func (p *picker) handOff() {
	fare := p.fare
	var numbers []string
	for _, o := range p.chosen {
		numbers = append(numbers, strconv.Itoa(o.N))
	}
	p.stage.Push(p.with.HandOff(handoff.Request{
		Title:   p.title + ", " + words.Noun(len(numbers), "option") + " " + words.And(numbers),
		Make:    p.of.booking(fare, numbers, func(ref string) { p.fare, p.stale = ref, true }),
		Command: "travel flights booking-link " + words.Shell(fare) + " --option " + strings.Join(numbers, ","),
	}))
}

// numbered returns a function that reports whether an option has a number.
func numbered(n int) func(recall.Row) bool {
	return func(o recall.Row) bool { return o.N == n }
}

// with returns the chosen options and one more, which replaces those that cannot be booked together with it.
func with(chosen flights.Options, o recall.Row) flights.Options {
	now := slices.DeleteFunc(slices.Clone(chosen), func(have recall.Row) bool { return have.N == o.N || have.Option.Excludes(o.Option) })
	at := 0
	for at < len(now) && now[at].N < o.N {
		at++
	}
	return slices.Insert(now, at, o)
}

// lacks says why the chosen options cannot be booked yet, or returns "" if they can. If that is unclear, it leaves the
// question to the desk.
func lacks(chosen, all flights.Options) string {
	if len(chosen) == 0 {
		return all.Rule()
	}
	_, err := chosen.Check(all)
	if err == nil {
		return ""
	}
	if missing := chosen.Lacks(all); missing != "" {
		return "Choose " + missing + " too."
	}
	return words.UpperFirst(err.Error()) + "."
}

// again returns the chosen options among those of a new read, without those that no longer exist.
func again(chosen, now flights.Options) (found flights.Options) {
	for _, o := range chosen {
		if i := offer.Find(o.Offer, recall.Offers(now)); i >= 0 {
			found = with(found, now[i])
		}
	}
	return found
}
