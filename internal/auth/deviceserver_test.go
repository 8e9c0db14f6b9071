package auth

import (
	"encoding/json"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"sync"

	"golang.org/x/oauth2"
)

// deviceDesk is the server's part in sign-ins by code.
type deviceDesk struct {
	answer func(body map[string]any) // changes the device authorization answer
	polls  []string                  // what each poll is answered, "" is yes; the last one stays

	mu        sync.Mutex
	challenge string
	scope     string
	polled    int
	spent     bool
}

// signsDevices makes the server offer the device flow.
func (s *server) signsDevices() {
	s.metadata = func(doc map[string]any) { doc["device_authorization_endpoint"] = s.URL + "/device_authorization" }
}

func (s *server) serveDevice(w http.ResponseWriter, r *http.Request) {
	if err := r.ParseForm(); err != nil || !s.knows(r.PostForm.Get("client_id")) || r.PostForm.Get("code_challenge_method") != "S256" {
		writeJSON(w, http.StatusBadRequest, map[string]any{"error": "invalid_client"})
		return
	}
	s.device.mu.Lock()
	s.device.challenge, s.device.scope = r.PostForm.Get("code_challenge"), r.PostForm.Get("scope")
	s.device.mu.Unlock()
	body := map[string]any{
		"device_code": "canary-device", "user_code": "WDJB-MJHT", "verification_uri": s.URL + "/device",
		"verification_uri_complete": s.URL + "/device?user_code=WDJB-MJHT", "expires_in": 300, "interval": 5,
	}
	if s.device.answer != nil {
		s.device.answer(body)
	}
	writeJSON(w, http.StatusOK, body)
}

// refusal is why a poll brings no token, "" if it does or there is no poll.
func (d *deviceDesk) refusal(form url.Values) string {
	if form.Get("grant_type") != "urn:ietf:params:oauth:grant-type:device_code" {
		return ""
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	d.polled++
	switch {
	case d.spent || form.Get("device_code") != "canary-device", form.Has("code"):
		return "invalid_grant"
	case oauth2.S256ChallengeFromVerifier(form.Get("code_verifier")) != d.challenge:
		return "invalid_grant"
	case len(d.polls) == 0:
		d.spent = true
		return ""
	}
	said := d.polls[min(d.polled, len(d.polls))-1]
	d.spent = said == ""
	return said
}

// clientDesk is the server's part in registration.
type clientDesk struct {
	answer func(body map[string]any)                                        // changes the answer
	refuse func(w http.ResponseWriter, asked map[string]any) (refused bool) // answers itself

	mu    sync.Mutex
	asked []map[string]any
	ids   []string
}

// registers makes the server offer registration.
func (s *server) registers() {
	earlier := s.metadata
	s.metadata = func(doc map[string]any) {
		if earlier != nil {
			earlier(doc)
		}
		doc["registration_endpoint"] = s.URL + "/register"
	}
}

// knows says whether a client is known: the one there always is, or one that registered.
func (s *server) knows(id string) bool {
	s.clients.mu.Lock()
	defer s.clients.mu.Unlock()
	return id == "traveler" || slices.Contains(s.clients.ids, id)
}

// forgets drops all clients that registered.
func (s *server) forgets() {
	s.clients.mu.Lock()
	defer s.clients.mu.Unlock()
	s.clients.ids = nil
}

func (s *server) serveRegister(w http.ResponseWriter, r *http.Request) {
	var asked map[string]any
	if r.Header.Get("Content-Type") != "application/json" || json.NewDecoder(r.Body).Decode(&asked) != nil {
		writeJSON(w, http.StatusBadRequest, map[string]any{"error": "invalid_client_metadata"})
		return
	}
	if s.clients.refuse != nil && s.clients.refuse(w, asked) {
		return
	}
	s.clients.mu.Lock()
	s.clients.asked = append(s.clients.asked, asked)
	id := "registered-" + strconv.Itoa(len(s.clients.asked))
	s.clients.ids = append(s.clients.ids, id)
	s.clients.mu.Unlock()
	body := maps.Clone(asked)
	body["client_id"], body["client_id_issued_at"] = id, 1
	body["registration_access_token"] = "canary-registration"
	if s.clients.answer != nil {
		s.clients.answer(body)
	}
	writeJSON(w, http.StatusCreated, body)
}
