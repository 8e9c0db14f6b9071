package deployment

import (
	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/config"
	"travel.example/travel/internal/sandbox"
)

// GivenToken is the token of TRAVEL_TOKEN, "" for none. The error says that it is not for the
// profile's service.
func (d *Deployment) GivenToken() (string, error) {
	token := d.options.Getenv("TRAVEL_TOKEN")
	if token == "" {
		return "", nil
	}
	cfg, err := d.config()
	if err != nil {
		return token, err
	}
	return token, foreignToSandbox(cfg, token)
}

// Tokens is where the tokens for the profile's service come from.
func (d *Deployment) Tokens() (apiclient.TokenSource, error) {
	cfg, err := d.config()
	if err != nil {
		return nil, err
	}
	return d.tokens(cfg)
}

// Sample is the traveler as whom the built-in sandbox signs in by itself; false where it does not,
// since someone signed in or the profile is of another service.
func Sample(cfg *config.Config) (sandbox.Sample, bool) {
	return sandbox.SampleTraveler(), cfg.Embedded() && !SignedIn(cfg)
}
