package oauth

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"

	"travel.example/travel/internal/auth/failure"
	"travel.example/travel/internal/auth/foreign"
)

// post sends a body to an endpoint of the server.
func (c *Client) post(ctx context.Context, doing, target, kind, body string, notes *Notes) (*http.Response, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, target, strings.NewReader(body))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", doing, err)
	}
	req.Header.Set("Content-Type", kind)
	req.Header.Set("Accept", "application/json")
	resp, err := c.client(maxMetadataBody, notes).Do(req)
	if err != nil {
		return nil, explain(ctx, doing, target, err)
	}
	return resp, nil
}

// postForm sends a form and returns a 2xx answer with its body; any other is an error.
func (c *Client) postForm(ctx context.Context, doing, target string, form url.Values, notes *Notes) (*http.Response, []byte, error) {
	resp, err := c.post(ctx, doing, target, "application/x-www-form-urlencoded", form.Encode(), notes)
	if err != nil {
		return nil, nil, err
	}
	body, err := io.ReadAll(resp.Body)
	if err != nil {
		return nil, nil, explain(ctx, doing, target, err)
	}
	if resp.StatusCode/100 != 2 {
		return nil, nil, c.refusal(doing, target, resp, body)
	}
	return resp, body, nil
}

// refusalOf is refusal for an answer whose body was not read yet, nil if it is 2xx.
func (c *Client) refusalOf(doing, target string, resp *http.Response) error {
	body, err := io.ReadAll(resp.Body)
	if err != nil || resp.StatusCode/100 == 2 {
		return err
	}
	return c.refusal(doing, target, resp, body)
}

// refusal reads the server's own error (RFC 6749 §5.2) from an answer that is not 2xx.
func (c *Client) refusal(doing, target string, resp *http.Response, body []byte) error {
	var said struct {
		Error       string `json:"error"`
		Description string `json:"error_description"`
	}
	if resp.StatusCode >= 500 || resp.StatusCode == http.StatusTooManyRequests ||
		json.Unmarshal(body, &said) != nil || said.Error == "" {
		return judge(doing, target, resp, c.Now())
	}
	return &failure.DeniedError{Code: foreign.Clean(said.Error), Description: foreign.Clean(said.Description)}
}
