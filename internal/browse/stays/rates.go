package stays

import (
	"context"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/ask"
	"travel.example/travel/internal/browse/handoff"
	"travel.example/travel/internal/browse/stage"
	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/desk/hotels"
	"travel.example/travel/internal/offer"
	"travel.example/travel/internal/present"
	"travel.example/travel/internal/recall"
	"travel.example/travel/internal/render/canvas"
	"travel.example/travel/internal/render/hotelview"
	"travel.example/travel/internal/search"
	"travel.example/travel/internal/words"
)

// rates lists the rooms of a hotel with their rates, cheapest first.
type rates struct {
	leaf
	job    *stage.Job
	read   *apiclient.HotelRates // nil until some were read
	list   recall.List           // as saved by the desk, with its rows
	view   hotelview.RateList
	top    []string        // column names for the current layout
	old    bool            // the list now belongs to another search, so the rates must be read again
	sought *apiclient.Rate // the chosen rate, not found yet among those of a new read
	held   int             // the index chosen until then
	late   stage.Timer     // redraws when the search may have expired
}

func (r *rates) name() string    { return "Rates" }
func (r *rates) command() string { return "travel hotels rates " + r.hotel.Ref() }

func (r *rates) number() string {
	if r.read == nil {
		return ""
	}
	return strconv.Itoa(len(r.read.Rates))
}

// known reports whether there is a search for this hotel, so that reading uses no quota.
func (r *rates) known() bool { return r.read != nil }

// open reads the rates the first time, and again after a link has renewed their search. If the rates of another hotel
// were read since, it saves these again, so that commands use their numbers.
func (r *rates) open() {
	switch {
	case !r.job.Over():
	case !r.known(), r.old:
		r.again()
	case r.visit.kept != r.page:
		list := r.list
		r.visit.kept = r.page
		r.stage.Do(&stage.Job{Run: func(_ context.Context, d *desk.Desk) error { return d.Keep(list) }})
	}
	r.shown()
}

// shown redraws the age of the search while the rates are shown.
func (r *rates) shown() {
	if r.late.Stop(); r.stage.Top() == stage.Place(r.page) && r.at == r && r.known() {
		r.late.EachMinute(r.stage, r.list.Search.Created, desk.HotelLinkLasts)
	}
}

// life returns how long the links of the rates work.
func (r *rates) life() desk.LinkLife {
	return desk.LinkLife{Created: r.list.Search.Created, Lasts: desk.HotelLinkLasts}
}

// again reads the rates until they settle. If they have a search, it reads that one, so that no quota is used unless
// the search has expired and the user agrees.
func (r *rates) again() {
	if !r.job.Over() {
		r.stage.Say("The rates are arriving.")
		return
	}
	request := &hotels.RatesRequest{
		Hotel: r.hotel, Search: ask.New("createHotelSearch", nil), Query: ask.New("getHotelRates", nil),
		Life: desk.Life{Wait: search.DefaultBudget}, Renewal: &desk.Renewal{Thing: "the same hotel and stay"},
	}
	if r.known() {
		view := request.Hotel.List.View // the filters of the hotels, which rates are checked against
		request.Hotel.List = r.list.Head()
		request.Hotel.List.View = view
		request.Query.SetTyped("searchId", r.list.Search.ID)
	}
	var found hotels.Rates
	before, asked := r.read, r.known() && !r.old // it reads old rates by itself
	// The job continues while other places are shown; only this part shows its progress.
	r.job = r.stage.Do(&stage.Job{
		Run: func(ctx context.Context, d *desk.Desk) (err error) {
			found, err = hotels.ListRates(ctx, d, request)
			return err
		},
		Seen: func(seen desk.Snapshot) {
			if s, ok := seen.Value.(search.RateSnapshot); ok {
				r.update(s, seen.List, seen.Parts, seen.In, desk.Meta{})
			}
		},
		Then: func(err error) {
			switch {
			case found.Meta.Renewed != nil:
				r.stage.Warn(strings.Join(found.Meta.Warnings, " "))
				found.Meta.Warnings = nil // they are said once
			case err == nil && asked:
				r.stage.Say(stage.UpToDate)
			}
			if len(found.Bodies) > 0 {
				r.visit.kept, r.old = r.page, false
				r.update(found.Value, found.List, found.Listed, found.Locale, found.Meta)
				r.mark(before)
				r.shown()
			}
			if !r.stage.Expired(err) {
				r.stage.Failed(err)
			}
		},
	})
}

// update shows the result of a read and keeps the chosen rate.
func (r *rates) update(s search.RateSnapshot, of, listed recall.List, in desk.Locale, meta desk.Meta) {
	if s.Results == nil {
		return
	}
	at := r.sheet.At()
	if r.sought == nil || at != r.held { // otherwise the user has not moved since
		r.sought = nil
		if r.read != nil && at > 0 && at < len(r.read.Rates) { // the first stays the first
			r.sought = new(r.read.Rates[at])
		}
	}
	r.held = max(min(at, len(s.Results.Rates)-1), 0)
	if r.sought != nil {
		if i := hotels.SameRate(*r.sought, s.Results); i >= 0 {
			r.sheet.Renew(i)
			r.sought = nil
		}
	}
	r.read, r.list = s.Results, listed
	r.list.Made = r.stage.Desk.Now()
	r.view = present.Rates(s, r.hotel, of, listed, in, meta, nil)
	r.view.Place, r.view.Next = "", nil // the hotel is named above, and the keys replace the hints
	r.sheet.Forget()
}

