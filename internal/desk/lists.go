package desk

import (
	"context"
	"fmt"

	"travel.example/travel/internal/ask"
	"travel.example/travel/internal/kept"
	"travel.example/travel/internal/offer"
	"travel.example/travel/internal/problem"
	"travel.example/travel/internal/recall"
	"travel.example/travel/internal/search"
	"travel.example/travel/internal/store"
	"travel.example/travel/internal/words"
)

// numberIn returns the number or letter of an offer in a list. A new offer is appended.
func numberIn(list *recall.List, of offer.Offer) string {
	last := list.Of.Last
	for _, have := range list.Rows {
		if have.ID == of.ID {
			return Pick{ID: of.ID, N: have.N, List: *list}.Ref()
		}
		last = max(last, have.N)
	}
	list.Of.Last = last + 1
	list.Rows = append(list.Rows, recall.Row{N: last + 1, Offer: of})
	return Pick{ID: of.ID, N: last + 1, List: *list}.Ref()
}

// Home returns where the data of the profile is stored, and the profile. It is read-only in a dry run. If the settings
// cannot be read, every table there fails with their error.
func (d *Desk) Home() (home store.Home, profile string) {
	cfg, err := d.Deployment.Config()
	if err != nil {
		return store.Home{Fault: err}, ""
	}
	return store.Home{Dir: cfg.StateDir, Still: d.Deployment.Plan() != nil, Place: cfg.Unkept}, cfg.Profile()
}

// Lists returns the store of the lists of this session. It warns of damaged files.
func (d *Desk) Lists() *recall.Store {
	home, profile := d.Home()
	home.Warn = d.Report.Warn
	if d.Memory != nil {
		return d.Memory.In(home, profile)
	}
	session, err := d.Session()
	switch {
	case home.Fault != nil:
	case err != nil:
		home = store.Home{Fault: err}
	case d.gate != nil:
		home = store.Home{}
	}
	return recall.Open(home, profile, session)
}

// Latest returns the last list of a kind, to refer to its rows. A terminal without one takes over the list of another
// terminal, with a warning. It also warns of an old list if no new one can be saved.
func (d *Desk) Latest(kind recall.Kind) (recall.List, bool, error) {
	lists := d.Lists()
	if list, ok, err := lists.Latest(kind); ok || err != nil {
		closed := lists.Try() // a full disk still lets an older list be dropped
		if why := d.whyUnkept(closed); ok && store.Denied(closed) && why != nil && d.unkept.CompareAndSwap(false, true) {
			d.Report.Warn("this list was made " + words.Age(d.Now().Sub(list.Made)) + " ago, and no later one is kept: " + why.Error() + "; " + problem.AdviceOf(why))
		}
		return list, ok, err
	}
	list, ok, err := lists.Elsewhere(kind, true)
	if ok {
		d.Report.Warn("list of another terminal, made " + words.Age(d.Now().Sub(list.Made)) + " ago")
	}
	return list, ok, err
}

// Shown is like Latest, without taking over a list and without warnings.
func (d *Desk) Shown(kind recall.Kind) (recall.List, bool, error) {
	lists := d.Lists()
	if list, ok, err := lists.Latest(kind); ok || err != nil {
		return list, ok, err
	}
	return lists.Elsewhere(kind, false)
}

// Keep saves a list, made now, in place of the last one of its kind.
func (d *Desk) Keep(list recall.List) error {
	list.Made = d.Now()
	return d.Save(list)
}

// Save saves a list. If the directory cannot be written, it only says so once.
func (d *Desk) Save(list recall.List) error {
	lists := d.Lists()
	err := lists.Save(list)
	why := d.whyUnkept(err)
	if why == nil {
		return err
	}
	lists.Drop(list)
	if d.unkept.CompareAndSwap(false, true) {
		what := "lists"
		if d.Deployment.Forgets() != nil {
			what = "lists and the sandbox's searches"
		}
		d.Report.Notice(what + " are not kept: " + why.Error() + "; " + problem.AdviceOf(why))
	}
	return nil
}

