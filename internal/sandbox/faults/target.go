package faults

import (
	"bytes"
	"io"
	"net/http"
	"net/url"
	"slices"

	"travel.example/travel/api"
)

// Targets that cover several operations or endpoints, and the endpoint that serves three grants.
const (
	everything = "*"
	anyAPI     = "api"
	anyOAuth   = "oauth"
	anyToken   = "token"
)

// endpoints has the targets and paths of the authorization server.
var endpoints = []struct{ name, path string }{
	{"metadata", "/.well-known/openid-configuration"},
	{"metadata", "/.well-known/oauth-authorization-server"},
	{"resource", "/.well-known/oauth-protected-resource"},
	{"jwks", "/jwks.json"},
	{"authorize", "/authorize"},
	{anyToken, "/token"},
	{"revoke", "/revoke"},
	{"device", "/device_authorization"},
	{"verification", "/device"},
	{"register", "/register"},
	{"userinfo", "/userinfo"},
}

// grants maps a grant type to the target for it at the token endpoint.
var grants = map[string]string{
	"authorization_code": "exchange",
	"refresh_token":      "refresh",
	"urn:ietf:params:oauth:grant-type:device_code": "poll",
}

// targetNames returns every valid target, operations first.
func targetNames() []string {
	var names []string
	for i := range api.Operations {
		names = append(names, api.Operations[i].ID)
	}
	for _, e := range endpoints {
		names = append(names, e.name)
	}
	return append(slices.Compact(names), "exchange", "refresh", "poll", anyAPI, anyOAuth, everything)
}

// destination is the result of looking up a target in the mux. It never serves requests.
type destination struct{ group, name string }

func (destination) ServeHTTP(http.ResponseWriter, *http.Request) {}

func newMux() *http.ServeMux {
	mux := http.NewServeMux()
	for i := range api.Operations {
		op := &api.Operations[i]
		mux.Handle(op.Method+" "+op.Path, destination{anyAPI, op.ID})
	}
	for _, e := range endpoints {
		mux.Handle(e.path, destination{anyOAuth, e.name})
	}
	return mux
}

// maxForm is above the size of any token request, in bytes.
const maxForm = 64 << 10

// targetsOf returns the targets of a request, most specific last. It reads the form of a token request and
// restores the body.
func targetsOf(mux *http.ServeMux, r *http.Request) []string {
	handler, _ := mux.Handler(r)
	to, known := handler.(destination)
	if !known {
		return []string{everything}
	}
	targets := []string{everything, to.group, to.name}
	if to.name == anyToken {
		form, _ := io.ReadAll(io.LimitReader(r.Body, maxForm)) // the next reader of the body gets the error
		r.Body = io.NopCloser(io.MultiReader(bytes.NewReader(form), r.Body))
		params, _ := url.ParseQuery(string(form))
		if grant, ok := grants[params.Get("grant_type")]; ok {
			targets = append(targets, grant)
		}
	}
	return targets
}
