package deployment

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"testing"
	"time"

	"travel.example/travel/internal/config"
)

// A face that shows waits itself is told of them alone, and Notice again once it is gone.
func TestWhoIsToldOfAWait(t *testing.T) {
	refused := 0
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		if refused++; refused%2 == 1 {
			w.Header().Set("Retry-After", "7")
			w.WriteHeader(http.StatusTooManyRequests)
			return
		}
		w.Header().Set("Content-Type", "application/json")
		fmt.Fprint(w, `{"status":"UP"}`)
	}))
	defer server.Close()
	var told []string
	getenv := func(name string) string { return map[string]string{"TRAVEL_API_URL": server.URL}[name] }
	d := New(Options{
		Config: func() (*config.Config, error) {
			return config.Load(config.Input{Getenv: getenv, Home: t.TempDir(), GOOS: "linux"})
		},
		Getenv: getenv, Now: time.Now, Wait: func(context.Context, time.Duration) error { return nil },
		Notice: func(string) { told = append(told, "notice") },
	})
	defer d.Close()
	client, err := d.Anonymous()
	if err != nil {
		t.Fatal(err)
	}
	ask := func() {
		t.Helper()
		if _, err := client.GetHealth(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	back := d.OnPause(func(wait time.Duration, _ string) { told = append(told, fmt.Sprint(wait >= 7*time.Second)) })
	ask()
	back()
	ask()
	if want := []string{"true", "notice"}; !slices.Equal(told, want) {
		t.Errorf("told %q, not %q", told, want)
	}
}
