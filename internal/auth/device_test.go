package auth

import (
	"context"
	"errors"
	"io"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"travel.example/travel/internal/auth/flow"
	"travel.example/travel/internal/testkit/authtest"
)

// byDevice signs in with a code.
func byDevice() LoginOptions {
	return LoginOptions{Choose: func(Offer) (LoginMethod, error) { return ByDevice, nil }}
}

// watch is a clock that moves when a caller waits.
type watch struct {
	mu    sync.Mutex
	past  time.Duration
	waits []time.Duration
}

func (w *watch) now() time.Time {
	w.mu.Lock()
	defer w.mu.Unlock()
	return time.Now().Add(w.past)
}

func (w *watch) wait(ctx context.Context, d time.Duration) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.past += d
	w.waits = append(w.waits, d.Round(time.Second))
	return ctx.Err()
}

func (w *watch) set(o *Options) { o.Now, o.Wait = w.now, w.wait }

func TestACodeSignsInWithoutABrowserHere(t *testing.T) {
	s := newServer(t)
	s.signsDevices()
	s.device.polls = []string{"authorization_pending", "slow_down", "authorization_pending", ""}
	w := new(watch)
	d := newDesk(t, s.settings(), w.set)
	o := byDevice()
	var scanned string
	o.QR = func(address string) string { scanned = address; return "▀▄\n" }
	o.Rewrite = func(address string) (string, error) {
		return strings.Replace(address, s.URL, "https://auth.example.com", 1), nil
	}
	account, err := d.Login(t.Context(), o)
	if err != nil || account.Name != "Ada Sample" || account.Market != "AE" {
		t.Fatalf("account %+v, err %v", account, err)
	}
	want := []time.Duration{5 * time.Second, 5 * time.Second, 10 * time.Second, 10 * time.Second}
	if diff := cmp.Diff(want, w.waits); diff != "" {
		t.Errorf("waits (-want +got):\n%s", diff)
	}
	for _, part := range []string{"\n  https://auth.example.com/device\n", "\n  WDJB-MJHT\n", "▀▄", "5 minutes"} {
		if !strings.Contains(d.notices.String(), part) {
			t.Errorf("the person was not told %q:\n%s", part, d.notices)
		}
	}
	if scanned != "https://auth.example.com/device?user_code=WDJB-MJHT" {
		t.Errorf("drew %s", scanned)
	}
	if s.device.scope != "openid profile users" {
		t.Errorf("asked for %q", s.device.scope)
	}
	if strings.Contains(d.notices.String(), "canary") {
		t.Errorf("notices show a secret:\n%s", d.notices)
	}
	if token, err := New(s.settings(), d.opts).Token(t.Context()); token != "canary-access-1" || err != nil {
		t.Errorf("token = %q, %v", token, err)
	}
	status, err := d.Stored(t.Context())
	if left := status.Ends().Sub(w.now()); err != nil || left < 9*time.Minute || left > 10*time.Minute {
		t.Errorf("the token has %s left, want just under 10 minutes (%v)", left, err)
	}
}

func TestOnlyWhatAPhoneCanReachAndReadIsDrawn(t *testing.T) {
	s := newServer(t)
	s.signsDevices()
	for to, want := range map[string]int{
		"https://auth.example.com": 1, s.URL: 0, "http://sandbox.localhost": 0,
		"https://auth.example.com/" + strings.Repeat("a", maxScan): 0,
	} {
		drawn := 0
		o := byDevice()
		o.QR = func(string) string { drawn++; return "" }
		o.Rewrite = func(address string) (string, error) { return strings.Replace(address, s.URL, to, 1), nil }
		s.device.spent = false
		if _, err := newDesk(t, s.settings(), new(watch).set).Login(t.Context(), o); err != nil || drawn != want {
			t.Errorf("%.40s: drawn %d times, want %d; %v", to, drawn, want, err)
		}
	}
}

func TestALostPollIsPutUpWithUntilTheCodeEnds(t *testing.T) {
	s := newServer(t)
	s.signsDevices()
	s.intercept = func(w http.ResponseWriter, _ *http.Request, n int) bool {
		if n <= 3 {
			panic(http.ErrAbortHandler) // the connection ends
		}
		if n == 4 {
			w.Header().Set("Retry-After", "40")
			w.WriteHeader(http.StatusServiceUnavailable)
		}
		return n == 4
	}
	w := new(watch)
	d := newDesk(t, s.settings(), w.set)
	if _, err := d.Login(t.Context(), byDevice()); err != nil {
		t.Fatal(err)
	}
	want := []time.Duration{5 * time.Second, 10 * time.Second, 20 * time.Second, 40 * time.Second, 40 * time.Second}
	if diff := cmp.Diff(want, w.waits); diff != "" {
		t.Errorf("waits (-want +got):\n%s", diff)
	}
	if got := strings.Count(d.notices.String(), "still trying"); got != 1 {
		t.Errorf("told %d times, want once:\n%s", got, d.notices)
	}
}

