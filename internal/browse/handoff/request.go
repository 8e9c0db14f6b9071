// Package handoff is the page of a link: where it leads, how long it works, and how to continue with it in a browser,
// on a phone or by sharing it. Nothing is booked here.
package handoff

import (
	"context"

	"travel.example/travel/internal/browse/stage"
	"travel.example/travel/internal/desk"
)

// Request describes a link to make.
type Request struct {
	Title string // title; untrusted text, such as "Fare 2 of Skyhop"
	// Make makes the link, and the lasting one if there is one. It runs in a job, and again whenever the user asks
	// for a new link.
	Make    func(ctx context.Context, d *desk.Desk) (desk.Answer[desk.Link], error)
	Command string // the command line that makes the link
}

// New returns the page of a link and starts making the link.
func New(s *stage.Stage, r Request) stage.Place {
	p := &page{stage: s, Request: r}
	p.make()
	return p
}
