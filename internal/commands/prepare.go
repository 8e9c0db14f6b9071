package commands

import (
	"context"

	"travel.example/travel/internal/apiclient"
)

// prepared is what one request to the service takes. P are its generated
// parameters.
type prepared[P any] struct {
	choice chosen
	client *apiclient.Client
	params P
}

// prepare chooses market, currency and language, and then does what connect
// does. What the list says stands where no flag does.
func prepare[P any](ctx context.Context, a *app, p *params, list chosen) (prepared[P], error) {
	choice, err := a.choose(ctx, p, list)
	if err != nil {
		return prepared[P]{}, err
	}
	call, err := connect[P](ctx, a, p)
	call.choice = choice
	return call, err
}

// connect gets the client and fills the parameters of a request.
func connect[P any](ctx context.Context, a *app, p *params) (prepared[P], error) {
	client, err := a.client(ctx)
	if err != nil {
		return prepared[P]{}, err
	}
	call := prepared[P]{client: client}
	return call, p.into(&call.params)
}
