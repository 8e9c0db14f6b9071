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

// TestACodeIsReadAsPeopleTypeIt, and what is not a code is said not to be one.
func TestACodeIsReadAsPeopleTypeIt(t *testing.T) {
	s := newSite(t, oauth.Options{})
	code := s.ask(t).UserCode
	bare := strings.ReplaceAll(code, "-", "")
	for typed, want := range map[string]string{
		code: "", strings.ToLower(code): "", bare: "", " " + bare[:2] + " " + bare[2:] + "\t": "", code[:4] + "\u2013" + code[5:]: "",
		strings.Join(strings.Split(bare, ""), "-"): "", code[:4] + "\u00a0\u2212 " + code[5:]: "",
		"": "not a whole code", code[:8]: "not a whole code", code + "B": "not a whole code", "AEIO-UYAE": "not a whole code",
		"1234-5678": "not a whole code", code[:4] + "_" + code[5:]: "not a whole code", strings.Repeat(" ", 100) + code: "not a whole code",
		"\uff22" + code[1:]: "not a whole code", "\u212a" + code[1:]: "not a whole code", // full-width B, Kelvin sign
	} {
		resp, page := s.enter(t, typed)
		if want == "" && (resp.StatusCode != 200 || !strings.Contains(page, `id="code">`+code+"<")) {
			t.Errorf("%q: answered %s", typed, resp.Status)
		}
		if want != "" && (resp.StatusCode != 400 || !strings.Contains(page, want) || !strings.Contains(page, `role="alert"`)) {
			t.Errorf("%q: answered %s\n%s", typed, resp.Status, page)
		}
	}
}

// TestTheConsentNamesClientScopesAndCode, so that a person can tell whether it is
// what their own device asks (RFC 8628 §5.4).
func TestTheConsentNamesClientScopesAndCode(t *testing.T) {
	s := newSite(t, oauth.Options{})
	desk := s.newClient(t, loopbackOnly)
	for id, who := range map[string]string{
		oauth.ClientID: "The <b>travel</b> program on your device asks", desk: `calls itself <b class="claim"><bdi>Desk</bdi></b> asks`,
	} {
		asked := s.ask(t, "client_id", id, "scope", "openid email")
		_, page := s.enter(t, asked.UserCode)
		for _, text := range []string{who, "Is this the code on your device?", ">" + asked.UserCode + "<", "<code>openid</code>", "<code>email</code>", ">Deny<"} {
			if !strings.Contains(page, text) {
				t.Errorf("the page does not say %s", text)
			}
		}
		for _, text := range []string{"<code>profile</code>", "The answer goes to", "127.0.0.1"} {
			if strings.Contains(page, text) {
				t.Errorf("the page says %s", text)
			}
		}
	}
}

// TestAnAddressWithACodeOnlyFillsItIn: no page elsewhere can find out by a link
// which codes there are, use one up, or put words on ours.
func TestAnAddressWithACodeOnlyFillsItIn(t *testing.T) {
	s := newSite(t, oauth.Options{})
	asked := s.ask(t)
	_, real := get(t, s.browser, asked.Complete)
	_, madeUp := get(t, s.browser, s.url+"/device?user_code=bbbb-bbbb")
	if !strings.Contains(real, `value="`+asked.UserCode+`"`) || !strings.Contains(real, "Is this the code on your device?") {
		t.Errorf("the code is not filled in:\n%s", real)
	}
	same := strings.NewReplacer(asked.UserCode, "BBBB-BBBB", fieldOf(t, real), fieldOf(t, madeUp)).Replace(real)
	if diff := cmp.Diff(same, madeUp); diff != "" {
		t.Errorf("a code that does not exist shows another page (-real +made up):\n%s", diff)
	}
	for range 30 {
		get(t, s.browser, s.url+"/device?user_code=BBBB-BBBB")
	}
	if resp, _ := s.enter(t, asked.UserCode); resp.StatusCode != http.StatusOK {
		t.Errorf("visits counted as guesses: %s", resp.Status)
	}
	for _, query := range []string{"user_code=evil", "user_code=%zz", "user_code=A&user_code=B", "user_code=" + strings.Repeat("evil", 3000)} {
		if _, page := get(t, s.browser, s.url+"/device?"+query); strings.Contains(page, "evil") {
			t.Errorf("%.30s is echoed", query)
		}
	}
}

