package oauth

import (
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"time"
)

// formCookie ties the sign-in form to the browser it was shown in. A page of
// another site can neither read the sealed field nor send the cookie.
const formCookie = "sandbox_form"

// formSeal is what the form's hidden field holds, sealed.
type formSeal struct {
	Page    string    `json:"page"`            // where it is posted, below the issuer
	About   string    `json:"about,omitempty"` // what it was shown for: the authorization request as it was asked, or the id of a device
	Browser string    `json:"browser"`
	Expires time.Time `json:"expires"`
}

// The pages with forms, below the issuer.
const (
	signInPage = "/authorize"
	devicePage = "/device"
)

const formLifetime = 10 * time.Minute

// forms seals what the pages' forms carry.
type forms struct {
	seal   sealer
	now    func() time.Time
	browse string // base URL that a browser reaches the pages at
}

// action is where the form of a page is posted.
func (f forms) action(page string) string { return pathOf(f.browse) + page }

// close makes the hidden field of a form, which says its page and what it is
// about. A browser keeps its cookie, so that two sign-ins may be open side by side.
func (f forms) close(w http.ResponseWriter, r *http.Request, form formSeal) (string, error) {
	form.Browser, form.Expires = rand.Text(), f.now().Add(formLifetime)
	if cookie, err := r.Cookie(formCookie); err == nil && len(cookie.Value) == len(form.Browser) {
		form.Browser = cookie.Value
	}
	http.SetCookie(w, &http.Cookie{
		Name: formCookie, Value: form.Browser, Path: f.action(form.Page), MaxAge: int(formLifetime.Seconds()),
		HttpOnly: true, SameSite: http.SameSiteStrictMode, Secure: strings.HasPrefix(f.browse, "https:"),
	})
	raw, err := json.Marshal(form)
	if err != nil {
		return "", fmt.Errorf("seal the sign-in form: %w", err)
	}
	return f.seal.close(kindForm, raw), nil
}

// open returns what a form was shown for: by this server, on that page, in
// this browser, a short while ago.
func (f forms) open(r *http.Request, page, field string) (formSeal, error) {
	if !sameOrigin(r) {
		return formSeal{}, errors.New("it was sent by another site")
	}
	raw, ok := f.seal.open(kindForm, field)
	var form formSeal
	if !ok || json.Unmarshal(raw, &form) != nil || form.Page != page {
		return formSeal{}, errors.New("it was not made by this sandbox")
	}
	cookie, err := r.Cookie(formCookie)
	if err != nil || cookie.Value != form.Browser {
		return formSeal{}, errors.New("it was shown in another browser, or cookies are off")
	}
	if !f.now().Before(form.Expires) {
		return formSeal{}, errors.New("it is too old")
	}
	return form, nil
}

// sameOrigin refuses what a browser says another site sent. "null" says
// nothing: the page asks for no referrer, so its own form sends "null" too.
func sameOrigin(r *http.Request) bool {
	switch r.Header.Get("Sec-Fetch-Site") {
	case "", "same-origin", "none":
	default:
		return false
	}
	origin := r.Header.Get("Origin")
	if origin == "" || origin == "null" {
		return true
	}
	u, err := url.Parse(origin)
	return err == nil && u.Host == r.Host
}
