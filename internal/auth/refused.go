package auth

import (
	"errors"
	"slices"

	"travel.example/travel/internal/auth/flow"
)

// explain says what was asked for, and what to change, where an error is the server's refusal of the
// scopes or the client of a sign-in. Other errors stay as they are.
func (c *Client) explain(err error, r flow.Request, named []string, tried []LoginMethod) error {
	denied, ok := errors.AsType[*flow.DeniedError](err)
	host, set := flow.HostOf(r.Ends.Token), c.server.Settings
	named = slices.DeleteFunc(slices.Clone(named), func(scope string) bool { return slices.Contains(set.Scopes, scope) }) // asked for anyway
	switch {
	case ok && denied.Code == "invalid_scope":
		return &flow.ScopeError{
			Host: host, Asked: r.Scopes, Offered: r.Ends.Scopes, Named: named, Kept: r.Kept, Err: denied,
			Set: func(scopes string) string { return set.ToChange("scopes", scopes) },
		}
	case ok && denied.IsClient():
		return c.clientError(err, host, r.Ends.Registration != "", waysLeft(tried, r.Ends))
	}
	return err
}

// clientError names the client and who set it where an error is the server's refusal of that. Other
// errors, and those of a client that no one set or registered, stay as they are.
func (c *Client) clientError(err error, host string, registers bool, left []string) error {
	denied, ok := errors.AsType[*flow.DeniedError](err)
	if !ok || !denied.IsClient() || c.server.Settings.ClientIDFrom == "" && c.clients == nil {
		return err
	}
	refused := c.server.Settings.RefusedClient(denied, host, registers)
	refused.Left, refused.Cause = left, err
	return refused
}

// waysLeft are the commands that sign in as a server may still allow. Whether a browser is opened or an
// address is pasted is one to the server.
func waysLeft(tried []LoginMethod, ends flow.Endpoints) []string {
	var left []string
	if !slices.Contains(tried, ByBrowser) && !slices.Contains(tried, ByAddress) {
		left = append(left, "travel login --browser", "travel login --no-browser")
	}
	if ends.Device != "" && !slices.Contains(tried, ByDevice) {
		left = append(left, "travel login --device")
	}
	return left
}
