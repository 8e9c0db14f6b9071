package commands

import (
	"bytes"
	"context"
	"strings"
	"testing"
	"time"

	"travel.example/travel/internal/cli"
	"travel.example/travel/internal/render"
)

// The cost of a run beyond starting its process.
func BenchmarkRun(b *testing.B) {
	for _, line := range []string{"--version", "--help", "version", "flights search --help", "flights search --help=all", "__complete flights search --max"} {
		b.Run(strings.ReplaceAll(line, " ", "_"), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				var out, errs bytes.Buffer
				env := &cli.Env{
					Args: strings.Fields(line), Stdin: strings.NewReader(""), Stdout: &out, Stderr: &errs,
					Getenv: desktop, Environ: func() []string { return nil }, OS: "linux", Home: "/nonexistent",
					OutTerm: render.Terminal{Unicode: true}, ErrTerm: render.Terminal{Unicode: true},
					Now: time.Now, Wait: func(ctx context.Context, _ time.Duration) error { return ctx.Err() },
					Build: cli.Build{Version: "1.2.3"},
				}
				if code := Execute(b.Context(), env); code != 0 || out.Len() == 0 {
					b.Fatalf("travel %s ended with %d: %s", line, code, &errs)
				}
			}
		})
	}
}
