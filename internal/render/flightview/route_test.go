package flightview

import (
	"bytes"
	"testing"

	"travel.example/travel/internal/offer"
	"travel.example/travel/internal/render/canvas"
)

func TestTheRouteNamesWhatWasUnderstoodWhereThereIsRoom(t *testing.T) {
	trips := []TripRow{{Legs: []offer.Leg{{From: "LIS", To: "CDG"}, {From: "ORY", To: "LIS"}}}}
	for _, test := range []struct {
		list  TripList
		width int
		want  string
	}{
		{TripList{From: "LIS", To: "PAR"}, 60, "LIS → PAR"},
		{TripList{From: "LIS", To: "PAR", FromEnd: End{"Lisbon", true}}, 60, "Lisbon LIS → PAR"},
		{TripList{From: "LIS", To: "PAR", FromEnd: End{"Lisbon", true}, ToEnd: End{"Paris", true}}, 60, "Lisbon LIS → Paris PAR"}, // no trip tells yet
		{TripList{From: "LIS", To: "PAR", FromEnd: End{"Lisbon", true}, ToEnd: End{"Paris", true}, Rows: trips}, 60, "Lisbon LIS → Paris PAR (all airports)"},
		{TripList{From: "LIS", To: "CDG", ToEnd: End{"Paris Charles de Gaulle", false}, Rows: trips}, 60, "LIS → Paris Charles de Gaulle CDG"},
		{TripList{From: "SFO", To: "RIO", FromEnd: End{"San Francisco", true}, ToEnd: End{"Rio de Janeiro", true}, Rows: trips}, 60, "San Francisco SFO → Rio de Janeiro RIO"},
		{TripList{From: "SFO", To: "RIO", FromEnd: End{"San Francisco", true}, ToEnd: End{"Rio de Janeiro", true}, Rows: trips}, 40, "San Francisco SFO → Rio de Janeiro RIO"},
		{TripList{From: "LIS", To: "RIO", FromEnd: End{"Lisbon", true}, ToEnd: End{"Rio de Janeiro", true}}, 24, "LIS → RIO"},
		{TripList{From: "LIS", To: "RIO", FromEnd: End{"Lisbon", true}, ToEnd: End{"Rio de Janeiro", true}}, 20, "LIS → RIO"},
		{TripList{From: "TYO", To: "LIS", FromEnd: End{"東京", true}, ToEnd: End{"Lis\x1b[31mbon\n", true}}, 60, "東京 TYO → Lisbon LIS"},
	} {
		c := canvas.New(&bytes.Buffer{}, canvas.Terminal{TTY: true, Width: test.width, Unicode: true})
		got := test.list.route(c)
		if got != test.want || canvas.Cells(got) > max(test.width, 9) {
			t.Errorf("in %d cells the route is %q, want %q", test.width, got, test.want)
		}
	}
}
