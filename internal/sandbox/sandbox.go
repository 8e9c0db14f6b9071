// Package sandbox is a reference implementation of the whole service, offline:
// the API, an OAuth 2 server to sign in with, and the public site that links
// lead to. Places and airlines are real; flights, hotels, sellers, prices and
// people are made up. It runs inside the client's process (Transport) or stands
// alone (Serve). Nothing heavy happens before the first request that needs it.
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

// BuiltinURL is the origin of the sandbox in the client's own process. No port
// is open there; only Transport reaches it.
const BuiltinURL = "http://sandbox.localhost"

// TokenPrefix begins every token of a sandbox, so that a client can refuse to
// send one anywhere else.
const TokenPrefix = oauth.TokenPrefix

// Options describe a sandbox.
type Options struct {
	URL      string           // origin it answers at, e.g. http://127.0.0.1:8787; issuer, resource and site are below it; "" = BuiltinURL
	StateDir string           // key, grants and feedback live here, made 0700 and 0600; "" keeps the first two in memory, with a fresh key
	Now      func() time.Time // nil = time.Now
	Seed     uint64           // another seed is another world of flights and hotels
	Version  string           // source revision, shown by /health; "" = not known
	Log      *slog.Logger     // requests, never tokens; nil = none
	Faults   []string         // what goes wrong on request, one line each, see package faults

	QuotaScale int // every quota is so many times the usual one; 0 = once
	Pace       int // providers answer so many times as fast as the usual ones; 0 = once
}

// Server is a sandbox. It is safe for concurrent use.
type Server struct {
	origin *url.URL
	now    func() time.Time
	log    *slog.Logger

	oauth     *oauth.Server
	service   *service
	routes    http.Handler // every answer but its trace id
	endFaults func()       // lets go of the requests that a fault holds
	pipe      *pipe
	unkept    error
}

// Unkept is why key and grants live in memory although a state directory was given, so that no other
// process knows what is signed here; nil where they are kept, or no directory was given.
func (s *Server) Unkept() error { return s.unkept }

// New makes a sandbox. It reads the key, or makes one, and leaves the rest to
// the first request. A state directory that takes nothing is as good as none.
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

// parseOrigin reads a scheme and a host, with a port from 1 to 65535 or none: paths are the sandbox's own.
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

// SampleToken signs the first sample traveler in without a browser and returns
// an access token and its end. It is how the built-in profile signs in.
func (s *Server) SampleToken() (token string, expires time.Time, err error) {
	issued, err := s.oauth.Issue(oauth.Accounts()[0], "")
	if err != nil {
		return "", time.Time{}, fmt.Errorf("sign the sample traveler in: %w", err)
	}
	return issued.AccessToken, issued.Expires, nil
}

// Sample is who SampleToken signs in as.
type Sample struct{ Name, Email, Market string }

// SampleTraveler returns the sample traveler of the built-in profile. A client
// in the same process knows the account without asking anyone.
func SampleTraveler() Sample {
	ada := oauth.Accounts()[0]
	return Sample{Name: ada.Name, Email: ada.Email, Market: ada.CountryCode}
}

// KnownPlace tells whether code is an airport or city code that a search may
// use, in any case. It lets a client in the same process refuse a wrong one
// before a request.
func (s *Server) KnownPlace(code string) bool {
	if s.ServedPlace(code) {
		return true // without a look at the towns, which are not unpacked before they are wanted
	}
	_, city := data.CityByCode(strings.ToUpper(code))
	return city
}

// ServedPlace tells whether code is one that flights are searched for, in any case.
func (s *Server) ServedPlace(code string) bool {
	_, served := data.Ends(strings.ToUpper(code))
	return served
}
