package account

import (
	"context"
	"errors"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"travel.example/travel/internal/auth/flow"
	"travel.example/travel/internal/config"
	"travel.example/travel/internal/deployment"
	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/sandbox"
)

// openDesk opens a desk over a home of its own. vars are NAME=VALUE.
func openDesk(t *testing.T, vars ...string) *desk.Desk {
	t.Helper()
	getenv := func(name string) string {
		for _, v := range vars {
			if value, ok := strings.CutPrefix(v, name+"="); ok {
				return value
			}
		}
		return ""
	}
	now := func() time.Time { return time.Date(2026, 11, 21, 8, 0, 0, 0, time.UTC) }
	home := t.TempDir()
	d := deployment.New(deployment.Options{
		Config: func() (*config.Config, error) {
			return config.Load(config.Input{Getenv: getenv, Home: home, GOOS: "linux"})
		},
		Getenv: getenv, Now: now, Wait: func(ctx context.Context, _ time.Duration) error { return ctx.Err() },
		Limits: func() deployment.Limits { return deployment.Limits{} },
	})
	t.Cleanup(d.Close)
	return desk.Open(desk.Options{Deployment: d, Now: now})
}

func TestTheStatusTellsHowTheProfileIsSignedIn(t *testing.T) {
	service := []string{"TRAVEL_API_URL=https://api.example", "TRAVEL_CREDENTIAL_STORE=file"}
	for name, test := range map[string]struct {
		vars []string
		want Status
		err  error
	}{
		"sample":      {nil, Status{Profile: "sandbox", SignedIn: true, How: HowSample, Name: "Ada Sample", Email: "ada@example.com", Market: "AE", MarketSource: "country_code"}, nil},
		"none":        {service, Status{Profile: "sandbox", How: HowNone, Store: "file store"}, flow.ErrLoginRequired},
		"environment": {append(service, "TRAVEL_TOKEN=t"), Status{Profile: "sandbox", SignedIn: true, How: HowEnvironment, Store: "TRAVEL_TOKEN"}, nil},
		"foreign":     {[]string{"TRAVEL_TOKEN=t"}, Status{Profile: "sandbox", SignedIn: true, How: HowEnvironment, Store: "TRAVEL_TOKEN"}, deployment.ErrForeignToken},
	} {
		got, err := StatusOf(t.Context(), openDesk(t, test.vars...))
		if !errors.Is(err, test.err) {
			t.Errorf("%s: %v, want %v", name, err, test.err)
		}
		if strings.HasPrefix(got.Store, test.want.Store+" ") { // the directory follows
			got.Store = test.want.Store
		}
		if diff := cmp.Diff(test.want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}

func TestTheTokenIsThatOfTheProfile(t *testing.T) {
	if token, err := TokenOf(t.Context(), openDesk(t)); err != nil || !strings.HasPrefix(token.Token, sandbox.TokenPrefix) {
		t.Errorf("of the sample traveler: %v, %v", token, err)
	}
	elsewhere := "TRAVEL_API_URL=https://api.example"
	if token, err := TokenOf(t.Context(), openDesk(t, elsewhere, "TRAVEL_TOKEN=t")); err != nil || token.Token != "t" {
		t.Errorf("of the environment: %v, %v", token, err)
	}
	for _, text := range []string{"a b", "a\n", "ü"} {
		if _, err := TokenOf(t.Context(), openDesk(t, elsewhere, "TRAVEL_TOKEN="+text)); err == nil || !strings.Contains(err.Error(), "characters that no token has") {
			t.Errorf("%q: %v", text, err)
		}
	}
}

func TestSigningOutWithoutALoginIsNotAnError(t *testing.T) {
	d := openDesk(t, "TRAVEL_CREDENTIAL_STORE=file")
	told, err := SignOut(t.Context(), d)
	if want := "no one is signed in; the sandbox signs in automatically with a sample account"; told != want || err != nil {
		t.Errorf("%q, %v, want %q", told, err, want)
	}
	cfg, err := d.Deployment.Config()
	if err != nil {
		t.Fatal(err)
	}
	if err := deployment.MarkSignedIn(cfg); err != nil { // and the login itself was lost
		t.Fatal(err)
	}
	if told, err := SignOut(t.Context(), d); told != "no one is signed in" || err != nil {
		t.Errorf("%q, %v", told, err)
	}
	if _, sample := deployment.Sample(cfg); !sample {
		t.Error("it is still marked as signed in")
	}
	if err := deployment.MarkSignedOut(cfg); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the mark is still there: %v", err)
	}
}

func TestWhoamiAsksTheService(t *testing.T) {
	answer, err := Whoami(t.Context(), openDesk(t))
	if err != nil || answer.Value.Sub != "sample-ada" || answer.Meta.OperationID != "getCurrentUser" {
		t.Errorf("%+v, %v", answer, err)
	}
}
