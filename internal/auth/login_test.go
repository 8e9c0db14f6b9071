package auth

import (
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"errors"
	"io"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/go-jose/go-jose/v4"
	"github.com/google/go-cmp/cmp"
)

func TestLoginStoresWhoSignedInAndATokenThatWorks(t *testing.T) {
	s := newServer(t)
	d := newDesk(t, s.settings())
	got := d.login(t)
	want := Account{
		Subject: "u-1", Name: "Ada Sample", Email: "ada@example.com", Market: "AE", MarketSource: "country_code",
		Scopes: []string{"openid", "profile", "users"}, Issuer: s.URL,
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("account (-want +got):\n%s", diff)
	}
	again := New(s.settings(), d.opts) // another command
	token, err := again.Token(t.Context())
	if token != "canary-access-1" || err != nil {
		t.Errorf("token = %q, %v", token, err)
	}
	status, err := again.Status(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if left := time.Until(status.Expires); left < 9*time.Minute || left > 10*time.Minute {
		t.Errorf("the token has %s left, want just under 10 minutes", left)
	}
	status.Expires, status.SignedIn = time.Time{}, time.Time{}
	wantStatus := Status{Store: d.opts.Store.Name(), Account: want, Renewable: true, TokenType: "Bearer"}
	if diff := cmp.Diff(wantStatus, status); diff != "" {
		t.Errorf("status (-want +got):\n%s", diff)
	}
	if s.count("/token") != 1 {
		t.Errorf("%d token requests, want 1", s.count("/token"))
	}
}

func TestLoginNeverKeepsTheIDTokenOrShowsASecret(t *testing.T) {
	s := newServer(t)
	d := newDesk(t, s.settings())
	d.login(t)
	for name, text := range d.stored(t) {
		if strings.Contains(text, "eyJ") {
			t.Errorf("entry %s holds a JWT", name)
		}
	}
	if strings.Contains(d.notices.String(), "canary") || strings.Contains(d.notices.String(), "code_verifier") {
		t.Errorf("notices show a secret:\n%s", d.notices)
	}
	if !strings.Contains(d.notices.String(), s.URL+"/authorize?") {
		t.Errorf("notices lack the address:\n%s", d.notices)
	}
}

func TestTheOpenedAddressIsShortAndLeadsOnWithoutAReferrer(t *testing.T) {
	s := newServer(t)
	d := newDesk(t, s.settings())
	var opened string
	_, err := d.Login(t.Context(), LoginOptions{Open: func(address string) error {
		opened = address
		return browse(t)(address)
	}})
	if err != nil {
		t.Fatal(err)
	}
	u, err := url.Parse(opened)
	if err != nil || u.Hostname() != "127.0.0.1" || !strings.HasPrefix(u.Path, "/start/") || u.RawQuery != "" {
		t.Errorf("opened %s", opened)
	}
}

func TestAStartPageOpenedTwiceEndsTheSignIn(t *testing.T) {
	s := newServer(t)
	d := newDesk(t, s.settings())
	_, err := d.Login(t.Context(), LoginOptions{Open: func(address string) error {
		stop := &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
		for range 2 {
			resp, err := stop.Get(address)
			if err != nil {
				return err
			}
			_ = resp.Body.Close()
		}
		return nil
	}})
	if !errors.Is(err, ErrStartPageReused) {
		t.Errorf("err = %v, want ErrStartPageReused", err)
	}
	if s.count("/token") != 0 || len(d.stored(t)) != 0 {
		t.Errorf("%d token requests, stored %v", s.count("/token"), sortedKeys(d.stored(t)))
	}
}

// refusals are answers no sign-in may survive.
func TestLoginRefuses(t *testing.T) {
	stranger, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	claim := func(name string, value any) func(*server) {
		return func(s *server) { s.claims = func(c map[string]any) { c[name] = value } }
	}
	back := func(change func(url.Values)) func(*server) {
		return func(s *server) { s.authorize = change }
	}
	refused, denied, unusable := new(RefusedError), new(DeniedError), new(AnswerError)
	for name, test := range map[string]struct {
		spoil func(*server)
		want  error
		text  string
	}{
		"another issuer in the callback":   {back(func(v url.Values) { v.Set("iss", "https://evil.example") }), refused, "it comes from"},
		"no issuer in the callback":        {back(func(v url.Values) { v.Del("iss") }), refused, "does not say that it comes from"},
		"two codes":                        {back(func(v url.Values) { v.Add("code", "second") }), refused, "more than one code"},
		"no code":                          {back(func(v url.Values) { v.Del("code") }), refused, "no code"},
		"access denied":                    {back(func(v url.Values) { v.Del("code"); v.Set("error", "access_denied") }), denied, "access was denied"},
		"an error with escape sequences":   {back(func(v url.Values) { v.Set("error", "x\x1b[31m"); v.Set("error_description", "\u202eno") }), denied, "refused (x[31m): no"},
		"a code the server does not know":  {back(func(v url.Values) { v.Set("code", "guessed") }), denied, "invalid_grant"},
		"id_token of another issuer":       {claim("iss", "https://evil.example"), refused, "different provider"},
		"id_token for another client":      {claim("aud", "somebody"), refused, "audience"},
		"id_token with a foreign azp":      {claim("azp", "somebody"), refused, "azp"},
		"id_token for many without azp":    {claim("aud", []string{"traveler", "somebody"}), refused, "azp"},
		"id_token of another sign-in":      {claim("nonce", "replayed"), refused, "nonce"},
		"id_token without nonce":           {func(s *server) { s.claims = func(c map[string]any) { delete(c, "nonce") } }, refused, "nonce"},
		"id_token without subject":         {claim("sub", ""), refused, "names nobody"},
		"id_token of another access token": {claim("at_hash", "AAAAAAAAAAAAAAAAAAAAAA"), refused, "at_hash"},
		"id_token that ended":              {claim("exp", time.Now().Add(-6*time.Minute).Unix()), refused, "it ended"},
		"id_token from the future":         {claim("iat", time.Now().Add(6*time.Minute).Unix()), refused, "in the future"},
		"id_token not valid yet":           {claim("nbf", time.Now().Add(6*time.Minute).Unix()), refused, "not valid yet"},
		"id_token signed by a stranger": {func(s *server) {
			s.sign = func(c map[string]any) string {
				return signed(s.t, jose.ES256, jose.JSONWebKey{Key: stranger, KeyID: "one"}, c)
			}
		}, refused, "verify"},
		"id_token signed with the public key as a shared secret": {func(s *server) {
			s.sign = func(c map[string]any) string { return signed(s.t, jose.HS256, make([]byte, 32), c) }
		}, refused, "malformed jwt"},
		"id_token missing":       {func(s *server) { s.answer = func(b map[string]any) { delete(b, "id_token") } }, refused, "malformed jwt"},
		"another token type":     {func(s *server) { s.answer = func(b map[string]any) { b["token_type"] = "DPoP" } }, unusable, "type"},
		"token no header takes":  {func(s *server) { s.answer = func(b map[string]any) { b["access_token"] = "a\r\nb" } }, unusable, "header"},
		"token of a wrong type":  {func(s *server) { s.answer = func(b map[string]any) { b["access_token"] = 7 } }, unusable, "did not answer with a token"},
		"lifetime that is text":  {func(s *server) { s.answer = func(b map[string]any) { b["expires_in"] = "canary-soon" } }, unusable, "did not answer with a token"},
		"plain PKCE only":        {meta("code_challenge_methods_supported", []string{"plain"}), refused, "PKCE"},
		"another issuer":         {meta("issuer", "https://evil.example"), refused, "names the issuer"},
		"issuer with a slash":    {func(s *server) { s.metadata = func(d map[string]any) { d["issuer"] = s.URL + "/" } }, refused, "names the issuer"},
		"token endpoint abroad":  {meta("token_endpoint", "https://evil.example/token"), refused, "another site"},
		"plain http abroad":      {meta("token_endpoint", "http://evil.example/token"), refused, "must be https"},
		"user info":              {meta("authorization_endpoint", "https://a@evil.example/"), refused, "user name"},
		"a file":                 {meta("authorization_endpoint", "file:///etc/passwd"), refused, "not a web address"},
		"implicit flow only":     {meta("response_types_supported", []string{"token"}), refused, "code flow"},
		"no authorize endpoint":  {meta("authorization_endpoint", ""), refused, "lacks"},
		"metadata of wrong type": {meta("token_endpoint", 5), refused, "not a metadata document"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newServer(t)
			test.spoil(s)
			d := newDesk(t, s.settings())
			_, err := d.Login(t.Context(), LoginOptions{Open: browse(t)})
			if !sameType(err, test.want) || !strings.Contains(err.Error(), test.text) {
				t.Errorf("err = %T %v, want a %T with %q", err, err, test.want, test.text)
			}
			if err != nil && (strings.Contains(err.Error(), "canary-a") || strings.Contains(err.Error(), "canary-r") || strings.Contains(err.Error(), "canary-soon")) {
				t.Errorf("the error shows a secret: %v", err)
			}
			if stored := d.stored(t); len(stored) != 0 {
				t.Errorf("stored %v", sortedKeys(stored))
			}
		})
	}
}

