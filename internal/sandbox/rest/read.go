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
	maxFaults = 4        // faults that one detail lists
)

// Body reads the body of a request, of at most 64 KiB. A longer one is refused
// and costs the caller the connection.
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

// Read returns the values of a request that keeps every rule of its operation's parameters, or an
// *Error whose detail names each parameter at fault, what was given and what is accepted. body is the
// request's body, already read. A query parameter that the contract does not know is ignored, as HTTP
// services do and as the operations without a 400 have to; a body with an unknown field is refused,
// since the contract closes the bodies.
func Read(op *api.Operation, r *http.Request, body []byte) (Values, error) {
	// url.URL.Query drops what it cannot read; a filter must not vanish like that.
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
	values := Values{op: op, given: map[string][]check.Value{}}
	var faults []string
	for i := range op.Params {
		p := &op.Params[i]
		var got []check.Value
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

// readFields takes a body apart: one JSON object in UTF-8, uncompressed, with no field twice and only fields that the
// operation declares. That the type is checked is also a defense: a form on a foreign page cannot send this type without
// asking first.
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
	_, err = dec.Token() // the brace
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
