package oauth

import (
	"encoding/json"
	"errors"
	"net/http"
)

// protocolError is an error of RFC 6749 §4.1.2.1 or §5.2 and their extensions.
// Its words are fixed: nothing of the request is echoed.
type protocolError struct {
	Code        string `json:"error"`
	Description string `json:"error_description"`
	Status      int    `json:"-"`
}

func (e *protocolError) Error() string { return e.Code + ": " + e.Description }

// refuse makes an error with the status that the token endpoint gives it.
func refuse(code, description string) *protocolError {
	status := http.StatusBadRequest
	switch code {
	case "invalid_client":
		status = http.StatusUnauthorized
	case "server_error":
		status = http.StatusInternalServerError
	}
	return &protocolError{Code: code, Description: description, Status: status}
}

// writeError answers as RFC 6749 §5.2 asks.
func writeError(w http.ResponseWriter, e *protocolError) {
	if e.Code == "invalid_client" {
		w.Header().Set("WWW-Authenticate", `Basic realm="travel sandbox"`)
	}
	writeSecret(w, e.Status, e)
}

// writeSecret answers with JSON that no cache may keep.
func writeSecret(w http.ResponseWriter, status int, body any) {
	h := w.Header()
	h.Set("Cache-Control", "no-store")
	h.Set("Pragma", "no-cache")
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(body) // the status is sent; a broken connection has no one to tell
}

func asProtocolError(err error) *protocolError {
	if refusal, ok := errors.AsType[*protocolError](err); ok {
		return refusal
	}
	return refuse("server_error", "the sandbox could not read or save its sign-ins")
}

// secret serves what an endpoint finds, or why it refuses.
func secret(status int, find func(http.ResponseWriter, *http.Request) (any, error)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		found, err := find(w, r)
		if err != nil {
			writeError(w, asProtocolError(err))
			return
		}
		writeSecret(w, status, found)
	}
}
