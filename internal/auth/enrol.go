package auth

import (
	"context"
	"errors"
	"fmt"

	"travel.example/travel/internal/auth/flow"
)

// registering says what the lock of the registered client is held for.
const registering = "register this program"

// ensureClient sets the client ID to sign in with: the configured one, the one this program registered
// earlier, or a newly registered one. A login records the client it was made with, so replacing the
// registration does not invalidate it.
func (c *Client) ensureClient(ctx context.Context, r flow.Request) error {
	if c.clients == nil {
		return nil
	}
	set, key := &c.server.Settings, c.clientKey()
	return c.hold(ctx, key, registering, func() error {
		known, there, err := c.clients.Get(key)
		if err != nil {
			fmt.Fprintf(c.opts.Notices, "%v; registering again\n", err)
		}
		set.ClientID = known.ClientID
		switch {
		case there && r.Ends.Registration == "":
			return nil
		case there && c.server.Covers(ctx, known, r):
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

// forgetClient removes the registered client if err, which ended the sign-in, means that the server refuses
// it or that its login cannot be stored. A client that another process registered meanwhile stays.
func (c *Client) forgetClient(ctx context.Context, err error, byDevice bool) error {
	code := flow.FaultOf(err).Code
	// In the device flow, unauthorized_client refuses the flow and not the client.
	refused := code == "invalid_client" || code == "unauthorized_client" && !byDevice
	if c.clients == nil || !refused && !errors.Is(err, errNotKept) {
		return err
	}
	key := c.clientKey()
	forgotten := c.hold(context.WithoutCancel(ctx), key, registering, func() error {
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

// clientKey is the key of the registration: the issuer, or the API if the API names the issuer.
func (c *Client) clientKey() string {
	key := flow.Settings{Issuer: c.server.Settings.Issuer}
	if key.Issuer == "" {
		key.APIURL = c.server.Settings.APIURL
	}
	return "client." + key.Binding()
}
