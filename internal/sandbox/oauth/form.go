package oauth

import (
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"net/url"
)

const maxFormBytes = 64 << 10

// readForm reads the body of a form post. A parameter that comes twice is
// refused (RFC 6749 §3.1 and §3.2); one without a value counts as left out.
func readForm(w http.ResponseWriter, r *http.Request) (url.Values, error) {
	kind, _, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
	if err != nil || kind != "application/x-www-form-urlencoded" {
		return nil, errors.New("the body must be application/x-www-form-urlencoded")
	}
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxFormBytes))
	if _, tooLong := errors.AsType[*http.MaxBytesError](err); tooLong {
		return nil, fmt.Errorf("the body is longer than %d bytes", maxFormBytes)
	}
	if err != nil {
		return nil, errors.New("the body broke off")
	}
	return parseParams(string(body))
}

// parseParams reads a query or a form body under the rules of readForm.
func parseParams(text string) (url.Values, error) {
	params, err := url.ParseQuery(text)
	if err != nil {
		return nil, errors.New("the parameters are not well encoded")
	}
	for name, values := range params {
		if len(values) > 1 && name != "resource" { // RFC 8707 §2: a resource may repeat
			return nil, errors.New("a parameter was sent twice")
		}
		if values[0] == "" {
			delete(params, name)
		}
	}
	return params, nil
}
