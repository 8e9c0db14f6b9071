package contracttest

import (
	"bytes"
	"errors"
	"io"
	"net/http"
	"testing"
)

// Transport wraps next and fails the test for every request or answer that
// breaks the contract. Requests that no operation takes are not judged.
func (c *Contract) Transport(t testing.TB, next http.RoundTripper) http.RoundTripper {
	return &transport{contract: c, t: t, next: next, judge: c.Request}
}

// Answers wraps next like Transport, but judges only the answers, for tests
// that send wrong requests on purpose.
func (c *Contract) Answers(t testing.TB, next http.RoundTripper) http.RoundTripper {
	return &transport{contract: c, t: t, next: next, judge: func(*http.Request, []byte) error { return nil }}
}

type transport struct {
	contract *Contract
	t        testing.TB
	next     http.RoundTripper
	judge    func(*http.Request, []byte) error
}

// RoundTrip sends a request on and judges it together with its answer.
func (tr *transport) RoundTrip(r *http.Request) (*http.Response, error) {
	sent, err := drain(&r.Body)
	if err != nil {
		return nil, err
	}
	resp, err := tr.next.RoundTrip(r)
	if err != nil {
		return nil, err
	}
	got, err := drain(&resp.Body)
	if err != nil {
		return nil, err
	}
	if _, err := tr.contract.Operation(r); errors.Is(err, ErrNoOperation) {
		return resp, nil
	}
	if err := tr.judge(r, sent); err != nil {
		tr.t.Errorf("request %s %s breaks the contract: %v", r.Method, r.URL, err)
	}
	if err := tr.contract.Response(r, resp, got); err != nil {
		tr.t.Errorf("the answer to %s %s breaks the contract: %v\n%s", r.Method, r.URL, err, got)
	}
	return resp, nil
}

// drain reads a body and puts an equal one in its place.
func drain(body *io.ReadCloser) ([]byte, error) {
	if *body == nil {
		return nil, nil
	}
	content, err := io.ReadAll(*body)
	err = errors.Join(err, (*body).Close())
	*body = io.NopCloser(bytes.NewReader(content))
	return content, err
}