func meta(name string, value any) func(*server) {
	return func(s *server) { s.metadata = func(d map[string]any) { d[name] = value } }
}

// sameType says whether err or what it wraps has the type of want.
func sameType(err, want error) bool {
	switch want.(type) {
	case *RefusedError:
		_, ok := errors.AsType[*RefusedError](err)
		return ok
	case *DeniedError:
		_, ok := errors.AsType[*DeniedError](err)
		return ok
	case *AnswerError:
		_, ok := errors.AsType[*AnswerError](err)
		return ok
	case *NetworkError:
		_, ok := errors.AsType[*NetworkError](err)
		return ok
	case *WaitError:
		_, ok := errors.AsType[*WaitError](err)
		return ok
	case *StoreError:
		_, ok := errors.AsType[*StoreError](err)
		return ok
	case *SettingsError:
		_, ok := errors.AsType[*SettingsError](err)
		return ok
	}
	return errors.Is(err, want)
}

func TestAClockThatIsOffIsNamed(t *testing.T) {
	s := newServer(t)
	for name, off := range map[string]time.Duration{"a day ahead": 24 * time.Hour, "a day behind": -24 * time.Hour} {
		t.Run(name, func(t *testing.T) {
			d := newDesk(t, s.settings(), func(o *Options) { o.Now = func() time.Time { return time.Now().Add(off) } })
			_, err := d.Login(t.Context(), LoginOptions{Open: browse(t)})
			skew, ok := errors.AsType[*ClockError](err)
			if !ok || (skew.Offset-off).Abs() > time.Minute {
				t.Errorf("err = %v, want a clock %s off", err, off)
			}
		})
	}
}