// mark marks the changes of each rate since another read of the same search.
func (r *rates) mark(before *apiclient.HotelRates) {
	if before == nil || before.SearchID != r.read.SearchID {
		return
	}
	marks := present.Marks(search.Compare(search.RateListing(before), search.RateListing(r.read)), r.view.Locale)
	for i := range r.view.Rows {
		r.view.Rows[i].Mark = marks[r.view.Rows[i].RateID]
	}
}

func (r *rates) head(canvas.Canvas) []string { return r.top }

func (r *rates) fill(c canvas.Canvas) {
	if !r.sheet.Stale(c) {
		return
	}
	if r.read == nil {
		r.top = nil
		r.sheet.Fill(nil, nil)
		return
	}
	names, blocks := r.view.Blocks(c)
	head := r.view.Head(c)
	r.top = append(head[:max(len(head)-1, 0)], names...)
	var lines []string
	var items []stage.Item
	for _, block := range blocks {
		items = append(items, stage.Item{Lead: len(lines), From: len(lines), To: len(lines) + len(block)})
		lines = append(lines, block...)
	}
	if len(lines) > 0 {
		lines = append(lines, "")
	}
	lines = append(lines, r.view.Foot(c)...)
	r.sheet.Fill(lines, items)
}

func (r *rates) state(c canvas.Canvas) string {
	switch {
	case !r.known() && r.job.Over():
		return c.Paint(canvas.Faint, "The rates were not read; R reads them.")
	case !r.known():
		return c.Paint(canvas.Faint, "reading the rates"+c.Glyph.Ellipsis)
	case !r.job.Over():
		return words.Counted(len(r.read.Rates), "rate") + " so far  " + c.Paint(canvas.Faint, "reading the rates"+c.Glyph.Ellipsis)
	}
	now := r.stage.Desk.Now()
	text := words.Counted(len(r.read.Rates), "rate")
	until := r.life().Until()
	switch {
	case until.IsZero():
	case until.After(now):
		text += c.Paint(canvas.Faint, ", to be booked until about "+offer.Clock(until.In(now.Location())))
	default:
		text += ", " + c.Paint(canvas.Warn, "made "+words.Age(now.Sub(r.list.Search.Created).Truncate(time.Minute))+" ago and may have expired; R searches again")
	}
	return text
}

// noBooking says why there is no link for the chosen rate.
func (r *rates) noBooking() string {
	switch at := r.sheet.At(); {
	case !r.known():
		return "The rates are not read yet."
	case len(r.read.Rates) == 0:
		return "There is no rate to book."
	case at >= len(r.read.Rates) || !apiclient.ValidRateID(r.read.Rates[at].ID):
		return "The service gave this rate no usable id."
	}
	return ""
}

func (r *rates) book() {
	if r.sheet.Reveal() {
		return
	}
	id := r.read.Rates[r.sheet.At()].ID
	row, ok := r.list.With(id)
	if !ok {
		r.stage.Say("This rate is being read again.")
		return
	}
	var rate atomic.Pointer[desk.Pick] // the rate in the most recent search
	chosen := desk.Pick{ID: row.ID, N: row.N, Row: row, List: r.list.Head()}
	chosen.Typed = chosen.Ref()
	rate.Store(&chosen)
	r.stage.Push(r.with.HandOff(handoff.Request{
		Title: row.Label + ", " + r.hotel.Title(), Command: "travel hotels booking-link " + words.Shell(chosen.Ref()),
		Make: func(ctx context.Context, d *desk.Desk) (desk.Answer[desk.Link], error) {
			now := *rate.Load()
			answer, err := hotels.BookingLink(ctx, d, &hotels.LinkRequest{
				Rate: now, Query: ask.New("getHotelRateBookingLink", nil), Lasting: true, Renewal: &desk.Renewal{Thing: "the same rate"},
			})
			if err == nil && answer.Meta.Renewed != nil {
				now = r.renewed(d, now, answer.Meta.Renewed.ToSearchID)
				rate.Store(&now)
			}
			return answer, err
		},
	}))
}

// renewed returns the rate in the search that replaced its own, which the desk has saved. It is called on the
// goroutine of a job.
func (r *rates) renewed(d *desk.Desk, rate desk.Pick, id string) desk.Pick {
	list, found := d.From(recall.Rates, id)
	if !found {
		return rate
	}
	r.stage.Post(func() { r.list, r.old = list, true })
	if row, err := list.Pick(rate.N); err == nil {
		rate.ID, rate.Row, rate.List = row.ID, row, list.Head()
	}
	return rate
}
