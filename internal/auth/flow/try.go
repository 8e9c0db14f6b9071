package flow

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"sync"
	"time"
)

// tryPatience bounds the request that tries a sign-in page out.
const tryPatience = 2 * time.Second

// TryPage makes one authorization request that may show no page (prompt=none) and tells what a server
// clearly refuses: the client or what this program asks for by itself, as an error, or the address to come back
// to. Whatever else comes of it means nothing. Its state, nonce and verifier are thrown away, a code is never redeemed, and nothing is followed.
func (c *Client) TryPage(ctx context.Context, a *CodeRequest) (redirectRefused bool, err error) {
	ctx, cancel := context.WithTimeout(ctx, tryPatience)
	defer cancel()
	trial := c.Settings.NewCodeRequest(a.Request, a.conf.RedirectURL)
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, trial.PageURL("none", ""), nil)
	if err != nil {
		return false, nil
	}
	req.Header.Set("Accept", "application/json")
	quiet, told := *c, *req // the log tells of the request and of nothing in its address
	bare := *req.URL
	quiet.Log, bare.RawQuery, told.URL = nil, "", &bare
	start := c.Log.Sent(&told, " prompt=none", 0)
	client := quiet.client(maxMetadataBody, new(Notes))
	client.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	resp, err := client.Do(req)
	if err != nil {
		c.Log.Failed(start, errors.New("no answer"))
		return false, nil // the browser may fare better
	}
	c.Log.Came(start, resp.StatusCode, nil, int(resp.ContentLength), "")
	said := struct {
		Error       string `json:"error"`
		Description string `json:"error_description"`
	}{}
	if there, err := url.Parse(resp.Header.Get("Location")); err == nil && resp.StatusCode/100 == 3 {
		if strings.HasPrefix(resp.Header.Get("Location"), a.conf.RedirectURL) {
			denied := &DeniedError{Code: Clean(there.Query().Get("error"))}
			if _, _, ok := a.Without(denied); ok { // better now than on a page that the person sees
				return false, denied
			}
			return false, nil // whatever else it says, it takes both
		}
		said.Error, said.Description = there.Query().Get("error"), there.Query().Get("error_description")
	} else if body, err := io.ReadAll(resp.Body); err != nil || resp.StatusCode/100 != 4 || json.Unmarshal(body, &said) != nil {
		return false, nil
	}
	denied := &DeniedError{Code: Clean(said.Error), Description: Clean(said.Description)}
	switch {
	case said.Error == "invalid_client" || said.Error == "unauthorized_client":
		return false, denied
	case said.Error == "invalid_request" && aboutRedirect().MatchString(said.Description):
		return true, nil
	}
	return false, nil
}

// aboutRedirect matches what servers say of an address that is not registered.
var aboutRedirect = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`(?i)redirect[_ -]?ur[il]`) })

// AgreesOnTime asks the API for the time, and says whether it is this computer's.
func (c *Client) AgreesOnTime(ctx context.Context) bool {
	if c.Settings.APIURL == "" {
		return false
	}
	ctx, cancel := context.WithTimeout(ctx, examinePatience)
	defer cancel()
	notes := new(Notes)
	if _, err := c.get(ctx, "ask for the time", strings.TrimSuffix(c.Settings.APIURL, "/")+c.Settings.ProbePath, notes); err != nil {
		return false
	}
	return notes.timed.Load() && time.Duration(notes.offset.Load()).Abs() <= leeway
}
