package rest

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"mime"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"unicode/utf8"

	"travel.example/travel/api"
	"travel.example/travel/api/check"
)

const (
	maxBody   = 64 << 10 // bytes of a request body
	maxFaults = 4        // faults listed in one detail
)

// Body reads the body of a request, at most 64 KiB. A longer body is an error and closes the connection.
func Body(w http.ResponseWriter, r *http.Request) ([]byte, error) {
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxBody))
	if _, ok := errors.AsType[*http.MaxBytesError](err); ok {
		return nil, Invalidf("The body is longer than %d bytes.", maxBody)
	}
	if err != nil {
		return nil, Invalidf("The body could not be read to its end.")
	}
	return body, nil
}

// Read returns the values of a request if they satisfy the rules for the operation's parameters. Otherwise it
// returns an *Error whose detail lists the invalid parameters with the given and the accepted values. body is the
// request's body, already read. An unknown query parameter is ignored, as HTTP services usually do and as the
// operations without a 400 must. A body with an unknown field is refused, since the contract closes the bodies.
func Read(op *api.Operation, r *http.Request, body []byte) (Values, error) {
	// url.URL.Query drops malformed parts, and a filter must not be dropped silently.
	query, err := url.ParseQuery(r.URL.RawQuery)
	if err != nil && slices.ContainsFunc(op.Params, func(p api.Param) bool { return p.In == api.InQuery }) {
		return Values{}, Invalidf("The query string is not well-formed: %v.", err)
	}
	var fields map[string]json.RawMessage
	if op.HasBody {
		if fields, err = readFields(op, r.Header, body); err != nil {
			return Values{}, err
		}
	}
	values := Values{op: op, given: map[string][]string{}}
	var faults []string
	for i := range op.Params {
		p := &op.Params[i]
		var got []string
		fault := ""
		switch p.In {
		case api.InPath:
			got, fault = check.Query(p, []string{r.PathValue(p.Name)})
		case api.InQuery:
			got, fault = check.Query(p, query[p.Name])
		case api.InBody:
			got, fault = check.Field(p, fields[p.Name])
		}
		if got != nil {
			values.given[p.Name] = got
		}
		if fault != "" {
			faults = append(faults, label(p)+" "+fault)
		}
	}
	if len(faults) == 0 {
		return values, nil
	}
	if len(faults) > maxFaults {
		faults = append(faults[:maxFaults], "and more")
	}
	return Values{}, refusal(strings.Join(faults, "; "))
}

// readFields returns the fields of a body: one JSON object in UTF-8, uncompressed, with no duplicate fields and
// only fields that the operation declares. Checking the media type is also a defense, because a form on another
// site cannot send this type without a CORS preflight.
func readFields(op *api.Operation, h http.Header, body []byte) (map[string]json.RawMessage, error) {
	sent := h.Get("Content-Type")
	mediaType, params, err := mime.ParseMediaType(sent)
	if err != nil || mediaType != "application/json" {
		return nil, Invalidf("The Content-Type is %s; it must be application/json.", check.Quote(sent))
	}
	if charset, ok := params["charset"]; ok && !strings.EqualFold(charset, "utf-8") {
		return nil, Invalidf("The charset is %s; it must be utf-8.", check.Quote(charset))
	}
	if coding := h.Get("Content-Encoding"); coding != "" && coding != "identity" {
		return nil, Invalidf("The Content-Encoding is %s; send the body as it is.", check.Quote(coding))
	}
	body = bytes.TrimLeft(body, " \t\r\n")
	switch {
	case len(body) == 0:
		return nil, Invalidf("The body is empty; it must be one JSON object.")
	case !utf8.Valid(body) || !json.Valid(body):
		return nil, Invalidf("The body is not valid JSON in UTF-8.")
	case body[0] != '{':
		return nil, Invalidf("The body is %s; it must be one JSON object.", check.QuoteJSON(body))
	}
	var known []string
	for _, p := range op.Params {
		if p.In == api.InBody {
			known = append(known, p.Name)
		}
	}
	fields := map[string]json.RawMessage{}
	dec := json.NewDecoder(bytes.NewReader(body))
	_, err = dec.Token() // the opening brace
	for err == nil && dec.More() {
		var name json.Token
		if name, err = dec.Token(); err != nil {
			break
		}
		field := name.(string) // the body is valid
		if !slices.Contains(known, field) {
			return nil, Invalidf("Body field %s is unknown; the fields are %s.", check.Quote(field), strings.Join(known, ", "))
		}
		if fields[field] != nil {
			return nil, Invalidf("Body field %s was sent twice; send it once.", field)
		}
		var raw json.RawMessage
		err = dec.Decode(&raw)
		fields[field] = raw
	}
	return fields, err
}
