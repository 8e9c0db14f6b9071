package commands

import (
	"context"

	"travel.example/travel/internal/apiclient"
)

// prepared is what one request to the service takes. P are its generated
// parameters.
type prepared[P any] struct {
	choice chosen
	client *apiclient.ClientWithResponses
	params P
}

// prepare chooses market, currency and language, connects, and fills the
// parameters of a request. What the list says stands where no flag does.
func prepare[P any](ctx context.Context, a *app, p *params, list chosen) (ready prepared[P], err error) {
	if ready.choice, err = a.choose(ctx, p, list); err != nil {
		return ready, err
	}
	if ready.client, err = a.client(ctx); err != nil {
		return ready, err
	}
	return ready, p.into(&ready.params)
}