func TestACodeThatNobodyEntersEnds(t *testing.T) {
	s := newServer(t)
	s.signsDevices()
	s.device.polls = []string{"authorization_pending"}
	w := new(watch)
	d := newDesk(t, s.settings(), w.set)
	began := w.now()
	_, err := d.Login(t.Context(), byDevice())
	if !errors.Is(err, flow.ErrLoginRequired) || !strings.Contains(err.Error(), "expired") {
		t.Errorf("err = %v, want ErrLoginRequired", err)
	}
	if took := w.now().Sub(began).Round(time.Second); took != 5*time.Minute || s.device.polled != 59 {
		t.Errorf("%d polls in %s, want 59 in the code's 5m", s.device.polled, took)
	}
	o := byDevice()
	o.Timeout, s.device.polled = 22*time.Second, 0 // less than the code's life
	if _, err = d.Login(t.Context(), o); !errors.Is(err, flow.ErrLoginRequired) || s.device.polled != 4 {
		t.Errorf("%d polls, err = %v", s.device.polled, err)
	}
	if len(d.stored(t)) != 0 {
		t.Errorf("stored %v", authtest.SortedKeys(d.stored(t)))
	}
}

// A refused or unusable answer ends the sign-in, says why, and stores nothing.
func TestADeviceSignInRefuses(t *testing.T) {
	answer := func(name string, value any) func(*server) {
		return func(s *server) { s.device.answer = func(b map[string]any) { b[name] = value } }
	}
	polls := func(words ...string) func(*server) { return func(s *server) { s.device.polls = words } }
	claim := func(name string, value any) func(*server) {
		return func(s *server) { s.claims = func(c map[string]any) { c[name] = value } }
	}
	refused, denied, unusable := kind("refused"), kind("denied"), kind("answer")
	for name, test := range map[string]struct {
		spoil func(*server)
		want  error
		text  string
	}{
		"access denied":                 {polls("authorization_pending", "access_denied"), denied, "access was denied"},
		"the code expired":              {polls("expired_token"), flow.ErrLoginRequired, "expired"},
		"a spent code":                  {polls("invalid_grant"), denied, "invalid_grant"},
		"an unknown word":               {polls("\x1b[31mred"), denied, "refused (red)"},
		"no device code":                {answer("device_code", ""), unusable, "sign-in code"},
		"a device code no form takes":   {answer("device_code", "a\nb"), unusable, "sign-in code"},
		"no user code":                  {answer("user_code", ""), unusable, "sign-in code"},
		"a user code with an escape":    {answer("user_code", "AB\x1b[2J"), unusable, "sign-in code"},
		"a user code that is a letter":  {answer("user_code", strings.Repeat("A", 41)), unusable, "sign-in code"},
		"a user code of spaces":         {answer("user_code", "   "), unusable, "sign-in code"},
		"a user code of a wrong type":   {answer("user_code", 7), unusable, "sign-in code"},
		"no lifetime":                   {answer("expires_in", 0), unusable, "sign-in code"},
		"a lifetime before now":         {answer("expires_in", -5), unusable, "sign-in code"},
		"no address":                    {answer("verification_uri", ""), refused, "is missing"},
		"an address on another site":    {answer("verification_uri", "https://evil.example/device"), refused, "another site"},
		"a complete one elsewhere":      {answer("verification_uri_complete", "https://evil.example/device"), refused, "another site"},
		"an address that is a file":     {answer("verification_uri", "file:///etc/passwd"), refused, "not a web address"},
		"an address with an escape":     {answer("verification_uri", "https://x.example/\x1b"), refused, "control"},
		"id_token of another issuer":    {claim("iss", "https://evil.example"), refused, "different provider"},
		"id_token for another client":   {claim("aud", "stranger"), refused, "audience"},
		"id_token with a nonce":         {claim("nonce", "replayed"), refused, "nonce"},
		"id_token that ended":           {claim("exp", time.Now().Add(-16*time.Minute).Unix()), refused, "it ended"},
		"another token type":            {func(s *server) { s.answer = func(b map[string]any) { b["token_type"] = "DPoP" } }, unusable, "type"},
		"no token":                      {func(s *server) { s.answer = func(b map[string]any) { delete(b, "access_token") } }, unusable, "token"},
		"the endpoint on another site":  {func(s *server) { meta("device_authorization_endpoint", "https://evil.example/d")(s) }, refused, "another site"},
		"a web page instead of a token": {page200, unusable, "web page"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newServer(t)
			s.signsDevices()
			test.spoil(s)
			d := newDesk(t, s.settings(), new(watch).set)
			_, err := d.Login(t.Context(), byDevice())
			if !sameType(err, test.want) || !strings.Contains(err.Error(), test.text) {
				t.Errorf("err = %T %v, want a %T with %q", err, err, test.want, test.text)
			}
			if strings.ContainsFunc(d.notices.String(), func(r rune) bool { return r == 0x1b }) {
				t.Errorf("an escape sequence was printed: %q", d.notices)
			}
			if stored := d.stored(t); len(stored) != 0 {
				t.Errorf("stored %v", authtest.SortedKeys(stored))
			}
		})
	}
}

