package auth

import (
	"net"
	"net/http"
	"net/url"
	"strconv"
	"testing"

	"github.com/google/go-cmp/cmp"

	"travel.example/travel/internal/testkit/authtest"
)

// freePort is a port without a listener just now.
func freePort(t *testing.T) int {
	t.Helper()
	listener, err := net.Listen("tcp4", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	return listener.Addr().(*net.TCPAddr).Port
}

// A server that takes one callback address alone gets that one, at registration and at sign-in.
func TestTheSettingsSayWhereTheBrowserComesBackTo(t *testing.T) {
	s := newServer(t)
	s.registers()
	d := unnamed(t, s)
	set := d.server.Settings
	set.RedirectPort, set.RedirectPath = freePort(t), "/from/browser"
	want := "http://127.0.0.1:" + strconv.Itoa(set.RedirectPort) + "/from/browser"
	var sent string
	_, err := (&desk{Client: New(set, d.opts)}).Login(t.Context(), LoginOptions{Open: func(address string) error {
		resp, _ := authtest.Visit(t, http.MethodGet, address)
		authorize, err := url.Parse(resp.Header.Get("Location"))
		if err != nil {
			return err
		}
		sent = authorize.Query().Get("redirect_uri")
		return browse(t)(authorize.String())
	}})
	if err != nil || sent != want {
		t.Errorf("the browser is sent back to %s, want %s (%v)", sent, want, err)
	}
	if diff := cmp.Diff([]any{want}, s.clients.asked[0]["redirect_uris"]); diff != "" {
		t.Errorf("registered (-want +got):\n%s", diff)
	}
	set.RedirectPath = "/another" // which the client is not registered for
	if _, err := (&desk{Client: New(set, d.opts)}).Login(t.Context(), LoginOptions{Open: browse(t)}); err != nil || len(s.clients.asked) != 2 {
		t.Errorf("registered %d times, want twice (%v)", len(s.clients.asked), err)
	}
}