// TestCodesCannotBeGuessed: after 20 wrong codes, from whatever browsers, no code
// is looked up until the window is over, and the page says how long that is.
func TestCodesCannotBeGuessed(t *testing.T) {
	one, two, _ := twoSites(t)
	asked := one.ask(t)
	sites := []*site{one, two}
	for i := range 20 {
		s := sites[i%2]
		s.browser = newBrowser(t)
		if resp, page := s.enter(t, "BBBB-BBBB"); resp.StatusCode != http.StatusBadRequest || !strings.Contains(page, "No device waits with BBBB-BBBB") {
			t.Fatalf("guess %d: %s\n%s", i+1, resp.Status, page)
		}
		one.enter(t, "not a code") // does not count as a guess
	}
	one.clock.advance(time.Minute)
	for _, s := range sites {
		resp, page := s.enter(t, asked.UserCode)
		if resp.StatusCode != http.StatusTooManyRequests || resp.Header.Get("Retry-After") != "540" || !strings.Contains(page, "Wait 9 minutes, then try again") {
			t.Errorf("the right code after 20 wrong ones: %s, Retry-After %s\n%s", resp.Status, resp.Header.Get("Retry-After"), page)
		}
	}
	one.clock.advance(9 * time.Minute)
	if resp, page := two.answer(t, one.ask(t).UserCode, "ada", "allow"); resp.StatusCode != http.StatusOK {
		t.Errorf("after the window: %s\n%s", resp.Status, page)
	}
}

// TestOnlyTheFormsOfTheDevicePageAreTaken, from the browser they were shown in.
func TestOnlyTheFormsOfTheDevicePageAreTaken(t *testing.T) {
	s, other := newSite(t, oauth.Options{}), newSite(t, oauth.Options{})
	asked := s.ask(t)
	_, page := s.enter(t, asked.UserCode)
	consent := fieldOf(t, page)
	_, page = get(t, s.browser, s.url+"/device")
	entry := fieldOf(t, page)
	_, foreign := get(t, other.browser, other.url+"/device")
	stranger := newBrowser(t)
	get(t, stranger, s.url+"/device")
	cross := map[string]string{"Sec-Fetch-Site": "cross-site", "Origin": "null"}
	tests := []struct {
		name    string
		browser *http.Client
		form    string
		headers map[string]string
		status  int
		says    string
	}{
		{"no form", s.browser, "", nil, 403, "not made by this sandbox"},
		{"the sign-in form", s.browser, s.open(t, request("openid")), nil, 403, "not made by this sandbox"},
		{"of another server", s.browser, fieldOf(t, foreign), nil, 403, "not made by this sandbox"},
		{"the device code", s.browser, asked.DeviceCode, nil, 403, "not made by this sandbox"},
		{"another browser", stranger, consent, nil, 403, "another browser"},
		{"another browser, code", stranger, entry, nil, 403, "another browser"},
		{"another origin", s.browser, consent, map[string]string{"Origin": "https://evil.example"}, 403, "another site"},
		{"another site, code", s.browser, entry, cross, 403, "another site"},
		{"another site", s.browser, consent, cross, 403, "another site"},
		{"no decision", s.browser, consent, nil, 400, "incomplete"},
		{"another decision", s.browser, consent, nil, 400, "incomplete"},
		{"no traveler", s.browser, consent, nil, 400, "no sample traveler"},
		{"as a browser sends it", s.browser, consent, map[string]string{"Sec-Fetch-Site": "same-origin", "Origin": "null"}, 200, "go back to your device"},
		{"once more", s.browser, consent, nil, 409, "answered before"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			form := url.Values{"form": {tt.form}, "user_code": {asked.UserCode}, "account": {"ada"}, "decision": {"allow"}}
			changed(form, map[string][]string{
				"no decision": {"decision", ""}, "another decision": {"decision", "maybe"}, "no traveler": {"account", ""},
			}[tt.name])
			resp, body := s.sendFormTo(t, "/device", tt.browser, form, tt.headers)
			if resp.StatusCode != tt.status || !strings.Contains(body, tt.says) {
				t.Errorf("answered %s\n%s", resp.Status, body)
			}
		})
	}
	if resp, _ := s.enter(t, asked.UserCode); resp.StatusCode != http.StatusBadRequest {
		t.Errorf("the code of a device that was answered is taken again: %s", resp.Status)
	}
}

