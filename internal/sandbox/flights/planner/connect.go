package planner

import (
	"travel.example/travel/internal/sandbox/data"
	"travel.example/travel/internal/sandbox/flights/timetable"
)

// relation is how two connecting flights are sold.
type relation uint8

const (
	through   relation = iota // one carrier sells both and runs one
	interline                 // two carriers that share a ticket
	transfer                  // two tickets: the traveler checks in again
)

func relate(a, b *timetable.Flight) relation {
	for _, s := range a.Sold {
		same, ok := b.SoldBy(s.Airline)
		if ok && (s == a.Sold[0] || same == b.Sold[0]) && connects(s.Airline, a.To) {
			return through
		}
	}
	if a.Sold[0].Airline != b.Sold[0].Airline && timetable.Tied(a.Sold[0].Airline, b.Sold[0].Airline) {
		return interline
	}
	return transfer
}

// connects tells whether a carrier sells connections at a place. Low-cost
// carriers fly from point to point, except at their larger bases.
func connects(a *data.Airline, p *timetable.Place) bool {
	if a.Kind != data.LowCost && a.Kind != data.Leisure {
		return true
	}
	for _, b := range a.Bases {
		if b.Airport == p.Code {
			return b.Weight >= 5
		}
	}
	return false
}

// Longest waits in minutes. The usual one is stretched to a day only when a
// search would find nothing else.
const (
	usualWait   = 12 * 60
	longestWait = 24 * 60
)

// ChangeTime is the least time in minutes to change from one flight to the next.
func ChangeTime(in, out *timetable.Flight) int { return minimumWait(in, out, relate(in, out)) }

// minimumWait is the least time in minutes to change from one flight to the
// next, by the size of the airport, the borders crossed and the tickets.
func minimumWait(in, out *timetable.Flight, r relation) int {
	home := in.From.Country == in.To.Country && out.From.Country == out.To.Country
	wait := 60
	switch {
	case home:
		wait = 40
	case in.From.Country != in.To.Country && out.From.Country == out.To.Country:
		wait = 80 // passport and customs before the domestic flight
	case in.From.Country == in.To.Country:
		wait = 70
	}
	if in.To.Traffic > 40 {
		wait += 10
	}
	if in.To.Country == "US" && in.From.Country != "US" {
		wait += 15
	}
	if in.Operator != out.Operator {
		wait += 10
	}
	if r == transfer {
		wait = max(150, wait+90)
	}
	return wait
}

// allowed tells whether a traveler can change from in to out.
func allowed(in, out Ride, r relation, longest int64) bool {
	wait := out.Leave - in.Land
	return wait >= int64(minimumWait(in.Flight, out.Flight, r)) && wait <= longest
}
