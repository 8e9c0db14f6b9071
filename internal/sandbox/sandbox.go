// Package sandbox is a reference implementation of the whole service, offline:
// the API, an OAuth 2 server to sign in with, and the public site that links
// lead to. Places and airlines are real; flights, hotels, sellers, prices and
// people are made up. It runs inside the client's process (Transport) or stands
// alone (Serve). Nothing heavy happens before the first request that needs it.
package sandbox

import (
	"fmt"
	"log/slog"
	"net/http"
	"net/url"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"travel.example/travel/internal/sandbox/countries"
	"travel.example/travel/internal/sandbox/data"
	"travel.example/travel/internal/sandbox/flights"
	"travel.example/travel/internal/sandbox/hotels"
	"travel.example/travel/internal/sandbox/ids"
	"travel.example/travel/internal/sandbox/oauth"
	"travel.example/travel/internal/sandbox/places"
	"travel.example/travel/internal/sandbox/quota"
)

// BuiltinURL is the origin of the sandbox in the client's own process. No port
// is open there; only Transport reaches it.
const BuiltinURL = "http://sandbox.localhost"

// TokenPrefix begins every token of a sandbox, so that a client can refuse to
// send one anywhere else.
const TokenPrefix = oauth.TokenPrefix

// Options describe a sandbox.
type Options struct {
	URL      string           // origin it answers at, e.g. http://127.0.0.1:8787; issuer, resource and site are below it; "" = BuiltinURL
	StateDir string           // key and grants live here, made 0700 and 0600; "" keeps them in memory, with a fresh key
	Now      func() time.Time // nil = time.Now
	Seed     uint64           // another seed is another world of flights and hotels
	Version  string           // source revision, shown by /health; "" = not known
	Log      *slog.Logger     // requests, never tokens; nil = none
	Faults   []string         // what goes wrong on request, one faults.Parse line each
}

// Server is a sandbox. It is safe for concurrent use.
type Server struct {
	origin  *url.URL
	now     func() time.Time
	log     *slog.Logger
	version string

	oauth     *oauth.Server
	ids       *ids.Codec
	meter     *quota.Meter
	places    func() *places.Engine
	countries func() *countries.Engine
	flights   func() *flights.Engine
	hotels    func() *hotels.Engine
	feedback  *feedbackBox

	routes    http.Handler // every answer but its trace id
	endFaults func()       // lets go of the requests that a fault holds
	pipe      *pipe
}

// New makes a sandbox. It reads the key, or makes one, and leaves the rest to
// the first request.
func New(o Options) (*Server, error) {
	origin, err := parseOrigin(o.URL)
	if err != nil {
		return nil, err
	}
	keys, err := openKeys(o.StateDir)
	if err != nil {
		return nil, fmt.Errorf("open the sandbox's key: %w", err)
	}
	s := &Server{origin: origin, now: o.Now, log: o.Log, version: o.Version, ids: ids.New(keys.ids)}
	if s.now == nil {
		s.now = time.Now
	}
	if s.log == nil {
		s.log = slog.New(slog.DiscardHandler)
	}
	grants := ""
	if o.StateDir != "" {
		grants = filepath.Join(o.StateDir, "grants.json")
	}
	s.oauth, err = oauth.New(oauth.Options{
		Issuer:    origin.String(),
		Resource:  origin.String(),
		Key:       keys.signing,
		Now:       s.now,
		StateFile: grants,
	})
	if err != nil {
		return nil, fmt.Errorf("start the sandbox's sign-in: %w", err)
	}
	s.meter = quota.NewMeter(s.now)
	s.places = sync.OnceValue(func() *places.Engine { return places.New(data.Load()) })
	s.countries = sync.OnceValue(func() *countries.Engine { return countries.New(data.Load()) })
	s.feedback = newFeedbackBox(o.StateDir)
	s.flights = sync.OnceValue(func() *flights.Engine {
		return flights.New(flights.Options{World: data.Load(), Seed: o.Seed, SiteURL: origin.String()})
	})
	s.hotels = sync.OnceValue(func() *hotels.Engine {
		return hotels.New(hotels.Options{World: data.Load(), Seed: o.Seed, SiteURL: origin.String()})
	})
	if s.routes, s.endFaults, err = s.withFaults(o.Faults, s.newRoutes()); err != nil {
		return nil, err
	}
	s.pipe = newPipe(s)
	return s, nil
}

// parseOrigin reads a scheme and a host: paths are the sandbox's own.
func parseOrigin(text string) (*url.URL, error) {
	if text == "" {
		text = BuiltinURL
	}
	u, err := url.Parse(strings.TrimSuffix(text, "/"))
	if err != nil {
		return nil, fmt.Errorf("read the sandbox's URL: %w", err)
	}
	origin := url.URL{Scheme: u.Scheme, Host: strings.ToLower(u.Host)}
	if (u.Scheme != "http" && u.Scheme != "https") || u.Hostname() == "" || !strings.EqualFold(u.String(), origin.String()) {
		return nil, fmt.Errorf("read the sandbox's URL %q: want http or https and a host, nothing more", text)
	}
	return &origin, nil
}

// SampleToken signs the first sample traveler in without a browser and returns
// an access token and its end. It is how the built-in profile signs in.
func (s *Server) SampleToken() (token string, expires time.Time, err error) {
	scopes := []string{scopeOpenID, "profile", scopeUsers}
	issued, err := s.oauth.Issue(oauth.Accounts()[0].ID, scopes)
	if err != nil {
		return "", time.Time{}, fmt.Errorf("sign the sample traveler in: %w", err)
	}
	return issued.AccessToken, issued.Expires, nil
}

// Close ends what Transport started. Requests in progress are cut off.
func (s *Server) Close() error {
	s.endFaults()
	return s.pipe.close()
}