// TestADeviceFormEndsWithItsDevice: a page that was left open decides nothing.
func TestADeviceFormEndsWithItsDevice(t *testing.T) {
	s := newSite(t, oauth.Options{})
	asked := s.ask(t)
	s.clock.advance(9 * time.Minute)
	_, page := s.enter(t, asked.UserCode)
	s.clock.advance(time.Minute)
	form := url.Values{"form": {fieldOf(t, page)}, "account": {"ada"}, "decision": {"allow"}}
	if resp, body := post(t, s.browser, s.url+"/device", form); resp.StatusCode != http.StatusConflict || !strings.Contains(body, "has expired") {
		t.Errorf("answered %s\n%s", resp.Status, body)
	}
	s.clock.advance(9 * time.Minute)
	if resp, _ := post(t, s.browser, s.url+"/device", form); resp.StatusCode != http.StatusForbidden {
		t.Errorf("ten minutes later: %s", resp.Status)
	}
}

// TestEveryDevicePageIsGuarded compares what protects each of the pages, and
// finds nothing on them from elsewhere.
func TestEveryDevicePageIsGuarded(t *testing.T) {
	s := newSite(t, oauth.Options{})
	asked := s.ask(t)
	answers := map[string]func() (*http.Response, string){
		"'self'":  func() (*http.Response, string) { return get(t, s.browser, asked.Complete) },
		"'self' ": func() (*http.Response, string) { return s.enter(t, asked.UserCode) },
		"'none'":  func() (*http.Response, string) { return s.answer(t, asked.UserCode, "ada", "allow") },
	}
	for _, action := range []string{"'self'", "'self' ", "'none'"} {
		resp, page := answers[action]()
		want := map[string]string{
			"Content-Security-Policy": "default-src 'none'; style-src " + styleHash(t, page) + "; img-src data:; form-action " +
				strings.TrimSpace(action) + "; base-uri 'none'; frame-ancestors 'none'",
			"X-Frame-Options": "DENY", "Referrer-Policy": "no-referrer", "Cache-Control": "no-store", "X-Content-Type-Options": "nosniff",
			"Cross-Origin-Opener-Policy": "same-origin", "Cross-Origin-Resource-Policy": "same-origin",
		}
		got := map[string]string{}
		for header := range want {
			got[header] = resp.Header.Get(header)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
		for _, banned := range []string{"<script", " style=", " onclick", "src=", "@import", "url(", "<iframe", "https:", "localhost"} {
			if strings.Contains(page, banned) {
				t.Errorf("the page holds %q", banned)
			}
		}
	}
	resp, _ := get(t, newBrowser(t), s.url+"/device")
	if cookies := resp.Cookies(); len(cookies) != 1 || cookies[0].Path != "/device" || !cookies[0].HttpOnly || cookies[0].SameSite != http.SameSiteStrictMode {
		t.Errorf("cookies %v", cookies)
	}
}
