package auth

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"travel.example/travel/internal/auth/flow"
	"travel.example/travel/internal/store"
)

// enrolment is what has still to be done about the client when a sign-in is over.
type enrolment struct {
	fresh   *flow.Registration // takes the place of the one before, once the sign-in has worked
	earlier string             // id of the one before
	first   bool               // there was none before: the new one is remembered already
	only    bool               // the server refuses a way to sign in, and not the client
}

// enrol makes sure that there is a client to sign in as: the one of the settings, the one this
// program registered itself as earlier, or, once, a new one.
func (c *Client) enrol(ctx context.Context, r flow.Request) (e enrolment, err error) {
	if c.clients == nil {
		return e, nil
	}
	set := &c.server.Settings
	err = c.clients.locked(ctx, c, func() error {
		known, err := c.clients.read()
		switch {
		case err == nil && (r.Ends.Registration == "" || known.Fits(set.Wanted(r)) && c.server.IsKnown(ctx, known, r.Ends)):
			set.ClientID = known.ClientID
			return nil
		case err != nil && !errors.Is(err, errUnregistered):
			fmt.Fprintf(c.opts.Notices, "%v; registering again\n", err)
		}
		if r.Ends.Registration == "" {
			return flow.NoClient(", and "+flow.HostOf(r.Ends.Token)+" does not let programs register themselves", set.ToChange("client-id", "ID"))
		}
		fresh, registerErr := c.server.Register(ctx, r)
		if registerErr != nil {
			return registerErr
		}
		set.ClientID = fresh.ClientID
		if err != nil { // nothing to lose, and the processes that wait for the lock find it
			e.first = true
			return c.clients.write(fresh)
		}
		e.fresh, e.earlier = &fresh, known.ClientID
		return nil
	})
	return e, err
}

// conclude does what is left when the sign-in has ended with err: a new registration takes the place of the
// earlier one, or does not; and a client is forgotten that the server refuses, or that was made for a login
// which cannot be kept.
func (e enrolment) conclude(ctx context.Context, c *Client, err error) error {
	if c.clients == nil {
		return err
	}
	ctx = context.WithoutCancel(ctx)
	code := flow.FaultOf(err).Code
	refused := (code == "invalid_client" || code == "unauthorized_client") && !e.only
	switch {
	case err == nil && e.fresh != nil:
		return c.clients.locked(ctx, c, func() error { return c.clients.write(*e.fresh) })
	case e.fresh != nil:
		c.server.Settings.ClientID = e.earlier
		return err
	case !refused && !(e.first && errors.Is(err, errNotKept)):
		return err
	}
	id := c.server.Settings.ClientID
	forgotten := c.clients.locked(ctx, c, func() error {
		if known, err := c.clients.read(); err == nil && known.ClientID != id { // another process has registered anew
			return nil
		}
		if err := os.Remove(c.clients.path); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("forget the registered client: %w", err)
		}
		return nil
	})
	c.lock.Remove(c.clients.name)
	if refused {
		err = fmt.Errorf("%w; this program registers again at the next sign-in", err)
	}
	return errors.Join(forgotten, err)
}

const maxClientFile = 64 << 10 // bytes

// clientFile remembers the registration at one issuer, for all profiles that sign in there.
type clientFile struct {
	name string // as locks are named
	path string
}

// newClientFile names the file after the issuer, or after the API where that names the issuer.
func newClientFile(dir string, s flow.Settings) *clientFile {
	key := flow.Settings{Issuer: s.Issuer}
	if s.Issuer == "" {
		key.APIURL = s.APIURL
	}
	name := "client." + key.Binding()
	return &clientFile{name: name, path: filepath.Join(dir, name+".json")}
}

func (f *clientFile) locked(ctx context.Context, c *Client, do func() error) error {
	return c.lock.Hold(ctx, f.name, c.server.Settings.ServerName, do)
}

// errUnregistered means that this program has not registered itself at the issuer.
var errUnregistered = errors.New("this program has not registered itself")

// read returns the registration, errUnregistered, or an error that names the file.
func (f *clientFile) read() (r flow.Registration, err error) {
	text, err := store.ReadUpTo(f.path, maxClientFile)
	if errors.Is(err, fs.ErrNotExist) {
		return r, errUnregistered
	}
	if err == nil && (json.Unmarshal(text, &r) != nil || !flow.IsClientID(r.ClientID) || r.Issuer == "") {
		err = errors.New("it is damaged")
	}
	if err != nil {
		return flow.Registration{}, fmt.Errorf("read the registered client in %s: %w", f.path, err)
	}
	return r, nil
}

func (f *clientFile) write(r flow.Registration) error {
	text, err := json.MarshalIndent(r, "", "  ")
	if err == nil {
		err = store.Make(filepath.Dir(f.path))
	}
	if err == nil {
		err = store.Replace(f.path, append(text, '\n'))
	}
	if err != nil {
		return fmt.Errorf("remember the registered client: %w", err)
	}
	return nil
}
