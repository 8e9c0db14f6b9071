package authtest

import (
	"context"
	"net/http"
	"time"
)

// Stuck never answers, or never stops answering, until the request's context ends.
type Stuck struct{ Drip bool }

// RoundTrip implements http.RoundTripper.
func (s Stuck) RoundTrip(r *http.Request) (*http.Response, error) {
	if !s.Drip {
		<-r.Context().Done()
		return nil, r.Context().Err()
	}
	return &http.Response{StatusCode: http.StatusOK, Header: http.Header{}, Body: &drip{r.Context()}}, nil
}

type drip struct{ ctx context.Context }

func (d *drip) Read(p []byte) (int, error) {
	select {
	case <-time.After(time.Second):
		p[0] = ' '
		return 1, nil
	case <-d.ctx.Done():
		return 0, d.ctx.Err()
	}
}

func (*drip) Close() error { return nil }
