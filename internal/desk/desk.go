// Package desk is what a traveler can do, as typed calls: ask, follow, read on, open, compare,
// choose, hand over, renew. It knows no command line, no terminal and no view, so that every face
// can stand on it: the command line, tools for agents, a full screen.
//
// A desk asks through an Asker, reports through a Reporter, answers with the body as the service
// sent it, the value, what travel adds to it and the next steps; its errors carry their class and
// the way out (package problem). The packages below hold the calls for flights, hotels and places;
// this one holds what they share.
package desk

import (
	"context"
	"time"

	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/deployment"
	"travel.example/travel/internal/desk/recall"
	"travel.example/travel/internal/desk/search"
)

// Options say where a desk stands and who is at it.
type Options struct {
	Deployment *deployment.Deployment
	Session    string // whose lists it keeps, may be empty
	Now        func() time.Time
	Wait       func(ctx context.Context, d time.Duration) error // ends early with ctx's error
	Ask        Asker                                            // nil: there is no one to ask
	Report     Reporter                                         // nil: there is no one to tell
}

// A Desk is opened for one profile and one session. It does nothing until it is asked to.
type Desk struct {
	Options
}

// Open returns a desk.
func Open(options Options) *Desk {
	if options.Ask == nil {
		options.Ask = nobody{}
	}
	if options.Report == nil {
		options.Report = nobody{}
	}
	return &Desk{options}
}

// Reporting is the same desk, with what happens told to another.
func (d *Desk) Reporting(r Reporter) *Desk {
	own := *d
	own.Report = r
	return &own
}

// Client is the client of the service, with the profile's login.
func (d *Desk) Client() (*apiclient.Client, error) { return d.Deployment.Client() }

// Clock is the time a search lives by; its pauses are reported.
func (d *Desk) Clock() search.Clock {
	return search.Clock{Now: d.Now, Wait: func(ctx context.Context, pause time.Duration) error {
		d.Report.Waiting(pause, "until the next read")
		return d.Wait(ctx, pause)
	}}
}

// Lists is what the profile listed last in this session.
func (d *Desk) Lists() (*recall.Store, error) {
	cfg, err := d.Deployment.Config()
	if err != nil {
		return nil, err
	}
	return recall.Open(cfg.StateDir(), cfg.Profile(), d.Session), nil
}

// Latest is the last list of a kind; false when there is none.
func (d *Desk) Latest(kind recall.Kind) (recall.List, bool, error) {
	lists, err := d.Lists()
	if err != nil {
		return recall.List{}, false, err
	}
	return lists.Latest(kind)
}

// Keep keeps a list in place of the last one of its kind, made now.
func (d *Desk) Keep(list recall.List) error {
	lists, err := d.Lists()
	if err != nil {
		return err
	}
	list.Made = d.Now()
	return lists.Save(list)
}

// KeepSearch keeps a search that was just made, before anything of it is read, so that a fault does
// not lose what was spent on it.
func (d *Desk) KeepSearch(list recall.List) {
	if err := d.Keep(list); err != nil {
		d.Report.Notice("the search is " + list.Search.ID + "; it is not kept here: " + err.Error())
	}
}

// Of is the last list of a kind if it came from the old search, or already from the one that was
// made in its place; else an empty list.
func (d *Desk) Of(kind recall.Kind, old recall.Search, id string) recall.List {
	list, found, err := d.Latest(kind)
	if err != nil || !found || list.Search.ID != old.ID && list.Search.ID != id {
		return recall.List{}
	}
	return list
}

// KeepAs keeps a list as it was made at that time.
func (d *Desk) KeepAs(list recall.List, made time.Time) error {
	lists, err := d.Lists()
	if err != nil {
		return err
	}
	list.Made = made
	return lists.Save(list)
}
