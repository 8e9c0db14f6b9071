// Package sandbox is an offline reference implementation of the whole service: the API, an OAuth 2 server to sign
// in with, and the public site that links lead to. Places and airlines are real; flights, hotels, sellers, prices
// and people are made up. It runs inside the client's process (Transport) or as a server (Serve). Expensive work
// waits for the first request that needs it.
package sandbox

import (
	"cmp"
	"fmt"
	"log/slog"
	"net/http"
	"net/url"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"time"

	"travel.example/travel/internal/sandbox/countries"
	"travel.example/travel/internal/sandbox/data"
	"travel.example/travel/internal/sandbox/faults"
	"travel.example/travel/internal/sandbox/flights"
	"travel.example/travel/internal/sandbox/hotels"
	"travel.example/travel/internal/sandbox/hotels/directory"
	"travel.example/travel/internal/sandbox/ids"
	"travel.example/travel/internal/sandbox/market"
	"travel.example/travel/internal/sandbox/oauth"
	"travel.example/travel/internal/sandbox/places"
	"travel.example/travel/internal/sandbox/quota"
	"travel.example/travel/internal/store"
)

// BuiltinURL is the origin of the sandbox in the client's own process. No port is open there; only Transport
// reaches it.
const BuiltinURL = "http://sandbox.localhost"

// TokenPrefix starts every token of a sandbox, so that a client can refuse to send one anywhere else.
const TokenPrefix = oauth.TokenPrefix

// Options configures a sandbox.
type Options struct {
	URL      string           // origin of API, issuer and site, such as http://127.0.0.1:8787; "" means BuiltinURL
	StateDir string           // key, grants and feedback (modes 0700, 0600); "" keeps the first two in memory
	Now      func() time.Time // nil means time.Now
	Seed     uint64           // another seed generates other flights and hotels
	Version  string           // source revision, shown by /health; "" means unknown
	Log      *slog.Logger     // requests, never tokens; nil means no log
	Faults   []string         // failures to simulate, one line each, see package faults

	QuotaScale int // multiplies every quota; 0 means 1
	Pace       int // how many times faster than usual the providers answer; 0 means 1
}

// Server is a sandbox. It is safe for concurrent use.
type Server struct {
	origin *url.URL
	now    func() time.Time
	log    *slog.Logger

	oauth     *oauth.Server
	service   *service
	routes    http.Handler // every answer except its trace id
	endFaults func()       // releases the requests that a fault is holding
	pipe      *pipe
	unkept    error
}

// Unkept returns the reason why key and grants are kept in memory although a state directory was given, so that
// no other process accepts tokens and ids of this one. It is nil if they are stored or no directory was given.
func (s *Server) Unkept() error { return s.unkept }

// New returns a sandbox. It reads or creates the key and leaves the rest to the first request. A state directory
// that cannot be written is treated like none.
func New(o Options) (*Server, error) {
	origin, err := parseOrigin(cmp.Or(o.URL, BuiltinURL))
	if err != nil {
		return nil, err
	}
	keys, err := openKeys(o.StateDir)
	var unkept error
	if store.Refused(err) {
		unkept, o.StateDir = err, ""
		keys, err = openKeys("")
	}
	if err != nil {
		return nil, fmt.Errorf("open the sandbox's key: %w", err)
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	grants, feedback := "", ""
	if o.StateDir != "" {
		grants, feedback = filepath.Join(o.StateDir, "grants.json"), filepath.Join(o.StateDir, feedbackFile)
	}
	signIn, err := oauth.New(oauth.Options{Origin: origin.String(), Key: keys.signing, Now: o.Now, StateFile: grants})
	if err != nil {
		return nil, fmt.Errorf("start the sandbox's sign-in: %w", err)
	}
	engine := market.Options{Seed: o.Seed, SiteURL: origin.String(), Pace: o.Pace}
	s := &Server{origin: origin, now: o.Now, log: o.Log, unkept: unkept, oauth: signIn}
	s.service = &service{
		now: o.Now, log: o.Log, version: o.Version, origin: origin.String(), feedback: feedback,
		oauth: signIn, meter: quota.NewMeter(o.Now, o.QuotaScale), ids: ids.New(keys.ids),
		countries: sync.OnceValue(func() *countries.Engine { return countries.New() }),
		flights:   sync.OnceValue(func() *flights.Engine { return flights.New(engine) }),
		hotels:    sync.OnceValue(func() *hotels.Engine { return hotels.New(engine) }),
	}
	s.service.places = sync.OnceValue(func() *places.Engine {
		e := places.New()
		e.Hotels = func() *directory.Directory { return s.service.hotels().Directory() }
		return e
	})
	s.routes, s.endFaults = s.service.routes(), func() {}
	if len(o.Faults) > 0 {
		broken, err := faults.New(s.routes, o.Faults, s.now, s.log)
		if err != nil {
			return nil, err
		}
		s.routes, s.endFaults = broken, broken.Close
	}
	s.pipe = newPipe(s)
	return s, nil
}

// parseOrigin parses a URL that has only a scheme, a host and optionally a port from 1 to 65535. Paths belong to
// the sandbox.
func parseOrigin(text string) (*url.URL, error) {
	u, err := url.Parse(strings.TrimSuffix(text, "/"))
	if err != nil {
		return nil, fmt.Errorf("read the sandbox's URL: %w", err)
	}
	origin := url.URL{Scheme: u.Scheme, Host: strings.ToLower(u.Host)}
	port, err := strconv.ParseUint(cmp.Or(u.Port(), "80"), 10, 16)
	if (u.Scheme != "http" && u.Scheme != "https") || u.Hostname() == "" || !strings.EqualFold(u.String(), origin.String()) ||
		err != nil || port == 0 || strings.HasSuffix(u.Host, ":") {
		return nil, fmt.Errorf("read the sandbox's URL %q: want http or https and a host, nothing more", text)
	}
	return &origin, nil
}

// SampleToken signs in the first sample traveler without a browser and returns an access token and its expiry.
// The built-in profile signs in this way.
func (s *Server) SampleToken() (token string, expires time.Time, err error) {
	issued, err := s.oauth.Issue(oauth.Accounts()[0], "")
	if err != nil {
		return "", time.Time{}, fmt.Errorf("sign the sample traveler in: %w", err)
	}
	return issued.AccessToken, issued.Expires, nil
}

// Sample is the traveler that SampleToken signs in.
type Sample struct{ Name, Email, Market string }

// SampleTraveler returns the sample traveler of the built-in profile. A client in the same process needs no
// request to know the account.
func SampleTraveler() Sample {
	ada := oauth.Accounts()[0]
	return Sample{Name: ada.Name, Email: ada.Email, Market: ada.CountryCode}
}

// KnownPlace reports whether code is an airport or city code that a search accepts, in any case. It allows a
// client in the same process to reject an invalid code before sending a request.
func (s *Server) KnownPlace(code string) bool {
	if s.ServedPlace(code) {
		return true // avoids decoding the towns
	}
	_, city := data.CityByCode(strings.ToUpper(code))
	return city
}

// ServedPlace reports whether flights can be searched from or to code, in any case.
func (s *Server) ServedPlace(code string) bool {
	_, served := data.Ends(strings.ToUpper(code))
	return served
}
