// Package resttest creates the values of a read as the sandbox's engines get them, without a server.
package resttest

import (
	"cmp"
	"net/http"
	"net/http/httptest"
	"testing"

	"travel.example/travel/api"
	"travel.example/travel/internal/sandbox/rest"
)

// Sent returns the validated values of a read with a query. A path parameter is taken from the query too, or is 1.
func Sent(t testing.TB, operation, query string) rest.Values {
	t.Helper()
	op, _ := api.Find(operation)
	req := httptest.NewRequest(http.MethodGet, "/?"+query, nil)
	for _, p := range op.Params {
		if p.In == api.InPath {
			req.SetPathValue(p.Name, cmp.Or(req.URL.Query().Get(p.Name), "1"))
		}
	}
	v, err := rest.Read(op, req, nil)
	if err != nil {
		t.Fatalf("%s: %v", query, err)
	}
	return v
}
