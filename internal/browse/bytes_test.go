package browse

import (
	"fmt"
	"net/http/httptest"
	"slices"
	"testing"

	"travel.example/travel/bench/trips"
	"travel.example/travel/internal/browse/stage"
	"travel.example/travel/internal/browse/stage/stagetest"
	"travel.example/travel/internal/need"
	"travel.example/travel/internal/render/canvas"
	"travel.example/travel/internal/screen"
)

// TestAStepIsShort goes down and up in lists with colours, and counts what a terminal gets for each step before
// anything that was asked for by it has come, whether the list scrolls or not.
func TestAStepIsShort(t *testing.T) {
	service, err := trips.Service(t.Context(), trips.Search{Trips: 5000})
	if err != nil {
		t.Fatal(err)
	}
	front := httptest.NewServer(service)
	t.Cleanup(front.Close)
	flights := map[string]string{"TRAVEL_API_URL": front.URL, "TRAVEL_TOKEN": "bench"}
	for _, c := range []struct {
		list string
		env  map[string]string
		size screen.Size
		most int // narrower rows take more lines, and those of hotels are all reversed
	}{
		{"trips", flights, screen.Size{Width: 120, Height: 40}, 300},
		{"trips", flights, screen.Size{Width: 80, Height: 24}, 380},
		{"trips", flights, screen.Size{Width: 60, Height: 20}, 400},
		{"hotels", nil, screen.Size{Width: 120, Height: 40}, 540},
		{"hotels", nil, screen.Size{Width: 80, Height: 24}, 440},
		{"hotels", nil, screen.Size{Width: 60, Height: 20}, 540},
	} {
		first := starts(t)[1]
		if c.list == "hotels" {
			first = starts(t)[2]
		}
		d := stagetest.At(t, c.env, c.size.Width, c.size.Height, func(s *stage.Stage) stage.Place {
			form, _ := Start{}.Begin(s)
			return form
		})
		term := canvas.Terminal{TTY: true, Unicode: true, Color: true, ManyColors: true}
		d.Stage = stage.New(stage.Options{Screen: d, Desk: d.Desk, Term: term}, first)
		d.Settle()
		var p screen.Painter
		p.Paint(d.Stage.Frame(c.size), c.size)
		var bytes []int
		sum := 0
		for _, key := range slices.Concat(slices.Repeat([]string{"j"}, 120), slices.Repeat([]string{"k"}, 120)) {
			d.Tap(key)
			written := p.Paint(d.Stage.Frame(c.size), c.size)
			if bytes, sum = append(bytes, len(written)), sum+len(written); len(written) > c.most {
				t.Errorf("%s, %v: %d bytes: %q", c.list, c.size, len(written), written)
			}
			d.Settle()
			p.Paint(d.Stage.Frame(c.size), c.size)
		}
		slices.Sort(bytes)
		need.Figure(t, fmt.Sprintf("bytes of a step in a list of %s at %d x %d: mean, median, most", c.list, c.size.Width, c.size.Height),
			fmt.Sprint(sum/len(bytes), bytes[len(bytes)/2], bytes[len(bytes)-1]), fmt.Sprint("- - ", c.most))
	}
}
