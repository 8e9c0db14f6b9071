package auth

import (
	"net/http"
	"testing"

	"travel.example/travel/internal/auth/failure"
)

// A code is good once. A server that failed is asked once more, whether it had taken the code or not.
func TestAServerThatFailsAtTheExchangeIsAskedOnceMore(t *testing.T) {
	for name, test := range map[string]struct {
		spent bool // the server took the code before it failed
		want  error
	}{
		"before it looked at the code": {false, nil},
		"after it took the code":       {true, new(failure.NetworkError)},
	} {
		t.Run(name, func(t *testing.T) {
			s := newServer(t)
			fail := func(w http.ResponseWriter, _ *http.Request, n int) bool {
				if n == 1 {
					w.WriteHeader(http.StatusBadGateway)
				}
				return n == 1
			}
			if test.spent {
				s.rotated = fail
			} else {
				s.intercept = fail
			}
			d := newDesk(t, s.settings())
			_, err := d.Login(t.Context(), LoginOptions{Open: browse(t)})
			if test.want == nil && err != nil || test.want != nil && !sameType(err, test.want) {
				t.Errorf("err = %v, want %T", err, test.want)
			}
			if n, kept := s.count("/token"), len(d.stored(t)) != 0; n != 2 || kept != (test.want == nil) {
				t.Errorf("%d requests, a login kept: %v", n, kept)
			}
		})
	}
}
