package rest

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"mime"
	"net/http"
	"strings"
	"unicode/utf8"

	"travel.example/travel/api"
)

// maxBody is the longest request body, in bytes.
const maxBody = 64 << 10

// Body reads the body of a request, of at most 64 KiB. A longer one is refused
// and costs the caller the connection.
func Body(w http.ResponseWriter, r *http.Request) ([]byte, error) {
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxBody))
	if _, ok := errors.AsType[*http.MaxBytesError](err); ok {
		return nil, Invalidf("The body is longer than %d bytes.", maxBody)
	}
	if err != nil {
		e := Invalidf("The body could not be read to its end.")
		e.Cause = err
		return nil, e
	}
	return body, nil
}

// fields takes a body apart: one JSON object in UTF-8 with no field twice and
// only fields that the operation declares.
func (c *Check) fields(r *http.Request, body []byte) (map[string]json.RawMessage, error) {
	if err := checkContentType(r.Header); err != nil {
		return nil, err
	}
	body = bytes.TrimLeft(body, " \t\r\n")
	switch {
	case len(body) == 0:
		return nil, Invalidf("The body is empty; it must be one JSON object.")
	case !utf8.Valid(body) || !json.Valid(body):
		return nil, Invalidf("The body is not valid JSON in UTF-8.")
	case body[0] != '{':
		return nil, Invalidf("The body is %s; it must be one JSON object.", jsonItem(body).quoted())
	}
	fields := map[string]json.RawMessage{}
	dec := json.NewDecoder(bytes.NewReader(body))
	_, err := dec.Token() // the brace
	for err == nil && dec.More() {
		var name json.Token
		if name, err = dec.Token(); err != nil {
			break
		}
		if err := c.addField(fields, name.(string), dec); err != nil {
			return nil, err
		}
	}
	if err != nil {
		e := Invalidf("The body is not valid JSON in UTF-8.")
		e.Cause = err
		return nil, e
	}
	return fields, nil
}

func (c *Check) addField(fields map[string]json.RawMessage, name string, dec *json.Decoder) error {
	if p, ok := c.op.Param(name); !ok || p.In != api.InBody {
		return Invalidf("Body field %s is unknown; the fields are %s.", quote(name), strings.Join(c.bodyNames(), ", "))
	}
	if _, twice := fields[name]; twice {
		return Invalidf("Body field %s was sent twice; send it once.", name)
	}
	var raw json.RawMessage
	if err := dec.Decode(&raw); err != nil {
		return Invalidf("Body field %s is not valid JSON.", name)
	}
	fields[name] = raw
	return nil
}

func (c *Check) bodyNames() []string {
	var names []string
	for _, p := range c.op.Params {
		if p.In == api.InBody {
			names = append(names, p.Name)
		}
	}
	return names
}

// checkContentType wants JSON in UTF-8, uncompressed. The strictness is also a
// defence: a form on a foreign page cannot send this type without asking first.
func checkContentType(h http.Header) error {
	sent := h.Get("Content-Type")
	mediaType, params, err := mime.ParseMediaType(sent)
	if err != nil || mediaType != "application/json" {
		return Invalidf("The Content-Type is %s; it must be application/json.", quote(sent))
	}
	if charset, ok := params["charset"]; ok && !strings.EqualFold(charset, "utf-8") {
		return Invalidf("The charset is %s; it must be utf-8.", quote(charset))
	}
	if coding := h.Get("Content-Encoding"); coding != "" && coding != "identity" {
		return Invalidf("The Content-Encoding is %s; send the body as it is.", quote(coding))
	}
	return nil
}
