package auth

import (
	"travel.example/travel/internal/auth/foreign"
	"travel.example/travel/internal/auth/oauth"
)

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
