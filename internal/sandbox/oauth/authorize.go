package oauth

import (
	"errors"
	"net/http"
	"net/url"
	"strings"

	"travel.example/travel/internal/sandbox/webpage"
)

// signInPages are what a person sees of an authorization request.
type signInPages struct {
	issuer   string
	resource string
	clients  clients
	forms    forms
	grants   *grants
}

// showSignIn answers an authorization request with the page where a person
// picks a traveler and allows, or with a refusal.
func (p signInPages) showSignIn(w http.ResponseWriter, r *http.Request) {
	req, ok := p.readRequest(w, r, r.URL.RawQuery)
	if !ok {
		return
	}
	form, err := p.forms.close(w, r, formSeal{Page: signInPage, About: r.URL.RawQuery})
	if err != nil {
		showProblem(w, http.StatusInternalServerError, "The sign-in could not be prepared")
		return
	}
	view := consentView{
		Client: viewClient(req.Client), Permissions: permissionsFor(req.Scopes), Hint: req.Hint,
		Target: targetOf(req.Redirect), Action: p.forms.action(signInPage), Form: form,
	}
	showConsent(w, "form-action 'self' "+formTarget(req.Redirect), view)
}

// answerSignIn takes the form of that page and sends the browser back to the
// client. The request is read again from the sealed form, so what the page was
// shown for is what is granted.
func (p signInPages) answerSignIn(w http.ResponseWriter, r *http.Request) {
	params, err := readForm(w, r)
	if err != nil {
		showProblem(w, http.StatusBadRequest, "The form could not be read: "+err.Error())
		return
	}
	form, err := p.forms.open(r, signInPage, params.Get("form"))
	if err != nil {
		showProblem(w, http.StatusForbidden, "This form cannot be used: "+err.Error())
		return
	}
	req, ok := p.readRequest(w, r, form.About)
	if !ok {
		return
	}
	who, picked := accountByID(params.Get("account"))
	switch decision := params.Get("decision"); {
	case decision == "cancel":
		p.sendBackRefusal(w, r, req, refuse("access_denied", "the traveler did not allow it"))
	case decision != "allow", !picked:
		showProblem(w, http.StatusBadRequest, "The form came back incomplete: no sample traveler was picked")
	default:
		p.allow(w, r, req, who)
	}
}

func (p signInPages) allow(w http.ResponseWriter, r *http.Request, req authRequest, who Account) {
	code, err := p.grants.start(who, req)
	if err != nil {
		p.sendBackRefusal(w, r, req, refuse("server_error", "the sandbox could not save the sign-in"))
		return
	}
	p.sendBack(w, r, req, url.Values{"code": {code}})
}

// readRequest reads an authorization request, or answers why it is refused: on
// a page while the redirect address is not trusted, else at that address. One
// that leads away from this computer may have been registered by anyone, and no
// one is sent there before a person has seen a page (RFC 9700 §4.11.2).
func (p signInPages) readRequest(w http.ResponseWriter, r *http.Request, query string) (authRequest, bool) {
	params, at, err := p.parseQuery(query)
	if err != nil {
		showProblem(w, http.StatusBadRequest, "The request cannot be answered: "+err.Error())
		return authRequest{}, false
	}
	req, refusal := parseRequest(params, at, p.resource)
	if _, _, loopback := parseLoopback(at.Redirect); refusal != nil && !loopback {
		showProblem(w, http.StatusBadRequest, "The request cannot be answered: "+refusal.Description)
		return authRequest{}, false
	}
	if refusal != nil {
		p.sendBackRefusal(w, r, req, refusal)
		return authRequest{}, false
	}
	return req, true
}

// parseQuery reads the parameters of a request and where its answer may go.
func (p signInPages) parseQuery(query string) (params url.Values, at target, err error) {
	if len(query) > maxQueryBytes {
		return nil, target{}, errors.New("it is too long")
	}
	if params, err = parseParams(query); err != nil {
		return nil, target{}, err
	}
	at, err = p.clients.target(params)
	return params, at, err
}

func (p signInPages) sendBackRefusal(w http.ResponseWriter, r *http.Request, req authRequest, e *protocolError) {
	p.sendBack(w, r, req, url.Values{"error": {e.Code}, "error_description": {e.Description}})
}

// sendBack redirects to the client, with the state it sent and who answers
// (RFC 9207). 303 makes the browser drop the form.
func (p signInPages) sendBack(w http.ResponseWriter, r *http.Request, req authRequest, answer url.Values) {
	if req.State != "" {
		answer.Set("state", req.State)
	}
	answer.Set("iss", p.issuer)
	webpage.Guard(w.Header(), "default-src 'none'")
	http.Redirect(w, r, req.Redirect+"?"+answer.Encode(), http.StatusSeeOther)
}

// formTarget is the source expression that lets the form's answer redirect to
// the client: browsers apply form-action to redirects of a form too. A policy
// cannot contain an IPv6 address, so for that one only the scheme is named.
func formTarget(redirect string) string {
	scheme, host := originOf(redirect)
	if strings.HasPrefix(host, "[") {
		return scheme + ":"
	}
	return scheme + "://" + host
}
