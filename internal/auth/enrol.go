package auth

import (
	"context"
	"errors"
	"fmt"
	"net/url"

	"golang.org/x/oauth2"
)

// enrolment is what has still to be done about the client when a sign-in is over.
type enrolment struct {
	fresh   *registration // takes the place of the one before, once the sign-in has worked
	earlier string        // id of the one before
}

// enrol makes sure that there is a client to sign in as: the one of the settings, the one this program
// registered itself as earlier, or, once, a new one.
func (c *Client) enrol(ctx context.Context, r request) (enrolment, error) {
	if c.clients == nil {
		return enrolment{}, nil
	}
	var e enrolment
	err := c.lock.hold(ctx, c.clients.name, func() error {
		known, err := c.clients.read()
		switch {
		case err == nil && (r.ends.registration == "" || known.fits(c.server.Settings.wanted(r)) && c.server.isKnown(ctx, known, r)):
			c.become(known.ClientID)
			return nil
		case err != nil && !errors.Is(err, errUnregistered):
			fmt.Fprintf(c.opts.Notices, "%v; registering anew\n", err)
		}
		if r.ends.registration == "" {
			return &SettingsError{
				Setting: "client-id", Reason: "is not set, and " + hostOf(r.ends.token) + " does not let programs register themselves",
			}
		}
		fresh, registerErr := c.server.register(ctx, r)
		if registerErr != nil {
			return registerErr
		}
		c.become(fresh.ClientID)
		if err != nil { // nothing to lose: those who wait for the lock shall find it
			return c.clients.write(fresh)
		}
		e = enrolment{fresh: &fresh, earlier: known.ClientID}
		return nil
	})
	return e, err
}

// isKnown asks whether the server still knows the client, with a refresh token it never gave: a server
// looks at the client first (RFC 6749 §5.2). Its sign-in page would tell only the person, who can do
// nothing about it. Any other answer, or none, is left for the sign-in to meet.
func (c *oauthClient) isKnown(ctx context.Context, known registration, r request) bool {
	form := url.Values{"grant_type": {"refresh_token"}, "refresh_token": {oauth2.GenerateVerifier()}, "client_id": {known.ClientID}}
	resp, err := c.post(ctx, "sign in", r.ends.token, "application/x-www-form-urlencoded", form.Encode(), new(answerNotes))
	if err != nil {
		return true
	}
	denied, ok := errors.AsType[*DeniedError](c.refusalOf("sign in", r.ends.token, resp))
	return !ok || denied.Code != "invalid_client"
}

// concludeEnrolment does what is left when the sign-in has ended with err: a new registration takes the
// place of the earlier one, whose login goes with it, or does not; and a client that the server refuses
// is forgotten.
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
	if _, only := errors.AsType[*notByCodeError](err); only {
		return err // another client would fare no better
	}
	denied, ok := errors.AsType[*DeniedError](err)
	if !ok || denied.Code != "invalid_client" && denied.Code != "unauthorized_client" {
		return err
	}
	return errors.Join(c.forgetClient(ctx), fmt.Errorf("%w; this program registers anew at the next sign-in", err))
}

// replaceClient remembers the new registration and deletes the login of the earlier one, which nothing
// would ever find again.
func (c *Client) replaceClient(ctx context.Context, e enrolment) error {
	err := c.lock.hold(ctx, c.clients.name, func() error { return c.clients.write(*e.fresh) })
	if err != nil {
		return err
	}
	earlier := c.server.Settings
	earlier.ClientID = e.earlier
	old := vault{store: c.opts.Store, name: entryName(earlier)}
	if err := c.lock.hold(ctx, old.name, func() error { return old.erase(ctx) }); err != nil {
		fmt.Fprintf(c.opts.Notices, "the earlier login could not be deleted: %v\n", err)
	}
	return nil
}

// forgetClient drops the registration, unless another process has put a new one in its place.
func (c *Client) forgetClient(ctx context.Context) error {
	return c.lock.hold(ctx, c.clients.name, func() error {
		known, err := c.clients.read()
		if err == nil && known.ClientID != c.server.Settings.ClientID {
			return nil
		}
		return c.clients.forget()
	})
}
