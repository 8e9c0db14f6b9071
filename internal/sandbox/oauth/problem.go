package oauth

import (
	"encoding/json"
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
