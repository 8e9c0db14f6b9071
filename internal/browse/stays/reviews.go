package stays

import (
	"cmp"
	"context"
	"slices"

	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/ask"
	"travel.example/travel/internal/browse/stage"
	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/desk/hotels"
	"travel.example/travel/internal/present"
	"travel.example/travel/internal/render/canvas"
	"travel.example/travel/internal/words"
)

// reviews lists the reviews of all guests or of one guest type, in one of several orders.
type reviews struct {
	leaf
	query  *ask.Values                        // parameters of getHotelReviews: guest type and order
	read   map[string]*apiclient.HotelReviews // by the flags of the query, with all pages merged
	job    *stage.Job
	failed bool // the last read failed and is not retried automatically
}

func (r *reviews) name() string { return "Reviews" }
func (r *reviews) command() string {
	return "travel hotels reviews " + r.hotel.Ref() + r.query.SameView()
}

func (r *reviews) number() string {
	switch row := r.hotel.Row.Hotel; {
	case r.card.read != nil && r.card.read.Review != nil:
		return words.Thousands(r.card.read.Review.Count.String())
	case row != nil && row.Score != nil:
		return words.Thousands(row.Score.Count)
	}
	return ""
}

// now returns the reviews for the chosen guest type and order, or nil.
func (r *reviews) now() *apiclient.HotelReviews { return r.read[r.query.SameView()] }

func (r *reviews) open() {
	if r.now() == nil {
		r.more()
	}
}

// again reads the reviews from the first page, or continues after a failed read.
func (r *reviews) again() {
	if r.failed && r.now() != nil {
		r.more()
		return
	}
	delete(r.read, r.query.SameView())
	r.sheet.Forget()
	r.more()
}

func (r *reviews) more() {
	r.job.Cancel()
	query, key, next := r.query.Clone(), r.query.SameView(), 1
	if have := r.now(); have != nil {
		next = have.Metadata.Page + 1
	}
	query.SetTyped("view", string(apiclient.DetailViewDetail))
	query.SetTyped("page", next)
	query.SetTyped("pageSize", 20)
	hotel := r.hotel
	r.failed = false
	r.job = stage.Read(r.stage, stage.Job{What: "reading reviews", Of: r.page, Then: func(err error) {
		r.failed = true
		r.stage.Failed(err)
	}}, func(ctx context.Context, d *desk.Desk) (desk.Answer[*apiclient.HotelReviews], error) {
		return hotels.Reviews(ctx, d, hotel, query, desk.PagesOf(query.Op()))
	}, func(answer desk.Answer[*apiclient.HotelReviews]) {
		all := answer.Value
		if have := r.read[key]; have != nil {
			all.Results = append(have.Results, all.Results...)
		}
		r.read[key] = all
		r.sheet.Forget()
	})
}

// turn goes to the next guest type; after the last comes all guests.
func (r *reviews) turn() {
	all := append(r.words("guest-type"), "")
	r.choose("guest-type", all[(slices.Index(all, r.query.Text("guest-type"))+1)%len(all)])
}

func (r *reviews) order() {
	all := r.words("sort")
	r.choose("sort", all[(max(slices.Index(all, r.query.Text("sort")), 0)+1)%len(all)])
}

// words returns the values that the API defines for a parameter.
func (r *reviews) words(wire string) []string {
	param, _ := r.query.Op().Param(wire)
	return slices.Clone(param.Enum)
}

// choose sets a parameter and reads the reviews unless they were read before.
func (r *reviews) choose(wire, word string) {
	r.query.Unset(wire)
	if word != "" {
		r.query.SetTyped(wire, word)
		r.query.TypedAs(wire, "--"+wire+" "+ask.SortWord(word))
	}
	r.sheet.Home()
	r.sheet.Forget()
	r.job.Cancel()
	r.failed = false
	r.open()
}

// head lists the guest types, the chosen one in brackets.
func (r *reviews) head(c canvas.Canvas) []string {
	var items []string
	for _, kind := range append([]string{""}, r.words("guest-type")...) {
		word := "all guests"
		if kind != "" {
			word = hotels.TermWords(kind)
		}
		if kind == r.query.Text("guest-type") {
			items = append(items, c.Paint(canvas.Strong, "["+word+"]"))
		} else {
			items = append(items, " "+c.Paint(canvas.Faint, word)+" ")
		}
	}
	return append(c.Flow("", items, " "), "")
}

func (r *reviews) fill(c canvas.Canvas) {
	have := r.now()
	if r.sheet.Stale(c) {
		var lines []string
		if have != nil {
			all := *have
			all.Metadata.Page = 1 // the first page of those shown
			lines = present.Reviews(&all, "").Lines(c)
		}
		r.sheet.Fill(lines, nil)
	}
	if have != nil && have.Metadata.HasMore && r.job.Over() && !r.failed && r.sheet.Below() < c.Height {
		r.more()
	}
}

func (r *reviews) state(c canvas.Canvas) string {
	have := r.now()
	switch {
	case have == nil && r.job.Over():
		return c.Paint(canvas.Faint, "The reviews were not read; R reads them.")
	case have == nil:
		return ""
	}
	first := ask.SortWord(cmp.Or(r.query.Text("sort"), r.words("sort")[0])) // the first is the API's default
	text := words.Counted(len(have.Results), "review") + c.Paint(canvas.Faint, ", "+first+" first")
	if r.failed {
		text += "   " + c.Paint(canvas.Warn, "R reads on")
	}
	return text
}
