package commands

import (
	"bytes"
	"context"
	"fmt"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"travel.example/travel/bench/trips"
	"travel.example/travel/internal/cli"
	"travel.example/travel/internal/render"
)

// The cost of a long list from the first byte sent to the last byte printed, without the service's own work: its
// pages are prepared in advance.
func BenchmarkAllTrips(b *testing.B) {
	for _, number := range []int{1055, 5000} {
		service, err := trips.Service(number)
		if err != nil {
			b.Fatal(err)
		}
		server := httptest.NewServer(service)
		b.Cleanup(server.Close)
		for _, form := range []string{"--json", "--csv", "--color=never"} {
			b.Run(fmt.Sprintf("%d%s", number, form), func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					if printed := printAllTrips(b, server.URL, form); form == "--csv" && bytes.Count(printed, []byte("\n")) <= number {
						b.Fatalf("%d trips are not printed as lines: %d bytes", number, len(printed))
					}
				}
			})
		}
	}
}

// printAllTrips reads and prints every trip, by default as a terminal table.
func printAllTrips(b *testing.B, url, form string) []byte {
	b.Helper()
	var out, errs bytes.Buffer
	vars := map[string]string{"TRAVEL_API_URL": url, "TRAVEL_TOKEN": "t"}
	env := &cli.Env{
		Args: []string{"flights", "results", "s", "--all", form}, Stdin: strings.NewReader(""), Stdout: &out, Stderr: &errs,
		Getenv: func(name string) string { return vars[name] }, Environ: func() []string { return nil }, OS: "linux", Home: b.TempDir(),
		OutTerm: render.Terminal{TTY: true, Width: 100, Unicode: true}, ErrTerm: render.Terminal{Unicode: true},
		Now: time.Now, Wait: func(ctx context.Context, _ time.Duration) error { return ctx.Err() },
	}
	if code := Execute(b.Context(), env); code != 0 {
		b.Fatalf("ended with %d: %s", code, &errs)
	}
	return out.Bytes()
}