func page200(s *server) {
	s.intercept = func(w http.ResponseWriter, _ *http.Request, _ int) bool {
		w.Header().Set("Content-Type", "text/html")
		_, _ = io.WriteString(w, "<p>Welcome to the airport")
		return true
	}
}

// Bodies that make a careless reader panic, wait for ever or not at all.
func TestDeviceAnswersThatAreNoAnswers(t *testing.T) {
	for _, body := range []string{
		"null", "[]", "{}", `"x"`, "", "{", `{"device_code":null}`,
		`{"device_code":"canary-device","user_code":"A","verification_uri":"x","expires_in":1e400}`,
	} {
		s := newServer(t)
		s.signsDevices()
		s.Config.Handler = answering(s.Config.Handler, "/device_authorization", body)
		d := newDesk(t, s.settings(), new(watch).set)
		if _, err := d.Login(t.Context(), byDevice()); !sameType(err, kind("answer")) {
			t.Errorf("%q: err = %v", body, err)
		}
	}
	for _, interval := range []any{-1, 0, 1 << 60, -1 << 60} {
		s := newServer(t)
		s.signsDevices()
		s.device.answer = func(b map[string]any) { b["interval"], b["expires_in"] = interval, 9_000_000_000 }
		s.device.polls = []string{"slow_down"}
		w := new(watch)
		d := newDesk(t, s.settings(), w.set)
		_, err := d.Login(t.Context(), byDevice())
		if !errors.Is(err, flow.ErrLoginRequired) || len(w.waits) > 100 || w.past > 11*time.Minute {
			t.Errorf("interval %v: %d waits, %s in all, err %v", interval, len(w.waits), w.past, err)
		}
	}
}

func answering(next http.Handler, path, body string) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != path {
			next.ServeHTTP(w, r)
			return
		}
		w.Header().Set("Content-Type", "application/json")
		_, _ = io.WriteString(w, body)
	})
}

func TestAPinnedDeviceEndpointMaySendPeopleElsewhere(t *testing.T) {
	s := newServer(t)
	s.device.answer = func(b map[string]any) {
		b["verification_uri"] = "https://code.example/"
		delete(b, "verification_uri_complete")
	}
	set := s.settings()
	set.DeviceURL = s.URL + "/device_authorization"
	d := newDesk(t, set, new(watch).set)
	if _, err := d.Login(t.Context(), byDevice()); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(d.notices.String(), "  https://code.example/\n") {
		t.Errorf("notices:\n%s", d.notices)
	}
}

func TestAnInterruptedDeviceSignInStoresNothing(t *testing.T) {
	s := newServer(t)
	s.signsDevices()
	s.device.polls = []string{"authorization_pending"}
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	d := newDesk(t, s.settings(), func(o *Options) {
		o.Wait = func(ctx context.Context, _ time.Duration) error { cancel(); return ctx.Err() }
	})
	if _, err := d.Login(ctx, byDevice()); !errors.Is(err, context.Canceled) {
		t.Errorf("err = %v, want context.Canceled", err)
	}
	if s.device.polled != 0 || len(d.stored(t)) != 0 {
		t.Errorf("%d polls, stored %v", s.device.polled, authtest.SortedKeys(d.stored(t)))
	}
}

func TestAHangingDeviceEndpointDoesNotHoldAnInterruption(t *testing.T) {
	s := newServer(t)
	s.signsDevices()
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	next := s.Config.Handler
	s.Config.Handler = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/device_authorization" {
			next.ServeHTTP(w, r)
			return
		}
		cancel()
		_, _ = io.Copy(io.Discard, r.Body)
		<-r.Context().Done()
	})
	d := newDesk(t, s.settings())
	if _, err := d.Login(ctx, byDevice()); !errors.Is(err, context.Canceled) {
		t.Errorf("err = %v, want context.Canceled", err)
	}
}
