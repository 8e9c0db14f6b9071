package faults

import (
	"bytes"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"travel.example/travel/api"
)

// The targets that are several operations or endpoints at once.
const (
	everything = "*"
	anyAPI     = "api"
	anyOAuth   = "oauth"
)

// The targets at the token endpoint, which serves three grants.
const (
	anyToken = "token"
	exchange = "exchange" // of a code
	refresh  = "refresh"
	poll     = "poll" // of a device
)

// endpoint is an address of the authorization server.
type endpoint struct{ name, path string }

func endpoints() []endpoint {
	return []endpoint{
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
}

// targetNames lists every word that can stand for a target, operations first.
func targetNames() []string {
	var names []string
	for i := range api.Operations {
		names = append(names, api.Operations[i].ID)
	}
	for _, e := range endpoints() {
		names = append(names, e.name)
	}
	return append(slices.Compact(names), exchange, refresh, poll, anyAPI, anyOAuth, everything)
}

// targets finds out what a request asks for.
type targets struct{ mux *http.ServeMux }

// destination is what targets' mux finds. It is never served.
type destination struct{ name, group string }

func (destination) ServeHTTP(http.ResponseWriter, *http.Request) {}

func newTargets() targets {
	mux := http.NewServeMux()
	for i := range api.Operations {
		op := &api.Operations[i]
		mux.Handle(op.Method+" "+op.Path, destination{op.ID, anyAPI})
	}
	for _, e := range endpoints() {
		mux.Handle(e.path, destination{e.name, anyOAuth})
	}
	return targets{mux}
}

// kind is what a request asks for: its narrowest target, and all of them.
type kind struct {
	name string
	all  []string
}

func (k kind) is(target string) bool { return slices.Contains(k.all, target) }

// of returns the targets of a request. A token request is read for that.
func (t targets) of(r *http.Request) kind {
	handler, _ := t.mux.Handler(r)
	to, known := handler.(destination)
	if !known {
		return kind{name: everything, all: []string{everything}}
	}
	k := kind{name: to.name, all: []string{everything, to.group, to.name}}
	if to.name == anyToken {
		if grant := grantOf(r); grant != "" {
			k.name, k.all = grant, append(k.all, grant)
		}
	}
	return k
}

// maxForm is more than any token request holds, in bytes.
const maxForm = 64 << 10

// grantOf tells which grant a token request is for, "" if it is for none. It
// leaves the body as it was.
func grantOf(r *http.Request) string {
	form, err := io.ReadAll(io.LimitReader(r.Body, maxForm))
	r.Body = &again{Reader: io.MultiReader(bytes.NewReader(form), r.Body), Closer: r.Body}
	if err != nil {
		return ""
	}
	params, err := url.ParseQuery(string(form))
	if err != nil {
		return ""
	}
	switch params.Get("grant_type") {
	case "authorization_code":
		return exchange
	case "refresh_token":
		return refresh
	case "urn:ietf:params:oauth:grant-type:device_code":
		return poll
	}
	return ""
}

// again is a body whose beginning was read before.
type again struct {
	io.Reader
	io.Closer
}

// findTarget returns the target that a word names, in any case.
func findTarget(word string) (string, bool) {
	for _, name := range targetNames() {
		if strings.EqualFold(name, word) {
			return name, true
		}
	}
	return "", false
}
