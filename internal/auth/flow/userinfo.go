package flow

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"mime"
	"net/http"
	"strings"
)

// readUserinfo is what is done where userinfo is asked for what the id_token does not tell.
const readUserinfo = "read userinfo"

// askUserinfo reads once, at a login, what the issuer's userinfo says about the account (OpenID Connect
// Core 1.0 §5.3), which the id_token told too little of. It is nil where there is none, or none that can be
// used: then the login goes on without, and a notice says what is not known for which reason.
func (c *Client) askUserinfo(ctx context.Context, ends Endpoints, id identity, told Account, access Secret) map[string]any {
	if ends.userinfo == "" && ends.userinfoOff == "" {
		return nil
	}
	claims, err := c.userinfo(ctx, ends, id, access)
	if err == nil || ctx.Err() != nil {
		return claims
	}
	var lacking []string
	for _, fact := range []struct{ name, value string }{{"market", told.Market}, {"name", told.Name}} {
		if fact.value == "" {
			lacking = append(lacking, fact.name)
		}
	}
	fmt.Fprintf(c.Notices, "The login lacks your %s: %v\n", strings.Join(lacking, " and "), err)
	return nil
}

// userinfo reads the claims of the account that the id_token speaks of, and of no other. The access token
// goes to the address that the metadata of the issuer names on its own site.
func (c *Client) userinfo(ctx context.Context, ends Endpoints, id identity, access Secret) (claims map[string]any, err error) {
	if ends.userinfoOff != "" {
		return nil, &AnswerError{Doing: readUserinfo, Host: HostOf(ends.Issuer), Reason: ends.userinfoOff}
	}
	err = hurried(ctx, readUserinfo, ends.userinfo, func(ctx context.Context) error {
		claims, err = c.userinfoOnce(ctx, ends.userinfo, access)
		return err
	})
	if err != nil {
		return nil, err
	}
	if claims["sub"] != id.subject { // §5.3.2: then nothing of it may be used
		return nil, &AnswerError{Doing: readUserinfo, Host: HostOf(ends.userinfo), Status: http.StatusOK, Reason: "it speaks of someone else (sub)"}
	}
	return claims, nil
}

func (c *Client) userinfoOnce(ctx context.Context, target string, access Secret) (claims map[string]any, err error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, target, nil)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", readUserinfo, err)
	}
	req.Header.Set("Accept", "application/json")
	req.Header.Set("Authorization", "Bearer "+string(access))
	resp, err := c.client(maxMetadataBody, new(Notes)).Do(req)
	if err != nil {
		return nil, explain(ctx, readUserinfo, target, err)
	}
	if resp.StatusCode != http.StatusOK {
		return nil, judge(readUserinfo, target, resp, c.Now())
	}
	unread := &AnswerError{Doing: readUserinfo, Host: HostOf(target), Status: resp.StatusCode}
	if kind, _, _ := mime.ParseMediaType(resp.Header.Get("Content-Type")); kind == "application/jwt" {
		unread.Reason = "its answer is signed or encrypted (application/jwt), which is not read here"
		return nil, unread
	}
	if isHTML(resp.Header) {
		unread.Reason = webPage
		return nil, unread
	}
	body, err := io.ReadAll(resp.Body)
	if err != nil {
		return nil, explain(ctx, readUserinfo, target, err)
	}
	if json.Unmarshal(body, &claims) != nil || claims == nil {
		unread.Reason = "it did not answer with a JSON object"
		return nil, unread
	}
	return claims, nil
}
