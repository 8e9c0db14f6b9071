package auth

import (
	"context"
	"errors"
	"fmt"

	"travel.example/travel/internal/auth/flow"
)

// enrol makes sure that there is a client to sign in as: the one of the settings, the one this program
// registered itself as earlier, or, once, a new one. A login knows as which client it was made, so an
// earlier login stays good when a new client takes the place of its own.
func (c *Client) enrol(ctx context.Context, r flow.Request) error {
	if c.clients == nil {
		return nil
	}
	set, key := &c.server.Settings, c.clientKey()
	return c.hold(ctx, key, func() error {
		known, there, err := c.clients.Get(key)
		if err != nil {
			fmt.Fprintf(c.opts.Notices, "%v; registering again\n", err)
		}
		set.ClientID = known.ClientID
		switch {
		case there && (r.Ends.Registration == "" || known.Fits(set.Wanted(r)) && c.server.IsKnown(ctx, known.ClientID, r.Ends)):
			return nil
		case r.Ends.Registration == "":
			return flow.NoClient(", and "+flow.HostOf(r.Ends.Token)+" does not let programs register themselves", set.ToChange("client-id", "ID"))
		}
		fresh, err := c.server.Register(ctx, r)
		if err != nil {
			return err
		}
		set.ClientID = fresh.ClientID
		return c.clients.Put(key, fresh)
	})
}

// unenrol forgets a registered client that the server refuses, or whose login cannot be kept, unless another
// process has registered again. err has ended the sign-in.
func (c *Client) unenrol(ctx context.Context, err error, byDevice bool) error {
	code := flow.FaultOf(err).Code
	refused := code == "invalid_client" || code == "unauthorized_client" && !byDevice // else it refuses the way, and not the client
	if c.clients == nil || !refused && !errors.Is(err, errNotKept) {
		return err
	}
	key := c.clientKey()
	forgotten := c.hold(context.WithoutCancel(ctx), key, func() error {
		if known, there, _ := c.clients.Get(key); there && known.ClientID != c.server.Settings.ClientID {
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
