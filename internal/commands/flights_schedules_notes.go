package commands

import (
	"fmt"
	"slices"

	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/render/flightview"
)

// timetableNotes say what the rows alone do not: why there are none, how the
// codes were read, what was not published and what is missing.
func timetableNotes(r *apiclient.ScheduleResults, shown []flightview.TimetableFlight, asked timetableAsked) []string {
	meta := r.Metadata
	var notes []string
	switch {
	case len(r.Results) == 0 && meta.TotalCandidates > 0:
		notes = append(notes, fmt.Sprintf("Page %d is past the last page, %d.", meta.Page, (meta.TotalCandidates+meta.PageSize-1)/max(meta.PageSize, 1)))
	case len(r.Results) == 0:
		notes = append(notes, "No timetable is published for this route; that does not mean nothing flies.")
	case asked.on != "":
		notes = append(notes, fmt.Sprintf("%d of %s shown, those that are published for this day; filtered here.", len(shown), plural(len(r.Results), "entry", "entries")))
	}
	for _, end := range []apiclient.ScheduleEndpoint{meta.From, meta.To} {
		if end.Requested != end.ResolvedCityCode {
			notes = append(notes, fmt.Sprintf("%s was read as its city, %s, with all its airports.", end.Requested, end.ResolvedCityCode))
		}
	}
	if n := unpublished(shown); n > 0 {
		notes = append(notes, fmt.Sprintf("%s without published days: when they leave is not known, and need not be every day.", plural(n, "entry is", "entries are")))
	}
	if meta.Coverage == apiclient.CoverageTruncated {
		notes = append(notes, truncatedList)
	}
	if meta.HasMore {
		notes = append(notes, fmt.Sprintf("%d of %d shown; more with --limit or --all.", meta.ResultCount, meta.TotalCandidates))
	}
	return notes
}

// unpublished counts the flights whose weekdays are not all known.
func unpublished(flights []flightview.TimetableFlight) int {
	n := 0
	for _, f := range flights {
		if len(f.Periods) == 0 || slices.ContainsFunc(f.Periods, func(p flightview.OperatingPeriod) bool { return len(p.Days) == 0 }) {
			n++
		}
	}
	return n
}

// timetableNext are commands that usually follow; the codes go back only when
// they are codes.
func timetableNext(m apiclient.ScheduleResultsMetadata, rows int, on string) []string {
	if !isCode(m.From.Requested) || !isCode(m.To.Requested) {
		return nil
	}
	route := m.From.Requested + " " + m.To.Requested
	switch {
	case on != "":
		return []string{"travel flights search " + route + " " + on}
	case rows == 0:
		return []string{"travel flights search " + route + " +30d"}
	}
	return []string{"travel flights schedules " + route + " --on fri", "travel flights search " + route + " fri"}
}
