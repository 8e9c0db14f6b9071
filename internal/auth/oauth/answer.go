package oauth

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"time"

	"travel.example/travel/internal/auth/failure"
	"travel.example/travel/internal/auth/foreign"
	"travel.example/travel/internal/transport"
)

// explain turns what an HTTP client returned into an error a caller can branch on. doing says what
// was tried, to which URL.
func explain(ctx context.Context, doing, target string, err error) error {
	if ctx.Err() != nil {
		return fmt.Errorf("%s: %w", doing, context.Cause(ctx))
	}
	host := foreign.HostOf(target)
	if u, ok := errors.AsType[*url.Error](err); ok {
		err = u.Err // its text repeats the whole address
	}
	if wrong, ok := errors.AsType[*transport.ProxySettingError](err); ok {
		return fmt.Errorf("%s: %w", doing, wrong)
	}
	if proxy := transport.ProxyFailure(target, err); proxy != nil {
		return &failure.NetworkError{Doing: doing, Host: "the proxy " + foreign.Clean(proxy.Host), Err: proxy.Err, Proxy: true}
	}
	answer := &failure.AnswerError{Doing: doing, Host: host}
	redirect, redirected := errors.AsType[*redirectError](err)
	switch {
	case redirected:
		answer.Reason = redirect.Error()
	case errors.Is(err, errCut):
		answer.Reason, answer.Lost = errCut.Error(), true
	case errors.Is(err, errTooLarge):
		answer.Reason = errTooLarge.Error()
	case isTLS(err):
		answer.Reason = "the connection cannot be trusted: " + foreign.Clean(err.Error())
	default:
		return &failure.NetworkError{Doing: doing, Host: host, Err: err}
	}
	return answer
}

func isTLS(err error) bool {
	if _, ok := errors.AsType[*tls.CertificateVerificationError](err); ok {
		return true
	}
	if _, ok := errors.AsType[tls.RecordHeaderError](err); ok {
		return true
	}
	if _, ok := errors.AsType[tls.AlertError](err); ok {
		return true
	}
	_, ok := errors.AsType[x509.UnknownAuthorityError](err)
	return ok
}

// judge says what is wrong with a whole answer whose status is not 2xx, by the status alone.
func judge(doing, target string, resp *http.Response, now time.Time) error {
	host := foreign.HostOf(target)
	switch {
	case resp.StatusCode == http.StatusTooManyRequests || resp.StatusCode == http.StatusServiceUnavailable:
		after, told := transport.RetryDelay(resp.Header, now)
		return &failure.WaitError{Host: host, After: max(after, time.Second), Guessed: !told}
	case resp.StatusCode >= 500:
		return &failure.NetworkError{Doing: doing, Host: host, Status: resp.StatusCode, Err: errors.New("the server failed with " + transport.StatusText(resp.StatusCode))}
	}
	return &failure.AnswerError{Doing: doing, Host: host, Status: resp.StatusCode, Reason: "it answered " + transport.StatusText(resp.StatusCode)}
}

const webPage = "it answered with a web page; a sign-in page of the network may be in between"

// fetch reads one document. A transport failure and a 5xx get one more try: reading again costs nothing.
func (c *Client) fetch(ctx context.Context, doing, target string, notes *Notes) (body []byte, err error) {
	err = c.RetryBusy(ctx, doing, c.WaitBudget, func() error {
		body, err = c.fetchOnce(ctx, doing, target, notes)
		if _, failed := errors.AsType[*failure.NetworkError](err); failed {
			body, err = c.fetchOnce(ctx, doing, target, notes)
		}
		return err
	})
	return body, err
}

func (c *Client) fetchOnce(ctx context.Context, doing, target string, notes *Notes) ([]byte, error) {
	resp, err := c.get(ctx, doing, target, notes)
	if err != nil {
		return nil, err
	}
	if resp.StatusCode != http.StatusOK {
		return nil, judge(doing, target, resp, c.Now())
	}
	if isHTML(resp.Header) {
		return nil, &failure.AnswerError{Doing: doing, Host: foreign.HostOf(target), Status: resp.StatusCode, Reason: webPage}
	}
	return io.ReadAll(resp.Body)
}

func (c *Client) get(ctx context.Context, doing, target string, notes *Notes) (*http.Response, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, target, nil)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", doing, err)
	}
	req.Header.Set("Accept", "application/json")
	resp, err := c.client(maxMetadataBody, notes).Do(req)
	if err != nil {
		return nil, explain(ctx, doing, target, err)
	}
	return resp, nil
}