func TestAClockWithinTheLeewayIsGoodEnough(t *testing.T) {
	s := newServer(t)
	for _, off := range []time.Duration{4 * time.Minute, -4 * time.Minute} {
		d := newDesk(t, s.settings(), func(o *Options) { o.Now = func() time.Time { return time.Now().Add(off) } })
		d.login(t)
		if token, err := d.Token(t.Context()); err != nil || token == "" {
			t.Errorf("clock off by %s: %v", off, err)
		}
	}
}

func TestTwentySignInsAtOnceEachHaveTheirOwnPort(t *testing.T) {
	s := newServer(t)
	var mu sync.Mutex
	hosts := map[string]bool{}
	var wg sync.WaitGroup
	for range 20 {
		d := newDesk(t, s.settings())
		wg.Go(func() {
			_, err := d.Login(t.Context(), LoginOptions{Open: func(address string) error {
				u, err := url.Parse(address)
				if err != nil {
					return err
				}
				mu.Lock()
				hosts[u.Host] = true
				mu.Unlock()
				return browse(t)(address)
			}})
			if err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	if len(hosts) != 20 {
		t.Errorf("%d distinct addresses, want 20", len(hosts))
	}
}

func TestAnInterruptedSignInEndsAtOnceAndClosesThePort(t *testing.T) {
	s := newServer(t)
	d := newDesk(t, s.settings())
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	var host string
	_, err := d.Login(ctx, LoginOptions{Open: func(address string) error {
		u, err := url.Parse(address)
		host = u.Host
		cancel()
		return err
	}})
	if !errors.Is(err, context.Canceled) {
		t.Fatalf("err = %v, want context.Canceled", err)
	}
	if resp, err := http.Get("http://" + host + "/callback"); err == nil {
		_ = resp.Body.Close()
		t.Error("the port still answers")
	}
	if len(d.stored(t)) != 0 {
		t.Errorf("stored %v", sortedKeys(d.stored(t)))
	}
}

func TestNobodyAtThePageEndsTheWait(t *testing.T) {
	s := newServer(t)
	d := newDesk(t, s.settings())
	_, err := d.Login(t.Context(), LoginOptions{Timeout: 10 * time.Millisecond})
	if !errors.Is(err, ErrLoginRequired) {
		t.Errorf("err = %v, want ErrLoginRequired", err)
	}
}

func TestAPastedAddressSignsInAsTheBrowserWould(t *testing.T) {
	s := newServer(t)
	d := newDesk(t, s.settings())
	typed, person := io.Pipe()
	go func() { // reads the printed address, signs in elsewhere, and copies where the browser ended
		address := d.notices.line(s.URL + "/authorize?")
		stop := &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
		resp, err := stop.Get(address)
		if err != nil {
			t.Error(err)
			return
		}
		_ = resp.Body.Close()
		final := resp.Header.Get("Location")
		_, _ = io.WriteString(person, "\n"+strings.Replace(final, "state=", "state=x", 1)+"\n"+strings.TrimPrefix(final, "http://")+"\n")
	}()
	account, err := d.Login(t.Context(), LoginOptions{Paste: typed})
	if err != nil || account.Name != "Ada Sample" {
		t.Errorf("account %v, err %v", account, err)
	}
	if !strings.Contains(d.notices.String(), "does not belong to this sign-in") {
		t.Errorf("the wrong address was not answered:\n%s", d.notices)
	}
}

func TestThreeWrongPastesEndTheSignIn(t *testing.T) {
	s := newServer(t)
	d := newDesk(t, s.settings())
	_, err := d.Login(t.Context(), LoginOptions{Paste: strings.NewReader("one\nhttp://127.0.0.1:1/callback?state=a\nhttps://evil.example\nfour\n")})
	if !errors.Is(err, ErrStateMismatch) {
		t.Errorf("err = %v, want ErrStateMismatch", err)
	}
}

func TestRewriteSendsOnlyTheBrowserElsewhere(t *testing.T) {
	s := newServer(t)
	mirror := newServer(t)
	mirror.authorize = func(back url.Values) { back.Set("iss", s.URL) }
	d := newDesk(t, s.settings())
	_, err := d.Login(t.Context(), LoginOptions{Open: browse(t), Rewrite: func(address string) (string, error) {
		return strings.Replace(address, s.URL, mirror.URL, 1), nil
	}})
	denied, ok := errors.AsType[*DeniedError](err) // the code is the mirror's, and the token endpoint ours
	if !ok || denied.Code != "invalid_grant" {
		t.Errorf("err = %v, want invalid_grant", err)
	}
	if mirror.count("/authorize") != 1 || s.count("/authorize") != 0 || s.count("/token") != 1 || mirror.count("/token") != 0 {
		t.Errorf("mirror %v, server %v", mirror.requests, s.requests)
	}
}
