// Package handoff is the page of a link: where it leads, how long it works, and the ways to go on with it,
// in a browser, on a phone or with someone else. Nothing is booked here.
package handoff

import (
	"context"

	"travel.example/travel/internal/browse/stage"
	"travel.example/travel/internal/desk"
)

// Request is a link to make.
type Request struct {
	Title string // what it is for; foreign text: "Fare 2 of Skyhop"
	// Make makes the link, with the lasting one beside it where there is one. It runs in a job, and again
	// when the traveler wants it anew.
	Make    func(ctx context.Context, d *desk.Desk) (desk.Answer[desk.Link], error)
	Command string // the command line that gives it
}

// New is the page of a link, which it makes at once.
func New(s *stage.Stage, r Request) stage.Place {
	p := &page{stage: s, Request: r}
	p.make()
	return p
}
