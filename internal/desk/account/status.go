// Package account has the calls about the login of a profile: who is signed in, signing in and out,
// and the token itself.
package account

import (
	"context"
	"fmt"
	"time"

	"travel.example/travel/internal/deployment"
	"travel.example/travel/internal/desk"
)

// How a profile is signed in.
const (
	HowNone        = "none"
	HowLogin       = "login"       // by SignIn
	HowEnvironment = "environment" // by TRAVEL_TOKEN
	HowSample      = "sample"      // the built-in sandbox signs in by itself
)

// Status is what is known of the login of a profile without asking the network; never a secret.
type Status struct {
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

// StatusOf reads the status of the desk's profile. The error is auth.ErrLoginRequired where no one is
// signed in; what is known stands beside it.
func StatusOf(ctx context.Context, d *desk.Desk) (Status, error) {
	cfg, err := d.Deployment.Config()
	if err != nil {
		return Status{}, err
	}
	s := Status{Profile: cfg.Profile(), How: HowNone}
	token, err := d.Deployment.GivenToken()
	if token != "" {
		s.SignedIn, s.How, s.Store = true, HowEnvironment, "TRAVEL_TOKEN"
		return s, err
	}
	if sample, ok := deployment.Sample(cfg); ok {
		s.SignedIn, s.How, s.Name, s.Email = true, HowSample, sample.Name, sample.Email
		s.Market, s.MarketSource = sample.Market, "country_code"
		return s, nil
	}
	client, err := d.Deployment.Login()
	if err != nil {
		return s, err
	}
	stored, err := client.Status(ctx)
	s.Store = stored.Store
	if err != nil {
		return s, err
	}
	s.SignedIn, s.How, s.Renewable = true, HowLogin, stored.Renewable
	account := stored.Account
	s.Issuer, s.Subject, s.Name, s.Email = account.Issuer, account.Subject, account.Name, account.Email
	s.Market, s.MarketSource, s.Scopes = account.Market, account.MarketSource, account.Scopes
	s.ClientID, s.Registered = stored.ClientID, stored.Registered
	if !stored.Expires.IsZero() {
		s.Expires = &stored.Expires
	}
	return s, nil
}

// TokenLife says how long the access token lives from now on, and what comes then; "" where its end
// is not known.
func (s Status) TokenLife(now time.Time) string {
	if s.Expires == nil {
		return ""
	}
	after := "; then log in again"
	if s.Renewable {
		after = "; renewed when needed"
	}
	left := s.Expires.Sub(now)
	if left <= 0 {
		return "run out" + after
	}
	return fmt.Sprintf("%d min left%s", int(left.Minutes()), after)
}
