package oauth_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"travel.example/travel/internal/sandbox/oauth"
)

// sendForm posts a filled form with extra headers, and returns status and page.
func (s *site) sendForm(t *testing.T, browser *http.Client, form url.Values, headers map[string]string) (*http.Response, string) {
	t.Helper()
	return s.sendFormTo(t, "/authorize", browser, form, headers)
}

func (s *site) sendFormTo(t *testing.T, page string, browser *http.Client, form url.Values, headers map[string]string) (*http.Response, string) {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, s.url+page, strings.NewReader(form.Encode()))
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	for name, value := range headers {
		req.Header.Set(name, value)
	}
	return do(t, browser, req)
}

// TestOnlyTheFormThatWasShownIsTaken: no code is given for a form that another
// site or browser was shown, or that was never shown.
func TestOnlyTheFormThatWasShownIsTaken(t *testing.T) {
	s := newSite(t, oauth.Options{})
	other := newSite(t, oauth.Options{})
	good := s.open(t, request("openid"))
	stranger := newBrowser(t)
	get(t, stranger, s.url+"/authorize?"+request("openid").Encode()) // has a cookie, but another
	tests := []struct {
		name    string
		browser *http.Client
		form    string
		headers map[string]string
		status  int
		says    string
	}{
		{"no form", s.browser, "", nil, 403, "not made by this sandbox"},
		{"a form of another server", s.browser, other.open(t, request("openid")), nil, 403, "not made by this sandbox"},
		{"a changed form", s.browser, "A" + good[1:], nil, 403, "not made by this sandbox"},
		{"a code as the form", s.browser, s.code(t, "ada", request("openid")), nil, 403, "not made by this sandbox"},
		{"another browser", stranger, good, nil, 403, "another browser"},
		{"a browser without cookies", newBrowser(t), good, nil, 403, "another browser"},
		{"another origin", s.browser, good, map[string]string{"Origin": "https://evil.example"}, 403, "another site"},
		{"another port", s.browser, good, map[string]string{"Origin": "http://127.0.0.1:1"}, 403, "another site"},
		{"cross-site", s.browser, good, map[string]string{"Sec-Fetch-Site": "cross-site", "Origin": "null"}, 403, "another site"},
		{"same site, other origin", s.browser, good, map[string]string{"Sec-Fetch-Site": "same-site"}, 403, "another site"},
		{"as a browser sends it", s.browser, good, map[string]string{"Sec-Fetch-Site": "same-origin", "Origin": "null"}, 303, ""},
		{"as an older browser sends it", s.browser, good, map[string]string{"Origin": s.url}, 303, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			form := url.Values{"form": {tt.form}, "account": {"ada"}, "decision": {"allow"}}
			resp, body := s.sendForm(t, tt.browser, form, tt.headers)
			if resp.StatusCode != tt.status || !strings.Contains(body, tt.says) {
				t.Errorf("answered %s\n%s", resp.Status, body)
			}
		})
	}
}

func TestAnIncompleteFormIsNotTaken(t *testing.T) {
	s := newSite(t, oauth.Options{})
	field := s.open(t, request("openid"))
	for name, form := range map[string]url.Values{
		"no decision":      {"form": {field}, "account": {"ada"}},
		"another decision": {"form": {field}, "account": {"ada"}, "decision": {"maybe"}},
		"no traveler":      {"form": {field}, "decision": {"allow"}},
		"unknown traveler": {"form": {field}, "account": {"zoe"}, "decision": {"allow"}},
		"two travelers":    {"form": {field}, "account": {"ada", "ben"}, "decision": {"allow"}},
	} {
		if resp, _ := s.sendForm(t, s.browser, form, nil); resp.StatusCode != http.StatusBadRequest {
			t.Errorf("%s: answered %s", name, resp.Status)
		}
	}
}

func TestAFormEndsAfterTenMinutes(t *testing.T) {
	s := newSite(t, oauth.Options{})
	field := s.open(t, request("openid"))
	s.clock.advance(10 * time.Minute)
	if resp := s.submit(t, field, "ada", "allow"); resp.StatusCode != http.StatusForbidden {
		t.Errorf("answered %s", resp.Status)
	}
}

func TestTwoSignInsMayBeOpenSideBySide(t *testing.T) {
	s := newSite(t, oauth.Options{})
	first := s.open(t, request("openid"))
	second := s.open(t, request("openid", "profile"))
	for _, form := range []string{first, second} {
		if !redirected(t, s.submit(t, form, "ben", "allow")).Has("code") {
			t.Error("no code came back")
		}
	}
}

// TestEveryAnswerIsGuarded compares all headers that protect an answer.
func TestEveryAnswerIsGuarded(t *testing.T) {
	s := newSite(t, oauth.Options{})
	_, page := get(t, s.browser, s.url+"/authorize?"+request("openid").Encode())
	style := styleHash(t, page)
	guarded := func(policy string) map[string]string {
		return map[string]string{
			"Content-Security-Policy": policy + "; base-uri 'none'; frame-ancestors 'none'",
			"X-Frame-Options":         "DENY", "Referrer-Policy": "no-referrer", "Cache-Control": "no-store", "X-Content-Type-Options": "nosniff",
			"Cross-Origin-Opener-Policy": "same-origin", "Cross-Origin-Resource-Policy": "same-origin",
		}
	}
	shown := "default-src 'none'; style-src " + style + "; img-src data:; form-action "
	ipv6 := with("redirect_uri", "http://[::1]:9/cb")
	tests := map[string]struct {
		query string
		want  map[string]string
	}{
		"page":                 {request("openid").Encode(), guarded(shown + "'self' http://127.0.0.1:53211")},
		"page for IPv6":        {ipv6.Encode(), guarded(shown + "'self' http:")},
		"page of a problem":    {"", guarded(shown + "'none'")},
		"redirect of an error": {with("response_type", "x").Encode(), guarded("default-src 'none'")},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			resp, _ := get(t, s.browser, s.url+"/authorize?"+tt.query)
			got := map[string]string{}
			for header := range tt.want {
				got[header] = resp.Header.Get(header)
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

func TestTheFormCookieStaysInThisBrowserAndPath(t *testing.T) {
	for browse, secure := range map[string]bool{"": false, "https://sandbox.example/auth": true} {
		s := newSite(t, oauth.Options{Browse: browse})
		resp, _ := get(t, s.browser, s.url+"/authorize?"+request("openid").Encode())
		cookies := resp.Cookies()
		if len(cookies) != 1 {
			t.Fatalf("%d cookies", len(cookies))
		}
		got := *cookies[0]
		if len(got.Value) < 26 {
			t.Errorf("the cookie has only %d characters", len(got.Value))
		}
		path := "/authorize"
		if browse != "" {
			path = "/auth/authorize"
		}
		want := http.Cookie{
			Name: "sandbox_form", Path: path, MaxAge: 600, HttpOnly: true, Secure: secure, SameSite: http.SameSiteStrictMode,
			Value: got.Value, Raw: got.Raw,
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
	}
}
