package rest

import (
	"bytes"
	"encoding/json"
	"net/http"
	"strconv"
)

// WriteJSON answers with a payload of the contract.
func WriteJSON(w http.ResponseWriter, r *http.Request, status int, payload any) {
	writeJSON(w, r, "application/json", status, payload)
}

// writeJSON encodes before it writes, so that a payload that cannot be encoded
// is still answered with a whole problem.
func writeJSON(w http.ResponseWriter, r *http.Request, mediaType string, status int, payload any) {
	var body bytes.Buffer
	enc := json.NewEncoder(&body)
	enc.SetEscapeHTML(false) // links in the answer keep their ampersands
	if err := enc.Encode(payload); err != nil {
		WriteError(w, r, err)
		return
	}
	h := w.Header()
	h.Set("Content-Type", mediaType)
	h.Set("Content-Length", strconv.Itoa(body.Len()))
	h.Set("Cache-Control", "no-store")
	h.Set("X-Content-Type-Options", "nosniff")
	w.WriteHeader(status)
	// A failed write means that the caller is gone: there is no one to tell.
	_, _ = w.Write(body.Bytes())
}
