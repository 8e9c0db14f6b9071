package commands

import (
	"travel.example/travel/internal/render"
	"travel.example/travel/internal/desk/search"
)

// draw is the frame of a flight search while its answers come in.
func (r tripsRead) draw(last *search.FlightSnapshot) (list render.Ranked, status string) {
	if last == nil || last.Results.Metadata.SnapshotTripCount == 0 {
		return nil, "waiting for the first answers"
	}
	meta := last.Results.Metadata
	status = counted(meta.SnapshotTripCount, "trip") + " · " + counted(meta.SnapshotFareCount, "fare") + " so far"
	if len(last.Results.Results) == 0 {
		return nil, status
	}
	frame := tripList(*last, r, answerFacts{})
	if words := r.watchWords(*last); words != "" {
		r.mark(&frame, *last)
		status = "watching: " + words
	}
	return frame, status
}
