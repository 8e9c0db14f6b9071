package oauth

import (
	"encoding/json"
	"net"
	"net/url"
	"slices"
	"strconv"
	"strings"
)

// client is a program that asks for tokens: the built-in one, or one that
// registered. All are public, so none has a secret to prove itself with.
type client struct {
	ID        string
	Name      string   // what a registered one calls itself, cleaned; it was not checked
	Redirects []string // of a registered one; the built-in one may use any loopback address
	Grants    []string // grant types that it may use
}

func (c client) registered() bool { return c.ID != ClientID }

func (c client) may(grantType string) bool { return slices.Contains(c.Grants, grantType) }

// findClient returns the client of an id. The id contains all of a registered one, so
// any process with the key knows it, and a flood of them takes up no space.
func (s *Server) findClient(id string) (client, bool) {
	if id == ClientID {
		return client{ID: id, Grants: grantTypes()}, true
	}
	sealed, ok := strings.CutPrefix(id, clientPrefix)
	if !ok || len(id) > maxClientIDBytes {
		return client{}, false
	}
	raw, ok := s.seal.open(kindClient, sealed)
	var r registration
	if !ok || json.Unmarshal(raw, &r) != nil {
		return client{}, false
	}
	return client{ID: id, Name: r.Name, Redirects: r.Redirects, Grants: r.grantTypes()}, true
}

// redirectsTo tells whether answers to c may go to an address. A registered
// loopback address stands for every port of it (RFC 8252 §7.3); any other is
// compared character by character.
func (c client) redirectsTo(raw string) bool {
	place, port, loopback := parseLoopback(raw)
	if !c.registered() {
		return loopback && port != ""
	}
	return slices.ContainsFunc(c.Redirects, func(known string) bool {
		if !loopback {
			return raw == known
		}
		knownPlace, _, ok := parseLoopback(known)
		return ok && port != "" && place == knownPlace
	})
}

// parseLoopback accepts http://127.0.0.1[:PORT]/path and http://[::1][:PORT]/path
// in their canonical spelling, and nothing else. The place is what is left
// without the port; port is "" when there is none.
func parseLoopback(raw string) (place, port string, ok bool) {
	u, err := url.Parse(raw)
	if err != nil || len(raw) > maxRedirectBytes || !plainPath(u.Path) {
		return "", "", false
	}
	var authority string
	switch u.Hostname() {
	case "127.0.0.1":
		authority = "127.0.0.1"
	case "::1":
		authority = "[::1]"
	default:
		return "", "", false
	}
	place = "http://" + authority + u.Path
	// One spelling only: what differs from the address built from its parts is
	// refused.
	if raw == place {
		return place, "", true
	}
	port = u.Port()
	return place, port, plainPort(port) && raw == "http://"+net.JoinHostPort(u.Hostname(), port)+u.Path
}

// plainHTTPS accepts https://host[:port]/path in its canonical spelling, without
// a query: the answer is put behind a question mark.
func plainHTTPS(raw string) bool {
	u, err := url.Parse(raw)
	if err != nil || len(raw) > maxRedirectBytes || !plainPath(u.Path) || !plainHost(u.Hostname()) {
		return false
	}
	authority := u.Hostname()
	if port := u.Port(); port != "" {
		if !plainPort(port) {
			return false
		}
		authority += ":" + port
	}
	return raw == "https://"+authority+u.Path
}

func plainHost(host string) bool {
	return host != "" && strings.IndexFunc(host, func(c rune) bool {
		return (c < 'a' || c > 'z') && (c < '0' || c > '9') && c != '-' && c != '.'
	}) < 0
}

func plainPort(port string) bool {
	n, err := strconv.ParseUint(port, 10, 16)
	return err == nil && n > 0 && strconv.FormatUint(n, 10) == port
}
