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

// reviews are what guests wrote, of all of them or of one kind, in one of several orders.
type reviews struct {
	leaf
	query  *ask.Values                        // of getHotelReviews: whose reviews, in what order
	read   map[string]*apiclient.HotelReviews // all pages of each kind and order as one, by the flags of the query
	job    *stage.Job
	failed bool // the last read; it is not tried again by itself
}

// reviewsAtOnce are how many reviews a read asks for.
const reviewsAtOnce = 20

func newReviewQuery() *ask.Values { return ask.New("getHotelReviews", nil) }

func (r *reviews) name() string { return "Reviews" }
func (r *reviews) command() string {
	return "travel hotels reviews " + r.hotel.Argument() + r.query.SameView()
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

// now is what was read of the kind and in the order that are chosen, nil where nothing was.
func (r *reviews) now() *apiclient.HotelReviews { return r.read[r.query.SameView()] }

func (r *reviews) open() {
	if r.now() == nil {
		r.more()
	}
}

// again reads the reviews from the first page on, or goes on where a read failed.
func (r *reviews) again() {
	if r.failed && r.now() != nil {
		r.more()
		return
	}
	delete(r.read, r.query.SameView())
	r.forget()
	r.more()
}

// more reads the page that follows what was read.
func (r *reviews) more() {
	r.job.Cancel()
	query, key, next := r.query.Clone(), r.query.SameView(), 1
	if have := r.now(); have != nil {
		next = have.Metadata.Page + 1
	}
	hotel := r.hotel
	var answer desk.Answer[*apiclient.HotelReviews]
	r.failed = false
	r.job = r.stage.Do(&stage.Job{
		What: "reading reviews", Of: r.page,
		Run: func(ctx context.Context, d *desk.Desk) error {
			for wire, value := range map[string]any{"view": string(apiclient.DetailViewDetail), "page": next, "pageSize": reviewsAtOnce} {
				if err := query.SetTyped(wire, value); err != nil {
					return err
				}
			}
			var err error
			answer, err = hotels.Reviews(ctx, d, hotel, query, desk.PagesOf(query.Op()))
			return err
		},
		Then: func(err error) {
			if err != nil {
				r.failed = true
				r.stage.Failed(err)
				return
			}
			r.add(key, answer.Value)
		},
	})
}

// add puts a page behind those that were read.
func (r *reviews) add(key string, next *apiclient.HotelReviews) {
	if have := r.read[key]; have != nil {
		next.Results = append(have.Results, next.Results...)
	}
	if r.read == nil {
		r.read = map[string]*apiclient.HotelReviews{}
	}
	r.read[key] = next
	r.forget()
}

// turn goes to the next kind of guests, and to all behind the last.
func (r *reviews) turn() {
	all := append(r.words("guest-type"), "")
	r.choose("guest-type", all[(slices.Index(all, r.query.Text("guest-type"))+1)%len(all)])
}

// everyone goes back to all guests.
func (r *reviews) everyone() { r.choose("guest-type", "") }

// order goes to the next order.
func (r *reviews) order() {
	all := r.words("sort")
	r.choose("sort", all[(max(slices.Index(all, r.query.Text("sort")), 0)+1)%len(all)])
}

// words are the words of the contract that a parameter takes.
func (r *reviews) words(wire string) []string {
	param, _ := r.query.Op().Param(wire)
	return slices.Clone(param.Enum)
}

// choose reads the reviews that a parameter asks for, unless they were read.
func (r *reviews) choose(wire, word string) {
	r.query.Unset(wire)
	if word != "" {
		if err := r.query.SetTyped(wire, word); err != nil {
			r.stage.Failed(err)
			return
		}
		r.query.TypedAs(wire, "--"+wire+" "+ask.SortWord(word))
	}
	r.sheet.Home()
	r.forget()
	r.job.Cancel()
	r.failed = false
	r.open()
}

// head tells whose reviews there are, the chosen ones in brackets.
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
	if r.stale(c) {
		var lines []string
		if have != nil {
			all := *have
			all.Metadata.Page = 1 // the first of those that are shown
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
	first := ask.SortWord(cmp.Or(r.query.Text("sort"), r.words("sort")[0])) // of them the contract's default
	text := words.Counted(len(have.Results), "review") + c.Paint(canvas.Faint, ", "+first+" first")
	if r.failed {
		text += "   " + c.Paint(canvas.Warn, "R reads on")
	}
	return text
}
