package desk

import (
	"context"
	"errors"
	"slices"
	"strings"

	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/quota"
	"travel.example/travel/internal/search"
	"travel.example/travel/internal/store"
)

// The quotas that searches are counted in, as the service names them. A search for one hotel is counted
// apart from those for a place.
const (
	FlightSearches   = "createFlightSearch"
	HotelSearches    = "createHotelSearch"
	OneHotelSearches = "createHotelSearchScoped"
	RatesReads       = "getHotelRates"
)

// hear keeps what an answer says of the quotas, where it says what a search or a refusal has changed:
// every other answer only counts itself.
func (d *Desk) hear(ctx context.Context, h apiclient.Heard) {
	if !h.Create && !h.Refused && h.Operation != RatesReads {
		return
	}
	book, err := d.quotas(ctx)
	if err != nil {
		return // what is left can be asked for later, and is in the answer
	}
	now := d.Now()
	place, _ := h.Place.(*quota.Place)
	_ = book.Note(context.WithoutCancel(ctx), func(b *quota.Book) {
		b.Hear(quota.Told(h.Windows, now))
		if h.Create {
			b.Spend(h.Operation, now)
		}
		if place != nil {
			b.End(place.ID())
		}
	})
}

// line is the place of a create among those of all processes of the account. The built-in sandbox counts
// for each process alone.
func (d *Desk) line(ctx context.Context, operation string) apiclient.InLine {
	cfg, err := d.Deployment.Config()
	if err != nil || cfg.Embedded() {
		return nil
	}
	book, err := d.quotas(ctx)
	if err != nil {
		return nil
	}
	return book.Join(operation, d.Now)
}

// Owned is where the desk keeps things, "" for nowhere, and whose they are: the account of the profile
// at its service.
func (d *Desk) Owned(ctx context.Context) (dir, owner string, err error) {
	cfg, err := d.Deployment.Config()
	if err != nil {
		return "", "", err
	}
	return cfg.StateDir(), cfg.Profile() + "\n" + cfg.Get("api-url").Value + "\n" + d.Deployment.Account(ctx), nil
}

// quotas is the book of the profile's account at its service.
func (d *Desk) quotas(ctx context.Context) (quota.Store, error) {
	dir, owner, err := d.Owned(ctx)
	return quota.Open(dir, owner), err
}

// Quotas is what is known of the quotas of the profile's account. Nothing is sent.
func (d *Desk) Quotas(ctx context.Context) (quota.Book, error) {
	book, err := d.quotas(ctx)
	if err != nil {
		return quota.Book{}, err
	}
	known, err := book.Read()
	if trouble, ok := errors.AsType[*store.Trouble](err); ok && trouble.Aside {
		d.Report.Warn(trouble.Error())
		return quota.Book{}, nil
	}
	return known, err
}

// Windows are the windows of all quotas that are known, none where they cannot be read: the answers tell them again.
func (d *Desk) Windows(ctx context.Context) []quota.Window {
	book, err := d.Quotas(ctx)
	if err != nil {
		return nil
	}
	return book.Windows
}

// LeftFor is how many of the traveler's searches are left, in brackets behind what spends one; "" where
// it is not known.
func (d *Desk) LeftFor(ctx context.Context, operation string) string {
	w, known := quota.Tightest(d.Windows(ctx), operation, d.Now())
	if !known {
		return ""
	}
	return " (" + w.Text() + ")"
}

// Spent is what is left after the searches of a command. Several at once may be answered in another
// order than they were counted in, so the lowest count of a window holds. The zero Spent knows nothing.
type Spent struct{ book quota.Book }

// After is what is left once one more was made.
func (s Spent) After(made search.Created) Spent {
	s.book.Windows = slices.Clone(s.book.Windows)
	s.book.Hear(slices.DeleteFunc(quota.Told(made.Quotas, made.At), func(w quota.Window) bool {
		return !w.Of(FlightSearches) && !w.Of(HotelSearches) && !w.Of(OneHotelSearches)
	}))
	return s
}

// Left are the windows that the searches were counted in.
func (s Spent) Left() []quota.Window { return s.book.Windows }

// Words say how many searches are left: "8 of 10 searches left this minute"; "" where it is not known.
func (s Spent) Words() string {
	windows := s.book.Windows
	if len(windows) == 0 {
		return ""
	}
	tightest := windows[0]
	for _, w := range windows {
		if w.Left < tightest.Left {
			tightest = w
		}
	}
	return strings.Replace(tightest.Text(), " left", " searches left", 1)
}
