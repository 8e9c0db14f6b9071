package auth

import (
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"testing"

	"travel.example/travel/internal/auth/flow"
)

// before puts a handler before one path of the server.
func (s *server) before(path string, first func(w http.ResponseWriter, n int) (answered bool)) {
	next := s.Config.Handler
	s.Config.Handler = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == path {
			s.mu.Lock()
			s.requests["met "+path]++
			n := s.requests["met "+path]
			s.mu.Unlock()
			if first(w, n) {
				return
			}
		}
		next.ServeHTTP(w, r)
	})
}

// F17 to F23 of the column "login": a server that is busy or broken when a code is asked for, or
// when the program registers.
func TestABusyServerIsAskedForACodeAgain(t *testing.T) {
	fail := func(status int, after string) func(http.ResponseWriter) {
		return func(w http.ResponseWriter) {
			if after != "" {
				w.Header().Set("Retry-After", after)
			}
			w.WriteHeader(status)
		}
	}
	drop := func(http.ResponseWriter) { panic(http.ErrAbortHandler) }
	for name, test := range map[string]struct {
		path     string
		times    int
		answer   func(http.ResponseWriter)
		want     error
		requests int
	}{
		"F17 busy once":                   {"/device_authorization", 1, fail(429, "7"), nil, 2},
		"F17 busy always":                 {"/device_authorization", 99, fail(429, "7"), kind("wait"), 2},
		"F18 busy for long":               {"/device_authorization", 99, fail(503, "900"), kind("wait"), 1},
		"F19 busy without a time":         {"/device_authorization", 99, fail(429, ""), kind("wait"), 3},
		"F06 lost once":                   {"/device_authorization", 1, drop, nil, 2},
		"F22 broken once":                 {"/device_authorization", 1, fail(500, ""), nil, 2},
		"F22 broken always":               {"/device_authorization", 99, fail(500, ""), kind("network"), 2},
		"F17 registration, busy once":     {"/register", 1, fail(429, "7"), nil, 2},
		"F18 registration, busy for long": {"/register", 99, fail(503, "900"), kind("wait"), 1},
		"F22 registration, broken":        {"/register", 1, fail(500, ""), kind("network"), 1},
	} {
		t.Run(name, func(t *testing.T) {
			s := newServer(t)
			s.signsDevices()
			s.registers()
			s.before(test.path, func(w http.ResponseWriter, n int) bool {
				if n > test.times {
					return false
				}
				test.answer(w)
				return true
			})
			set := s.settings()
			set.ClientID = ""
			d := newDesk(t, set, new(watch).set, func(o *Options) { o.ClientDir = t.TempDir() })
			_, err := d.Login(t.Context(), byDevice())
			if test.want == nil && err != nil || test.want != nil && !sameType(err, test.want) {
				t.Errorf("err = %v, want %v", err, test.want)
			}
			if n := s.count("met " + test.path); n != test.requests {
				t.Errorf("%d requests, want %d", n, test.requests)
			}
		})
	}
}

// A client that may not sign in by code takes the address, where a person is there to take it along.
func TestAClientThatMayNotSignInByCodeTakesAnotherWay(t *testing.T) {
	for _, code := range []string{"unauthorized_client", "unsupported_grant_type"} {
		for other, want := range map[LoginMethod]error{ByAddress: nil, 0: kind("denied"), ByDevice: kind("denied")} {
			t.Run(code+strconv.Itoa(int(other)), func(t *testing.T) {
				s := newServer(t)
				s.signsDevices()
				s.registers()
				s.before("/device_authorization", func(w http.ResponseWriter, _ int) bool {
					writeJSON(w, http.StatusBadRequest, map[string]any{"error": code})
					return true
				})
				set := s.settings()
				set.ClientID = ""
				d := newDesk(t, set, func(o *Options) { o.ClientDir = t.TempDir() })
				var offers []Offer
				o := LoginOptions{Choose: func(offer Offer) (LoginMethod, error) {
					offers = append(offers, offer)
					if len(offers) == 1 {
						return ByDevice, nil
					}
					if other == 0 {
						return 0, flow.BadSetting("no way", "")
					}
					return other, nil
				}}
				go func() { // the person, once there is an address
					if other == ByAddress {
						_ = browse(t)(d.notices.Line(s.URL + "/authorize"))
					}
				}()
				_, err := d.Login(t.Context(), o)
				if want == nil && err != nil || want != nil && !sameType(err, want) {
					t.Errorf("err = %v, want %v", err, want)
				}
				host, _ := url.Parse(s.URL)
				if len(offers) != 2 || offers[1] != (Offer{Host: host.Host, Refused: true}) {
					t.Errorf("offers: %+v", offers)
				}
				if _, known, _ := d.clients.Get(d.clientKey); !known || strings.Contains(d.notices.String(), "registering again") {
					t.Errorf("the registered client was given up: %v\n%s", known, d.notices)
				}
			})
		}
	}
}
