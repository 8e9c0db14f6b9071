package commands

import (
	"context"

	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/desk"
)

// call is what one request to the service takes. P are its generated
// parameters.
type call[P any] struct {
	choice chosen
	client *apiclient.Client
	params P
}

// newCall gets the client and fills the parameters of a request.
func newCall[P any](ctx context.Context, a *app, p *params) (call[P], error) {
	client, err := a.client(ctx)
	return call[P]{client: client, params: desk.Request[P](p.Params)}, err
}

// chooseCall chooses market, currency and language, and then does what newCall
// does. What the list says stands where no flag does.
func chooseCall[P any](ctx context.Context, a *app, p *params, list chosen) (call[P], error) {
	choice, err := a.choose(ctx, p, list)
	if err != nil {
		return call[P]{}, err
	}
	c, err := newCall[P](ctx, a, p)
	c.choice = choice
	return c, err
}
