package auth

import (
	"errors"
	"io"
	"net/http"
	"os/exec"
	"strings"
	"testing"

	"travel.example/travel/internal/auth/loopback"
)

func TestAFailingOpenerLeavesTheAddressToUse(t *testing.T) {
	for name, open := range map[string]func(string) error{
		"an error": func(string) error { return exec.ErrNotFound },
		"a panic":  func(string) error { panic("no display\x1b[2J") },
	} {
		t.Run(name, func(t *testing.T) {
			s := newServer(t)
			d := newDesk(t, s.settings())
			go func() {
				address := d.notices.Line(s.URL + "/authorize?")
				d.notices.Line("could not be opened")
				if err := browse(t)(address); err != nil {
					t.Error(err)
				}
			}()
			if _, err := d.Login(t.Context(), LoginOptions{Open: open}); err != nil {
				t.Error(err)
			}
			if strings.Contains(d.notices.String(), "\x1b") {
				t.Errorf("notices %q", d.notices)
			}
		})
	}
}

func TestAPastedAddressSignsInAsTheBrowserWould(t *testing.T) {
	s := newServer(t)
	d := newDesk(t, s.settings())
	typed, person := io.Pipe()
	go func() { // reads the printed address, signs in elsewhere, and copies where the browser ended
		address := d.notices.Line(s.URL + "/authorize?")
		stop := &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
		resp, err := stop.Get(address)
		if err != nil {
			t.Error(err)
			return
		}
		_ = resp.Body.Close()
		final := resp.Header.Get("Location")
		_, _ = io.WriteString(person, "\n"+strings.Replace(final, "state=", "state=x", 1)+"\n"+strings.TrimPrefix(final, "http://")+"\n")
	}()
	account, err := d.Login(t.Context(), LoginOptions{Paste: typed})
	if err != nil || account.Name != "Ada Sample" {
		t.Errorf("account %v, err %v", account, err)
	}
	if !strings.Contains(d.notices.String(), "does not belong to this sign-in") {
		t.Errorf("the wrong address was not answered:\n%s", d.notices)
	}
}

func TestThreeWrongPastesEndTheSignIn(t *testing.T) {
	s := newServer(t)
	d := newDesk(t, s.settings())
	_, err := d.Login(t.Context(), LoginOptions{Paste: strings.NewReader("one\nhttp://127.0.0.1:1/callback?state=a\nhttps://evil.example\nfour\n")})
	if !errors.Is(err, loopback.ErrStateMismatch) {
		t.Errorf("err = %v, want ErrStateMismatch", err)
	}
}
