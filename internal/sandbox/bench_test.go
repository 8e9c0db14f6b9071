package sandbox

import (
	"fmt"
	"io"
	"net/http"
	"path/filepath"
	"testing"
	"time"
)

// BenchmarkGetPlaces is one read over Transport with all that belongs to it:
// HTTP, token, quota, checks and JSON. Every read comes in its own second, so that
// no quota refuses it.
func BenchmarkGetPlaces(b *testing.B) {
	at := time.Now()
	s, err := New(Options{Now: func() time.Time { return at }})
	if err != nil {
		b.Fatal(err)
	}
	defer s.Close()
	token, _, err := s.SampleToken()
	if err != nil {
		b.Fatal(err)
	}
	client := &http.Client{Transport: s.Transport()}
	read := func() {
		req, err := http.NewRequestWithContext(b.Context(), http.MethodGet, BuiltinURL+"/v1/places?query=london", nil)
		if err != nil {
			b.Fatal(err)
		}
		req.Header.Set("Authorization", "Bearer "+token)
		resp, err := client.Do(req)
		if err != nil {
			b.Fatal(err)
		}
		defer resp.Body.Close()
		if _, err := io.Copy(io.Discard, resp.Body); err != nil || resp.StatusCode != http.StatusOK {
			b.Fatal(resp.Status, err)
		}
	}
	read() // loads the world
	for i := 0; b.Loop(); i++ {
		if i%200 == 199 {
			b.StopTimer()
			at = at.Add(time.Minute)
			if token, _, err = s.SampleToken(); err != nil {
				b.Fatal(err)
			}
			b.StartTimer()
		}
		read()
	}
}

// BenchmarkNew is what a command pays before it knows whether it needs the
// sandbox: a key read from its file.
func BenchmarkNew(b *testing.B) {
	dir := filepath.Join(b.TempDir(), "state")
	for b.Loop() {
		s, err := New(Options{StateDir: dir})
		if err != nil {
			b.Fatal(err)
		}
		if err := s.Close(); err != nil {
			b.Fatal(fmt.Errorf("close: %w", err))
		}
	}
}
