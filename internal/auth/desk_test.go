package auth

import (
	"cmp"
	"context"
	"io"
	"net/http"
	"testing"
	"time"

	"travel.example/travel/internal/auth/flow"
	"travel.example/travel/internal/auth/vault"
	"travel.example/travel/internal/testkit/authtest"
	"travel.example/travel/internal/transport"
)

// desk is a client in a directory of its own, with a file store and what it told the person.
type desk struct {
	*Client
	dir     string
	notices *authtest.Transcript
}

func newDesk(t *testing.T, s flow.Settings, change ...func(*Options)) *desk {
	t.Helper()
	d := &desk{dir: t.TempDir(), notices: authtest.NewTranscript()}
	o := Options{Store: vault.File(d.dir+"/store", "travel: api.example.com", "work"), LockDir: d.dir + "/lock", Client: flow.Client{Notices: d.notices, Rand: func() float64 { return 0 }}}
	for _, f := range change {
		f(&o)
	}
	d.Client = New(s, ready(o))
	return d
}

// Login signs in with the browser, or by address without one, unless the test chooses.
func (d *desk) Login(ctx context.Context, o LoginOptions) (SignedIn, error) {
	if o.Choose == nil {
		o.Choose = func(Offer) (LoginMethod, error) {
			if o.Open == nil {
				return ByAddress, nil
			}
			return ByBrowser, nil
		}
	}
	return d.Client.Login(ctx, o)
}

// ready gives a client what every run gives it.
func ready(o Options) Options {
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Wait == nil {
		o.Wait = transport.Wait
	}
	if o.Pausing == nil {
		o.Pausing = func(transport.Pause) {}
	}
	if o.Notices == nil {
		o.Notices = io.Discard
	}
	return o
}

// browse visits an address as a browser does and follows where it leads.
func browse(t *testing.T) func(string) error {
	t.Helper()
	return func(address string) error {
		resp, err := http.Get(address)
		if err != nil {
			return err
		}
		return resp.Body.Close()
	}
}

// login signs in and fails the test if that does not work.
func (d *desk) login(t *testing.T) flow.Account {
	t.Helper()
	account, err := d.Login(t.Context(), LoginOptions{Open: browse(t)})
	if err != nil {
		t.Fatalf("login: %v", err)
	}
	return account.Account
}

// age makes the stored login look as if its access token had ended long ago.
func (d *desk) age(t *testing.T) {
	t.Helper()
	l, err := vault.Load(t.Context(), d.opts.Store)
	if err != nil {
		t.Fatal(err)
	}
	l.Issued -= 100_000
	l.Expires -= 100_000
	d.save(t, l)
	d.session.set(flow.Login{}, time.Time{}, false)
}

// save stores a login as a sign-in does, with nothing of an older one.
func (d *desk) save(t *testing.T, l flow.Login) {
	t.Helper()
	if err := vault.Save(t.Context(), d.opts.Store, bound(d, l)); err != nil {
		t.Fatal(err)
	}
}

// bound makes l a login of the desk's own settings.
func bound(d *desk, l flow.Login) flow.Login {
	l.Bound, l.ClientID = d.bound, cmp.Or(l.ClientID, d.server.Settings.ClientID)
	return l
}

// stored returns everything the store holds, by entry.
func (d *desk) stored(t *testing.T) map[string]string {
	t.Helper()
	return authtest.Entries(t, d.dir+"/store")
}
