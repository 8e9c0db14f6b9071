package desk

import (
	"context"

	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/desk/params"
)

// A Call is one request to the service with everything it takes. P are its parameters as the client
// has them.
type Call[P any] struct {
	Client *apiclient.Client
	Params P
	Locale Locale
}

// NewCall resolves market, currency and language, fills the parameters, and gets the client. What
// the list says stands where no one else does.
func NewCall[P any](ctx context.Context, d *Desk, p *params.Values, list Locale) (Call[P], error) {
	locale, err := d.Resolve(ctx, p, list)
	if err != nil {
		return Call[P]{}, err
	}
	client, err := d.Client()
	return Call[P]{Client: client, Params: params.Request[P](p), Locale: locale}, err
}

// NewAnswer starts the answer to a call of one page.
func NewAnswer[T any](operationID string, a *apiclient.Answer[T]) Answer[*T] {
	return Answer[*T]{Value: a.Value, Bodies: [][]byte{a.Body}, Meta: NewMeta(operationID)}
}
