package oauth

import (
	"encoding/json"
	"net/http"
)

const resourceMetadataPath = "/.well-known/oauth-protected-resource"

// serverMetadata is what OpenID Connect Discovery 1.0 §3 and RFC 8414 §2 publish.
type serverMetadata struct {
	Issuer                string   `json:"issuer"`
	AuthorizationEndpoint string   `json:"authorization_endpoint"`
	TokenEndpoint         string   `json:"token_endpoint"`
	RevocationEndpoint    string   `json:"revocation_endpoint"`
	DeviceEndpoint        string   `json:"device_authorization_endpoint"` // RFC 8628 §4
	RegistrationEndpoint  string   `json:"registration_endpoint"`
	UserinfoEndpoint      string   `json:"userinfo_endpoint"`
	JWKSURI               string   `json:"jwks_uri"`
	Scopes                []string `json:"scopes_supported"`
	Claims                []string `json:"claims_supported"`
	ResponseTypes         []string `json:"response_types_supported"`
	ResponseModes         []string `json:"response_modes_supported"`
	GrantTypes            []string `json:"grant_types_supported"`
	Prompts               []string `json:"prompt_values_supported"`
	SubjectTypes          []string `json:"subject_types_supported"`
	ChallengeMethods      []string `json:"code_challenge_methods_supported"`
	IDTokenAlgorithms     []string `json:"id_token_signing_alg_values_supported"`
	TokenAuthMethods      []string `json:"token_endpoint_auth_methods_supported"`
	RevocationAuthMethods []string `json:"revocation_endpoint_auth_methods_supported"`
	UILocales             []string `json:"ui_locales_supported"`
	ResponseIss           bool     `json:"authorization_response_iss_parameter_supported"`
	ClaimsParameter       bool     `json:"claims_parameter_supported"`
	RequestParameter      bool     `json:"request_parameter_supported"`
	RequestURIParameter   bool     `json:"request_uri_parameter_supported"`
}

func metadataOf(issuer, browse string) serverMetadata {
	return serverMetadata{
		Issuer:                issuer,
		AuthorizationEndpoint: browse + signInPage,
		TokenEndpoint:         issuer + "/token",
		RevocationEndpoint:    issuer + "/revoke",
		DeviceEndpoint:        issuer + "/device_authorization",
		RegistrationEndpoint:  issuer + "/register",
		UserinfoEndpoint:      issuer + "/userinfo",
		JWKSURI:               issuer + "/jwks.json",
		Scopes:                knownScopes(),
		Claims: []string{
			"iss", "sub", "aud", "azp", "exp", "iat", "auth_time", "nonce", "at_hash",
			"name", "given_name", "family_name", "preferred_username", "locale", "zoneinfo", "country_code",
			"email", "email_verified", "address",
		},
		ResponseTypes:         []string{"code"},
		ResponseModes:         []string{"query"},
		GrantTypes:            grantTypes(),
		Prompts:               []string{"none", "login", "consent", "select_account"},
		SubjectTypes:          []string{"public"},
		ChallengeMethods:      []string{"S256"},
		IDTokenAlgorithms:     []string{"ES256"},
		TokenAuthMethods:      []string{"none"},
		RevocationAuthMethods: []string{"none"},
		UILocales:             []string{"en"},
		ResponseIss:           true,
	}
}

// resourceMetadata is what RFC 9728 §2 publishes about the API.
type resourceMetadata struct {
	Resource      string   `json:"resource"`
	Name          string   `json:"resource_name"`
	Servers       []string `json:"authorization_servers"`
	Scopes        []string `json:"scopes_supported"`
	BearerMethods []string `json:"bearer_methods_supported"`
}

func resourceMetadataOf(resource, issuer string) resourceMetadata {
	return resourceMetadata{
		Resource:      resource,
		Name:          "Travel sandbox, sample data only",
		Servers:       []string{issuer},
		Scopes:        defaultScopes(),
		BearerMethods: []string{"header"},
	}
}

// document serves a value that never changes as JSON that anyone may cache for
// a while.
func document(value any) http.HandlerFunc {
	body, err := json.Marshal(value)
	return func(w http.ResponseWriter, _ *http.Request) {
		if err != nil {
			writeError(w, refuse("server_error", "the document could not be written"))
			return
		}
		w.Header().Set("Cache-Control", "public, max-age=300")
		w.Header().Set("X-Content-Type-Options", "nosniff")
		w.Header().Set("Content-Type", "application/json")
		_, _ = w.Write(body) // a broken connection has no one to tell
	}
}
