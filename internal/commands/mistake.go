package commands

import (
	"context"
	"fmt"
	"strings"

	"travel.example/travel/internal/render/clean"
	"travel.example/travel/internal/search"
)

// reportIt is the way out of a mistake of this program.
const reportIt = "please report this line; TRAVEL_DEBUG=FILE before the command keeps the calls that led there"

// keep writes the calls that led to a mistake into the debug log, and says where
// that is, "" if there is none.
func (a *app) keep(m *search.Mistake) string {
	log, err := a.debugLog()
	if err != nil || log == nil {
		return ""
	}
	_, err = fmt.Fprintf(log, "%s ! %s\n\t%s\n", a.env.Build.Version, clean.Line(m.Error()), strings.Join(m.Frames, "\n\t"))
	if err != nil {
		return ""
	}
	return a.env.Getenv("TRAVEL_DEBUG")
}

// recovered ends a panic of the command line's own goroutine in good order: one
// line, no stack and none of its words (resilience T38).
func (a *app) recovered(ctx context.Context, code *int) {
	if r := recover(); r != nil {
		*code = a.report(ctx, "travel", search.Caught(r))
	}
}
