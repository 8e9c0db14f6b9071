package oauth

import (
	"errors"
	"net/http"
	"net/url"
	"strings"
)

// showSignIn answers an authorization request with the page where a person
// picks a traveler and allows, or with a refusal.
func (s *Server) showSignIn(w http.ResponseWriter, r *http.Request) {
	req, ok := s.readRequest(w, r, r.URL.RawQuery)
	if !ok {
		return
	}
	form, err := s.sealForm(w, r)
	if err != nil {
		s.showProblem(w, http.StatusInternalServerError, "The sign-in could not be prepared")
		return
	}
	s.showConsent(w, req, form)
}

// answerSignIn takes the form of that page and sends the browser back to the
// client. The request is read again from the sealed form: what the page was
// shown for is what is granted.
func (s *Server) answerSignIn(w http.ResponseWriter, r *http.Request) {
	params, err := readForm(w, r)
	if err != nil {
		s.showProblem(w, http.StatusBadRequest, "The form could not be read: "+err.Error())
		return
	}
	query, err := s.openForm(r, params.Get("form"))
	if err != nil {
		s.showProblem(w, http.StatusForbidden, "This form cannot be used: "+err.Error())
		return
	}
	req, ok := s.readRequest(w, r, query)
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
// a page while the redirect address is not trusted, else at that address.
func (s *Server) readRequest(w http.ResponseWriter, r *http.Request, query string) (authRequest, bool) {
	params, redirect, err := parseQuery(query)
	if err != nil {
		s.showProblem(w, http.StatusBadRequest, "The request cannot be answered: "+err.Error())
		return authRequest{}, false
	}
	req, refusal := parseRequest(params, redirect, s.resource)
	if refusal != nil {
		s.sendBackRefusal(w, r, req, refusal)
		return authRequest{}, false
	}
	return req, true
}

// parseQuery reads the parameters of a request and where its answer may go.
func parseQuery(query string) (params url.Values, redirect string, err error) {
	if len(query) > maxQueryBytes {
		return nil, "", errors.New("it is too long")
	}
	if params, err = parseParams(query); err != nil {
		return nil, "", err
	}
	redirect, err = parseTarget(params)
	return params, redirect, err
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
	guardPage(w, "default-src 'none'")
	http.Redirect(w, r, req.Redirect+"?"+answer.Encode(), http.StatusSeeOther)
}

// formTarget is the source expression that lets the form's answer redirect to
// the client: browsers hold redirects of a form to form-action too. A policy
// cannot spell an IPv6 address, so that one gets its scheme.
func formTarget(redirect string) string {
	host := hostOf(redirect)
	if strings.HasPrefix(host, "[") {
		return "http:"
	}
	return "http://" + host
}

// hostOf returns host and port of a redirect address that was accepted.
func hostOf(redirect string) string {
	host, _, _ := strings.Cut(strings.TrimPrefix(redirect, "http://"), "/")
	return host
}
