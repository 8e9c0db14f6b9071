package apiclient

import (
	"context"

	"travel.example/travel/internal/transport"
)

// logging writes two lines for each try. It sits above the bearer token.
type logging struct {
	next layer
	log  *transport.Log
}

func (l *logging) send(ctx context.Context, c *call) (*answer, error) {
	start := l.log.Sent(c.request, "", len(c.body))
	a, err := l.next.send(ctx, c)
	if err != nil {
		l.log.Failed(start, err)
		return nil, err
	}
	note := ""
	if a.trouble != nil {
		note = ", " + a.trouble.Error()
	}
	l.log.Came(start, a.status, a.header, len(a.body), note)
	return a, nil
}
