package oauth

import (
	"cmp"
	"crypto/rand"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"travel.example/travel/internal/sandbox/webpage"
)

// consent is the page where a person picks a traveler and allows or denies the request.
type consent struct {
	Client   client
	Scopes   []string
	Accounts []Account
	Chosen   string // ID of the account selected initially
	Target   string // host and port that receives the answer; "" for a device
	UserCode string // code of a device, or ""
}

// show renders the page. Its form-action allows any http or https target because browsers also apply it to the
// redirect that answers the form.
func (c consent) show(w http.ResponseWriter) {
	webpage.Show(w, http.StatusOK, "signin.html", "'self' http: https:", c)
}

// decision reads the form of the sign-in page. Without a traveler, nothing is allowed.
func decision(r *http.Request) (who Account, allowed bool) {
	who, picked := accountBy(func(a Account) bool { return a.ID == r.PostFormValue("account") })
	return who, picked && r.PostFormValue("decision") == "allow"
}

// problem is the error page for a request that must not be redirected anywhere.
type problem struct {
	Reason  string
	Unknown bool   // the client is unknown
	Client  string // client id
}

func (p problem) show(w http.ResponseWriter, status int) {
	webpage.Show(w, status, "problem.html", "'none'", p)
}

// authorize shows the sign-in page of an authorization request and handles its form. The form is posted to the
// same address, so the grant covers exactly the request that the page was shown for.
func (s *Server) authorize(w http.ResponseWriter, r *http.Request) {
	params := r.URL.Query()
	c, known := s.client(params.Get("client_id"))
	redirect := params.Get("redirect_uri")
	switch {
	case !known:
		problem{"This server does not know the program that sent you here.", true, params.Get("client_id")}.show(w, http.StatusBadRequest)
		return
	case !c.redirectsTo(redirect):
		problem{Reason: "The redirect_uri is missing, is not registered, or is not http with a port on 127.0.0.1 or [::1]."}.show(w, http.StatusBadRequest)
		return
	}
	sendBack := func(answer url.Values) {
		if params.Get("state") != "" {
			answer.Set("state", params.Get("state"))
		}
		answer.Set("iss", s.origin) // RFC 9207
		webpage.Guard(w.Header(), "default-src 'none'")
		http.Redirect(w, r, redirect+"?"+answer.Encode(), http.StatusSeeOther)
	}
	scopes, err := checkRequest(c, params)
	if err == nil && r.Method != http.MethodPost {
		target, _ := url.Parse(redirect) // redirectsTo has already parsed it
		consent{Client: c, Scopes: scopes, Accounts: Accounts(), Chosen: hinted(params.Get("login_hint")), Target: target.Host}.show(w)
		return
	}
	who, allowed := decision(r)
	if err == nil && !allowed {
		err = refuse("access_denied", "the traveler did not allow it")
	}
	code, now := rand.Text(), s.now()
	if err == nil {
		err = s.store.update(r.Context(), now, func(l ledger) error {
			l[code] = grant{
				Client: c.ID, Account: who.ID, Scopes: scopes, SignedIn: now, Expires: now.Add(codeLifetime),
				Redirect: redirect, Challenge: params.Get("code_challenge"), Nonce: params.Get("nonce"),
			}
			return nil
		})
	}
	if err != nil {
		e := refusalOf(err)
		sendBack(url.Values{"error": {e.Code}, "error_description": {e.Description}})
		return
	}
	sendBack(url.Values{"code": {code}})
}

// hinted returns the ID of the account that a login_hint names, or that of the first account.
func hinted(hint string) string {
	who, _ := accountBy(func(a Account) bool {
		return hint == a.Subject || strings.EqualFold(hint, a.Email) || strings.EqualFold(hint, a.ID)
	})
	return cmp.Or(who.ID, Accounts()[0].ID)
}

// checkRequest validates the rest of a request whose client and redirect address are valid, and returns its
// scopes. This server keeps no session, so its page satisfies every prompt except none, and max_age never
// matters.
func checkRequest(c client, params url.Values) ([]string, error) {
	switch {
	case !c.may(grantCode):
		return nil, refuse("unauthorized_client", "the client did not register for authorization_code")
	case params.Get("request") != "", params.Get("request_uri") != "":
		return nil, refuse("request_not_supported", "request objects are not read here")
	case params.Get("response_type") == "":
		return nil, refuse("invalid_request", "response_type is needed")
	case params.Get("response_type") != "code":
		return nil, refuse("unsupported_response_type", "only the response type code is answered")
	case params.Get("response_mode") != "" && params.Get("response_mode") != "query":
		return nil, refuse("invalid_request", "only the response mode query is answered")
	case slices.Contains(strings.Fields(params.Get("prompt")), "none"):
		return nil, refuse("login_required", "no user is signed in, and prompt none does not allow a page")
	}
	if err := checkPKCE(params); err != nil {
		return nil, err
	}
	return grantScopes(params.Get("scope"))
}

// enterCode is the page where a person types the code shown on a device.
type enterCode struct {
	Typed string // initial content of the field
	Wrong string // why the code did not work, or ""
}

func (e enterCode) show(w http.ResponseWriter, status int) {
	webpage.Show(w, status, "device.html", "'self'", e)
}

// devicePage asks for the code of a device and then for the decision, and handles both forms. A code in the
// address only fills in the field; it is not looked up.
func (s *Server) devicePage(w http.ResponseWriter, r *http.Request) {
	given := r.FormValue("user_code")
	code, ok := parseUserCode(given)
	switch {
	case !ok && (given != "" || r.Method == http.MethodPost):
		enterCode{Wrong: "This is not a complete code. A code has 8 letters and no vowels or digits."}.show(w, http.StatusBadRequest)
		return
	case r.Method != http.MethodPost:
		enterCode{Typed: code}.show(w, http.StatusOK)
		return
	}
	who, allowed := decision(r)
	decided := r.PostForm.Has("decision")
	var waiting grant
	err := s.store.update(r.Context(), s.now(), func(l ledger) error {
		for id, g := range l {
			if g.UserCode != code || g.Account != "" || g.Denied {
				continue
			}
			waiting = g
			if decided && allowed {
				g.Account, g.SignedIn = who.ID, s.now()
			}
			g.Denied = decided && !allowed
			l[id] = g
		}
		return nil
	})
	switch {
	case err != nil:
		problem{Reason: "The sandbox cannot save the sign-in."}.show(w, http.StatusInternalServerError)
	case waiting.UserCode == "":
		enterCode{Wrong: "No device is waiting for " + code + ". Check your device: a code works once, for 10 minutes."}.show(w, http.StatusBadRequest)
	case decided:
		webpage.Show(w, http.StatusOK, "done.html", "'none'", allowed)
	default:
		c, _ := s.client(waiting.Client)
		consent{Client: c, Scopes: waiting.Scopes, UserCode: code, Accounts: Accounts(), Chosen: hinted("")}.show(w)
	}
}
