package oauth

import (
	"errors"
	"net/http"
	"net/url"
	"strings"

	"travel.example/travel/internal/sandbox/webpage"
)

// showSignIn answers an authorization request with the page where a person
// picks a traveler and allows, or with a refusal.
func (s *Server) showSignIn(w http.ResponseWriter, r *http.Request) {
	req, ok := s.readRequest(w, r, r.URL.RawQuery)
	if !ok {
		return
	}
	form, err := s.sealForm(w, r, formSeal{Page: signInPage, About: r.URL.RawQuery})
	if err != nil {
		s.showProblem(w, http.StatusInternalServerError, "The sign-in could not be prepared")
		return
	}
	view := consentView{
		Client: viewClient(req.Client), Permissions: permissionsFor(req.Scopes), Hint: req.Hint,
		Target: targetOf(req.Redirect), Action: pathOf(s.browse) + signInPage, Form: form,
	}
	s.showConsent(w, "form-action 'self' "+formTarget(req.Redirect), view)
}

// answerSignIn takes the form of that page and sends the browser back to the
// client. The request is read again from the sealed form, so what the page was
// shown for is what is granted.
func (s *Server) answerSignIn(w http.ResponseWriter, r *http.Request) {
	params, err := readForm(w, r)
	if err != nil {
		s.showProblem(w, http.StatusBadRequest, "The form could not be read: "+err.Error())
		return
	}
	form, err := s.openForm(r, signInPage, params.Get("form"))
	if err != nil {
		s.showProblem(w, http.StatusForbidden, "This form cannot be used: "+err.Error())
		return
	}
	req, ok := s.readRequest(w, r, form.About)
	if !ok {
		return
	}
	who, picked := accountByID(params.Get("account"))
	switch decision := params.Get("decision"); {
	case decision == "cancel":
		s.sendBackRefusal(w, r, req, refuse("access_denied", "the traveler did not allow it"))
	case decision != "allow", !picked:
		s.showProblem(w, http.StatusBadRequest, "The form came back incomplete: no sample traveler was picked")
	default:
		s.allow(w, r, req, who)
	}
}

func (s *Server) allow(w http.ResponseWriter, r *http.Request, req authRequest, who Account) {
	code, err := s.startGrant(who, req)
	if err != nil {
		s.sendBackRefusal(w, r, req, refuse("server_error", "the sandbox could not save the sign-in"))
		return
	}
	s.sendBack(w, r, req, url.Values{"code": {code}})
}

// readRequest reads an authorization request, or answers why it is refused: on
// a page while the redirect address is not trusted, else at that address. One
// that leads away from this computer may have been registered by anyone, and no
// one is sent there before a person has seen a page (RFC 9700 §4.11.2).
func (s *Server) readRequest(w http.ResponseWriter, r *http.Request, query string) (authRequest, bool) {
	params, at, err := s.parseQuery(query)
	if err != nil {
		s.showProblem(w, http.StatusBadRequest, "The request cannot be answered: "+err.Error())
		return authRequest{}, false
	}
	req, refusal := parseRequest(params, at, s.resource)
	if _, _, loopback := parseLoopback(at.Redirect); refusal != nil && !loopback {
		s.showProblem(w, http.StatusBadRequest, "The request cannot be answered: "+refusal.Description)
		return authRequest{}, false
	}
	if refusal != nil {
		s.sendBackRefusal(w, r, req, refusal)
		return authRequest{}, false
	}
	return req, true
}

// parseQuery reads the parameters of a request and where its answer may go.
func (s *Server) parseQuery(query string) (params url.Values, at target, err error) {
	if len(query) > maxQueryBytes {
		return nil, target{}, errors.New("it is too long")
	}
	if params, err = parseParams(query); err != nil {
		return nil, target{}, err
	}
	at, err = s.parseTarget(params)
	return params, at, err
}

func (s *Server) sendBackRefusal(w http.ResponseWriter, r *http.Request, req authRequest, e *protocolError) {
	s.sendBack(w, r, req, url.Values{"error": {e.Code}, "error_description": {e.Description}})
}

// sendBack redirects to the client, with the state it sent and who answers
// (RFC 9207). 303 makes the browser drop the form.
func (s *Server) sendBack(w http.ResponseWriter, r *http.Request, req authRequest, answer url.Values) {
	if req.State != "" {
		answer.Set("state", req.State)
	}
	answer.Set("iss", s.issuer)
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

// originOf returns scheme, and host and port, of a redirect address that was
// accepted.
func originOf(redirect string) (scheme, host string) {
	scheme, rest, _ := strings.Cut(redirect, "://")
	host, _, _ = strings.Cut(rest, "/")
	return scheme, host
}
