package auth

import (
	"context"
	"errors"
	"net/http"
	"testing"
	"testing/synctest"
	"time"
)

// stuck never answers, or never stops answering, until the request's context ends.
type stuck struct{ drip bool }

func (s stuck) RoundTrip(r *http.Request) (*http.Response, error) {
	if !s.drip {
		<-r.Context().Done()
		return nil, r.Context().Err()
	}
	return &http.Response{StatusCode: 200, Header: http.Header{}, Body: &drip{r.Context()}}, nil
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

func TestAStalledOrDrippingServerIsGivenUpAtTheDeadline(t *testing.T) {
	for name, transport := range map[string]stuck{"stalled": {}, "dripping": {drip: true}} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				c := New(Settings{Issuer: "https://auth.example.com", ClientID: "x"}, Options{HTTP: transport})
				start := time.Now()
				_, err := c.server.fetchOnce(t.Context(), "read", "https://auth.example.com/x", new(answerNotes))
				if !sameType(err, new(NetworkError)) || !errors.Is(err, errDeadline) || time.Since(start) != requestTimeout {
					t.Errorf("err %v after %s", err, time.Since(start))
				}
			})
		})
	}
}
