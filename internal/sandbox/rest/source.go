package rest

import (
	"encoding/json"
	"net/http"
	"net/url"
	"strings"

	"travel.example/travel/api"
)

// source is a request with its query and body taken apart.
type source struct {
	request *http.Request
	query   url.Values
	body    map[string]json.RawMessage
}

func (c *Check) open(r *http.Request, body []byte) (*source, error) {
	src := &source{request: r}
	for _, p := range c.op.Params {
		if p.In == api.InQuery {
			// url.URL.Query drops what it cannot read; a filter must not vanish
			// like that.
			query, err := url.ParseQuery(r.URL.RawQuery)
			if err != nil {
				return nil, Invalidf("The query string is not well-formed: %v.", err)
			}
			src.query = query
			break
		}
	}
	if c.op.HasBody {
		fields, err := c.fields(r, body)
		if err != nil {
			return nil, err
		}
		src.body = fields
	}
	return src, nil
}

// items returns what was sent for a parameter, split into items for a list. It
// is nil when nothing was sent, and holds one item for a scalar.
func (s *source) items(p *api.Param) (items []item, fault string) {
	switch p.In {
	case api.InPath:
		return []item{textItem(s.request.PathValue(p.Name))}, ""
	case api.InBody:
		return s.bodyItems(p)
	}
	sent := s.query[p.Name]
	if len(sent) > 1 && !p.List {
		return nil, label(p) + " was sent " + times(len(sent)) + "; send it once"
	}
	for _, text := range sent {
		if !p.List {
			items = append(items, textItem(text))
			continue
		}
		for part := range strings.SplitSeq(text, ",") {
			if part == "" {
				return nil, label(p) + " has an empty item" + itemRule(p)
			}
			items = append(items, textItem(part))
		}
	}
	return items, ""
}

func (s *source) bodyItems(p *api.Param) (items []item, fault string) {
	raw, sent := s.body[p.Name]
	if !sent {
		return nil, ""
	}
	if !p.List {
		return []item{jsonItem(raw)}, ""
	}
	var parts []json.RawMessage
	if raw[0] != '[' || json.Unmarshal(raw, &parts) != nil {
		return nil, label(p) + " is " + jsonItem(raw).quoted() + "; it must be " + accepted(p)
	}
	items = make([]item, 0, len(parts)) // not nil: an empty list was sent, not left out
	for _, part := range parts {
		items = append(items, jsonItem(part))
	}
	return items, ""
}
