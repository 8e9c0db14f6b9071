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
	"strconv"
	"strings"
	"sync"
	"time"

	"travel.example/travel/internal/disk"
	"travel.example/travel/internal/sandbox/countries"
	"travel.example/travel/internal/sandbox/data"
	"travel.example/travel/internal/sandbox/faults"
	"travel.example/travel/internal/sandbox/flights"
	"travel.example/travel/internal/sandbox/hotels"
	"travel.example/travel/internal/sandbox/hotels/directory"
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

	QuotaScale int // every quota is so many times the usual one; 0 = once
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
	origin, err := parseOrigin(o.URL)
	if err != nil {
		return nil, err
	}
	keys, err := openKeys(o.StateDir)
	var unkept error
	if disk.Refused(err) {
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
	s := &Server{origin: origin, now: o.Now, log: o.Log, unkept: unkept}
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
	s.service = newService(o, origin.String(), ids.New(keys.ids), s.oauth)
	if s.routes, s.endFaults, err = withFaults(s.service.routes(), o.Faults, faults.Options{Now: s.now, Log: s.log}); err != nil {
		return nil, err
	}
	s.pipe = newPipe(s)
	return s, nil
}

// newService makes the engines on their first use.
func newService(o Options, origin string, codec *ids.Codec, signIn *oauth.Server) *service {
	inns := sync.OnceValue(func() *hotels.Engine {
		return hotels.New(hotels.Options{World: data.Load(), Seed: o.Seed, SiteURL: origin})
	})
	return &service{
		now: o.Now, log: o.Log, version: o.Version,
		gate: gate{oauth: signIn, meter: quota.NewMeter(o.Now, o.QuotaScale)},
		places: placeAPI{engine: sync.OnceValue(func() *places.Engine {
			e := places.New(data.Load())
			e.Hotels = func() *directory.Directory { return inns().Directory() }
			return e
		})},
		countries: countryAPI{engine: sync.OnceValue(func() *countries.Engine { return countries.New(data.Load()) })},
		flights: &flightAPI{ids: codec, origin: origin, engine: sync.OnceValue(func() *flights.Engine {
			return flights.New(flights.Options{World: data.Load(), Seed: o.Seed, SiteURL: origin})
		})},
		hotels:   &hotelAPI{ids: codec, origin: origin, engine: inns},
		feedback: feedbackAPI{box: newFeedbackBox(o.StateDir), log: o.Log},
	}
}

// withFaults puts the faults that were asked for in front of next, and returns
// a function that ends those in progress. Without any, next stays as it is.
func withFaults(next http.Handler, specs []string, o faults.Options) (h http.Handler, end func(), err error) {
	if len(specs) == 0 {
		return next, func() {}, nil
	}
	rules := make([]faults.Rule, len(specs))
	for i, spec := range specs {
		if rules[i], err = faults.Parse(spec); err != nil {
			return nil, nil, err
		}
	}
	broken := faults.New(next, rules, o)
	return broken, broken.Close, nil
}

// plainPort takes an address without a port, or with one from 1 to 65535.
func plainPort(u *url.URL) bool {
	if u.Port() == "" {
		return !strings.HasSuffix(u.Host, ":")
	}
	n, err := strconv.ParseUint(u.Port(), 10, 16)
	return err == nil && n > 0
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
	if (u.Scheme != "http" && u.Scheme != "https") || u.Hostname() == "" || !strings.EqualFold(u.String(), origin.String()) || !plainPort(u) {
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

// Feedback is what was sent to sandboxes of this state directory, oldest first.
// Only the latest is kept, see maxFeedback.
func (s *Server) Feedback() ([]FeedbackEntry, error) {
	return s.service.feedback.box.entries()
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
	_, city := s.service.hotels.engine().City(strings.ToUpper(code))
	return city
}

// ServedPlace tells whether code is one that flights are searched for, in any case.
func (s *Server) ServedPlace(code string) bool {
	return s.service.flights.engine().Known(strings.ToUpper(code))
}

// Close ends what Transport started. Requests in progress are cut off.
func (s *Server) Close() error {
	s.endFaults()
	return s.pipe.close()
}