// NeedList checks that a named list can be saved, before a search is made for it: whoever names a list wants to use it
// later.
func (d *Desk) NeedList() error {
	session, err := d.Session()
	if err != nil || session.Owner != recall.Named {
		return err
	}
	if why := d.Unkeepable(); why != nil {
		return fmt.Errorf("the list %s cannot be kept: %w", words.Quote(session.Key), why)
	}
	return nil
}

// Unkeepable returns why nothing can be saved here, or nil.
func (d *Desk) Unkeepable() error {
	return d.whyUnkept(d.Lists().Try())
}

// whyUnkept explains an error of saving if the directory cannot be written. It returns nil for any other error.
func (d *Desk) whyUnkept(err error) error {
	cfg, configErr := d.Deployment.Config()
	if err == nil || configErr != nil {
		return nil
	}
	return cfg.Unkept(err)
}

// Search is a search that was checked and can be made, or that was made.
type Search struct {
	search.Created                                               // by the service; zero before that
	Create         func(context.Context) (search.Created, error) // uses one of the traveler's searches

	Asked    *ask.Asked  // the request that makes it
	List     recall.List // without rows yet
	View     View        // that it is to be read as
	Locale   Locale
	Warnings []string // that go with every read of it
}

// Make makes the search, once, and keeps it.
func (s Search) Make(ctx context.Context, d *Desk) (Search, error) {
	created, err := s.Create(ctx)
	if err != nil {
		return Search{}, err
	}
	return s.Made(d, created), nil
}

// Made returns the search as the service has just made it. It saves and reports it before it is read, so that a failure
// does not lose it.
func (s Search) Made(d *Desk, created search.Created) Search {
	s.Created, s.List.Search = created, created.Ref()
	if s.List.Stay != nil {
		stay := s.List.Stay.For(created.Occupancy)
		s.List.Stay = &stay
	}
	if err := d.Keep(s.List); err != nil {
		d.Report.Notice("the search is " + created.SearchID + "; it is not kept here: " + err.Error())
	}
	s.Locale.Take(created.SiteCode)
	d.Report.Created(created)
	return s
}

// Meta returns the metadata of a search that was just made.
func (s Search) Meta() Meta {
	meta := NewMeta(s.Asked.OperationID)
	meta.Request = s.Asked
	s.Locale.Record(&meta, ServiceCurrency, ServiceLocale)
	meta.Follow(s.Read().Set("wait", Wait))
	return meta
}

// Read returns the step that reads the search.
func (s Search) Read() problem.Step { return s.View.Whole(s.SearchID) }

// Keeping returns the store of kept offers.
func (d *Desk) Keeping() *kept.Store { return kept.Open(d.Home()) }

// KeptList reads all kept offers. It warns of each file that could not be read.
func (d *Desk) KeptList() (kept.Listing, error) {
	l, err := d.Keeping().List()
	for _, t := range l.Trouble {
		d.Report.Warn(t.Error())
	}
	return l, err
}

// Kept returns the kept offer with a number or name, with or without "kept:" before it.
func (d *Desk) Kept(text string) (kept.Kept, error) {
	l, err := d.KeptList()
	if err != nil {
		return kept.Kept{}, err
	}
	return kept.Find(l, text)
}

// FoundAgain records where a kept offer was found again and its price there, so that no other search is spent on it.
// It does nothing for an offer that is not kept.
func (d *Desk) FoundAgain(ctx context.Context, p Pick, list recall.List, now offer.Offer) {
	if p.Kept == "" {
		return
	}
	k, err := d.Kept(p.Kept)
	if err != nil {
		return // it was forgotten meanwhile
	}
	d.changeKept(ctx, k.N, func(k *kept.Kept) error {
		k.FoundAgain(list, now, d.Now())
		return nil
	})
}

// changeKept changes a kept offer. A failure is only reported, because nothing else depends on it.
func (d *Desk) changeKept(ctx context.Context, n int, change func(*kept.Kept) error) {
	if _, err := d.Keeping().Change(context.WithoutCancel(ctx), n, change); err != nil {
		d.Report.Notice(fmt.Sprintf("kept:%d does not learn its new search: %v", n, err))
	}
}
