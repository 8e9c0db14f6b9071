package auth

import (
	"context"
	"errors"
	"fmt"

	"travel.example/travel/internal/auth/flow"
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
	set, key := &c.server.Settings, c.clientKey()
	err = c.hold(ctx, key, func() error {
		known, there, err := c.clients.Get(key)
		if err != nil {
			fmt.Fprintf(c.opts.Notices, "%v; registering again\n", err)
		}
		if there && (r.Ends.Registration == "" || known.Fits(set.Wanted(r)) && c.server.IsKnown(ctx, known, r.Ends)) {
			set.ClientID = known.ClientID
			return nil
		}
		if r.Ends.Registration == "" {
			return flow.NoClient(", and "+flow.HostOf(r.Ends.Token)+" does not let programs register themselves", set.ToChange("client-id", "ID"))
		}
		fresh, err := c.server.Register(ctx, r)
		if err != nil {
			return err
		}
		set.ClientID = fresh.ClientID
		if !there { // nothing to lose, and the processes that wait for the lock find it
			e.first = true
			return c.clients.Put(key, fresh)
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
	ctx, key := context.WithoutCancel(ctx), c.clientKey()
	code := flow.FaultOf(err).Code
	refused := (code == "invalid_client" || code == "unauthorized_client") && !e.only
	switch {
	case err == nil && e.fresh != nil:
		return c.hold(ctx, key, func() error { return c.clients.Put(key, *e.fresh) })
	case e.fresh != nil:
		c.server.Settings.ClientID = e.earlier
		return err
	case !refused && !(e.first && errors.Is(err, errNotKept)):
		return err
	}
	id := c.server.Settings.ClientID
	forgotten := c.hold(ctx, key, func() error {
		if known, there, _ := c.clients.Get(key); there && known.ClientID != id { // another process has registered again
			return nil
		}
		return c.clients.Remove(key)
	})
	if refused {
		err = fmt.Errorf("%w; this program registers again at the next sign-in", err)
	}
	return errors.Join(forgotten, err)
}

// clientKey names the registration after the issuer, or after the API where that names the issuer.
func (c *Client) clientKey() string {
	key := flow.Settings{Issuer: c.server.Settings.Issuer}
	if key.Issuer == "" {
		key.APIURL = c.server.Settings.APIURL
	}
	return "client." + key.Binding()
}

func calledClient(string) string { return "the registered client" }

func checkClient(_ string, r *flow.Registration) error {
	if !flow.IsClientID(r.ClientID) || r.Issuer == "" {
		return errors.New("it names no client")
	}
	return nil
}
