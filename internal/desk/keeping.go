package desk

import (
	"context"
	"fmt"
	"time"

	"travel.example/travel/internal/kept"
	"travel.example/travel/internal/recall"
	"travel.example/travel/internal/search"
)

// Keeping is what the profile keeps; nothing in it changes where requests are only planned. Where the settings do not
// say where that is, reading and keeping it fail with their error.
func (d *Desk) Keeping() *kept.Store {
	cfg, err := d.Deployment.Config()
	if err != nil {
		return kept.Broken(err)
	}
	store := kept.Open(cfg.StateDir(), cfg.Profile(), cfg.Unkept)
	if d.Deployment.Plan() != nil {
		store = store.Still()
	}
	return store
}

// KeptList is all that the profile keeps. It warns of each file that could not be taken.
func (d *Desk) KeptList() (kept.Listing, error) {
	l, err := d.Keeping().List()
	for _, t := range l.Trouble {
		d.Report.Warn(t.Error())
	}
	return l, err
}

// Kept is what the traveler keeps under a number or a name, with "kept:" before it or without.
func (d *Desk) Kept(text string) (kept.Kept, error) {
	l, err := d.KeptList()
	if err != nil {
		return kept.Kept{}, err
	}
	return l.Find(text)
}

// FoundAgain notes of a kept offer where it was found again and what it costs there, so that no one spends
// another search on it. Its price as it was kept stays. An offer that is not kept is none of its business.
func (d *Desk) FoundAgain(ctx context.Context, p Pick, list recall.List, row recall.Row) {
	if p.Kept == "" {
		return
	}
	l, err := d.KeptList()
	k, findErr := l.Find(p.Kept)
	if err != nil || findErr != nil {
		return // it was forgotten meanwhile
	}
	d.changeKept(ctx, k.N, func(k *kept.Kept) error {
		k.FoundAgain(list, row, d.Now())
		return nil
	})
}

// keptRenewed notes in what is kept that a search was made in place of its own.
func (d *Desk) keptRenewed(ctx context.Context, old search.Ref, id string, made time.Time) {
	l, err := d.Keeping().List()
	if err != nil {
		return // it is told where it stands in the way
	}
	for _, k := range l.All {
		if k.List.Search.ID == old.ID {
			d.changeKept(ctx, k.N, func(k *kept.Kept) error {
				k.List.Search.RenewedTo, k.List.Search.RenewedAt = id, made
				return nil
			})
		}
	}
}

// changeKept notes something of a kept offer. Where that fails nothing is lost but the note, and it is said.
func (d *Desk) changeKept(ctx context.Context, n int, change func(*kept.Kept) error) {
	if _, err := d.Keeping().Change(context.WithoutCancel(ctx), n, change); err != nil {
		d.Report.Notice(fmt.Sprintf("kept:%d does not learn its new search: %v", n, err))
	}
}
