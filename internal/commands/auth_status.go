package commands

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"travel.example/travel/internal/auth"
	"travel.example/travel/internal/config"
	"travel.example/travel/internal/render/grid"
	"travel.example/travel/internal/sandbox"
)

// loginStatus is what auth status tells; never a secret.
type loginStatus struct {
	Profile      string     `json:"profile"`
	SignedIn     bool       `json:"signedIn"`
	How          string     `json:"how"` // login, environment, sample or none
	Store        string     `json:"store,omitempty"`
	Issuer       string     `json:"issuer,omitempty"`
	Subject      string     `json:"subject,omitempty"`
	Name         string     `json:"name,omitempty"`
	Email        string     `json:"email,omitempty"`
	Market       string     `json:"market,omitempty"`
	MarketSource string     `json:"marketSource,omitempty"` // the claim it came from
	Scopes       []string   `json:"scopes,omitempty"`
	ClientID     string     `json:"clientId,omitempty"`
	Registered   bool       `json:"registered"`        // the program registered that client itself
	Expires      *time.Time `json:"expires,omitempty"` // of the access token
	Renewable    bool       `json:"renewable"`
}

func newAuthStatus(a *app) *cobra.Command {
	return &cobra.Command{
		Use:   "status",
		Short: "Show who is signed in, and where the login is kept",
		Long: `Show who is signed in, for which market, until when, and where the login is kept. It asks
nobody on the network and never shows a secret. Exit code 3 when nobody is signed in.`,
		Example: `  travel auth status
  travel auth status --json`,
		Args: arguments("", 0, 0),
		RunE: func(cmd *cobra.Command, _ []string) error { return runAuthStatus(cmd.Context(), a) },
	}
}

func runAuthStatus(ctx context.Context, a *app) error {
	cfg, err := a.config()
	if err != nil {
		return err
	}
	status, statusErr := a.loginStatus(ctx, cfg)
	if statusErr != nil && !errors.Is(statusErr, auth.ErrLoginRequired) {
		return statusErr
	}
	a.noteSandbox(cfg)
	body, err := json.Marshal(status)
	if err != nil {
		return err
	}
	if err := a.out().Snapshot(body, nil, status.facts(a.env.Now(), a.env.Home)); err != nil {
		return err
	}
	return statusErr
}

func (a *app) loginStatus(ctx context.Context, cfg *config.Config) (loginStatus, error) {
	s := loginStatus{Profile: cfg.Profile(), How: "none"}
	switch {
	case a.env.Getenv("TRAVEL_TOKEN") != "":
		s.SignedIn, s.How, s.Store = true, "environment", "TRAVEL_TOKEN"
		return s, foreignToSandbox(cfg, a.env.Getenv("TRAVEL_TOKEN"))
	case cfg.Embedded() && !a.loggedInHere(cfg):
		sample := sandbox.SampleTraveler()
		s.SignedIn, s.How, s.Name, s.Email = true, "sample", sample.Name, sample.Email
		s.Market, s.MarketSource = sample.Market, "country_code"
		return s, nil
	}
	client, err := a.login()
	if err != nil {
		return s, err
	}
	stored, err := client.Status(ctx)
	s.Store = stored.Store
	if err != nil {
		return s, err
	}
	s.SignedIn, s.How, s.Renewable = true, "login", stored.Renewable
	account := stored.Account
	s.Issuer, s.Subject, s.Name, s.Email = account.Issuer, account.Subject, account.Name, account.Email
	s.Market, s.MarketSource, s.Scopes = account.Market, account.MarketSource, account.Scopes
	s.ClientID, s.Registered = stored.ClientID, stored.Registered
	if !stored.Expires.IsZero() {
		s.Expires = &stored.Expires
	}
	return s, nil
}

func (s loginStatus) facts(now time.Time, home string) grid.Facts {
	facts := grid.Facts{{Label: "profile", Value: s.Profile}}
	add := func(label, value string) {
		if value != "" {
			facts = append(facts, grid.Fact{Label: label, Value: value})
		}
	}
	add("signed in", map[string]string{
		"none": "no", "login": "yes", "environment": "by TRAVEL_TOKEN",
		"sample": "by itself, with a sample account (travel login goes through the browser)",
	}[s.How])
	add("name", s.Name)
	add("email", s.Email)
	if s.Market != "" {
		add("market", fmt.Sprintf("%s (claim %s)", s.Market, s.MarketSource))
	}
	add("scopes", strings.Join(s.Scopes, " "))
	add("issuer", s.Issuer)
	if s.Registered {
		add("client", s.ClientID+" (registered by this program)")
	} else {
		add("client", s.ClientID)
	}
	if s.Expires != nil {
		add("access token", s.lifeWords(s.Expires.Sub(now)))
	}
	add("kept in", homely(home, s.Store))
	return facts
}

// lifeWords say how long the access token lives, and what comes then.
func (s loginStatus) lifeWords(left time.Duration) string {
	after := "; then log in again"
	if s.Renewable {
		after = "; renewed when needed"
	}
	if left <= 0 {
		return "run out" + after
	}
	return fmt.Sprintf("%d min left%s", int(left.Minutes()), after)
}
