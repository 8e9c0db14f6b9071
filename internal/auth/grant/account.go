package grant

// Account is who signed in, as the verified id_token said at login. Every text is cleaned for a
// terminal; what the token did not say is "".
type Account struct {
	Subject string `json:"subject"`
	Name    string `json:"name"`
	Email   string `json:"email"`
	// Market is two capital letters, or "".
	Market string `json:"market"`
	// MarketSource is the claim Market came from: the configured one, address.country or locale.
	MarketSource string `json:"marketSource"`
	// Scopes were granted.
	Scopes []string `json:"scopes"`
	// Issuer signed the account in.
	Issuer string `json:"issuer"`
}
