package oauth

import "net/http"

// deviceAnswer is RFC 8628 §3.2.
type deviceAnswer struct {
	DeviceCode              string `json:"device_code"`
	UserCode                string `json:"user_code"`
	VerificationURI         string `json:"verification_uri"`
	VerificationURIComplete string `json:"verification_uri_complete"`
	ExpiresIn               int    `json:"expires_in"` // seconds
	Interval                int    `json:"interval"`   // seconds
}

// serveDevice starts the sign-in of a device that has no browser (RFC 8628 §3.1).
// PKCE is checked when the device sends a challenge, which some servers accept.
func (s *Server) serveDevice(w http.ResponseWriter, r *http.Request) {
	params, c, refusal := s.clientForm(w, r)
	if refusal == nil && !c.may(grantDevice) {
		refusal = refuse("unauthorized_client", "the client did not register for the device grant")
	}
	if refusal == nil {
		refusal = checkResource(params, s.resource)
	}
	if refusal == nil && (params.Has("code_challenge") || params.Has("code_challenge_method")) {
		refusal = checkPKCE(params)
	}
	var scopes []string
	if refusal == nil {
		scopes, refusal = requestedScopes(params.Get("scope"))
	}
	if refusal != nil {
		writeError(w, refusal)
		return
	}
	deviceCode, userCode, err := s.startDevice(c, scopes, params.Get("code_challenge"))
	if err != nil {
		writeError(w, asProtocolError(err))
		return
	}
	page := s.browse + "/device"
	writeSecret(w, http.StatusOK, deviceAnswer{
		DeviceCode: deviceCode, UserCode: userCode,
		VerificationURI: page, VerificationURIComplete: page + "?user_code=" + userCode,
		ExpiresIn: int(deviceLifetime.Seconds()), Interval: int(pollInterval.Seconds()),
	})
}
