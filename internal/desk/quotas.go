package desk

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"time"

	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/quota"
	"travel.example/travel/internal/search"
	"travel.example/travel/internal/store"
)

// The names of the quotas. Searches for one hotel have a quota of their own.
const (
	FlightSearches   = "createFlightSearch"
	HotelSearches    = "createHotelSearch"
	OneHotelSearches = "createHotelSearchScoped"
	RatesReads       = "getHotelRates"
)

// hear records the quotas of an answer to a search, and of a refusal. Other answers only count themselves.
func (d *Desk) hear(ctx context.Context, h apiclient.Heard) {
	if !h.Create && !h.Refused && h.Operation != RatesReads {
		return
	}
	now := d.Now()
	// If it fails, the next answer states the quotas again.
	_ = d.quietly(ctx).Note(context.WithoutCancel(ctx), func(b *quota.Book) {
		b.Hear(h.Windows)
		if h.Create {
			b.Spend(h.Operation, now)
		}
	})
}

// usedUp returns how long it takes until a quota that is used up resets, or 0 if it has searches left or is not known.
// The built-in sandbox counts each process by itself.
func (d *Desk) usedUp(ctx context.Context, operation string) time.Duration {
	cfg, err := d.Deployment.Config()
	if err != nil || cfg.Embedded() {
		return 0
	}
	now := d.Now()
	book, _ := d.quietly(ctx).Read()
	if room, full := book.Room(operation, now, 1); room == 0 {
		return full.Begins().Sub(now)
	}
	return 0
}

// quietly returns the book of the account for the goroutines of requests, which must not call the Reporter.
func (d *Desk) quietly(ctx context.Context) quota.Store {
	home, owner := d.Owned(ctx)
	home.Warn = func(string) {}
	return quota.Open(home, owner)
}

// Owned returns the state directory and the owner of what is saved there: the account of the profile at its service. It
// warns of damaged files.
func (d *Desk) Owned(ctx context.Context) (home store.Home, owner string) {
	home, profile := d.Home()
	home.Warn = d.Report.Warn
	cfg, err := d.Deployment.Config()
	if err != nil {
		return home, ""
	}
	id, _ := d.Deployment.Account(ctx)
	return home, profile + "\n" + cfg.Get("api-url").Value + "\n" + id
}

// Quotas returns what is known about the quotas of the account. It sends nothing.
func (d *Desk) Quotas(ctx context.Context) (quota.Book, error) {
	return quota.Open(d.Owned(ctx)).Read()
}

// Windows returns the known windows of all quotas, or none if they cannot be read.
func (d *Desk) Windows(ctx context.Context) []quota.Window {
	book, _ := d.Quotas(ctx)
	return book.Windows
}

// LeftFor says in parentheses how many searches are left, or returns "" if that is unknown.
func (d *Desk) LeftFor(ctx context.Context, operation string) string {
	w, known := quota.Tightest(d.Windows(ctx), operation, d.Now())
	if !known {
		return ""
	}
	return " (" + w.Text() + ")"
}

// Spent is the windows that counted the searches of a command, as they are after the last one. Answers to concurrent
// searches may arrive out of order, so the lowest count of a window is used.
type Spent []quota.Window

// After returns what is left after one more search.
func (s Spent) After(made search.Created) Spent {
	book := quota.Book{Windows: slices.Clone(s)}
	book.Hear(slices.DeleteFunc(slices.Clone(made.Quotas), func(w quota.Window) bool {
		return !w.Of(FlightSearches) && !w.Of(HotelSearches) && !w.Of(OneHotelSearches)
	}))
	return book.Windows
}

// Words says how many searches are left, such as "8 of 10 searches left this minute". It returns "" if that is
// unknown.
func (s Spent) Words() string {
	if len(s) == 0 {
		return ""
	}
	tightest := slices.MinFunc(s, func(a, b quota.Window) int { return cmp.Compare(a.Left, b.Left) })
	return strings.Replace(tightest.Text(), " left", " searches left", 1)
}
