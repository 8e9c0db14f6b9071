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
	"travel.example/travel/internal/auth/vault"
	"travel.example/travel/internal/store"
)

// enrolment is what has still to be done about the client when a sign-in is over.
type enrolment struct {
	fresh   *flow.Registration // takes the place of the one before, once the sign-in has worked
	earlier string             // id of the one before
	first   bool               // there was none before: the new one is remembered already
}

// enrol makes sure that there is a client to sign in as: the one of the settings, the one this
// program registered itself as earlier, or, once, a new one.
func (c *Client) enrol(ctx context.Context, r flow.Request) (enrolment, error) {
	if c.clients == nil {
		return enrolment{}, nil
	}
	var e enrolment
	err := c.lock.Hold(ctx, c.clients.name, c.server.Settings.ServerName, func() error {
		known, err := c.clients.read()
		switch {
		case err == nil && (r.Ends.Registration == "" || known.Fits(c.server.Settings.Wanted(r)) && c.server.IsKnown(ctx, known, r)):
			c.become(known.ClientID)
			return nil
		case err != nil && !errors.Is(err, errUnregistered):
			fmt.Fprintf(c.opts.Notices, "%v; registering again\n", err)
		}
		if r.Ends.Registration == "" {
			return &flow.SettingsError{
				Setting: "client-id", Set: c.server.Settings.ToChange("client-id", "ID"),
				Reason: "is not set, and " + flow.HostOf(r.Ends.Token) + " does not let programs register themselves",
			}
		}
		fresh, registerErr := c.server.Register(ctx, r)
		if registerErr != nil {
			return registerErr
		}
		c.become(fresh.ClientID)
		if err != nil { // nothing to lose, and the processes that wait for the lock find it
			e.first = true
			return c.clients.write(fresh)
		}
		e = enrolment{fresh: &fresh, earlier: known.ClientID}
		return nil
	})
	return e, err
}

// concludeEnrolment does what is left when the sign-in has ended with err: a new registration takes
// the place of the earlier one, whose login goes with it, or does not; and a client is forgotten that
// the server refuses, or that was made for a login which cannot be kept.
func (c *Client) concludeEnrolment(ctx context.Context, e enrolment, err error) error {
	if c.clients == nil {
		return err
	}
	ctx = context.WithoutCancel(ctx)
	if err == nil && e.fresh != nil {
		return c.replaceClient(ctx, e)
	}
	if e.fresh != nil {
		c.become(e.earlier)
		return err
	}
	if _, unkept := errors.AsType[*notKeptError](err); unkept && e.first {
		return errors.Join(err, c.forgetClient(ctx))
	}
	if _, only := errors.AsType[*flow.NotByCodeError](err); only {
		return err // another client would fare no better
	}
	denied, ok := errors.AsType[*flow.DeniedError](err)
	if !ok || denied.Code != "invalid_client" && denied.Code != "unauthorized_client" {
		return err
	}
	return errors.Join(c.forgetClient(ctx), fmt.Errorf("%w; this program registers again at the next sign-in", err))
}

// replaceClient remembers the new registration and ends the login of the earlier one, which nothing
// would ever find again.
func (c *Client) replaceClient(ctx context.Context, e enrolment) error {
	err := c.lock.Hold(ctx, c.clients.name, c.server.Settings.ServerName, func() error { return c.clients.write(*e.fresh) })
	if err != nil {
		return err
	}
	earlier := c.server.Settings
	earlier.ClientID = e.earlier
	old := vault.Vault{Store: c.opts.Store, Name: entryName(earlier)}
	var replaced flow.Login
	err = c.lock.Hold(ctx, old.Name, earlier.ServerName, func() error {
		replaced, _ = old.Load(ctx) // what cannot be read is not revoked
		return old.Erase(ctx)
	})
	if err != nil {
		fmt.Fprintf(c.opts.Notices, "the earlier login could not be deleted: %v\n", err)
	}
	c.lock.Remove(old.Name)
	server := *c.server
	server.Settings = earlier
	end(ctx, &server, replaced)
	return nil
}

// forgetClient drops the registration, unless another process has put a new one in its place.
func (c *Client) forgetClient(ctx context.Context) error {
	return c.lock.Hold(ctx, c.clients.name, c.server.Settings.ServerName, func() error {
		known, err := c.clients.read()
		if err == nil && known.ClientID != c.server.Settings.ClientID {
			return nil
		}
		return c.clients.forget()
	})
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
	name := "client." + entryName(key)
	return &clientFile{name: name, path: filepath.Join(dir, name+".json")}
}

// errUnregistered means that this program has not registered itself at the issuer.
var errUnregistered = errors.New("this program has not registered itself")

// read returns the registration, errUnregistered, or an error that names the file.
func (f *clientFile) read() (flow.Registration, error) {
	var r flow.Registration
	info, err := os.Stat(f.path)
	if errors.Is(err, fs.ErrNotExist) {
		return r, errUnregistered
	}
	if err == nil && (info.Size() > maxClientFile || !info.Mode().IsRegular()) {
		err = errors.New("it was not written by this program")
	}
	var text []byte
	if err == nil {
		text, err = os.ReadFile(f.path)
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
	if err != nil {
		return fmt.Errorf("encode the registered client: %w", err)
	}
	if err := os.MkdirAll(filepath.Dir(f.path), 0o700); err != nil {
		return fmt.Errorf("make the directory of registered clients: %w", err)
	}
	if err := store.Replace(f.path, append(text, '\n')); err != nil {
		return fmt.Errorf("remember the registered client: %w", err)
	}
	return nil
}

func (f *clientFile) forget() error {
	if err := os.Remove(f.path); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("forget the registered client: %w", err)
	}
	return nil
}
