package auth

import (
	"fmt"
	"io"
	"time"

	"travel.example/travel/internal/auth/failure"
	"travel.example/travel/internal/auth/foreign"
	"travel.example/travel/internal/auth/oauth"
)

const defaultLoginTimeout = 10 * time.Minute

// LoginOptions say how the browser and the person are reached.
type LoginOptions struct {
	// Choose picks the way to sign in, before anything but metadata is asked for; nil opens a browser
	// if Open is set, and else prints the address.
	Choose func(Offer) (LoginMethod, error)
	// Open starts a browser, as [OpenBrowser] does. It may block.
	Open func(url string) error
	// Paste gives lines a person types: the address the browser ended on, for when it cannot reach
	// this computer. It is read until the sign-in ends, so one more line may be swallowed. nil: none.
	Paste io.Reader
	// QR draws an address for a phone's camera, "" if it cannot be drawn here; nil: none.
	QR func(address string) string
	// Rewrite gives the browser another address than the issuer's, for an issuer that is served
	// somewhere else just for the sign-in; nil: none. All checks stay with the issuer.
	Rewrite func(address string) (string, error)
	// Scopes are asked for in addition to those of the settings; those granted before are then kept, too.
	Scopes []string
	// Prompt is OpenID Connect's prompt (login, consent, select_account); "" is not sent.
	Prompt string
	// LoginHint is who is expected to sign in; "" is not sent.
	LoginHint string
	// Timeout bounds the wait for the person; 0 is 10 minutes.
	Timeout time.Duration
}

func (o LoginOptions) timeout() time.Duration {
	if o.Timeout == 0 {
		return defaultLoginTimeout
	}
	return o.Timeout
}

// LoginMethod is how a sign-in reaches the person.
type LoginMethod uint8

// The ways to sign in.
const (
	// ByBrowser opens a browser on this computer.
	ByBrowser LoginMethod = iota + 1
	// ByAddress prints the address to open, and takes the one the browser ended on, pasted.
	ByAddress
	// ByDevice shows an address and a short code to enter there, on any device (RFC 8628).
	ByDevice
)

// Offer is what a sign-in server has, as far as it matters to the choice of a way.
type Offer struct {
	Host   string // for people
	Device bool   // it signs devices in (RFC 8628)
	// Refused says that it does not sign this client in by code, although it signs devices in.
	Refused bool
}

// choose picks the way, now that it is known what the server offers.
func (o LoginOptions) choose(ends oauth.Endpoints) (LoginMethod, error) {
	if o.Choose != nil {
		return o.Choose(Offer{Host: foreign.HostOf(ends.Token), Device: ends.Device != ""})
	}
	if o.Open == nil {
		return ByAddress, nil
	}
	return ByBrowser, nil
}

// reachable is the address as the person's browser gets it.
func (o LoginOptions) reachable(address string) (string, error) {
	if o.Rewrite != nil {
		var err error
		if address, err = o.Rewrite(address); err != nil {
			return "", fmt.Errorf("serve the sign-in page: %w", err)
		}
	}
	checked, err := foreign.CheckURL(address)
	if err != nil {
		return "", &failure.RefusedError{Subject: "the sign-in address", Reason: "it " + err.Error()}
	}
	return checked, nil
}
